import { namesOf } from '../platform/event-names.ts';
import { type DeliveryView, type EventView, isObject, type RunRecord } from './record.ts';
import { type Inapplicable, inapplicable } from './verdict.ts';

type Attempt = DeliveryView['attempts'][number];

/** What the roundings of when two things began, and of how long they took, add up to at most: milliseconds. */
const roundings = 0.2;

/** Whether an attempt waited for its answer at a moment, or from one to another: the machine's own milliseconds. */
export const wasOpen = ({ sent, latency_ms }: Attempt, from: number, to = from): boolean =>
  sent !== undefined && from >= sent && to <= sent + latency_ms + roundings;

/** For how many milliseconds two attempts waited for their answers at the same time; 0 or less where they did not. */
export function openTogether(one: Attempt, other: Attempt): number {
  if (one.sent === undefined || other.sent === undefined) return 0;
  const end = Math.min(one.sent + one.latency_ms, other.sent + other.latency_ms) + roundings;
  return end - Math.max(one.sent, other.sent);
}

/** What a call may name that is made because of an event. */
export const namesIn = ({ subject, data }: EventView): string[] =>
  namesOf({ subject, data: isObject(data) ? data : {} });

/** Faults that leave a delivery as the platform would send it: only when, how often or in what order differs. */
const harmless: ReadonlySet<string> = new Set([
  'duplicate',
  'delay',
  'reorder',
  'forged',
  'grown',
  'odd_bytes',
  'unknown_type',
]);

/** Whether an attempt reached a receiver as the platform may send it: correctly signed, its answer not made up by a fault. */
export const isUnaltered = ({ signature, fault, forgery, beside }: Attempt): boolean =>
  signature !== null && forgery === undefined && beside !== true && (fault === null || harmless.has(fault));

/** An attempt that the platform may make, with the delivery that it belongs to. */
export interface Tried {
  readonly delivery: DeliveryView;
  readonly attempt: Attempt;
}

/** Every attempt that reached a receiver, or should have, as the platform may make it. */
export const trueAttempts = ({ deliveries }: RunRecord): Tried[] =>
  deliveries.flatMap((delivery) =>
    delivery.attempts.filter(isUnaltered).map((attempt): Tried => ({ delivery, attempt })),
  );

/** For rules that judge what becomes of deliveries: why there is none to judge. */
export function notDelivered(record: RunRecord): Inapplicable {
  const last = trueAttempts(record).at(-1);
  if (last === undefined || last.delivery.status === 'delivered') {
    return inapplicable(
      'No webhook was sent',
      'add the address of the application: emulator webhooks add URL, or --forward-to URL',
    );
  }
  const { url } = last.delivery;
  const { status, error } = last.attempt;
  return status === null
    ? inapplicable(
        `No webhook arrived at ${url} (${error})`,
        'let the application listen there before the first event, or correct the address',
      )
    : inapplicable(
        `No webhook was taken: ${url} answered ${status}`,
        'give the application the secret of this endpoint, and let it answer 2xx to correctly signed deliveries',
      );
}
