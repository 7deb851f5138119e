import type { Static, TObject } from '../../base/typebox.ts';
import type { Context } from '../context.ts';
import type { EmittedEvent } from '../emitted.ts';
import type { ParamName, Params, Route } from './route.ts';

/** An event of any object, with any details. */
// biome-ignore lint/suspicious/noExplicitAny: only the event's own slice knows the record type and the details
export type AnyEmitted = EmittedEvent<any, any>;

/** An operation that sends events with `ctx.emit`. */
export interface Emitting<R extends Route, B extends TObject, Q extends TObject> {
  readonly emits?: readonly AnyEmitted[];
  /**
   * Creates the objects that the operation needs, and returns the request with which `emulator trigger` runs it to send
   * its events. Required with `emits`.
   * @param id the object that the developer named, for the path parameter `id`
   */
  readonly prepare?: (ctx: Context, id?: string) => Prepared<R, B, Q>;
}

/** The request of a prepared operation: the parameters of its path, its body, and its query if it needs one. */
type Prepared<R extends Route, B extends TObject, Q extends TObject> = {
  readonly query?: Static<Q>;
} & ([ParamName<R>] extends [never] ? { readonly params?: undefined } : { readonly params: Params<R> }) &
  ([keyof Static<B>] extends [never] ? { readonly body?: undefined } : { readonly body: Static<B> });
