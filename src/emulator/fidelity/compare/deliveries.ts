import { isObject } from '../../../core/base/json-values.ts';
import { getOrMake } from '../../../core/base/maps.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { StoredEvent } from '../../../core/kernel/events.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { Assumptions } from './assumptions.ts';
import type { Bindings } from './bindings.ts';
import type { Differences } from './differences.ts';
import type { Findings } from './findings.ts';
import type { Replay } from './replay.ts';
import type { Schema } from './schema-walk.ts';

interface Delivered {
  readonly call: CapturedCall;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: number;
}

/** Compares the webhooks of a capture with the events of the emulator, object by object. */
export function compareDeliveries(
  calls: readonly CapturedCall[],
  { events, bindings, exchanges }: Replay,
  reseeded: readonly StoredEvent[],
  parts: { findings: Findings; differences: Differences; assumptions: Assumptions; registry: Registry },
): void {
  const { findings, differences, assumptions, registry } = parts;
  const delivered = readDeliveries(calls);
  if (delivered.length === 0) return;
  const used = new Set<StoredEvent>();
  const twins = new Map(events.map((event, at) => [event.id, reseeded[at]]));
  const ordered = new Map<string, { types: string[]; own: number[]; call: CapturedCall }>();
  const strange: Delivered[] = [];
  for (const each of delivered) {
    const { call, type, data } = each;
    const own = events.find((event) => !used.has(event) && event.type === type && isAbout(event, data, bindings));
    findings.count(`event ${type}|events`);
    if (own === undefined) {
      strange.push(each);
      continue;
    }
    used.add(own);
    if (registry.events.get(type)?.assumed === true) assumptions.note(`event ${type}`, true);
    bindings.learn(data, own.data);
    const line = getOrMake(ordered, own.subject, () => ({ types: [] as string[], own: [] as number[], call }));
    line.types.push(type);
    line.own.push(events.indexOf(own));
    const twin = twins.get(own.id);
    differences.compare([{ data }, { data: own.data }, { data: twin?.type === type ? twin.data : undefined }], {
      call,
      operation: `event ${type}`,
      path: '',
      owner: `event ${type}`,
      field: '',
      schema: { type: 'object', properties: { data: registry.event(type).payload as Schema } },
      assumed: registry.event(type).assumed === true,
      root: differences.rootOf(serviceIdOf(own.subject, bindings)),
      now: each.at,
      row: `Event types and payloads: ${type}`,
    });
  }
  // The last events of a capture may still have been on their way when it ended.
  const last = Math.max(-1, ...[...used].map((event) => events.indexOf(event)));
  const quiet = events.filter((event, at) => at < last && !used.has(event));
  tellNames(quiet, strange, { findings, differences, bindings, calls, isTold: exchanges.length > 0 });
  for (const { types, own, call } of ordered.values()) {
    if (!own.some((index, at) => at > 0 && index < own[at - 1]!)) continue;
    const sorted = [...own].sort((one, other) => one - other).map((index) => events[index]!.type);
    const at = types.findIndex((type, index) => type !== sorted[index]);
    const operation = `event ${types[at]}`;
    const change = { change: 'event_order', types };
    findings.add(
      {
        key: `event order ${types[at]} ${sorted[at]}`,
        kind: 'behaviour',
        operation,
        place: 'order',
        service: types.join(', '),
        emulator: sorted.join(', '),
        counted: `${operation}|events`,
        row: `Event types and payloads: ${types[at]}`,
        change,
      },
      call,
      null,
    );
  }
}

/** Tells of events that one side alone sent; one in place of another is one finding. */
function tellNames(
  quiet: readonly StoredEvent[],
  strange: readonly Delivered[],
  {
    findings,
    differences,
    bindings,
    calls,
  }: Pick<Parameters<typeof compareDeliveries>[3], 'findings' | 'differences'> & {
    bindings: Bindings;
    calls: readonly CapturedCall[];
    isTold: boolean;
  },
): void {
  const left = new Set(quiet);
  for (const { call, type, data } of strange) {
    const other = [...left].find((event) => isAbout(event, data, bindings) && isLike(event.data, data));
    if (other !== undefined) left.delete(other);
    const named = other?.type ?? type;
    const root = rootOfDelivery(data, differences);
    findings.add(
      {
        key: `event ${named} ${type}`,
        kind: 'behaviour',
        operation: `event ${named}`,
        place: 'events',
        service: type,
        emulator: other?.type,
        counted: `event ${named}|events`,
        row: other === undefined ? null : `Event types and payloads: ${named}`,
        change: other === undefined ? null : { change: 'event', type: named, to: type },
      },
      call,
      root,
    );
  }
  for (const event of left) {
    const root =
      differences.rootOf(serviceIdOf(event.subject, bindings)) ?? differences.lost.get(event.subject) ?? null;
    findings.count(`event ${event.type}|events`);
    findings.add(
      {
        key: `event ${event.type} none`,
        kind: 'behaviour',
        operation: `event ${event.type}`,
        place: 'events',
        service: undefined,
        emulator: event.type,
        counted: `event ${event.type}|events`,
        row: `Event types and payloads: ${event.type}`,
        change: { change: 'event', type: event.type, sent: false },
      },
      calls[0]!,
      root,
    );
  }
}

/** The finding that an event follows from: what it is about differs already, or the emulator does not have it. */
const rootOfDelivery = (data: Readonly<Record<string, unknown>>, differences: Differences) =>
  Object.values(data)
    .filter((value) => typeof value === 'string')
    .map((id) => (differences.isLost(id) ? differences.rootOfLost(id) : differences.rootOf(id)))
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
function isAbout(event: StoredEvent, data: Readonly<Record<string, unknown>>, bindings: Bindings): boolean {
  return Object.entries(data).every(([name, value]) => {
    const other = event.data[name];
    if (typeof value !== 'string' || typeof other !== 'string') return true;
    const bound = bindings.emulatorOf(value);
    return bound === undefined ? bindings.serviceOf(other) === undefined : bound === other;
  });
}

/** Whether two payloads have most of their fields in common. */
function isLike(own: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(own);
  return names.filter((name) => Object.hasOwn(other, name)).length * 2 > names.length;
}

const serviceIdOf = (id: string, bindings: Bindings): string => bindings.serviceOf(id) ?? id;
