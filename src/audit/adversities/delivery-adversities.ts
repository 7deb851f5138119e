import type { FaultRequest } from '../../client/node-client.ts';
import { minuteMs } from '../../core/base/instants.ts';
import { notDelivered } from '../observed/deliveries.ts';
import type { ObservedRun } from '../observed/observed-run.ts';
import { inapplicable } from '../rule.ts';
import {
  type Adversity,
  acceptedDeliveries,
  callsWithin,
  heldTypes,
  onDeliveries,
  operationsOf,
  waitEndingEvents,
} from './fault-plans.ts';
import { onWrites } from './write-faults.ts';

/** Additive changes, which need no new version. */
export const additive = 'additive changes do not need a new version ("Versioning" 2)';
const retries = 'failed deliveries are retried, up to 3 attempts ("Delivery" 3)';

/** The longest time that a delivery is delayed to be sent together with another, in emulated milliseconds. */
const longestTogether = 10 * minuteMs;

/** How long the responses to a handler's own calls take, so that two handlers run at the same time. */
const slowed = '100ms';

/**
 * A fault for deliveries that are followed by a delivery about the same object.
 * @param within the largest distance between the two, in emulated milliseconds
 * @param besides further faults, based on the control runs
 */
const onNeighbours =
  (
    fault: Pick<FaultRequest, 'kind' | 'at_once'>,
    within = Number.POSITIVE_INFINITY,
    besides: (control: ObservedRun) => FaultRequest[] = () => [],
  ): Adversity['arm'] =>
  (control) => {
    if (acceptedDeliveries(control).length === 0) return notDelivered(control);
    const groups = heldTypes(control, within);
    return groups.length === 0
      ? inapplicable(
          'No object had two events in the control runs',
          'settle a payout or refund a payment in the scenario',
        )
      : groups.map((types) => ({
          faults: types.map((event) => ({ on: 'delivery', event, ...fault })),
          besides: besides(control),
        }));
  };

/**
 * Slows down all calls of a handler, or every second call, so that another handler starts in the meantime or catches
 * up.
 */
const slowHandling = (operations: readonly string[], every?: number, ms = slowed): FaultRequest[] =>
  operations.map((on) => ({
    on,
    kind: 'latency',
    ms,
    handling: true,
    ...(every === undefined ? {} : { every }),
  }));

/**
 * Two concurrent copies of each delivery: both at the same moment; the second while the first waits for the responses
 * to its writes; and the second slightly later, when only one of the two waits for its calls.
 */
const twiceAtOnce: Adversity['arm'] = (control, choose) => {
  const armed = onDeliveries({ kind: 'duplicate', at_once: true })(control, choose);
  if (!('faults' in armed)) return armed;
  const apart = (ms: string) => armed.faults?.map((fault) => ({ ...fault, ms }));
  const within = callsWithin(control);
  const writes = new Set(operationsOf(control, 'write'));
  return [
    { ...armed, besides: [] },
    { faults: apart('20ms'), besides: slowHandling(within.filter((operation) => writes.has(operation))) },
    { faults: apart('50ms'), besides: slowHandling(within, 2) },
  ];
};

/** How soon a delivery follows another delivery that it waited for, in milliseconds. */
const soonAfter = 100;

/** Whether two events about different objects were delivered to one address, one right after the other. */
function haveNeighbours(record: ObservedRun): boolean {
  const sent = acceptedDeliveries(record).flatMap(({ url, event_id, attempts }) =>
    attempts.map(({ sent: at = 0, latency_ms }) => ({
      url,
      subject: record.event(event_id)?.subject,
      at,
      end: at + latency_ms,
    })),
  );
  return sent.some((one) =>
    sent.some(
      (next) =>
        next.url === one.url && next.subject !== one.subject && next.at >= one.at && next.at < one.end + soonAfter,
    ),
  );
}

