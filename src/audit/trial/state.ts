import { parseIso } from '../../core/base/instants.ts';
import { isObject } from '../../core/base/json-values.ts';
import { addition, padding } from '../../core/kernel/faults/faults.ts';
import { eventLogsIn, withoutLogs } from '../observed/event-logs.ts';
import { GeneratedTexts } from '../observed/generated.ts';
import type { ObservedRun } from '../observed/observed-run.ts';
import { withRowNames } from '../observed/row-names.ts';
import { rowNumbersIn } from '../observed/row-numbers.ts';
import { ownStates, type StateOfRun } from './copies.ts';

/** Texts that a program generates in each run: ids, timestamps, addresses with ports. */
const made: readonly (readonly [RegExp, string])[] = [
  [/(?<![A-Za-z0-9])[a-z]{2,8}_[A-Za-z0-9]{16,}(?![A-Za-z0-9])/g, '<generated>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?/g, '<instant>'],
  [/(127\.0\.0\.1|localhost|\[::1\]):\d+/g, '<address>'],
  [/\b[0-9a-f]{24,}\b/gi, '<hex>'],
];

/** A timestamp as a number: seconds or milliseconds since 1970, in this century. */
const isInstant = (value: number): boolean => (value > 1e9 && value < 4.2e9) || (value > 1e12 && value < 4.2e12);

function plain(value: unknown, { generated }: NormalForm): unknown {
  if (typeof value === 'number') return isInstant(value) ? '<instant>' : value;
  if (typeof value !== 'string') return value;
  return made.reduce((text, [pattern, name]) => text.replace(pattern, name), generated.hide(value));
}

/** The values of an object that is really a list, because all its keys are ids; null if the object is not a list. */
function itemsOf(value: Readonly<Record<string, unknown>>, form: NormalForm): unknown[] | null {
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => plain(name, form) !== name) ? Object.values(value) : null;
}

/** A path without list indexes: `orders[].status`. */
type Path = string;

const added: ReadonlySet<string> = new Set(Object.keys({ ...addition, ...padding }));

/** What does not count in a comparison: texts that the platform generated, and fields, such as the numbers of rows. */
interface NormalForm {
  readonly generated: GeneratedTexts;
  readonly leaveOut: (path: Path) => boolean;
}

/** The objects of states, by their copies without generated texts. */
const originals = new WeakMap<object, unknown>();

