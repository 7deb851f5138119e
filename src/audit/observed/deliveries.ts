import { isObject } from '../../core/base/json-values.ts';
import { namesOf } from '../../payments/platform/event-names.ts';
import { type Inapplicable, inapplicable } from '../verdict.ts';
import type { DeliveryView, EventView, ObservedRun } from './observed-run.ts';

type Attempt = DeliveryView['attempts'][number];

/** The largest sum of rounding errors in two start times and durations, in milliseconds. */
const roundings = 0.2;

/**
 * Whether an attempt was waiting for its response at a moment, or during a period, in milliseconds of the machine's
 * clock.
 */
export const wasOpen = ({ sent, latency_ms }: Attempt, from: number, to = from): boolean =>
  sent !== undefined && from >= sent && to <= sent + latency_ms + roundings;

/**
 * For how many milliseconds two attempts waited for their responses at the same time; 0 or less if they did not
 * overlap.
 */
export function openTogether(one: Attempt, other: Attempt): number {
  if (one.sent === undefined || other.sent === undefined) return 0;
  const end = Math.min(one.sent + one.latency_ms, other.sent + other.latency_ms) + roundings;
  return end - Math.max(one.sent, other.sent);
}

/** The ids and names with which a call can identify the object of an event. */
export const namesIn = ({ subject, data }: EventView): string[] =>
  namesOf({ subject, data: isObject(data) ? data : {} });

/** Names of one event: the service still sends the older name beside the newer one. */
const sameNews: readonly (readonly string[])[] = [['payment.disputed', 'dispute.created']];

/** The deliveries of an event, and of the same event under its other name. */
export function deliveriesAbout(record: ObservedRun, event: EventView): DeliveryView[] {
  const others = sameNews.filter((each) => each.includes(event.type)).flat();
  const paymentOf = ({ data }: EventView) => (isObject(data) ? data.transaction_id : undefined);
  const isSame = (other: EventView): boolean =>
    other.type !== event.type && others.includes(other.type) && paymentOf(other) === paymentOf(event);
  return record.events.filter((other) => other === event || isSame(other)).flatMap(({ id }) => record.deliveriesOf(id));
}

/** Faults that do not alter a delivery. They only change its time, its number or its order. */
const harmless: ReadonlySet<string> = new Set([
  'duplicate',
  'delay',
  'reorder',
  'forged',
  'grown',
  'odd_bytes',
  'unknown_type',
  'unknown_object',
]);

/** Whether an answer takes a delivery: 2xx. */
export const isTaken = ({ status }: { readonly status: number | null }): boolean =>
  status !== null && status >= 200 && status < 300;

/** Whether an attempt reached a receiver unaltered: correctly signed, and without a response that a fault faked. */
export const isUnaltered = ({ signature, fault, forgery, beside }: Attempt): boolean =>
  signature !== null && forgery === undefined && beside !== true && (fault === null || harmless.has(fault));

/** Faults that alter the body of a delivery, though it stays correctly signed. */
const bodily: ReadonlySet<string> = new Set(['grown', 'odd_bytes', 'unknown_type']);

/** Whether an attempt brought the very event that the platform sends without a fault. */
export const isUnmodified = (attempt: Attempt): boolean => isUnaltered(attempt) && !bodily.has(attempt.fault ?? '');

/** The platform's time limit for a delivery, in milliseconds. */
const timeLimit = 10_000;

/** Whether an attempt was not answered within the time limit. */
export const isTimeout = ({ latency_ms }: Attempt): boolean => latency_ms >= timeLimit - 50;

/** An unaltered attempt, with its delivery. */
export interface TrueAttempt {
  readonly delivery: DeliveryView;
  readonly attempt: Attempt;
}

/** Every unaltered attempt that reached a receiver, or that failed to reach it. */
export const trueAttempts = ({ deliveries }: ObservedRun): TrueAttempt[] =>
  deliveries.flatMap((delivery) =>
    delivery.attempts.filter(isUnaltered).map((attempt): TrueAttempt => ({ delivery, attempt })),
  );

/** The verdict of rules about deliveries if the record has no delivery to judge. */
export function notDelivered(record: ObservedRun): Inapplicable {
  const last = trueAttempts(record).at(-1);
  if (last === undefined || last.delivery.status === 'delivered') {
    return inapplicable(
      'No webhook was sent',
      'add the address of the application: npx payments-emulator webhooks add URL, or --forward-to URL',
    );
  }
  const { url } = last.delivery;
  const { status, error } = last.attempt;
  return status === null
    ? inapplicable(
        `No webhook arrived at ${url} (${error})`,
        'start the application at this address before the first event, or correct the address',
      )
    : inapplicable(
        `The application accepted no webhook: ${url} returned ${status}`,
        'give the application the secret of this endpoint, and return 2xx for correctly signed deliveries',
      );
}
