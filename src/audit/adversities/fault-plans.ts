import type { FaultRequest } from '../../client/node-client.ts';
import { isObject } from '../../core/base/json-values.ts';
import { getOrMake } from '../../core/base/maps.ts';
import { holds } from '../../payments/platform/event-names.ts';
import { namesIn, notDelivered, trueAttempts, wasOpen } from '../observed/deliveries.ts';
import type { DeliveryView, EventView, ObservedRequest, ObservedRun } from '../observed/observed-run.ts';
import { inapplicable, type UntriedVerdict } from '../verdict.ts';

/** Prepares the emulator for a run, based on the control runs. */

/** A later adversity: a trigger that follows a success, after an event about the object was delivered. */
export interface LaterStep {
  /** The event that reports the success. */
  readonly once: string;
  /** The trigger, which acts on the event's object. */
  readonly trigger: string;
  readonly with?: { readonly code?: string; readonly kind?: string };
  /**
   * Acts on the pages that are still open for the order that the event reports as paid, not on the event's object.
   */
  readonly onPagesLeft?: true;
  /** The next step, which runs after the application has learned of this step. */
  readonly then?: LaterStep;
}

/** How an adversity run differs from the control runs. */
export interface Armament {
  readonly faults?: readonly FaultRequest[];
  /** Further faults, which are not part of the adversity but create an opportunity for it. */
  readonly besides?: readonly FaultRequest[];
  /** Outcome rules. */
  readonly rules?: readonly { readonly when: object; readonly then: object }[];
  readonly afterwards?: LaterStep;
  /**
   * Outcome rules for later steps only. If there are such rules, the later steps run after the command ends, because
   * the rules would break the scenario.
   */
  readonly rulesBehind?: Armament['rules'];
  /** Restarts the emulator with its data while the scenario runs, after this many writes. */
  readonly restart?: { readonly after: number };
  /** The kinds of events or calls of the adversity, if they differ from the kinds that its faults name. */
  readonly kinds?: readonly string[];
  /** How long the application must be idle at the end, in real milliseconds. */
  readonly quiet?: number;
  /** Additional environment variables of the command. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the clock starts half an hour before the end of the month, in UTC. */
  readonly atMonthEnd?: boolean;
}

/** The kind that a fault acts on: an event type, or an operation. */
export const kindOf = ({ event, on }: FaultRequest): string => event ?? on;

/** The kinds of events or calls that an `Armament` acts on. */
export const kindsOf = ({ kinds, faults = [], afterwards, restart }: Armament): readonly string[] =>
  kinds ?? [
    ...new Set([...faults.map(kindOf), ...stepsOf(afterwards).map(({ trigger }) => trigger)]),
    ...(restart === undefined ? [] : ['restart']),
  ];

/** The later steps, in order. */
export const stepsOf = (afterwards: LaterStep | undefined): readonly LaterStep[] =>
  afterwards === undefined ? [] : [afterwards, ...stepsOf(afterwards.then)];

/** The same `Armament`, limited to some of its kinds. */
export const limitedTo = (armament: Armament, kinds: readonly string[]): Armament => ({
  ...armament,
  ...(armament.faults === undefined
    ? {}
    : { faults: armament.faults.filter((fault) => kinds.includes(kindOf(fault))) }),
  kinds: kindsOf(armament).filter((kind) => kinds.includes(kind)),
});

/** Chooses an index below `many`, based on the seed and the round. */
export type Choose = (many: number) => number;

/** What nearly every fault changes as well: the order in which events arrive, and which handlers run at the same time. */
export type SideEffect = 'order' | 'overlap';

