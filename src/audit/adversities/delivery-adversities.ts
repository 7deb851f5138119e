import type { FaultRequest } from '../../client/node-client.ts';
import { minuteMs } from '../../core/base/instants.ts';
import type { ObservedRun } from '../observed/observed-run.ts';
import { inapplicable } from '../rule.ts';
import {
  type Adversity,
  acceptedDeliveries,
  byWay,
  callsWithin,
  type Hits,
  heldTypes,
  operationsOf,
  type Target,
  together,
  typesDelivered,
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

type DeliveryFault = Omit<FaultRequest, 'on' | 'event'>;

const faultsOf = (targets: readonly Target[], fault: DeliveryFault): FaultRequest[] =>
  targets.map(({ kind: event }) => ({ on: 'delivery', event, ...fault }));

type DeliveryHits = Hits & Pick<Adversity, 'each'>;

/** What adversities of deliveries have in common. */
const ofDeliveries = { needs: 'deliveries', each: 'each type of event that was delivered' } as const;

/** A fault for the deliveries of each type of event. */
const onDeliveries = (fault: DeliveryFault): DeliveryHits => ({
  ...ofDeliveries,
  targets: (control) => together(typesDelivered(control)),
  arm: (targets) => ({ faults: faultsOf(targets, fault) }),
});

/**
 * A fault for deliveries that are followed by a delivery about the same object.
 * @param within the largest distance between the two, in emulated milliseconds
 * @param besides further faults, based on the control runs
 */
const onNeighbours = (
  fault: DeliveryFault,
  within = Number.POSITIVE_INFINITY,
  besides: (control: ObservedRun) => FaultRequest[] = () => [],
): DeliveryHits => ({
  needs: 'deliveries',
  each: 'each type of event that is followed by another event about the same object',
  targets: (control) => heldTypes(control, within),
  otherwise: inapplicable(
    'No object had two events in the control runs',
    'settle a payout or refund a payment in the scenario',
  ),
  arm: (targets, { control }) => ({ faults: faultsOf(targets, fault), besides: besides(control) }),
});

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
const twiceAtOnce: DeliveryHits = {
  ...ofDeliveries,
  targets: (control) =>
    byWay(['at once', '20ms', '50ms'].flatMap((way) => typesDelivered(control).map((kind): Target => ({ kind, way })))),
  arm: (targets, { control }) => {
    const ms = targets[0]!.way!;
    const fault = { kind: 'duplicate', at_once: true } as const;
    if (ms === 'at once') return { faults: faultsOf(targets, fault), besides: [] };
    const within = callsWithin(control);
    const writes = new Set(operationsOf(control, 'write'));
    const besides =
      ms === '20ms' ? slowHandling(within.filter((operation) => writes.has(operation))) : slowHandling(within, 2);
    return { faults: faultsOf(targets, { ...fault, ms }), besides };
  },
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

/** The webhook of each write comes before its response. */
const beforeAnswer = onWrites((operation, control) => {
  // A charge that settles immediately could not be voided.
  const settled = control.of('transactions.void').length === 0;
  const early = ['charges.create', 'subscriptions.create', 'payouts.create'];
  return { kind: 'before_answer', ...(settled && early.includes(operation) ? { settled: true } : {}) };
});

const deliveriesOf = (control: ObservedRun, type: string) =>
  acceptedDeliveries(control).filter(({ event_type }) => event_type === type);

/** One event of each type is lost, or all others. Losing events that end no wait must not hide the effect of others. */
const lost: DeliveryHits = {
  ...ofDeliveries,
  targets: (control) => {
    const types = typesDelivered(control);
    const of = (way: string, kinds: readonly string[]) => kinds.map((kind): Target => ({ kind, way }));
    const endWaits = types.filter((type) => waitEndingEvents.test(type));
    const several = endWaits.filter((type) => deliveriesOf(control, type).length > 1);
    const rest = types.filter((type) => !endWaits.includes(type));
    return byWay([...of('one', endWaits), ...of('all others', several), ...of('one that ends no wait', rest)]);
  },
  arm: (targets, { control, choose }) => ({
    faults: targets.flatMap(({ kind: event, way }) => {
      const fault = { on: 'delivery', kind: 'lost', event, attempt: 1 } as const;
      const chosen = choose(deliveriesOf(control, event).length);
      if (way !== 'all others') return [{ ...fault, skip: chosen, times: 1 }];
      // Once a fault applies to a delivery, the later faults do not count that delivery.
      return [...(chosen === 0 ? [] : [{ ...fault, skip: 0, times: chosen }]), { ...fault, skip: 1 }];
    }),
  }),
};

/** The webhook adversities, in the order in which the audit tries them. */
export const deliveryAdversities: readonly Adversity[] = [
  {
    name: 'webhook-twice',
    does: 'each delivery is sent a second time after the application answered the first',
    permittedBy: `at least once: ${retries}`,
    rules: ['webhook/effect-repeated', 'webhook/valid-refused'],
    alsoChanges: ['order'],
    ...onDeliveries({ kind: 'duplicate' }),
  },
  {
    name: 'webhook-twice-at-once',
    does: "both copies of each delivery are sent at the same moment; in other runs, 20 and 50 ms apart, while responses to the handler's calls take 100 ms",
    permittedBy: `at least once: ${retries}`,
    rules: ['webhook/effect-repeated'],
    contains: ['webhook-twice'],
    alsoChanges: ['overlap', 'order'],
    isParallel: true,
    ...twiceAtOnce,
  },
  {
    name: 'webhook-late',
    does: 'deliveries arrive 10 emulated minutes later, after whatever the application did in the meantime',
    permittedBy: retries,
    rules: ['webhook/order-assumed', 'webhook/valid-refused'],
    ...onDeliveries({ kind: 'delay', ms: '10m' }),
  },
  {
    name: 'webhook-first',
    does: "the webhook of a write is delivered and answered before the write's own response is sent",
    permittedBy: 'the platform does not promise an order between a webhook and a response',
    rules: ['webhook/race-with-answer', 'webhook/valid-refused'],
    alsoChanges: ['overlap', 'order'],
    each: 'each write that the application called',
    isParallel: true,
    ...beforeAnswer,
    needs: 'deliveries',
  },
  {
    name: 'webhook-swapped',
    does: 'two consecutive events about one object arrive in reverse order',
    permittedBy: retries,
    rules: ['webhook/order-assumed', 'webhook/valid-refused'],
    ...onNeighbours({ kind: 'reorder' }),
  },
  {
    name: 'webhook-at-once',
    does: "two consecutive events about one object are delivered concurrently, and the responses to a handler's calls take 100 ms",
    permittedBy: 'deliveries do not wait for each other ("Delivery" 3)',
    rules: ['webhook/lost-update', 'webhook/valid-refused'],
    contains: ['webhook-late'],
    alsoChanges: ['overlap', 'order'],
    isParallel: true,
    ...onNeighbours({ kind: 'reorder', at_once: true }, longestTogether, (control) =>
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
    needs: 'deliveries',
    targets: ({ parts }) => {
      const ways = parts.some(haveNeighbours) ? ['fast', 'slow', 'one of two is slow'] : [];
      return byWay(ways.map((way) => ({ kind: 'events about different objects', way })));
    },
    otherwise: inapplicable(
      'No two objects had events at the same moment',
      'let two payments of one buyer settle together: npx payments-emulator settle',
    ),
    arm: ([target], { control }) => {
      const within = callsWithin(control);
      // A handler that makes no calls cannot be slowed down. Only more runs make it likelier that two handlers
      // overlap.
      const slow = target!.way === 'slow' ? slowHandling(within) : slowHandling(within, 2, '20ms');
      return { besides: target!.way === 'fast' ? [] : slow, kinds: [target!.kind] };
    },
  },
  {
    name: 'webhook-retried',
    does: 'the first attempt is delivered but its response is lost; the second attempt follows the retry schedule',
    permittedBy: retries,
    rules: ['webhook/effect-repeated'],
    alsoChanges: ['order'],
    ...onDeliveries({ kind: 'status', status: 504, attempt: 1 }),
  },
  {
    name: 'webhook-failed-once',
    does: 'the first attempt never arrives',
    permittedBy: retries,
    rules: ['webhook/order-assumed'],
    ...onDeliveries({ kind: 'drop', attempt: 1 }),
  },
  {
    name: 'webhook-lost',
    does: 'all three attempts of one event fail; in another run, the attempts of all other events of its type fail',
    permittedBy: 'after 3 attempts the platform sends nothing more ("Delivery" 3)',
    rules: ['webhook/never-reconciled'],
    watches: true,
    ...lost,
  },
  {
    name: 'webhook-forged',
    does: 'each genuine delivery comes with five forged ones: unsigned, wrongly signed, altered after signing, an hour old, and an hour ahead',
    permittedBy: 'a receiver verifies each delivery ("Authentication" 8)',
    rules: ['webhook/forged-accepted', 'webhook/stale-accepted'],
    alsoChanges: ['order'],
    ...onDeliveries({ kind: 'forged' }),
  },
  {
    name: 'webhook-unknown',
    does: 'each event comes with another event of an unknown type, and every payload has unknown fields',
    permittedBy: additive,
    rules: ['webhook/unknown-refused'],
    alsoChanges: ['order'],
    ...onDeliveries({ kind: 'unknown_type' }),
  },
  {
    name: 'webhook-foreign',
    does: 'each event comes with two other events of its type about unknown objects, as of another product of the account: one with other metadata, and one without',
    permittedBy: 'an endpoint gets the events of all objects of the account ("Events")',
    rules: ['webhook/unknown-refused'],
    alsoChanges: ['order'],
    ...onDeliveries({ kind: 'unknown_object' }),
  },
  {
    name: 'webhook-large',
    does: 'each delivery has an additional field of 100 KB',
    permittedBy: `${additive}; the platform does not promise a maximum size`,
    rules: ['webhook/large-refused'],
    isOfContents: true,
    alsoChanges: ['order'],
    ...onDeliveries({ kind: 'grown' }),
  },
  {
    name: 'webhook-respelled',
    does: 'the same JSON with different bytes, correctly signed: spaces and escapes',
    permittedBy: 'the signature covers the raw bytes ("Authentication" 8)',
    rules: ['webhook/valid-refused'],
    isOfContents: true,
    alsoChanges: ['order'],
    ...onDeliveries({ kind: 'odd_bytes' }),
  },
];
