import { getOrMake, groupedBy } from '../../../core/base/maps.ts';
import { type Bindings, idOf } from './bindings.ts';
import type { Paired } from './differences.ts';
import { idsIn } from './names.ts';
import type { Difference } from './observations.ts';
import { dataOf, type Pair } from './pairs.ts';

/** A difference with every occurrence of it, and the number of further differences that it causes. */
export interface Explained {
  readonly differences: readonly Difference[];
  readonly consequences: number;
}

/** What is not a finding: changes that no call in the capture shows. */
export interface Unexplained {
  readonly why: string;
  readonly differences: readonly Difference[];
}

/** Differences in objects from before the capture, and after calls that were not compared. */
const causes = {
  before: 'later changes to objects that existed before the capture',
  left: 'it follows from a call that was not compared',
} as const;
type Cause = keyof typeof causes;

/** What a difference follows from: the id of another difference, a cause that no call shows, or nothing (null). */
type Root = string | null;

/**
 * Decides what is a root and what follows from it. A root never hides a difference of another kind: a name or a word
 * follows from nothing, and a difference that also occurs without a root is a finding.
 */
export function explain(
  differences: readonly Difference[],
  paired: Paired,
): { findings: Explained[]; left: Unexplained[] } {
  const roots = rootsOf(differences, paired);
  const groups = groupedBy(differences, ({ id }) => id);
  const root = new Map<string, string>();
  for (const [id, own] of groups) {
    const followed = own.map((each) => roots.get(each)!);
    const first = followed.find((each) => each !== id && each !== null);
    const repeated = repeatedFrom(own, groups);
    if (first !== undefined && followed.every((each) => each !== null)) root.set(id, first!);
    else if (repeated !== undefined) root.set(id, repeated);
  }
  const endOf = (id: string, seen = new Set<string>()): string => {
    const next = root.get(id);
    return next === undefined || seen.has(id) ? id : endOf(next, seen.add(id));
  };
  const ends = groupedBy([...groups.keys()], (id) => endOf(id));
  const all = (ids: readonly string[]): Difference[] => ids.flatMap((id) => groups.get(id) ?? []);
  const findings = [...groups].flatMap(([id, own]): Explained[] => {
    const followers = (ends.get(id) ?? []).filter((each) => each !== id);
    return endOf(id) === id ? [{ differences: own, consequences: all(followers).length }] : [];
  });
  const left = (Object.keys(causes) as Cause[]).map((cause) => ({
    why: causes[cause],
    differences: all(ends.get(cause) ?? []),
  }));
  return { findings, left: left.filter(({ differences: own }) => own.length > 0) };
}

/** The difference that another one only repeats, in a webhook or in a copy of the same text; undefined if there is none. */
function repeatedFrom(own: readonly Difference[], groups: ReadonlyMap<string, readonly Difference[]>) {
  const [{ id, owner, field }] = own as [Difference];
  const what = id.slice(`${owner}.${field}`.length);
  if (what === ' text') return copiedFrom(own, groups);
  if (!owner.startsWith('event ') || !field.startsWith('data.') || [' missing', ' extra'].includes(what))
    return undefined;
  const name = field.split('.').at(-1);
  const subjects = new Set(own.flatMap(({ objects }) => objects));
  return [...groups].find(([other, all]) => {
    const { owner: of, field: at } = all[0]!;
    if (of.startsWith('event ') || at.split('.').at(-1) !== name || !other.endsWith(what)) return false;
    return all.some(({ objects }) => objects.some((each) => subjects.has(each)));
  })?.[0];
}

/** The first difference in a text with the same two texts. */
function copiedFrom(own: readonly Difference[], groups: ReadonlyMap<string, readonly Difference[]>) {
  const textsOf = ({ service, emulator }: Difference): string => JSON.stringify([service, emulator]);
  for (const [id, all] of groups) {
    if (id === own[0]!.id) return undefined;
    const texts = new Set(id.endsWith(' text') ? all.map(textsOf) : []);
    if (own.every((each) => texts.has(textsOf(each)))) return id;
  }
  return undefined;
}

/** What has differed so far. */
interface Past {
  /**
   * The roots of later differences in an object, by its id: after a call about it that only one side accepted, after
   * one that only names it, and after a status that differed.
   */
  readonly called: Map<string, string>;
  readonly touched: Map<string, string>;
  readonly moved: Map<string, string>;
  /** The things that only one side has, each with its root. */
  readonly lost: Map<string, string>;
  /** The events that happened at another time. */
  readonly late: Map<string, string>;
  /** The lists with other items, by the calls. */
  readonly short: Map<object, string>;
  sums: Root;
}

