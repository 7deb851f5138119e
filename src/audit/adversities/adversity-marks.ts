import { deliveriesAbout, openTogether } from '../observed/deliveries.ts';
import {
  type DeliveryView,
  type EventView,
  isBroughtAbout,
  type ObservedRequest,
  type ObservedRun,
} from '../observed/observed-run.ts';
import { readsByApplication } from '../observed/scenario-requests.ts';
import type { TrialRun } from '../trial/trial-result.ts';
import { kindsOf } from './fault-plans.ts';

/** The effects of an adversity. Only effects that carry the mark of its audit count. */

/** The attempts at a delivery that an injected fault of an adversity changed. */
export const markedAttempts = ({ attempts }: DeliveryView, adversity: string): DeliveryView['attempts'] =>
  attempts.filter(({ audit }) => audit === adversity);

/** Whether a later event about the same object was sent before the first attempt at a delivery. */
export function isOvertaken(record: ObservedRun, { event_id, endpoint_id, attempts }: DeliveryView): boolean {
  const sent = attempts[0]?.sent ?? 0;
  const subject = record.event(event_id)?.subject;
  const at = record.events.findIndex(({ id }) => id === event_id);
  return record.events
    .slice(at + 1)
    .filter((event) => event.subject === subject)
    .flatMap(({ id }) => record.deliveriesOf(id))
    .some((other) => other.endpoint_id === endpoint_id && (other.attempts[0]?.sent ?? Number.POSITIVE_INFINITY) < sent);
}

/**
 * Whether the first attempt at a delivery overlapped an attempt for another event about the same object, at the same
 * address.
 */
export const isTogether = (record: ObservedRun, delivery: DeliveryView): boolean =>
  companionOf(record, delivery) !== null;

/**
 * The two deliveries about different objects, to one address, that were open together the longest; null if there are
 * none.
 */
export function parallelPair(record: ObservedRun): readonly [DeliveryView, DeliveryView] | null {
  const all = record.deliveries.flatMap((delivery) => delivery.attempts.map((attempt) => ({ delivery, attempt })));
  const subjectOf = ({ event_id }: DeliveryView) => record.event(event_id)?.subject;
  let longest = 0;
  let pair: readonly [DeliveryView, DeliveryView] | null = null;
  for (const [at, one] of all.entries()) {
    for (const next of all.slice(at + 1)) {
      if (one.delivery.url !== next.delivery.url || subjectOf(one.delivery) === subjectOf(next.delivery)) continue;
      const together = openTogether(one.attempt, next.attempt);
      if (together > longest) [longest, pair] = [together, [one.delivery, next.delivery]];
    }
  }
  return pair;
}

/** The delivery with the longest overlap, and the overlap in milliseconds; null if no delivery overlapped. */
export function companionOf(
  record: ObservedRun,
  delivery: DeliveryView,
): { readonly delivery: DeliveryView; readonly together: number } | null {
  const [attempt] = delivery.attempts;
  if (attempt === undefined) return null;
  const subjectOf = ({ event_id }: DeliveryView) => record.event(event_id)?.subject;
  const others = record.deliveries.filter(
    (other) =>
      other.event_id !== delivery.event_id &&
      other.endpoint_id === delivery.endpoint_id &&
      subjectOf(other) === subjectOf(delivery),
  );
  const all = others.map((other) => ({
    delivery: other,
    together: Math.max(0, ...other.attempts.map((each) => openTogether(attempt, each))),
  }));
  const [longest] = all.sort((one, next) => next.together - one.together);
  return longest === undefined || longest.together === 0 ? null : longest;
}

/** Whether the fault had its full effect on a delivery. */
function isTriedOn(record: ObservedRun, delivery: DeliveryView, adversity: string): boolean {
  const [first] = markedAttempts(delivery, adversity);
  if (first === undefined) return false;
  if (first.fault === 'reorder') return (adversity === 'webhook-at-once' ? isTogether : isOvertaken)(record, delivery);
  if (first.fault === 'drop' || first.fault === 'status') return delivery.attempts.some(({ number }) => number > 1);
  return true;
}

/** Whether the application itself refused a delivery, in each attempt. */
export const isRefused = ({ status, attempts }: DeliveryView): boolean =>
  status === 'failed' && attempts.every((each) => each.status !== null && each.fault === null);

/**
 * Whether an event reached the application, which took or refused it, under whichever of its names, or whether an
 * application without an endpoint read the object of the event.
 */
export const isLearnt = (record: ObservedRun, event: EventView): boolean =>
  deliveriesAbout(record, event).some((delivery) => delivery.status === 'delivered' || isRefused(delivery)) ||
  (record.endpoints.length === 0 &&
    readsByApplication(record, event.subject).some(({ at }) => at / 1_000 >= event.created));

/**
 * Whether a fault of an adversity affected a call. A charge that is declined anyway does not have an unknown outcome.
 */
const isDisturbed = ({ view: { audit, fault }, isUnknown }: ObservedRequest, adversity: string): boolean =>
  audit === adversity && (isUnknown || fault?.startsWith('unavailable ') !== true);

/** The planned kinds of events or calls that an adversity affected in a run. */
export function triedKindsIn({ adversity: { name }, armament, run }: Pick<TrialRun, 'adversity' | 'armament' | 'run'>) {
  const { record, restarted } = run;
  const kinds = kindsOf(armament);
  if (armament.restart !== undefined) return restarted ? kinds : [];
  if (armament.atMonthEnd === true) return record.events.some(({ unsent }) => unsent !== 'history') ? kinds : [];
  if (name === 'webhook-parallel') return parallelPair(record) === null ? [] : kinds;
  const happened = record.events.filter((event) => isBroughtAbout(event, name));
  if (armament.rules !== undefined && armament.afterwards === undefined) return happened.length > 0 ? kinds : [];
  const arrived = (event: EventView) => isLearnt(record, event);
  const acted = new Set<string | null>([
    ...happened.filter(arrived).map(({ type }) => type),
    ...record.deliveries.filter((each) => isTriedOn(record, each, name)).map(({ event_type }) => event_type),
    ...record.requests.filter((asked) => isDisturbed(asked, name)).map(({ operation }) => operation),
  ]);
  return kinds.filter((kind) => acted.has(kind));
}