/** An adverse behavior that the platform is allowed to show. */
export interface Adversity {
  readonly name: string;
  /** The platform's behavior. */
  readonly does: string;
  /** The part of the specification that permits it. */
  readonly permittedBy: string;
  /** The rules that the adversity can violate. */
  readonly rules: readonly string[];
  /** A noun phrase for the kinds that the adversity acts on, one at a time. */
  readonly each: string;
  /** Other adversities whose runs are needed to judge a run of this adversity. */
  readonly beside?: readonly string[];
  /**
   * Weaker adversities that this one contains. What also happens under one of them is not the doing of this one.
   */
  readonly contains?: readonly string[];
  /** What the adversity changes besides. What that alone also brings about is not the doing of this one. */
  readonly alsoChanges?: readonly SideEffect[];
  /**
   * Whether webhooks are delivered concurrently. In other runs they come one after another, as in the control runs,
   * so that concurrent handlers cannot cause a difference.
   */
  readonly isParallel?: true;
  /**
   * Whether an application that keeps running is watched after the scenario, while the clock moves on, because it can
   * still find out by itself what it was not told.
   */
  readonly watches?: true;
  /**
   * The `Armament` of each run. Adversities that disturb each other get separate runs. If the control runs gave no
   * opportunity, returns how to create one.
   */
  readonly arm: (control: ObservedRun, choose: Choose) => Armament | readonly Armament[] | UntriedVerdict;
}

/** The subscription renewals in a record whose payment has settled, or those whose payment has not settled. */
export function renewalsOf({ events }: ObservedRun, wanted: { settled: boolean }): EventView[] {
  const settled = new Set(events.flatMap(({ type, subject }) => (type === 'payment.completed' ? subject : [])));
  return events.filter(
    ({ type, data }) =>
      type === 'subscription.renewed' && isObject(data) && settled.has(String(data.transaction_id)) === wanted.settled,
  );
}

/** Rules for the last charge that renewed a subscription, if such a charge settled. */
export const onLastRenewal =
  (tells: string, rulesFor: (when: object) => NonNullable<Armament['rules']>): Adversity['arm'] =>
  (control) => {
    if (!canLearnOutcomes(control)) return notDelivered(control);
    const renewals = renewalsOf(control, { settled: true });
    return renewals.length === 0
      ? inapplicable(
          'No renewal of a subscription was settled in the control runs',
          'let the scenario run for a full billing period, and settle: npx payments-emulator clock advance 32d',
        )
      : {
          rules: rulesFor({ operation: 'subscriptions.renew', gateway: 'debit_payouts', nth: renewals.length }),
          kinds: [tells],
        };
  };

/**
 * Whether an application can learn the outcomes of its payments and payouts, through events or reads. An event that
 * the application refuses counts as received.
 */
export const canLearnOutcomes = (record: ObservedRun): boolean =>
  trueAttempts(record).some(({ attempt }) => attempt.status !== null) ||
  (record.endpoints.length === 0 && asks(record));

/** Whether the application reads single objects, or reads a list more than once. */
function asks(record: ObservedRun): boolean {
  if (record.of('transactions.get', 'payouts.get', 'subscriptions.get').length > 0) return true;
  const lists = record.of('transactions.list', 'payouts.list', 'subscriptions.list', 'disputes.list');
  return new Set(lists.map(({ view }) => view.path)).size < lists.length;
}

/** The operations whose payments were accepted, and settled later; null for a payment whose call is unknown. */
export function operationsSettledLater({ events, requests }: ObservedRun): (string | null)[] {
  const settled = events.filter(({ type, cause }) => type === 'payment.completed' && cause.type === 'job');
  const operations = settled.map(({ cause }) => requests.find(({ id }) => id === cause.origin?.id)?.operation ?? null);
  return [...new Set(operations)];
}

export const acceptedDeliveries = ({ deliveries }: ObservedRun): DeliveryView[] =>
  deliveries.filter(({ status, manual }) => status === 'delivered' && !manual);

/** The types of delivered events, in the order of their first delivery. */
const typesDelivered = (record: ObservedRun): string[] => [
  ...new Set(acceptedDeliveries(record).map(({ event_type }) => event_type)),
];

