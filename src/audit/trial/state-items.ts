import { minuteMs } from '../../core/base/instants.ts';
import { isObject } from '../../core/base/json-values.ts';
import { instantsIn, withoutGenerated } from './state.ts';

/** An entry of a list or a map in an application's state, with its path: `orders[]`. */
export interface StateItem {
  readonly path: string;
  readonly value: unknown;
  /** The key of the entry in its map; absent in lists. */
  readonly key?: string;
}

/** How many levels deep a state is searched. */
const deepest = 12;

/** A field that numbers something, and a list whose entries have numbers: `orders[].user_id`, `users[].id`. */
const numbering = /(\w+?)(?:_id|Id|s?[[{][\]}](?:\.id)?)$/;

/** The names that a field or a key is: its text, and for a number what it numbers, such as `user 3`. */
function namesAt(value: unknown, path: string): string[] {
  const [, kind] = /^\d+$/.test(String(value)) ? (numbering.exec(path) ?? []) : [];
  return [
    ...(typeof value === 'string' && value !== '' ? [value] : []),
    ...(kind === undefined ? [] : [`${kind} ${value}`]),
  ];
}

/** The innermost entries of a state that contain a given name, in a text, as a number, or as their key. */
export function itemsNaming(state: unknown, names: ReadonlySet<string>): StateItem[] {
  const found: StateItem[] = [];
  const isName = (value: unknown, path: string): boolean => namesAt(value, path).some((name) => names.has(name));
  /** @returns whether the value contains a name */
  const look = (value: unknown, path: string, key: string | null, depth: number): boolean => {
    if (typeof value !== 'object' || value === null) return isName(value, path);
    if (depth > deepest) return false;
    const before = found.length;
    let isNamed = false;
    if (Array.isArray(value)) {
      for (const each of value) if (look(each, `${path}[]`, '', depth + 1)) isNamed = true;
    } else {
      for (const { name, held, at, isEntry } of fieldsOf(value, path)) {
        const isInside = look(held, at, isEntry ? name : null, depth + 1);
        if (isName(name, at) && !isInside) found.push({ path: at, value: held, key: name });
        else if (isInside) isNamed = true;
      }
    }
    if (isNamed && key !== null && isObject(value) && found.length === before) found.push({ path, value, key });
    return isNamed && found.length === before;
  };
  look(state, '', '', 0);
  return found;
}

/** The fields of an object, whose values are entries if all of them are objects. */
function fieldsOf(value: object, path: string) {
  const fields = Object.entries(value);
  const isEntry = fields.every(([, each]) => isObject(each));
  const toPath = (name: string): string => (isEntry ? `${path}{}` : path === '' ? name : `${path}.${name}`);
  return fields.map(([name, held]) => ({ name, held, at: toPath(name), isEntry }));
}

/** All names in a value. */
const namesWithin = (value: unknown, path: string): string[] =>
  Array.isArray(value)
    ? value.flatMap((each) => namesWithin(each, `${path}[]`))
    : isObject(value)
      ? fieldsOf(value, path).flatMap(({ name, held, at, isEntry }) => [
          ...(isEntry ? namesAt(name, at) : []),
          ...namesWithin(held, at),
        ])
      : namesAt(value, path);

/** How many links are followed: from a payment to its order, to a user, and to the account of the user. */
const furthest = 4;

/**
 * The names that belong to some money, in a state: those given, and those in entries that name it. A name that entries
 * about other money have as well, such as a status or a user who pays twice, is not followed.
 */
export function namesLinked(
  state: unknown,
  names: ReadonlySet<string>,
  others: ReadonlySet<string>,
  shared: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const own = (all: ReadonlySet<string>) => new Set([...all].filter((name) => !shared.has(name)));
  let [mine, theirs] = [own(names), own(others)];
  for (let links = 0; links <= furthest; links++) {
    const both = [...mine].filter((name) => theirs.has(name));
    if (both.length > 0) return namesLinked(state, names, others, new Set([...shared, ...both]));
    const further = (known: Set<string>) => {
      const items = itemsNaming(state, known);
      return own(
        new Set([
          ...known,
          ...items.flatMap((item) => [...namesAt(item.key, item.path), ...namesWithin(item.value, item.path)]),
        ]),
      );
    };
    [mine, theirs] = [further(mine), further(theirs)];
  }
  return mine;
}

/** A state without its entries about one object, and those entries. */
export interface StateWithout {
  readonly rest: unknown;
  readonly entries: readonly StateItem[];
}

