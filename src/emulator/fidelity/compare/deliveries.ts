import { secondMs, toIso } from '../../../core/base/instants.ts';
import { isObject } from '../../../core/base/json-values.ts';
import { getOrMake } from '../../../core/base/maps.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { FieldSchema } from '../../../sandbox/profile/places.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { Assumptions } from './assumptions.ts';
import type { Bindings } from './bindings.ts';
import type { Differences } from './differences.ts';
import type { Replay, SentEvent } from './exchange.ts';
import type { Findings, Met, OpenFinding } from './findings.ts';

interface Delivered {
  readonly call: CapturedCall;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: number;
}

/** Compares the webhooks in a capture with the events of the emulator, object by object. */
export class Deliveries {
  readonly #own: Replay;
  readonly #registry: Registry;
  readonly #findings: Findings;
  readonly #differences: Differences;
  readonly #assumptions: Assumptions;
  readonly #used = new Map<SentEvent, Delivered>();
  /** The events that the service sent under another type, by their deliveries. */
  readonly #renamed = new Map<CapturedCall, SentEvent>();
  /** Findings that something happened later, by the ids of the affected objects. */
  readonly #late = new Map<string, OpenFinding>();

  constructor(own: Replay, registry: Registry, findings: Findings, differences: Differences, assumptions: Assumptions) {
    this.#own = own;
    this.#registry = registry;
    this.#findings = findings;
    this.#differences = differences;
    this.#assumptions = assumptions;
  }