/** A delivery fault for each type of event, if any events were delivered. */
export const onDeliveries =
  (fault: Omit<FaultRequest, 'on' | 'event'>): Adversity['arm'] =>
  (control) =>
    acceptedDeliveries(control).length === 0
      ? notDelivered(control)
      : { faults: typesDelivered(control).map((event) => ({ on: 'delivery', event, ...fault })) };

/** The write or read operations that the application called, each listed once. */
export function operationsOf(record: ObservedRun, kind: 'write' | 'read'): string[] {
  const called = record.requests.filter(
    ({ view, operation, isAccepted }) =>
      operation !== null &&
      isAccepted &&
      view.path.startsWith('/api/v1/') &&
      (view.method === 'GET') === (kind === 'read') &&
      record.isForApplications(operation),
  );
  return [...new Set(called.map(({ operation }) => operation!))];
}

/**
 * The types of events that end a wait of the application. If such an event is lost, an object stays open, and the
 * application can find it. If a later event (a return, a dispute) is lost, no object stays open.
 */
export const waitEndingEvents =
  /^(payment\.(completed|failed)|payout\.(paid|failed)|subscription\.(renewed|activated|cancelled))$/;

/**
 * The types of events to hold back until the next event about the same object has arrived, one list for each run. For
 * each object the second-to-last event is held first, so that an older event arrives last. A type must not be held
 * while another object waits for an event of this type as its next event; such types get further runs.
 * @param within the largest distance between neighbors, in emulated milliseconds
 */
export function heldTypes(record: ObservedRun, within: number): string[][] {
  const bySubject = new Map<string, EventView[][]>();
  const heard = new Set(acceptedDeliveries(record).map(({ event_id }) => event_id));
  for (const event of record.events) {
    if (!heard.has(event.id)) continue;
    const chains = getOrMake(bySubject, event.subject, (): EventView[][] => []);
    const last = chains.at(-1)?.at(-1);
    if (last !== undefined && (event.created - last.created) * 1_000 <= within) chains.at(-1)!.push(event);
    else chains.push([event]);
  }
  const chains = [...bySubject.values()]
    .flat()
    .filter(({ length }) => length > 1)
    .map((events) => events.map(({ type }) => type));
  const held = new Set(chains.map((types) => types.at(-2)!));
  const earlier = new Set(chains.flatMap((types) => types.slice(0, -2)));
  const alone = [...held].filter((type) => !earlier.has(type));
  const first = alone.length > 0 ? alone : [...held];
  const follow = (one: string, other: string): boolean =>
    chains.some((types) => types.includes(one) && types.includes(other));
  const groups = first.length === 0 ? [] : [first];
  for (const type of new Set(chains.flatMap((types) => types.slice(0, -1)))) {
    if (first.includes(type)) continue;
    const fitting = groups.slice(1).find((group) => group.every((other) => !follow(type, other)));
    if (fitting === undefined) groups.push([type]);
    else fitting.push(type);
  }
  return groups;
}

/**
 * The operations that the application called while it handled a delivery: calls about the event's object, and changes
 * of other objects that were only made while exactly one delivery was open. An object that was merely created in this
 * time can belong to the next step of the scenario.
 */
export function callsWithin(record: ObservedRun): string[] {
  const attempts = acceptedDeliveries(record).flatMap((each) => each.attempts);
  const isWithin = ({ received, path }: ObservedRequest): boolean =>
    ofOneObject.test(path) && attempts.filter((each) => wasOpen(each, received)).length === 1;
  const writes = new Set(operationsOf(record, 'write').filter((operation) => record.of(operation).every(isWithin)));
  return callsAbout(
    record,
    (asked, attempt, isAbout) => wasOpen(attempt, asked.received) && (isAbout() || writes.has(asked.operation!)),
  );
}

const ofOneObject = /^\/api\/v1\/[\w-]+\/./;

