import { secondMs, toIso } from '../../../../core/base/instants.ts';
import { getOrMake } from '../../../../core/base/maps.ts';
import type { Registry } from '../../../../core/kernel/declare/registry.ts';
import type { FieldSchema } from '../../../../sandbox/profile/places.ts';
import type { CapturedCall } from '../../capture/captured-call.ts';
import type { Delivered, EventPair, EventPairs } from '../event-pairs.ts';
import type { Replay, SentEvent } from '../exchange.ts';
import { idsIn } from '../names.ts';
import type { Context, Difference, Observations, Reading } from '../observations.ts';
import type { Pair } from '../pairs.ts';
import { compareBodies } from './bodies.ts';

/** The row of an event in the coverage table. */
export const rowOfEvent = (type: string): string => `Events: ${type}`;

/** The ids of the objects that an event is about. */
const idsOf = ({ subject, data: { transaction_id, payout_id } }: SentEvent): string[] =>
  [...new Set([subject, transaction_id, payout_id])].filter((id): id is string => typeof id === 'string');

/** A call that can cause events. */
interface Cause {
  readonly call: CapturedCall;
  readonly route: string;
  /** The ids that it names, and those in its response. */
  readonly names: ReadonlySet<string>;
  readonly shows: ReadonlySet<string>;
  /** When its request started, in seconds on the clock of each side. */
  readonly service: number;
  readonly emulator: number;
}

/** The calls that can cause events, in their order. */
export const causesIn = (pairs: readonly Pair[]): Cause[] =>
  pairs.flatMap(({ call, operation, service, now, named }): Cause[] => {
    if (operation === null || call.method === 'GET' || service.status >= 300) return [];
    const [at, own] = [call.startedAt, now].map((ms) => Math.floor(ms / secondMs)) as [number, number];
    const [names, shows] = [new Set(named), new Set(idsIn(service.body))];
    return [{ call, route: `${call.method} ${operation.path}`, names, shows, service: at, emulator: own }];
  });

/** What the comparison of events knows, and how it records what it finds. */
interface Recorder {
  readonly registry: Registry;
  readonly context: Context;
  /** The call that created one of the objects with these ids of the service. */
  readonly creationOf: (ids: readonly string[]) => Cause | undefined;
  /** The service's ids of the objects that an event is about. */
  readonly subjectsOf: (event: SentEvent) => string[];
  readonly add: Add;
  readonly count: (type: string, seenIn: Reading['seenIn'], what?: string) => void;
}

/**
 * Compares the webhooks in a capture with the events of the emulator, object by object.
 * @param first the first call, for events that only the emulator sent
 */
export function compareEvents(
  pairs: EventPairs,
  { events, delays }: Pick<Replay, 'events' | 'delays'>,
  known: { registry: Registry; context: Context; first: CapturedCall; causes: readonly Cause[] },
  found: Observations,
): void {
  const { registry, context, first, causes } = known;
  const { bindings } = context;
  const recorder: Recorder = {
    ...{ registry, context },
    creationOf: (ids) => causes.find(({ shows }) => ids.some((id) => shows.has(id))),
    subjectsOf: (event) => idsOf(event).map((id) => bindings.serviceOf(id) ?? id),
    add: (type, id, rest) => void found.differences.push({ ...eventDifference(registry, type, id), ...rest }),
    count: (type, seenIn, what = 'events') =>
      void found.readings.push({ counted: `event ${type} ${what}`, seenIn, assumption: null, agrees: true }),
  };
  const { subjectsOf, add, count } = recorder;
  for (const pair of pairs.both) {
    count(pair.delivered.type, pair.delivered.call);
    comparePayloads(pair, recorder, subjectsOf(pair.event), found);
  }
  compareTimes(pairs.both, delays, recorder, found.differences);
  for (const { event, delivered } of pairs.renamed) noteEvent(event, delivered, found);
  compareTypes(pairs, new Set(events.map(({ type }) => type)), recorder);
  for (const event of pairs.onlyEmulator) {
    const { type, subject } = event;
    const subjects = subjectsOf(event);
    const cause = causes.findLast(
      ({ names, emulator }) => emulator <= event.created && subjects.some((id) => names.has(id)),
    );
    const call = (cause ?? recorder.creationOf(subjects))?.call ?? first;
    count(type, event);
    const change = { change: 'event', type, sent: false };
    const shown = { emulator: type, difference: 'emulator_only', change } as const;
    add(type, 'missing', { unseen: event, call, objects: [...subjects, subject], ...shown });
  }
  for (const each of orders(pairs.both, events)) add(...each);
}

