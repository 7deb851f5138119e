import type { AnyLifecycle, DetailsOf } from './declare/lifecycle.ts';
import type { ParamsOf } from './time/jobs.ts';

/** Details of a move that its record does not contain, for the move's events and reactions. */
export type MoveFacts = Readonly<Record<string, unknown>>;

/** Facts about the call that caused a unit of work, in addition to its request. */
export interface CallFacts {
  /** The origin that the caller used, for URLs that only the caller receives: `http://127.0.0.1:4747`. */
  readonly origin?: string;
  /** The client id of the app that the call's access token belongs to. */
  readonly appId?: string;
}

/**
 * The fields that a plain change can set. It cannot set the identity, or the status, which only a named move changes.
 */
export type Patch<R> = Partial<Omit<R, 'id' | 'object' | 'status' | 'livemode' | 'created_at' | 'updated_at'>>;

/** A change that is not a move of a lifecycle, but that higher slices can react to. */
export interface Announcement<D extends MoveFacts = MoveFacts> {
  /** `payment_method.delete` */
  readonly name: string;
  readonly tells?: D;
}

/** The arguments for scheduling a job: the job's parameters, unless the job's schema has no fields. */
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
