import { secondMs } from '../../../core/base/instants.ts';
import { isObject } from '../../../core/base/json-values.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { Bindings } from './bindings.ts';
import type { SentEvent } from './exchange.ts';

/** An event in a webhook of the service. */
export interface Delivered {
  readonly call: CapturedCall;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** When it happened, in milliseconds. */
  readonly at: number;
}

/** A webhook of the service, and the event of the emulator that matches it. */
export interface EventPair {
  readonly delivered: Delivered;
  readonly event: SentEvent;
  /** The same event with another seed. */
  readonly reseeded: SentEvent | undefined;
}

/** The events of both sides. */
export interface EventPairs {
  readonly both: readonly EventPair[];
  /** The webhooks that match an event of another type, which the emulator sent instead. */
  readonly renamed: readonly EventPair[];
  /** The webhooks without an event of the emulator, each with the event beside it that is most like it. */
  readonly onlyService: readonly { readonly delivered: Delivered; readonly beside: EventPair | undefined }[];
  readonly onlyEmulator: readonly SentEvent[];
  /** The webhooks that repeat one before them under another id. */
  readonly repeated: readonly Delivered[];
}

/**
 * Matches the webhooks in a capture with the events of the emulator, and binds the names in them.
 * @param reseeded the events with another seed
 */
export function pairEvents(
  calls: readonly CapturedCall[],
  events: readonly SentEvent[],
  reseeded: readonly SentEvent[],
  bindings: Bindings,
): EventPairs {
  const { delivered, repeated } = readDeliveries(calls);
  const both: EventPair[] = [];
  const used = new Set<SentEvent>();
  const strange: Delivered[] = [];
  for (const each of delivered) {
    const isOne = (event: SentEvent): boolean => event.type === each.type && isAbout(event, each.data, bindings);
    const at = events.findIndex((event) => !used.has(event) && isOne(event));
    const event = events[at];
    if (event === undefined) {
      strange.push(each);
      continue;
    }
    used.add(event);
    both.push({ delivered: each, event, reseeded: reseeded[at] });
    bindings.learn(each.data, event.data);
  }
  // When a capture ends, its last events may not have been delivered yet.
  const last = Math.max(-1, ...[...used].map((event) => events.indexOf(event)));
  const quiet = new Set(delivered.length === 0 ? [] : events.filter((event, at) => at < last && !used.has(event)));
  const renamed: EventPair[] = [];
  const onlyService = strange.flatMap((each) => {
    const fits = (event: SentEvent): boolean =>
      isAbout(event, each.data, bindings) && likeness(event.data, each.data) > 0.5;
    const other = [...quiet].find(fits);
    if (other !== undefined) {
      quiet.delete(other);
      renamed.push({ delivered: each, event: other, reseeded: undefined });
      return [];
    }
    const like = ({ event }: EventPair): number => likeness(event.data, each.data);
    const [beside] = both.filter(({ event }) => fits(event)).sort((one, two) => like(two) - like(one));
    return [{ delivered: each, beside }];
  });
  return { both, renamed, onlyService, onlyEmulator: [...quiet], repeated };
}

/** Each delivered event once, in the order of the deliveries, and those that repeat one under another id. */
function readDeliveries(calls: readonly CapturedCall[]): { delivered: Delivered[]; repeated: Delivered[] } {
  const ids = new Set<unknown>();
  const contents = new Set<string>();
  const [delivered, repeated]: [Delivered[], Delivered[]] = [[], []];
  for (const call of calls) {
    const { kind, body } = call;
    if (kind !== 'delivery' || !isObject(body) || typeof body.type !== 'string' || !isObject(body.data)) continue;
    if (body.id !== undefined && ids.has(body.id)) continue;
    ids.add(body.id);
    const { type, data } = body;
    const isTime = typeof body.created === 'number' && Math.abs(body.created) < latest;
    const at = isTime ? Number(body.created) * secondMs : call.startedAt;
    const content = JSON.stringify([type, data, at]);
    (contents.has(content) ? repeated : delivered).push({ call, type, data, at });
    contents.add(content);
  }
  return { delivered, repeated };
}

/** The last second that is a date in all tools, in seconds: the year 9999. */
const latest = 253_402_300_799;

/** Whether an event can match a delivery: all ids that are bound must refer to the same thing on both sides. */
function isAbout(event: SentEvent, data: Readonly<Record<string, unknown>>, bindings: Bindings): boolean {
  return Object.entries(data).every(([name, value]) => {
    const other = event.data[name];
    if (typeof value !== 'string' || typeof other !== 'string') return true;
    const bound = bindings.emulatorOf(value);
    return bound === undefined ? bindings.serviceOf(other) === undefined : bound === other;
  });
}

/** The share of all fields that both payloads contain. */
function likeness(own: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): number {
  const all = new Set([...Object.keys(own), ...Object.keys(other)]);
  return [...all].filter((name) => Object.hasOwn(own, name) && Object.hasOwn(other, name)).length / all.size;
}