/** A state without the list and map entries that directly contain a given name, in a text or as their key. */
export function withoutItemsNaming(state: unknown, names: ReadonlySet<string>): StateWithout {
  const entries: StateItem[] = [];
  const isNamed = (value: unknown): boolean =>
    (typeof value === 'string' && names.has(value)) ||
    (isObject(value) && Object.values(value).some((each) => typeof each === 'string' && names.has(each)));
  const look = (value: unknown, path: string, depth: number): unknown => {
    if (depth > deepest || typeof value !== 'object' || value === null) return value;
    const keep = (each: unknown, at: string, key?: string): boolean => {
      if (!isNamed(each) && !(key !== undefined && names.has(key))) return true;
      entries.push({ path: at, value: each });
      return false;
    };
    if (Array.isArray(value)) {
      const at = `${path}[]`;
      return value.filter((each) => keep(each, at)).map((each) => look(each, at, depth + 1));
    }
    return Object.fromEntries(
      fieldsOf(value, path)
        .filter(({ name, held, at, isEntry }) => !isEntry || keep(held, at, name))
        .map(({ name, held, at }) => [name, look(held, at, depth + 1)]),
    );
  };
  return { rest: look(state, '', 0), entries };
}

/**
 * Whether an entry equals one of the others, except for texts that each run generates. Timestamps are counted from
 * the start of their run.
 */
export function isAmong(item: StateItem, begun: number, others: readonly StateItem[], othersBegun: number): boolean {
  const text = JSON.stringify(withoutGenerated(item.value));
  return others.some(
    ({ path, value }) =>
      path === item.path &&
      JSON.stringify(withoutGenerated(value)) === text &&
      haveSameInstants(item.value, begun, value, othersBegun),
  );
}

/** The largest distance between timestamps that mean the same in two runs, in milliseconds. */
const sameInstant = 60 * minuteMs;

/** Whether two values have the same timestamps, each counted from the start of its run. */
export function haveSameInstants(one: unknown, begun: number, other: unknown, othersBegun: number): boolean {
  const [own, theirs] = [instantsIn(one), instantsIn(other)];
  const isSame = (instant: number, at: number): boolean =>
    Math.abs(instant - begun - (theirs[at]! - othersBegun)) <= sameInstant;
  return own.length === theirs.length && own.every(isSame);
}

/** An entry without its copies of the platform's objects, so that only the application's own data remains. */
export const withoutCopies = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutCopies);
  if (!isObject(value)) return value;
  const isCopy = (held: unknown) => isObject(held) && typeof held.object === 'string' && typeof held.id === 'string';
  const fields = Object.entries(value).map(([name, held]) => [name, isCopy(held) ? null : withoutCopies(held)]);
  return Object.fromEntries(fields);
};

/** A word with which an application marks something as paid, or as available to the buyer. */
const granting =
  /^(is_?|has_?)?(paid|active|complete[d]?|settled|shipped|fulfilled|delivered|granted|succeeded|confirmed|enabled)$/i;
/** A field name that ends with such a word: `isSubscriptionActive`. */
const grantingName = /^(is|has)_?[A-Za-z_]*(?<!un|in)(paid|active|completed?|settled|granted|confirmed|enabled)$/i;

/** A word, or the end of a field name, that only says that money arrived. */
const settling = /(paid|completed?|settled|succeeded|confirmed)$/i;

/** Whether a value has a mark of a kind, in a text, in the name of a true field, or as a time or a number. */
const marksBy =
  (isMark: (word: string) => boolean) =>
  (value: unknown): boolean =>
    isObject(value) &&
    Object.entries(value).some(
      ([name, held]) =>
        (typeof held === 'string' &&
          (isMark(held) || held === 'valid' || (/until|expires|ends|valid/i.test(name) && held !== ''))) ||
        (held === true && isMark(name)) ||
        (typeof held === 'number' && held > 0 && /credit|point|seat|token|quota|until|expires/i.test(name)) ||
        marksBy(isMark)(held),
    );

const isGranting = (word: string): boolean => granting.test(word) || grantingName.test(word);

/** Whether a value marks something as paid or available: `status: 'paid'`, `isActive: true`, `paid_until: …`. */
export const grants = marksBy(isGranting);

/** Whether a value marks something as available to the buyer, and not only as paid. */
export const grantsAccess = marksBy((word) => isGranting(word) && !settling.test(word));