/** A difference in an event of a type, without its values. */
const eventDifference = (registry: Registry, type: string, id: string): Omit<Difference, 'call' | 'objects'> => ({
  ...{ id: `event ${type} ${id}`, kind: 'behaviour', role: 'event', operation: `event ${type}`, place: 'events' },
  ...{ owner: `event ${type}`, field: '', service: undefined, emulator: undefined, difference: 'value' },
  ...{ refusal: null, row: rowOfEvent(type), counted: `event ${type} events` },
  ...(registry.events.has(type) ? { schema: { description: `Sent when ${registry.event(type).about}.` } } : {}),
  isNamed: registry.events.has(type) && registry.event(type).assumed !== true,
});

/** Compares the types: another one in place of the emulator's, one more, and one again. */
function compareTypes(
  { renamed, onlyService, repeated }: EventPairs,
  own: ReadonlySet<string>,
  { registry, subjectsOf, add, count }: Recorder,
): void {
  const idsOfData = (data: object): string[] => Object.values(data).filter((each) => typeof each === 'string');
  for (const { delivered, event } of renamed) {
    const { call, type } = delivered;
    const change = { change: 'event', type: event.type, to: type };
    count(event.type, call);
    add(event.type, `named ${type}`, { call, objects: subjectsOf(event), service: type, emulator: event.type, change });
  }
  for (const { delivered, beside } of onlyService) {
    const { call, type, data } = delivered;
    const isBeside = beside !== undefined && beside.event.type !== type;
    const change = isBeside ? { change: 'event', type: beside.event.type, add: type } : null;
    count(type, call);
    // An event that the emulator never sends follows from nothing, however late others are.
    const role = registry.events.has(type) || own.has(type) ? 'event' : 'form';
    const shown = { service: type, difference: 'service_only', change, row: null } as const;
    add(type, 'extra', { call, role, objects: idsOfData(data), ...shown });
  }
  for (const { call, type, data } of repeated)
    add(type, 'repeated', { call, objects: idsOfData(data), service: type, emulator: type, change: null });
}

/** Compares when events happened. */
function compareTimes(
  both: readonly EventPair[],
  delays: Replay['delays'],
  { subjectsOf, creationOf, add, count }: Recorder,
  differences: readonly Difference[],
): void {
  const timed = both.map((pair): Timed => {
    const { delivered, event } = pair;
    const delay = delayOf(delivered.type, event.data);
    const of = delay === null ? 'created' : `created ${delay}`;
    count(delivered.type, delivered.call, of);
    return { pair, about: subjectsOf(event), later: delivered.at - event.created * secondMs, delay, of };
  });
  for (const each of [...differentTimes(timed, differences)])
    add(each.pair.delivered.type, each.of, timeDifference(each, delays, creationOf(each.about)));
}

const noteEvent = (event: SentEvent, { type, call }: Delivered, { readings }: Observations): void =>
  void readings.push({
    ...{ counted: '', seenIn: call, assumption: `event ${event.declared}`, agrees: event.type === type },
    ...{ service: type, emulator: event.type },
  });

function comparePayloads(
  { delivered, event, reseeded }: EventPair,
  { registry, context }: Recorder,
  objects: readonly string[],
  found: Observations,
): void {
  const { call, type, data, at } = delivered;
  const { payload, assumed = false } = registry.event(event.declared);
  if (assumed) noteEvent(event, delivered, found);
  const other = reseeded?.type === type ? reseeded.data : undefined;
  const place = {
    ...{ call, operation: `event ${type}`, path: '', owner: `event ${type}`, field: '', objects, assumed, now: at },
    schema: { type: 'object', properties: { data: payload as FieldSchema } },
    row: rowOfEvent(type),
  };
  compareBodies([{ data }, { data: event.data }, { data: other }], place, context, found);
}

type Add = (type: string, id: string, rest: Partial<Difference> & Pick<Difference, 'call' | 'objects'>) => void;

/** An event, and how much later it happened in the service, in milliseconds. */
interface Timed {
  readonly pair: EventPair;
  readonly about: readonly string[];
  readonly later: number;
  /** The settlement delay that the event waits for; null if there is none. */
  readonly delay: string | null;
  /** What differs: the time, and the delay. */
  readonly of: string;
}

