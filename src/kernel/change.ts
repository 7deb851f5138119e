import type { AnyLifecycle, DetailsOf } from './declare/lifecycle.ts';
import type { ParamsOf } from './time/jobs.ts';

/** Facts of a move beside the record itself, for the payloads of its events and for reactions. */
export type Told = Readonly<Record<string, unknown>>;

/** What is known of the call that a unit of work answers, beside what it sent. */
export interface CallFacts {
  /** Where who calls reaches the emulator, for addresses that only they are given: `http://127.0.0.1:4747`. */
  readonly origin?: string;
  /** The client id of the app that calls with its access token. */
  readonly appId?: string;
}

/** What a plain change may set: never the identity, and never the status, which only a named move changes. */
export type Patch<R> = Partial<Omit<R, 'id' | 'object' | 'status' | 'livemode' | 'created_at' | 'updated_at'>>;

/** A change that is no move of a lifecycle, but that higher slices may react to. */
export interface Announcement<D extends Told = Told> {
  /** `payment_method.delete` */
  readonly name: string;
  readonly tells?: D;
}

/** What a booked job is told; nothing is given to one that is told nothing. */
export type JobArgs<K> = [keyof ParamsOf<K>] extends [never]
  ? [params?: undefined]
  : Record<never, never> extends ParamsOf<K>
    ? [params?: ParamsOf<K>]
    : [params: ParamsOf<K>];
export type OfLifecycle<L extends AnyLifecycle> = Parameters<L['stateOf']>[0];
/** A plain change of the record, and what the move tells beside it, where it tells anything. */
export type MoveArgs<L, R, N> = [keyof DetailsOf<L, N>] extends [never]
  ? [patch?: Patch<R>, details?: undefined]
  : [patch: Patch<R>, details: DetailsOf<L, N>];
