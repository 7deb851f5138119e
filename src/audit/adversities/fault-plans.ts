import type { FaultRequest } from '../../client/node-client.ts';
import { isObject } from '../../core/base/json-values.ts';
import { getOrMake } from '../../core/base/maps.ts';
import { holds } from '../../payments/platform/event-names.ts';
import { namesIn, trueAttempts, wasOpen } from '../observed/deliveries.ts';
import type { DeliveryView, EventView, ObservedRequest, ObservedRun } from '../observed/observed-run.ts';
import { isSurelyOfScenario } from '../observed/scenario-requests.ts';
import type { UntriedVerdict } from '../verdict.ts';

/** Prepares the emulator for a run, based on the control runs. */

/** A later adversity: a trigger that follows a success, after an event about the object was delivered. */
export interface LaterStep {
  /** The event that reports the success; absent if the step follows none. */
  readonly once?: string;
  /** The trigger, which acts on the event's object. */
  readonly trigger: string;
  readonly with?: { readonly code?: string; readonly kind?: string };
  /** Acts only on objects that came about in one of these ways (`makingText`). */
  readonly of?: readonly string[];
  /**
   * Acts on the pages that are still open for the order that the event reports as paid, not on the event's object.
   */
  readonly onPagesLeft?: true;
  /** Acts on these pages instead, by their positions among the unpaid pages of unpaid orders. */
  readonly onPagesUnpaid?: readonly number[];
  /** Acts on a new object instead, which the application does not know. */
  readonly onNewObject?: true;
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
   * Whether only the contents of messages change, such as unknown fields or dates. What an application also shows then
   * is chance, unless the contents themselves are to blame.
   */
  readonly isOfContents?: true;
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
  /** What an application must get from the platform to be hit: webhooks, or the outcomes of its payments. */
  readonly needs?: 'deliveries' | 'outcomes';
  /** What the adversity can hit, and what of it must be hit in separate runs. */
  readonly targets: (control: ObservedRun) => Choice;
  /** How to create an opportunity, if there are no targets; absent if only missing deliveries can be the reason. */
  readonly otherwise?: UntriedVerdict | ((control: ObservedRun) => UntriedVerdict);
  /** The `Armament` of a run that hits some targets. */
  readonly arm: (targets: readonly Target[], by: Arming) => Armament;
}

/** What makes an adversity: what it hits, and how. */
export type Hits = Pick<Adversity, 'needs' | 'targets' | 'otherwise' | 'arm'>;

/** What an adversity can hit: a call, the events of a type, the payments of one making, or one of its own ways. */
export interface Target {
  /** The operation, the type of event, or the name. */
  readonly kind: string;
  /** The way in which it is hit, if there are several. */
  readonly way?: string;
  /** The calls that stand for each other, as positions: how many earlier calls of the operation a workspace had. */
  readonly places?: readonly number[];
  /** How the objects came about (`makingText`). */
  readonly of?: readonly string[];
}

/** All targets of an adversity. */
export interface Choice {
  readonly targets: readonly Target[];
  /** Whether two targets must be hit in separate runs, because one may hide the other. */
  readonly areApart: (one: Target, other: Target) => boolean;
}

/** What an `Armament` depends on besides its targets. */
export interface Arming {
  readonly control: ObservedRun;
  readonly choose: Choose;
  /** Whether the run hits all targets, so that it does not need to tell them apart. */
  readonly isAll: boolean;
}

/** Targets that one run hits. */
export const together = (targets: readonly (Target | string)[]): Choice => choice(targets, () => false);

/** Targets that need a run each. */
export const apart = (targets: readonly (Target | string)[]): Choice => choice(targets, () => true);

/** Targets of which a run hits those of one way. */
export const byWay = (targets: readonly Target[]): Choice => choice(targets, (one, other) => one.way !== other.way);

/** Targets of which a run hits one of each kind. */
export const oneOfEachKind = (targets: readonly Target[]): Choice =>
  choice(targets, (one, other) => one.kind === other.kind);

const choice = (targets: readonly (Target | string)[], areApart: Choice['areApart']): Choice => ({
  targets: targets.map((target) => (typeof target === 'string' ? { kind: target } : target)),
  areApart,
});

/** The subscription renewals in a record whose payment has settled, or those whose payment has not settled. */
export function renewalsOf({ events }: ObservedRun, wanted: { settled: boolean }): EventView[] {
  const settled = new Set(events.flatMap(({ type, subject }) => (type === 'payment.completed' ? subject : [])));
  return events.filter(
    ({ type, data }) =>
      type === 'subscription.renewed' && isObject(data) && settled.has(String(data.transaction_id)) === wanted.settled,
  );
}

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

export const acceptedDeliveries = ({ deliveries }: ObservedRun): DeliveryView[] =>
  deliveries.filter(({ status, manual }) => status === 'delivered' && !manual);

/** The types of delivered events, in the order of their first delivery. */
export const typesDelivered = (record: ObservedRun): string[] => [
  ...new Set(acceptedDeliveries(record).map(({ event_type }) => event_type)),
];

/** The write or read operations that the application called, each listed once. */
export function operationsOf(record: ObservedRun, kind: 'write' | 'read'): string[] {
  const called = callsToApi(record).filter(({ view }) => (view.method === 'GET') === (kind === 'read'));
  return [...new Set(called.map(({ operation }) => operation!))];
}

/** The accepted calls of operations for applications, without those of the scenario. */
function callsToApi(record: ObservedRun): ObservedRequest[] {
  return record.requests.filter(
    (asked) =>
      asked.operation !== null &&
      asked.isAccepted &&
      asked.view.path.startsWith('/api/v1/') &&
      record.isForApplications(asked.operation) &&
      !isSurelyOfScenario(record, asked),
  );
}

/**
 * The types of events that end a wait of the application. If such an event is lost, an object stays open, and the
 * application can find it. If a later event (a return, a dispute) is lost, no object stays open.
 */
export const waitEndingEvents =
  /^(payment\.(completed|failed)|payout\.(paid|failed)|subscription\.(renewed|activated|cancelled))$/;

/**
 * The types of events to hold back until the next event about the same object has arrived. For each object the
 * second-to-last event is held first, so that an older event arrives last. A type must not be held while another object
 * waits for an event of this type as its next event; such types get further runs.
 * @param within the largest distance between neighbors, in emulated milliseconds
 */
export function heldTypes(record: ObservedRun, within: number): Choice {
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
  const isFirst = ({ kind }: Target): boolean => first.includes(kind);
  const follow = (one: Target, other: Target): boolean =>
    chains.some((types) => types.includes(one.kind) && types.includes(other.kind));
  return {
    targets: [...new Set([...first, ...chains.flatMap((types) => types.slice(0, -1))])].map((kind) => ({ kind })),
    areApart: (one, other) => isFirst(one) !== isFirst(other) || (!isFirst(one) && follow(one, other)),
  };
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
  const called = callsToApi(record).filter((asked) => {
    const text = `${asked.view.path} ${asked.view.body ?? ''}`;
    return told.some(({ attempt, names }) => fits(asked, attempt, () => names.some((name) => holds(text, name))));
  });
  return [...new Set(called.map(({ operation }) => operation!))];
}