/**
 * Compares when events happened. Times are whole seconds, so that one second shows nothing, unless another event of the
 * type is further off in the same direction, or a read between the two moments shows two states.
 */
function* differentTimes(timed: readonly Timed[], differences: readonly Difference[]): Generator<Timed> {
  const read = new Set(
    differences.flatMap(({ role, call, objects }) =>
      role === 'state' && call.method === 'GET' ? objects.slice(-1) : [],
    ),
  );
  const direction = ({ pair, of, later }: Timed): string => `${pair.delivered.type} ${of} ${Math.sign(later)}`;
  const isClear = ({ later, about }: Timed): boolean => Math.abs(later) > secondMs || about.some((id) => read.has(id));
  const clear = new Set(timed.filter(isClear).map(direction));
  for (const each of timed) if (each.later !== 0 && clear.has(direction(each))) yield each;
}

/** What a difference in time shows, and the change of a delay that would remove it. */
function timeDifference(
  { pair: { delivered, event }, about: objects, later, delay, of }: Timed,
  delays: Replay['delays'],
  creation: Cause | undefined,
): Partial<Difference> & Pick<Difference, 'call' | 'objects'> {
  const { call, type, at, data } = delivered;
  const to = Math.max(0, (delays[delay ?? ''] ?? 0) + later);
  const change = delay === null ? null : { change: 'delay', setting: `settlement.delays.${delay}`, to };
  const rail = typeof data.rail === 'string' ? ` (rail ${data.rail})` : '';
  const timeOf = (side: 'service' | 'emulator', second: number): string =>
    creation === undefined
      ? toIso(second * secondMs)
      : `${second - creation[side]} s after the request ${creation.route}${rail}`;
  const [service, emulator] = [timeOf('service', Math.floor(at / secondMs)), timeOf('emulator', event.created)];
  const counted = `event ${type} ${of}`;
  return { call, objects, place: 'created', service, emulator, difference: 'time', counted, change };
}

/** The name of the settlement delay that an event waits for; null if there is none. */
function delayOf(type: string, { rail }: Readonly<Record<string, unknown>>): string | null {
  const isAch = rail === 'ach';
  if (type === 'payment.completed') return isAch ? 'ach' : 'card';
  if (type === 'payout.updated') return 'payout_transit';
  if (type === 'payout.paid') return isAch ? 'payout_ach' : 'payout_card';
  return null;
}

/** How often two types of events came in the emulator's order, and how often in the other. */
interface Order {
  readonly types: readonly [first: string, second: string];
  same: number;
  other: number;
  isLate: boolean;
  readonly call: CapturedCall;
}

/**
 * Compares the order of two types of events about the same object. Deliveries can overtake each other, so only an
 * order that is always reversed counts, and only if it occurs more than once or differs by a second.
 */
function* orders(both: readonly EventPair[], events: readonly SentEvent[]): Generator<Parameters<Add>> {
  const place = new Map(events.map((event, at) => [event, at]));
  const about = new Map<string, (readonly [own: SentEvent, delivered: Delivered])[]>();
  for (const { event, delivered } of both)
    for (const id of idsOf(event)) getOrMake(about, id, () => []).push([event, delivered]);
  const pairs = new Map<string, Order>();
  for (const list of about.values()) {
    for (const [at, [own, delivered]] of list.entries()) {
      for (const [later, after] of list.slice(at + 1)) {
        if (own.type === later.type) continue;
        const isSame = place.get(own)! < place.get(later)!;
        const types = isSame ? ([own.type, later.type] as const) : ([later.type, own.type] as const);
        const none = (): Order => ({ types, same: 0, other: 0, isLate: false, call: delivered.call });
        const pair = getOrMake(pairs, types.join(' '), none);
        pair[isSame ? 'same' : 'other']++;
        pair.isLate ||= !isSame && delivered.at !== after.at;
      }
    }
  }
  for (const { types, same, other, isLate, call } of pairs.values()) {
    if (same > 0 || (other < 2 && !isLate)) continue;
    const [first, second] = types;
    const change = { change: 'event_order', types: [second, first] };
    const shown = { service: `${second}, ${first}`, emulator: `${first}, ${second}` };
    yield [first, `order ${second}`, { call, objects: [], role: 'form', place: 'order', ...shown, change }];
  }
}
