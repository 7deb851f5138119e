import type { AnyLifecycle, DetailsOf } from './declare/lifecycle.ts';
import type { ParamsOf } from './time/jobs.ts';

/** Facts of a move that its record does not hold, for its events and reactions. */
export type MoveFacts = Readonly<Record<string, unknown>>;

/** Facts about the call behind a unit of work, beside its request. */
export interface CallFacts {
  /** The origin that the caller used, for addresses that only the caller gets: `http://127.0.0.1:4747`. */
  readonly origin?: string;
  /** The client id of the app whose access token the call carries. */
  readonly appId?: string;
}

/**
 * The fields that a plain change may set: never the identity, and never the status, which only a named move changes.
 */
export type Patch<R> = Partial<Omit<R, 'id' | 'object' | 'status' | 'livemode' | 'created_at' | 'updated_at'>>;

/** A change that is not a move of a lifecycle, but that higher slices may react to. */
export interface Announcement<D extends MoveFacts = MoveFacts> {
  /** `payment_method.delete` */
  readonly name: string;
  readonly tells?: D;
}

/** The arguments of a booking: the parameters of the job, unless the job's schema has no fields. */
export type JobArgs<K> = [keyof ParamsOf<K>] extends [never]
  ? [params?: undefined]
  : Record<never, never> extends ParamsOf<K>
    ? [params?: ParamsOf<K>]
    : [params: ParamsOf<K>];
export type OfLifecycle<L extends AnyLifecycle> = Parameters<L['stateOf']>[0];
/** The arguments of a move: a plain change of the record, and the move's details if the move declares any. */
export type MoveArgs<L, R, N> = [keyof DetailsOf<L, N>] extends [never]
  ? [patch?: Patch<R>, details?: undefined]
  : [patch: Patch<R>, details: DetailsOf<L, N>];
