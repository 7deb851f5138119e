import { parseIso } from '../../core/base/instants.ts';
import { isObject } from '../../core/base/json-values.ts';
import { getOrMake } from '../../core/base/maps.ts';
import type { ObservedRequest, ObservedRun } from '../observed/observed-run.ts';

/*
 * An application that is asked for its state may read from the platform, and repeat what it is answered: a list of
 * payments. These parts of the state change without the application, so they are no reaction, and are left out.
 */

/** A time at which the audit asked for the state, in milliseconds of the machine's clock. */
export interface Asked {
  readonly from: number;
  readonly to: number;
}

/** A state, and when the audit asked for it; the time is absent in older logs. */
export interface AskedState {
  readonly value: unknown;
  readonly asked?: Asked | undefined;
}

/** A state with what shows whose reads the reads of its time are. */
export interface StateOfRun extends AskedState {
  readonly record: ObservedRun;
  /** When the command ended, in milliseconds of the machine's clock. */
  readonly endedAt?: number | undefined;
  /** The times of all questions for the state. */
  readonly times?: readonly Asked[] | undefined;
}

/** A state of a run. */
export const stateOfRun = (
  { record, endedAt, asked: times }: { record: ObservedRun; endedAt: number; asked?: readonly Asked[] },
  state: AskedState,
): StateOfRun => ({ ...state, record, endedAt, times });

/** Whether a request arrived while the audit was asking for the state, so that it is for the answer. */
export const isForAnswer = ({ received }: ObservedRequest, { from, to }: Asked): boolean =>
  received >= from && received <= to + 1;

/** A path without list indexes and ids: `payments[].status`. */
type Path = string;

/** An object that the platform answered with. */
interface ReadObject {
  readonly id: string;
  /** Its texts and numbers, with amounts in major units as well. */
  readonly values: ReadonlySet<unknown>;
  /** Its booleans with their names, because a boolean alone says nothing. */
  readonly flags: ReadonlySet<string>;
  /** The names of its lists. An entry with another list is not one entry. */
  readonly lists: ReadonlySet<string>;
}

interface Leaf {
  readonly name: string;
  readonly value: unknown;
}

/** The values in a value that are neither lists nor objects. */
const leavesIn = (value: unknown, name = ''): Leaf[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, held]) => leavesIn(held, Array.isArray(value) ? name : key))
    : [{ name, value }];

const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase();

const flagOf = ({ name, value }: Leaf): string => `${plainName(name)} ${String(value)}`;

const listsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, held]) => [
        ...(Array.isArray(held) ? [plainName(name)] : []),
        ...listsIn(held),
      ])
    : [];

/**
 * The objects that an application read while it was asked for its state. What it also reads when nobody asks it
 * anything, after the scenario, is for itself: it polls.
 */
function readsFor({ record, asked, endedAt = Number.POSITIVE_INFINITY, times = [] }: StateOfRun): ReadObject[] {
  if (asked === undefined) return [];
  const all = record.requests.filter(({ view }) => view.method === 'GET');
  const isUnasked = (read: ObservedRequest): boolean => !times.some((time) => isForAnswer(read, time));
  const polled = new Set(all.filter((read) => read.received > endedAt && isUnasked(read)).map(({ path }) => path));
  const reads = all.filter((read) => isForAnswer(read, asked) && !polled.has(read.path));
  const objects = reads.flatMap(({ isAccepted, answer }) => (isAccepted ? [answer?.data ?? answer].flat() : []));
  return objects.filter(isObject).map((object) => {
    const leaves = leavesIn(object);
    const major = leaves.flatMap(({ value }) => (typeof value === 'number' ? value / 100 : []));
    return {
      id: String(object.id),
      values: new Set([...leaves.map(({ value }) => value), ...major]),
      flags: new Set(leaves.map(flagOf)),
      lists: new Set(listsIn(object)),
    };
  });
}