  /** @returns the emulator's event for each delivery */
  compare(calls: readonly CapturedCall[], reseeded: readonly SentEvent[]): Map<CapturedCall, SentEvent> {
    const { events, bindings } = this.#own;
    const delivered = readDeliveries(calls);
    if (delivered.length === 0) return new Map();
    const strange: Delivered[] = [];
    for (const each of delivered) {
      const isOne = (event: SentEvent): boolean => event.type === each.type && isAbout(event, each.data, bindings);
      const at = events.findIndex((event) => !this.#used.has(event) && isOne(event));
      this.#findings.count(`event ${each.type}|events`);
      if (at === -1) strange.push(each);
      else this.#payload(each, events[at]!, reseeded[at]);
    }
    // When a capture ends, its last events may not have been delivered yet.
    const last = Math.max(-1, ...[...this.#used.keys()].map((event) => events.indexOf(event)));
    const quiet = new Set(events.filter((event, at) => at < last && !this.#used.has(event)));
    for (const each of strange) this.#stranger(each, quiet);
    for (const event of quiet) this.#missing(event, calls[0]!);
    this.#order();
    return new Map([...[...this.#used].map(([event, { call }]) => [call, event] as const), ...this.#renamed]);
  }

  #payload(each: Delivered, own: SentEvent, twin: SentEvent | undefined): void {
    const { call, type, data, at } = each;
    this.#used.set(own, each);
    const { payload, assumed = false } = this.#registry.event(own.declared);
    if (assumed) this.#assumptions.note(`event ${own.declared}`, true);
    this.#own.bindings.learn(data, own.data);
    const root = this.#rootOf(own.subject);
    const other = twin?.type === type ? twin.data : undefined;
    this.#differences.compare([{ data }, { data: own.data }, { data: other }], {
      call,
      operation: `event ${type}`,
      path: '',
      owner: `event ${type}`,
      field: '',
      schema: { type: 'object', properties: { data: payload as FieldSchema } },
      assumed,
      root,
      now: at,
      row: rowOfEvent(type),
    });
    this.#time(each, own, root);
  }

  #rootOf(subject: string): OpenFinding | null {
    return this.#differences.consequences.rootOf(this.#own.bindings.serviceOf(subject) ?? subject);
  }

  #add(
    type: string,
    met: Pick<Met, 'key' | 'place' | 'service' | 'emulator' | 'change'> & Partial<Met>,
    call: CapturedCall,
    root: OpenFinding | null,
  ): OpenFinding {
    const operation = `event ${type}`;
    const usual = { kind: 'behaviour', operation, counted: `${operation}|events`, row: rowOfEvent(type) } as const;
    return this.#findings.add({ ...usual, ...met }, call, root);
  }

  /** Compares when an event happened, in whole seconds. A later event is reported once for each type. */
  #time({ call, type, at }: Delivered, own: SentEvent, root: OpenFinding | null): void {
    const later = at - own.created * secondMs;
    const counted = `event ${type}|created`;
    this.#findings.count(counted);
    if (Math.abs(later) <= secondMs) return;
    const ids = idsOf(own);
    const name = delayOf(type, own.data);
    const to = Math.max(0, (this.#own.delays[name ?? ''] ?? 0) + later);
    const met = {
      ...{ key: `event time ${type}`, place: 'created', service: toIso(at), emulator: toIso(own.created * secondMs) },
      ...({ difference: 'time', counted } as const),
      change: name === null ? null : { change: 'delay', setting: `settlement.delays.${name}`, to },
    };
    const before = root ?? ids.map((id) => this.#late.get(id)).find((found) => found !== undefined) ?? null;
    const found = this.#add(type, met, call, before);
    // Whatever follows from a late event is late as well.
    for (const id of ids) if (!this.#late.has(id)) this.#late.set(id, found);
  }

  /** Reports an event that only the service sent. If it replaces or accompanies another event, that is one finding. */
  #stranger({ call, type, data }: Delivered, quiet: Set<SentEvent>): void {
    const fits = (event: SentEvent): boolean =>
      isAbout(event, data, this.#own.bindings) && likeness(event.data, data) > 0.5;
    const root = this.#rootOfDelivery(data);
    const other = [...quiet].find(fits);
    if (other !== undefined) {
      quiet.delete(other);
      this.#renamed.set(call, other);
      const key = `event ${other.type} ${type} ${other.type}`;
      const change = { change: 'event', type: other.type, to: type };
      this.#add(other.type, { key, place: 'events', service: type, emulator: other.type, change }, call, root);
      return;
    }
    const [beside] = [...this.#used.keys()]
      .filter(fits)
      .sort((one, two) => likeness(two.data, data) - likeness(one.data, data));
    const change = beside === undefined ? null : { change: 'event', type: beside.type, add: type };
    const met = {
      key: `event ${type} service`,
      place: 'events',
      service: type,
      emulator: undefined,
      change,
      row: null,
    };
    this.#add(type, met, call, root);
  }

  /** Reports an event that only the emulator sent. */
  #missing({ type, subject }: SentEvent, first: CapturedCall): void {
    const root = this.#rootOf(subject) ?? this.#differences.consequences.lost.get(subject) ?? null;
    this.#findings.count(`event ${type}|events`);
    const change = { change: 'event', type, sent: false };
    const met = { key: `event ${type} emulator`, place: 'events', service: undefined, emulator: type, change };
    this.#add(type, met, first, root);
  }

  /** The finding that explains an event: its object already differs, or the emulator does not have the object. */
  #rootOfDelivery(data: Readonly<Record<string, unknown>>): OpenFinding | null {
    const { consequences } = this.#differences;
    return (
      Object.values(data)
        .filter((value) => typeof value === 'string')
        .map((id) => (consequences.isLost(id) ? consequences.rootOfLost(id) : consequences.rootOf(id)))
        .find((root) => root !== null) ?? null
    );
  }

  /**
   * Compares the order of two types of events about the same object. Deliveries can overtake each other, so only an
   * order that is always reversed counts, and only if it occurs more than once or differs by a second.
   */
  #order(): void {
    const place = new Map(this.#own.events.map((event, at) => [event, at]));
    const about = new Map<string, (readonly [own: SentEvent, delivered: Delivered])[]>();
    for (const each of this.#used) for (const id of idsOf(each[0])) getOrMake(about, id, () => []).push(each);
    const pairs = new Map<
      string,
      { types: [string, string]; same: number; other: number; isLate: boolean; call: CapturedCall }
    >();
    for (const list of about.values()) {
      for (const [at, [own, delivered]] of list.entries()) {
        for (const [later, after] of list.slice(at + 1)) {
          if (own.type === later.type) continue;
          const isSame = place.get(own)! < place.get(later)!;
          const types: [string, string] = isSame ? [own.type, later.type] : [later.type, own.type];
          const none = { types, same: 0, other: 0, isLate: false, call: delivered.call };
          const pair = getOrMake(pairs, types.join(' '), () => none);
          pair[isSame ? 'same' : 'other']++;
          pair.isLate ||= !isSame && delivered.at !== after.at;
        }
      }
    }
    for (const { types, same, other, isLate, call } of pairs.values()) {
      if (same > 0 || (other < 2 && !isLate)) continue;
      const [first, second] = types;
      const change = { change: 'event_order', types: [second, first] };
      const [service, emulator] = [`${second}, ${first}`, `${first}, ${second}`];
      this.#add(
        first,
        { key: `event order ${types.join(' ')}`, place: 'order', service, emulator, change },
        call,
        null,
      );
    }
  }
}

/** The ids of the objects that an event is about. */
const idsOf = ({ subject, data: { transaction_id, payout_id } }: SentEvent): string[] =>
  [...new Set([subject, transaction_id, payout_id])].filter((id): id is string => typeof id === 'string');

/** The row of an event in the coverage table. */
export const rowOfEvent = (type: string): string => `Events: ${type}`;

/** The name of the settlement delay that an event waits for; null if there is none. */
function delayOf(type: string, { rail }: Readonly<Record<string, unknown>>): string | null {
  const isAch = rail === 'ach';
  if (type === 'payment.completed') return isAch ? 'ach' : 'card';
  if (type === 'payout.updated') return 'payout_transit';
  if (type === 'payout.paid') return isAch ? 'payout_ach' : 'payout_card';
  return null;
}

/** Each delivered event once, in the order of the deliveries. */
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