/** How soon after the acknowledgement a call counts as work on the event, for writes and for reads, in milliseconds. */
const soonAfter = { write: 2_000, read: 500 };

/** The calls about an event's object soon after its acknowledgement, caused by the event or by a user. */
export const callsAfter = (record: ObservedRun): string[] =>
  callsAbout(record, ({ received, view }, { sent, latency_ms }, isAbout) => {
    const since = received - ((sent ?? Number.NEGATIVE_INFINITY) + latency_ms);
    return since > 0 && since < (view.method === 'GET' ? soonAfter.read : soonAfter.write) && isAbout();
  });

/**
 * The operations of calls that match a delivery attempt.
 * @param fits gets whether the call is about the object of the attempt's event
 */
function callsAbout(
  record: ObservedRun,
  fits: (asked: ObservedRequest, attempt: DeliveryView['attempts'][number], isAbout: () => boolean) => boolean,
): string[] {
  const told = acceptedDeliveries(record).flatMap(({ attempts, event_id }) => {
    const event = record.event(event_id);
    const names = event === undefined ? [] : namesIn(event);
    return attempts.map((attempt) => ({ attempt, names }));
  });
  const called = record.requests.filter((asked) => {
    const { operation, view, isAccepted } = asked;
    if (operation === null || !isAccepted || !view.path.startsWith('/api/v1/')) return false;
    const text = `${view.path} ${view.body ?? ''}`;
    return (
      record.isForApplications(operation) &&
      told.some(({ attempt, names }) => fits(asked, attempt, () => names.some((name) => holds(text, name))))
    );
  });
  return [...new Set(called.map(({ operation }) => operation!))];
}

/** An adversity for applications that can learn the outcomes of their payments and payouts. */
export const ifLearnt =
  (
    hasOpportunity: (control: ObservedRun) => boolean,
    armament: Armament,
    otherwise: UntriedVerdict,
  ): Adversity['arm'] =>
  (control) =>
    !canLearnOutcomes(control) ? notDelivered(control) : hasOpportunity(control) ? armament : otherwise;

/** A later adversity after a success. */
export const armLaterStep = (
  afterwards: LaterStep,
  fits: (event: EventView) => boolean,
  because: string,
  nextStep: string,
) =>
  ifLearnt(
    ({ events }) => events.some((event) => event.type === afterwards.once && fits(event)),
    { afterwards },
    inapplicable(because, nextStep),
  );

export const isOn = (rail: string) => (event: EventView) => isRail(event, rail);
export const isRail = ({ data }: EventView, rail: string): boolean => (data as { rail?: unknown }).rail === rail;

const pageFields = ['checkout_session_id', 'payment_link_id'];
const payingInvoice: readonly unknown[] = ['invoices.pay', 'invoice.pay'];

/**
 * Whether an event reports a payment on the page of a session, a link or an invoice. The event's data does not name
 * the invoice.
 */
export function isPaidOnPage({ type, data, cause }: EventView): boolean {
  if (type !== 'payment.completed') return false;
  if (pageFields.some((name) => (data as Record<string, unknown>)[name] != null)) return true;
  const { path, name } = cause.origin ?? cause;
  return path === '/api/checkout/{slug}/pay' || payingInvoice.includes(name);
}

/** Payments on a page: one run for each way in which the payments differ, keyed by name. */
export const paidOnPage =
  (ways: Readonly<Record<string, object>>): Adversity['arm'] =>
  ({ events }) =>
    events.some(isPaidOnPage)
      ? Object.entries(ways).map(([name, then]) => ({
          rules: [{ when: { operation: 'checkout.pay' }, then: { kind: 'other_amount', ...then } }],
          kinds: [name],
        }))
      : inapplicable(
          'No buyer paid on a page in the control runs',
          'pay a session, a link or an invoice in the scenario: npx payments-emulator trigger checkout_session.complete --id cs_…',
        );