/** The webhook adversities, in the order in which the audit tries them. */
export const deliveryAdversities: readonly Adversity[] = [
  {
    name: 'webhook-twice',
    does: 'each delivery is sent a second time after the application answered the first',
    permittedBy: `at least once: ${retries}`,
    rules: ['webhook/effect-repeated', 'webhook/valid-refused'],
    alsoChanges: ['order'],
    each: 'each type of event that was delivered',
    arm: onDeliveries({ kind: 'duplicate' }),
  },
  {
    name: 'webhook-twice-at-once',
    does: "both copies of each delivery are sent at the same moment; in other runs, 20 and 50 ms apart, while responses to the handler's calls take 100 ms",
    permittedBy: `at least once: ${retries}`,
    rules: ['webhook/effect-repeated'],
    contains: ['webhook-twice'],
    alsoChanges: ['overlap', 'order'],
    each: 'each type of event that was delivered',
    isParallel: true,
    arm: twiceAtOnce,
  },
  {
    name: 'webhook-late',
    does: 'deliveries arrive 10 emulated minutes later, after whatever the application did in the meantime',
    permittedBy: retries,
    rules: ['webhook/order-assumed', 'webhook/valid-refused'],
    each: 'each type of event that was delivered',
    arm: onDeliveries({ kind: 'delay', ms: '10m' }),
  },
  {
    name: 'webhook-first',
    does: "the webhook of a write is delivered and answered before the write's own response is sent",
    permittedBy: 'the platform does not promise an order between a webhook and a response',
    rules: ['webhook/race-with-answer', 'webhook/valid-refused'],
    alsoChanges: ['overlap', 'order'],
    each: 'each write that the application called',
    isParallel: true,
    arm: (control) => {
      if (acceptedDeliveries(control).length === 0) return notDelivered(control);
      // A charge that settles immediately could not be voided.
      const settled = control.of('transactions.void').length === 0;
      const early = ['charges.create', 'subscriptions.create', 'payouts.create'];
      return onWrites((operation) => ({
        kind: 'before_answer',
        ...(settled && early.includes(operation) ? { settled: true } : {}),
      }))(control);
    },
  },
  {
    name: 'webhook-swapped',
    does: 'two consecutive events about one object arrive in reverse order',
    permittedBy: retries,
    rules: ['webhook/order-assumed', 'webhook/valid-refused'],
    each: 'each type of event that is followed by another event about the same object',
    arm: onNeighbours({ kind: 'reorder' }),
  },
  {
    name: 'webhook-at-once',
    does: "two consecutive events about one object are delivered concurrently, and the responses to a handler's calls take 100 ms",
    permittedBy: 'deliveries do not wait for each other ("Delivery" 3)',
    rules: ['webhook/lost-update', 'webhook/valid-refused'],
    contains: ['webhook-late'],
    alsoChanges: ['overlap', 'order'],
    each: 'each type of event that is followed by another event about the same object',
    isParallel: true,
    arm: onNeighbours({ kind: 'reorder', at_once: true }, longestTogether, (control) =>
      slowHandling(callsWithin(control)),
    ),
  },
  {
    name: 'webhook-parallel',
    does: "webhooks do not wait for each other; in other runs, the responses to a handler's calls take 100 ms, or every second one takes 20 ms",
    permittedBy: 'deliveries do not wait for each other ("Delivery" 3)',
    rules: ['webhook/lost-update'],
    alsoChanges: ['order'],
    each: 'events about different objects that come directly after each other',
    isParallel: true,
    arm: (control) => {
      if (acceptedDeliveries(control).length === 0) return notDelivered(control);
      if (!control.parts.some(haveNeighbours)) {
        return inapplicable(
          'No two objects had events at the same moment',
          'let two payments of one buyer settle together: npx payments-emulator settle',
        );
      }
      const within = callsWithin(control);
      // A handler that makes no calls cannot be slowed down. Only more runs make it likelier that two handlers
      // overlap.
      const ways = within.length === 0 ? [[], [], []] : [[], slowHandling(within), slowHandling(within, 2, '20ms')];
      return ways.map((besides) => ({ besides, kinds: ['events about different objects'] }));
    },
  },
  {
    name: 'webhook-retried',
    does: 'the first attempt is delivered but its response is lost; the second attempt follows the retry schedule',
    permittedBy: retries,
    rules: ['webhook/effect-repeated'],
    alsoChanges: ['order'],
    each: 'each type of event that was delivered',
    arm: onDeliveries({ kind: 'status', status: 504, attempt: 1 }),
  },
  {
    name: 'webhook-failed-once',
    does: 'the first attempt never arrives',
    permittedBy: retries,
    rules: ['webhook/order-assumed'],
    each: 'each type of event that was delivered',
    arm: onDeliveries({ kind: 'drop', attempt: 1 }),
  },
  {
    name: 'webhook-lost',
    does: 'all three attempts of one event fail; in another run, the attempts of all other events of its type fail',
    permittedBy: 'after 3 attempts the platform sends nothing more ("Delivery" 3)',
    rules: ['webhook/never-reconciled'],
    watches: true,
    each: 'each type of event that was delivered',
    arm: (control, choose) => {
      const all = acceptedDeliveries(control);
      if (all.length === 0) return notDelivered(control);
      const types = [...new Set(all.map(({ event_type }) => event_type))];
      const lost = (event: string, place: { skip: number; times?: number }): FaultRequest =>
        ({ on: 'delivery', kind: 'lost', event, attempt: 1, ...place }) as const;
      const chosen = new Map(
        types.map((type) => [type, choose(all.filter(({ event_type }) => event_type === type).length)]),
      );
      const endWaits = types.filter((type) => waitEndingEvents.test(type));
      const one = (of: readonly string[]) => of.map((type) => lost(type, { skip: chosen.get(type)!, times: 1 }));
      // Once a fault applies to a delivery, the later faults do not count that delivery.
      const others = endWaits.flatMap((type) => {
        const times = chosen.get(type)!;
        const isAlone = all.filter(({ event_type }) => event_type === type).length === 1;
        return isAlone ? [] : [...(times === 0 ? [] : [lost(type, { skip: 0, times })]), lost(type, { skip: 1 })];
      });
      // Losing events that end no wait must not hide the effect of losing the others.
      const runs = [one(endWaits), others, one(types.filter((type) => !waitEndingEvents.test(type)))];
      return runs.filter(({ length }) => length > 0).map((faults) => ({ faults }));
    },
  },
  {
    name: 'webhook-forged',
    does: 'each genuine delivery comes with five forged ones: unsigned, wrongly signed, altered after signing, an hour old, and an hour ahead',
    permittedBy: 'a receiver verifies each delivery ("Authentication" 8)',
    rules: ['webhook/forged-accepted', 'webhook/stale-accepted'],
    alsoChanges: ['order'],
    each: 'each type of event that was delivered',
    arm: onDeliveries({ kind: 'forged' }),
  },
  {
    name: 'webhook-unknown',
    does: 'each event comes with another event of an unknown type, and every payload has unknown fields',
    permittedBy: additive,
    rules: ['webhook/unknown-refused'],
    alsoChanges: ['order'],
    each: 'each type of event that was delivered',
    arm: onDeliveries({ kind: 'unknown_type' }),
  },
  {
    name: 'webhook-foreign',
    does: 'each event comes with two other events of its type about unknown objects, as of another product of the account: one with other metadata, and one without',
    permittedBy: 'an endpoint gets the events of all objects of the account ("Events")',
    rules: ['webhook/unknown-refused'],
    alsoChanges: ['order'],
    each: 'each type of event that was delivered',
    arm: onDeliveries({ kind: 'unknown_object' }),
  },
  {
    name: 'webhook-large',
    does: 'each delivery has an additional field of 100 KB',
    permittedBy: `${additive}; the platform does not promise a maximum size`,
    rules: ['webhook/large-refused'],
    alsoChanges: ['order'],
    each: 'each type of event that was delivered',
    arm: onDeliveries({ kind: 'grown' }),
  },
  {
    name: 'webhook-respelled',
    does: 'the same JSON with different bytes, correctly signed: spaces, escapes, 1.0',
    permittedBy: 'the signature covers the raw bytes ("Authentication" 8)',
    rules: ['webhook/valid-refused'],
    alsoChanges: ['order'],
    each: 'each type of event that was delivered',
    arm: onDeliveries({ kind: 'odd_bytes' }),
  },
];