/** A value without generated texts, and with sorted lists. */
function normal(value: unknown, form: NormalForm, path: Path = ''): unknown {
  const { leaveOut } = form;
  if (isObject(value)) {
    const items = itemsOf(value, form);
    if (items !== null) return normal(items, form, path);
    const fields = Object.entries(value)
      // An application may store complete objects, including the fields that a fault added.
      .filter(([name]) => !added.has(name))
      .map(([name, held]) => [String(plain(name, form)), held, path === '' ? name : `${path}.${name}`] as const)
      .filter(([, , at]) => !leaveOut(at))
      .map(([name, held, at]) => [name, normal(held, form, at)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const made = Object.fromEntries(fields);
    originals.set(made, value);
    return made;
  }
  if (!Array.isArray(value)) return plain(value, form);
  const at = `${path}[]`;
  if (leaveOut(at)) return [];
  return value.map((item) => normal(item, form, at)).sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
}

/** A form in which the numbers of rows do not count either, for states that are compared. */
const withoutRowNumbers = (form: NormalForm, states: readonly unknown[]): NormalForm =>
  without(form, rowNumbersIn(states, itemsIn(form)));

const without = (form: NormalForm, paths: ReadonlySet<Path>): NormalForm => ({
  ...form,
  leaveOut: (path) => form.leaveOut(path) || paths.has(path),
});

const itemsIn =
  (form: NormalForm) =>
  (value: unknown): readonly unknown[] | null =>
    Array.isArray(value) ? value : isObject(value) ? itemsOf(value, form) : null;

/** The differences between two states, in which the numbers of rows and references to them do not count. */
function differencesBetween(wanted: unknown, found: unknown, form: NormalForm, states = [wanted, found]) {
  const numbers = rowNumbersIn(states, itemsIn(form));
  const plainForm = without(form, numbers);
  const compare = ([one, other]: readonly unknown[]) => differences(normal(one, plainForm), normal(other, plainForm));
  const naive = compare([wanted, found]);
  const paths = naive.map(({ path }) => path);
  const named = withRowNames([wanted, found], numbers, paths, {
    itemsOf: itemsIn(form),
    textOf: (row, list) => textOf(normal(row, plainForm, list)),
  });
  return named[0] === wanted ? naive : compare(named);
}

/** A value without the texts that a program generates in each run, and with sorted lists. */
export const withoutGenerated = (value: unknown): unknown =>
  normal(value, { generated: nothingGenerated, leaveOut: () => false });

const nothingGenerated = new GeneratedTexts([]);

const instantPattern = made.find(([, name]) => name === '<instant>')![0];

/** The timestamps in an application's state, in milliseconds since 1970, in order. */
export function instantsIn(value: unknown): number[] {
  const found: number[] = [];
  const look = (held: unknown): void => {
    if (typeof held === 'number' && isInstant(held)) found.push(held < 4.2e9 ? held * 1_000 : held);
    else if (typeof held === 'string')
      for (const [text] of held.matchAll(instantPattern)) found.push(parseIso(text) ?? 0);
    else if (Array.isArray(held)) held.forEach(look);
    else if (isObject(held)) Object.values(held).forEach(look);
  };
  look(value);
  return found.sort((one, other) => one - other);
}

/** Every number in an application's state, with its path: `books.revenue`. */
export function numbersIn(value: unknown, path = ''): { path: string; value: number }[] {
  if (typeof value === 'number') return [{ path, value }];
  const fields = isObject(value) ? Object.entries(value) : Array.isArray(value) ? [...value.entries()] : [];
  return fields.flatMap(([name, held]) => numbersIn(held, path === '' ? String(name) : `${path}.${name}`));
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

/** One difference between two states: its path, and the two values. An absent value is undefined. */
export interface StateDifference {
  /** The path with the names of list entries, or their indexes if they have none: `orders[order-2].status`. */
  readonly at: string;
  readonly path: Path;
  readonly wanted: unknown;
  readonly found: unknown;
  /** The list entry that contains the difference, as the application wrote it; absent outside of lists. */
  readonly entry?: unknown;
  /** The innermost object that contains the difference, as the application wrote it. */
  readonly holder?: unknown;
}

/**
 * The field that identifies the objects of two lists: in each object it has a text that is unique in its list. Null
 * if there is no such field.
 */
function nameFor(wanted: readonly unknown[], found: readonly unknown[]): string | null {
  const [first] = wanted;
  if (!isObject(first)) return null;
  const isName = (name: string, items: readonly unknown[]): boolean => {
    const values = items.map((item) => (isObject(item) ? item[name] : null));
    return (
      values.every((value) => typeof value === 'string' && !value.includes('<')) &&
      new Set(values).size === values.length
    );
  };
  const names = Object.keys(first).filter((name) => isName(name, wanted) && isName(name, found));
  return names.find((name) => found.some((item) => isObject(item) && item[name] === first[name])) ?? null;
}

/** The place of two values that are compared. */
type Place = Pick<StateDifference, 'at' | 'path' | 'entry' | 'holder'>;

function differences(wanted: unknown, found: unknown, place: Place = { at: '', path: '' }): StateDifference[] {
  const { at, path } = place;
  if (textOf(wanted) === textOf(found)) return [];
  if (isObject(wanted) && isObject(found)) {
    const names = [...new Set([...Object.keys(wanted), ...Object.keys(found)])];
    const join = (to: string, name: string) => (to === '' ? name : `${to}.${name}`);
    const within = { ...place, holder: originalOf(found) ?? originalOf(wanted) };
    return names.flatMap((name) =>
      differences(wanted[name], found[name], { ...within, at: join(at, name), path: join(path, name) }),
    );
  }
  if (Array.isArray(wanted) && Array.isArray(found)) {
    // Equal items are not a difference. The other items are compared in order.
    const rest = [...found];
    const alone = wanted
      .map((item, index) => ({ item, index }))
      .filter(({ item }) => {
        const same = rest.findIndex((other) => textOf(other) === textOf(item));
        if (same !== -1) rest.splice(same, 1);
        return same === -1;
      });
    const items = alone.map(({ item }) => item);
    // A name of the whole list before one that is unique only among the items that differ.
    const isSingle = items.length < 2 && rest.length < 2;
    const name = nameFor(wanted, found) ?? (isSingle ? null : nameFor(items, rest));
    const named = (item: unknown): unknown => (name !== null && isObject(item) ? item[name] : undefined);
    const pairs = alone.map(({ item, index }) => {
      const place = name === null ? 0 : rest.findIndex((other) => named(other) === named(item));
      return { item, index, other: place === -1 ? undefined : rest.splice(place, 1)[0] };
    });
    const added = rest.map((other, place) => ({ item: undefined, index: wanted.length + place, other }));
    return [...pairs, ...added].flatMap(({ item, index, other }) => {
      const shownAs = named(item ?? other) ?? index;
      const entry = originalOf(other) ?? originalOf(item) ?? place.entry;
      return differences(item, other, { at: `${at}[${shownAs}]`, path: `${path}[]`, entry, holder: entry });
    });
  }
  return [{ ...place, holder: originalOf(found) ?? originalOf(wanted) ?? place.holder, wanted, found }];
}

const originalOf = (item: unknown): unknown => (isObject(item) ? originals.get(item) : undefined);

/**
 * Parses `--state-ignore`: a JSONPath of names and `[*]`, such as `$.orders[*].seen_at`. `..name` matches a name
 * anywhere.
 * @returns null if the text is not such a path
 */
export function fieldFilter(text: string): ((path: Path) => boolean) | null {
  const anywhere = /^\$?\.\.([\w-]+)$/.exec(text);
  if (anywhere !== null) return (path) => path === anywhere[1] || path.endsWith(`.${anywhere[1]}`);
  if (!/^\$?\.?[\w-]+(\.[\w-]+|\.\*|\[\*\]|\[\d+\]|\["[^"]+"\]|\['[^']+'\])*$/.test(text)) return null;
  const parts = text
    .replace(/^\$?\.?/, '')
    .replace(/\[["']([^"']+)["']\]/g, '.$1')
    .replace(/\[(\*|\d+)\]/g, '.[]')
    .split('.');
  const wanted = parts.join('.').replaceAll('.[]', '[]');
  const pattern = new RegExp(`^${wanted.replace(/[[\]]/g, '\\$&').replaceAll('*', '[^.]+').replaceAll('-', '\\-')}$`);
  return (path) => pattern.test(path);
}

/** The application's state, limited to the fields in which the control runs agree. */
export class StateBaseline {
  readonly #controls: readonly StateOfRun[];
  readonly #form: NormalForm;
  readonly #logs: ReadonlySet<Path>;
  /** Fields that differ between the control runs and are therefore not judged. */
  readonly notRepeatable: readonly string[];

  /**
   * @param ignore selects fields that are always left out
   * @param further states that should equal those of the controls
   */
  constructor(
    controls: readonly StateOfRun[],
    ignore: readonly ((path: Path) => boolean)[] = [],
    further: readonly StateOfRun[] = [],
  ) {
    const ignored = (path: Path) => ignore.some((each) => each(path));
    const generated = new GeneratedTexts(controls.map(({ record }) => record));
    const logs = controls.map(({ value, record }) => eventLogsIn(value, record));
    this.#logs = new Set([...(logs[0] ?? [])].filter((path) => logs.every((each) => each.has(path))));
    const values = controls.map(({ value }) => withoutLogs(value, this.#logs));
    const form = withoutRowNumbers({ generated, leaveOut: ignored }, values);
    const [first, ...others] = values.map((value) => normal(value, form));
    const unstable = new Set(others.flatMap((other) => differences(first, other).map(({ path }) => path)));
    this.#form = without({ generated, leaveOut: ignored }, unstable);
    this.#controls = controls;
    for (const state of further) for (const { path } of this.compare(state)) unstable.add(path);
    this.notRepeatable = [...unstable].sort();
  }

  /**
   * The numbers that are equal in all control runs, each with the number at the same path of a state. Numbers in
   * lists are left out, because list indexes have no meaning.
   */
  numbers(state: unknown, record: ObservedRun): { path: string; wanted: number; found: number }[] {
    const form = this.#formIn(record);
    const there = new Map(numbersIn(normal(state, form)).map(({ path, value }) => [path, value]));
    return numbersIn(normal(withoutLogs(this.#controls[0]?.value, this.#logs), form)).flatMap(
      ({ path, value: wanted }) => {
        const found = there.get(path);
        return found === undefined || /(^|\.)\d+(\.|$)/.test(path) ? [] : [{ path, wanted, found }];
      },
    );
  }

  /** The differences between two states, of one run or of two, in the fields that are equal in the control runs. */
  changes(before: unknown, after: unknown, ...records: readonly ObservedRun[]): StateDifference[] {
    return differencesBetween(before, after, this.#formIn(...records));
  }

  /**
   * The changes that are missing in a third state, because it has the old values, one per line. Paths that the third
   * state changed in another way are left out.
   */
  undone(before: unknown, after: unknown, third: unknown, records: readonly ObservedRun[]): string[] {
    const states = [before, after, third];
    const form = withoutRowNumbers(this.#formIn(...records), states);
    const [was, became, is] = states.map((state) => normal(state, form));
    const other = differences(was, is).map(({ at }) => at);
    const isOther = (at: string) => other.some((each) => isWithin(at, each) || isWithin(each, at));
    return differences(was, became)
      .filter(({ at }) => !isOther(at))
      .map(({ at, wanted, found }) => `${at}: ${shown(wanted)} again, after it was ${shown(found)}`);
  }

  /** The differences between a state and the state of the control runs; empty if there is none. */
  compare(state: StateOfRun): StateDifference[] {
    const known = this.#ownOf([...this.#controls, state]);
    return differencesBetween(known[0], known.at(-1), this.#formIn(state.record), known);
  }

  /** States of a run without copies of what the application read for them, and without its logs of events. */
  own(states: readonly StateOfRun[]): unknown[] {
    return this.#ownOf([...this.#controls, ...states]).slice(this.#controls.length);
  }

  #ownOf(states: readonly StateOfRun[]): unknown[] {
    return ownStates(states).map((value) => withoutLogs(value, this.#logs));
  }

  #formIn(...records: readonly ObservedRun[]): NormalForm {
    const { generated, leaveOut } = this.#form;
    return { generated: records.reduce((all, record) => all.with(record), generated), leaveOut };
  }
}

/** Whether a path equals another path, or is below it: `orders[2].status` is below `orders[2]`. */
const isWithin = (at: string, place: string): boolean =>
  at.startsWith(place) && /^($|[.[])/.test(at.slice(place.length));

const longest = 80;

export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = textOf(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
