import { secondMs, toIso } from '../../../core/base/instants.ts';
import { isObject } from '../../../core/base/json-values.ts';
import { getOrMake } from '../../../core/base/maps.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { Assumptions } from './assumptions.ts';
import type { Bindings } from './bindings.ts';
import type { Differences } from './differences.ts';
import type { Replay, SentEvent } from './exchange.ts';
import type { Change, Findings, OpenFinding } from './findings.ts';
import type { Schema } from './schema-walk.ts';

interface Delivered {
  readonly call: CapturedCall;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: number;
}

/**
 * Compares the webhooks of a capture with the events of the emulator, object by object.
 * @returns the events by their deliveries
 */
export function compareDeliveries(
  calls: readonly CapturedCall[],
  { events, bindings, delays }: Replay,
  reseeded: readonly SentEvent[],
  parts: { findings: Findings; differences: Differences; assumptions: Assumptions; registry: Registry },
): Map<CapturedCall, SentEvent> {
  const { findings, differences, assumptions, registry } = parts;
  const delivered = readDeliveries(calls);
  if (delivered.length === 0) return new Map();
  const used = new Map<SentEvent, Delivered>();
  const twins = new Map(events.map((event, at) => [event.id, reseeded[at]]));
  const strange: Delivered[] = [];
  const late = new Map<string, OpenFinding>();
  for (const each of delivered) {
    const { call, type, data } = each;
    const own = events.find((event) => !used.has(event) && event.type === type && isAbout(event, data, bindings));
    findings.count(`event ${type}|events`);
    if (own === undefined) {
      strange.push(each);
      continue;
    }
    used.set(own, each);
    const { payload, assumed = false } = registry.event(own.declared);
    if (assumed) assumptions.note(`event ${own.declared}`, true);
    bindings.learn(data, own.data);
    const twin = twins.get(own.id);
    const root = differences.consequences.rootOf(serviceIdOf(own.subject, bindings));
    differences.compare([{ data }, { data: own.data }, { data: twin?.type === type ? twin.data : undefined }], {
      call,
      operation: `event ${type}`,
      path: '',
      owner: `event ${type}`,
      field: '',
      schema: { type: 'object', properties: { data: payload as Schema } },
      assumed,
      root,
      now: each.at,
      row: rowOfEvent(type),
    });
    const ids = idsOf(own);
    const before = root ?? ids.map((id) => late.get(id)).find((found) => found !== undefined) ?? null;
    const found = compareTime(each, own, delays, findings, before);
    // What comes of something that happened later happens later as well.
    if (found !== null) for (const id of ids) if (!late.has(id)) late.set(id, found);
  }
  // The last events of a capture may still have been on their way when it ended.
  const last = Math.max(-1, ...[...used.keys()].map((event) => events.indexOf(event)));
  const quiet = events.filter((event, at) => at < last && !used.has(event));
  const matched = new Map([...used].map(([event, { call }]) => [call, event]));
  tellNames(quiet, strange, [...used.keys()], { findings, differences, bindings, calls, matched });
  compareOrder([...used], events, findings);
  return matched;
}

/** The ids of what an event is about. */
const idsOf = ({ subject, data: { transaction_id, payout_id } }: SentEvent): string[] =>
  [...new Set([subject, transaction_id, payout_id])].filter((id): id is string => typeof id === 'string');

/** The row of an event in the coverage. */
export const rowOfEvent = (type: string): string => `Events: ${type}`;

/** The delay that an event comes after, among the settings of settlement. */
function delayOf(type: string, { rail }: Readonly<Record<string, unknown>>): string | null {
  const isAch = rail === 'ach';
  if (type === 'payment.completed') return isAch ? 'ach' : 'card';
  if (type === 'payout.updated') return 'payout_transit';
  if (type === 'payout.paid') return isAch ? 'payout_ach' : 'payout_card';
  return null;
}

/** Compares when an event happened, in whole seconds. A service that takes longer is told of once for each type. */
function compareTime(
  { call, type, at }: Delivered,
  { created, data }: SentEvent,
  delays: Readonly<Record<string, number>>,
  findings: Findings,
  root: OpenFinding | null,
): OpenFinding | null {
  const later = at - created * secondMs;
  findings.count(`event ${type}|created`);
  if (Math.abs(later) <= secondMs) return null;
  const name = delayOf(type, data);
  const delay = name === null ? null : Math.max(0, (delays[name] ?? 0) + later);
  return findings.add(
    {
      key: `event time ${type}`,
      kind: 'behaviour',
      operation: `event ${type}`,
      place: 'created',
      service: toIso(at),
      emulator: toIso(created * secondMs),
      difference: 'time',
      counted: `event ${type}|created`,
      row: rowOfEvent(type),
      change: delay === null ? null : { change: 'delay', setting: `settlement.delays.${name}`, to: delay },
    },
    call,
    root,
  );
}

