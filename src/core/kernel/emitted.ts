import type { AnyCollectionDef, Stored } from '../store/collection.ts';
import type { AnyLifecycle } from './declare/lifecycle.ts';
import { type StateChange, wordOfEvent } from './events.ts';

/** An event that an operation can emit, as far as the kernel needs its declaration. */
export interface EmittedEvent<R = never, D = never> {
  readonly type: string;
  /** The collection of the event's object. */
  readonly of: AnyCollectionDef;
  readonly data: (record: R, ctx: never, details: D) => Readonly<Record<string, unknown>>;
}

/** The arguments of an event beside its record: the details, unless the event declares none. */
export type EventArgs<D> = [keyof D] extends [never] ? [details?: undefined] : [details: D];

/** The operation whose handler is running. */
export interface RunningOperation {
  readonly id: string;
  /** The events that the handler sends with `ctx.emit`. Those that its moves send are not in this list. */
  readonly emits?: readonly unknown[];
}

/**
 * The change that an emitted event reports. It leads from the state of the object to the same state, or from the event's
 * word if the object has no states.
 * @throws Error if the running operation does not list the event, because then nothing knows that it sends the event
 */
export function emittedChange(running: RunningOperation | null, event: EmittedEvent, record: Stored): StateChange {
  const { of, type } = event;
  if (running?.emits?.includes(event) !== true) {
    const emitter = running?.id ?? 'the operation whose handler causes it; jobs and reactions cannot emit it';
    throw new Error(`ctx.emit was called for ${type}, so add the event to 'emits' of ${emitter}.`);
  }
  const state = (of.lifecycle as AnyLifecycle | undefined)?.stateOf(record) ?? wordOfEvent(type);
  const verb = running.id.slice(running.id.lastIndexOf('.') + 1);
  return { object: of.name, id: record.id, verb, from: state, to: state };
}