/** Whether a value shows an object. Timestamps and empty values are not compared, because anything can have them. */
function isCopyOf({ values, flags }: ReadObject, leaves: readonly Leaf[]): boolean {
  const telling = leaves.filter(({ value }) => value !== null && value !== '' && !isTimestamp(value));
  return (
    telling.some(({ value }) => typeof value === 'string') &&
    telling.every((leaf) => (typeof leaf.value === 'boolean' ? flags.has(flagOf(leaf)) : values.has(leaf.value)))
  );
}

const isTimestamp = (value: unknown): boolean => typeof value === 'string' && parseIso(value) !== null;

/** A state, and what was read for it. */
interface ReadState {
  readonly value: unknown;
  readonly reads: readonly ReadObject[];
}

/** The places of the objects in a state. */
interface Places {
  /** The places of copies, with the ids of what they show. */
  readonly copies: Map<Path, Set<string>>;
  /** The places of what the application itself knows. */
  readonly own: Set<Path>;
}

function placesIn({ value: state, reads }: ReadState): Places {
  const ids = new Set(reads.map(({ id }) => id));
  const places: Places = { copies: new Map(), own: new Set() };
  const look = (value: unknown, path: Path): void => {
    if (Array.isArray(value)) for (const item of value) look(item, `${path}[]`);
    if (!isObject(value)) return;
    const leaves = reads.length === 0 ? [] : leavesIn(value);
    const lists = reads.length === 0 ? [] : listsIn(value);
    const shown = reads.filter((object) => lists.every((name) => object.lists.has(name)) && isCopyOf(object, leaves));
    if (shown.length === 0) {
      places.own.add(path);
      for (const [key, held] of Object.entries(value)) look(held, pathTo(path, key, ids));
      return;
    }
    const known = getOrMake(places.copies, path, () => new Set());
    for (const { id } of shown) if (leaves.some((leaf) => leaf.value === id)) known.add(id);
  };
  look(state, '');
  return places;
}

const pathTo = (path: Path, key: string, ids: ReadonlySet<string>): Path =>
  ids.has(key) ? `${path}{}` : `${path}.${key}`;

/**
 * The places that have copies alone, in all states. If two places show the same objects, one of them may be what the
 * application itself knows.
 */
function copiedPlaces(states: readonly ReadState[]): ReadonlySet<Path> {
  const all = states.map(placesIn);
  const own = new Set(all.flatMap((places) => [...places.own]));
  const copied = new Set(all.flatMap(({ copies }) => [...copies.keys()]).filter((path) => !own.has(path)));
  const isAlone = (path: Path): boolean =>
    all.every(({ copies }) => {
      const ids = [...(copies.get(path) ?? [])];
      return [...copied].every((other) => other === path || !ids.some((id) => copies.get(other)?.has(id)));
    });
  return new Set([...copied].filter(isAlone));
}

/** A value without the objects and the lists at some places. */
function withoutPlaces(value: unknown, places: ReadonlySet<Path>, ids: ReadonlySet<string>, path: Path = ''): unknown {
  const isLeftOut = (held: unknown, at: Path): boolean =>
    Array.isArray(held) ? places.has(`${at}[]`) : isObject(held) && places.has(at);
  if (isLeftOut(value, path)) return null;
  if (Array.isArray(value)) return value.map((item) => withoutPlaces(item, places, ids, `${path}[]`));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([key, held]) => [key, held, pathTo(path, key, ids)] as const);
  return Object.fromEntries(
    fields
      .filter(([, held, at]) => !isLeftOut(held, at))
      .map(([key, held, at]) => [key, withoutPlaces(held, places, ids, at)]),
  );
}

/** What the application itself knows, in states that are compared. A state of copies alone is null. */
export function ownStates(states: readonly StateOfRun[]): unknown[] {
  const all = states.map((state): ReadState => ({ value: state.value, reads: readsFor(state) }));
  const isAsking = all.some(({ reads }) => reads.length > 0);
  const places = isAsking ? copiedPlaces(all) : new Set<Path>();
  if (places.size === 0) return states.map(({ value }) => value);
  return all.map(({ value, reads }) => {
    const rest = withoutPlaces(value, places, new Set(reads.map(({ id }) => id)));
    return leavesIn(rest).length === 0 ? null : rest;
  });
}