/** The root of each difference, in the order of the capture. */
function rootsOf(differences: readonly Difference[], paired: Paired): Map<Difference, Root> {
  const maps = { called: new Map(), touched: new Map(), moved: new Map(), lost: new Map(), late: new Map() };
  const past: Past = { ...maps, short: new Map(), sums: null };
  const pairs = new Map<object, Pair>(paired.pairs.map((pair) => [pair.call, pair]));
  for (const { role, place, objects, id } of differences)
    if (role === 'event' && place === 'created') for (const each of objects) getOrMake(past.late, each, () => id);
  for (const call of paired.calls) {
    if (call.kind === 'delivery' || call.method === 'GET' || pairs.has(call)) continue;
    for (const id of idsIn(call.answer))
      if (paired.own.bindings.emulatorOf(id) === undefined) past.lost.set(id, 'left');
  }
  const roots = new Map<Difference, Root>();
  for (const difference of differences) {
    const pair = pairs.get(difference.call);
    const root = rootOf(difference, pair, past, paired);
    roots.set(difference, root);
    note(difference, pair, root ?? difference.id, past, paired.own.bindings);
  }
  return roots;
}

function rootOf(
  difference: Difference,
  pair: Pair | undefined,
  past: Past,
  { earlier, hasEarlierMoney, own, shown }: Paired,
): Root {
  const { role, objects, owner, id } = difference;
  if (role === 'form') return null;
  const named = pair?.lost ?? pair?.named.find((each) => past.lost.has(each)) ?? null;
  if (named !== null) return past.lost.get(named) ?? past.sums ?? 'left';
  const inner = [...objects].reverse();
  const other = (root: Root): Root => (root === id ? null : root);
  const [state, late] = [other(firstIn(past.moved, inner)), other(firstIn(past.late, inner))];
  const called = firstIn(past.touched, inner);
  const before: Root = inner.some((each) => earlier.has(each)) ? 'before' : null;
  switch (role) {
    case 'refused':
      return firstIn(past.called, pair!.inPath) ?? firstIn(past.moved, pair!.inPath);
    case 'state':
      // A read between the two moments of a change shows two states.
      return called ?? (difference.call.method === 'GET' ? late : null) ?? state ?? before;
    case 'detail':
      return called ?? (isEmptySide(difference) ? state : null) ?? before;
    case 'sum':
      if (owner === 'balance') return past.sums ?? (hasEarlierMoney ? 'before' : null);
      return called ?? (isEmptySide(difference) ? state : null) ?? before;
    case 'more':
      return past.short.get(difference.call) ?? null;
    case 'list':
      return rootOfList(difference, past, earlier);
    case 'event': {
      const isGone = inner.some((each) => shown.has(each) && own.bindings.emulatorOf(each) === undefined);
      const gone = firstIn(past.lost, inner) ?? (isGone ? (past.sums ?? 'left') : null);
      return late ?? called ?? state ?? gone ?? before;
    }
  }
}

const firstIn = (roots: ReadonlyMap<string, string>, ids: readonly string[]): Root =>
  ids.map((id) => roots.get(id)).find((each) => each !== undefined) ?? null;

/** Whether one side has no value, as before or after a change of state. */
const isEmptySide = ({ service, emulator }: Difference): boolean =>
  [service, emulator].some(
    (value) => value === null || value === undefined || value === 0 || value === false || value === '',
  ) || [service, emulator].every((value) => typeof value === 'string' && /^\d{4}-/.test(value));

function rootOfList({ items, objects }: Difference, past: Past, earlier: ReadonlySet<string>): Root {
  const { left, isShifted } = items!;
  const rootOfItem = (ids: readonly string[]): Root =>
    firstIn(past.lost, ids) ??
    firstIn(past.touched, ids) ??
    firstIn(past.moved, ids) ??
    (ids.some((id) => earlier.has(id)) ? 'before' : null);
  const explained = left.map(rootOfItem);
  const some = explained.find((each) => each !== null) ?? null;
  if (explained.every((each) => each !== null)) return some;
  // An item that only one side knows pushes other items off the end of the page.
  const shifted = isShifted || some !== null ? (past.sums ?? some) : null;
  return shifted ?? firstIn(past.touched, objects) ?? firstIn(past.moved, objects);
}

/** Records what a difference explains. */
function note(
  { role, call, objects, field }: Difference,
  pair: Pair | undefined,
  root: string,
  past: Past,
  bindings: Bindings,
): void {
  const add = <K>(map: Map<K, string>, keys: readonly K[]): void => {
    for (const key of keys) if (!map.has(key)) map.set(key, root);
  };
  const inner = objects.slice(-1);
  if (role === 'state') add(past.moved, inner);
  if (role === 'list') add(past.short, [call]);
  if (role === 'sum' && root !== 'before' && isMoney(field)) past.sums ??= root;
  if (role !== 'refused' || pair === undefined) return;
  const { service, emulator, named, inPath } = pair;
  const made = [
    ...idsIn(service.body).filter((id) => bindings.emulatorOf(id) === undefined),
    ...idsIn(emulator.body).filter((id) => bindings.serviceOf(id) === undefined),
  ].filter((id) => !named.includes(id));
  add(past.lost, made);
  if (call.method === 'GET') return;
  add(past.called, inPath);
  add(past.touched, named);
  // A token is in no list, and moves no money.
  if ([service.body, emulator.body].some((body) => idOf(dataOf(body)) !== undefined)) past.sums ??= root;
}

const isMoney = (field: string): boolean => /amount|fee|total|net|refund|available|held|pending|price/.test(field);