/** Tells of events that one side alone sent; one in place of another, or beside another, is one finding. */
function tellNames(
  quiet: readonly SentEvent[],
  strange: readonly Delivered[],
  told: readonly SentEvent[],
  {
    findings,
    differences,
    bindings,
    calls,
    matched,
  }: Pick<Parameters<typeof compareDeliveries>[3], 'findings' | 'differences'> & {
    bindings: Bindings;
    calls: readonly CapturedCall[];
    matched: Map<CapturedCall, SentEvent>;
  },
): void {
  const add = (type: string, service: string | undefined, emulator: string | undefined, call: CapturedCall) => {
    const operation = `event ${type}`;
    return (change: Change | null, root: OpenFinding | null) =>
      findings.add(
        {
          key: `${operation} ${service} ${emulator}`,
          kind: 'behaviour',
          operation,
          place: 'events',
          service,
          emulator,
          counted: `${operation}|events`,
          row: emulator === undefined ? null : rowOfEvent(emulator),
          change,
        },
        call,
        root,
      );
  };
  const left = new Set(quiet);
  for (const { call, type, data } of strange) {
    const fits = (event: SentEvent): boolean => isAbout(event, data, bindings) && isLike(event.data, data);
    const other = [...left].find(fits);
    const root = rootOfDelivery(data, differences);
    if (other !== undefined) {
      left.delete(other);
      matched.set(call, other);
      add(other.type, type, other.type, call)({ change: 'event', type: other.type, to: type }, root);
      continue;
    }
    const beside = told.filter(fits).sort((one, two) => likeness(two.data, data) - likeness(one.data, data))[0];
    const change = beside === undefined ? null : { change: 'event', type: beside.type, add: type };
    add(type, type, undefined, call)(change, root);
  }
  for (const { type, subject } of left) {
    const root =
      differences.consequences.rootOf(serviceIdOf(subject, bindings)) ??
      differences.consequences.lost.get(subject) ??
      null;
    findings.count(`event ${type}|events`);
    add(type, undefined, type, calls[0]!)({ change: 'event', type, sent: false }, root);
  }
}

/**
 * Compares the order of two types of events about one thing. Deliveries may overtake each other, so that only what is
 * always the other way round, more than once or by a second, counts.
 */
function compareOrder(
  matched: readonly (readonly [own: SentEvent, delivered: Delivered])[],
  events: readonly SentEvent[],
  findings: Findings,
): void {
  const place = new Map(events.map((event, at) => [event, at]));
  const about = new Map<string, (readonly [own: SentEvent, delivered: Delivered])[]>();
  for (const each of matched) {
    for (const id of idsOf(each[0])) getOrMake(about, id, () => []).push(each);
  }
  const pairs = new Map<
    string,
    { first: string; second: string; same: number; other: number; isLate: boolean; call: CapturedCall }
  >();
  for (const list of about.values()) {
    for (const [at, [own, delivered]] of list.entries()) {
      for (const [later, after] of list.slice(at + 1)) {
        if (own.type === later.type) continue;
        const isSame = place.get(own)! < place.get(later)!;
        const [first, second] = isSame ? [own.type, later.type] : [later.type, own.type];
        const pair = getOrMake(pairs, `${first} ${second}`, () => ({
          first,
          second,
          same: 0,
          other: 0,
          isLate: false,
          call: delivered.call,
        }));
        if (isSame) pair.same++;
        else pair.other++;
        pair.isLate ||= !isSame && delivered.at !== after.at;
      }
    }
  }
  for (const { first, second, same, other, isLate, call } of pairs.values()) {
    if (same > 0 || (other < 2 && !isLate)) continue;
    const operation = `event ${first}`;
    findings.add(
      {
        key: `event order ${first} ${second}`,
        kind: 'behaviour',
        operation,
        place: 'order',
        service: `${second}, ${first}`,
        emulator: `${first}, ${second}`,
        counted: `${operation}|events`,
        row: rowOfEvent(first),
        change: { change: 'event_order', types: [second, first] },
      },
      call,
      null,
    );
  }
}

/** The finding that an event follows from: what it is about differs already, or the emulator does not have it. */
const rootOfDelivery = (data: Readonly<Record<string, unknown>>, differences: Differences) =>
  Object.values(data)
    .filter((value) => typeof value === 'string')
    .map((id) =>
      differences.consequences.isLost(id)
        ? differences.consequences.rootOfLost(id)
        : differences.consequences.rootOf(id),
    )
    .find((root) => root !== null) ?? null;

/** Each event that was delivered, once, in the order of the deliveries. */
function readDeliveries(calls: readonly CapturedCall[]): Delivered[] {
  const seen = new Set<unknown>();
  return calls.flatMap((call) => {
    const { kind, body } = call;
    if (kind !== 'delivery' || !isObject(body) || typeof body.type !== 'string' || !isObject(body.data)) return [];
    if (body.id !== undefined && seen.has(body.id)) return [];
    seen.add(body.id);
    const { data } = body;
    const at = typeof body.created === 'number' ? body.created * 1_000 : call.startedAt;
    return [{ call, type: body.type, data, at }];
  });
}

/** Whether an event may be the one of a delivery: whatever both sides have a name for is the same thing in both. */
function isAbout(event: SentEvent, data: Readonly<Record<string, unknown>>, bindings: Bindings): boolean {
  return Object.entries(data).every(([name, value]) => {
    const other = event.data[name];
    if (typeof value !== 'string' || typeof other !== 'string') return true;
    const bound = bindings.emulatorOf(value);
    return bound === undefined ? bindings.serviceOf(other) === undefined : bound === other;
  });
}

/** What share of all fields of two payloads both have. */
function likeness(own: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): number {
  const all = new Set([...Object.keys(own), ...Object.keys(other)]);
  return [...all].filter((name) => Object.hasOwn(own, name) && Object.hasOwn(other, name)).length / all.size;
}

const isLike = (own: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean =>
  likeness(own, other) > 0.5;

const serviceIdOf = (id: string, bindings: Bindings): string => bindings.serviceOf(id) ?? id;
