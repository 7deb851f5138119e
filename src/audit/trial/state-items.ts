import { minuteMs } from '../../core/base/instants.ts';
import { isObject } from '../../core/base/json-values.ts';
import { instantsIn, withoutGenerated } from './state.ts';

/** An entry of a list or a map in an application's state, with its path: `orders[]`. */
export interface StateItem {
  readonly path: string;
  readonly value: unknown;
}

/** How many levels deep a state is searched. */
const deepest = 12;

/** The innermost entries of a state that contain a given name, in a text or as their key. */
export function itemsNaming(state: unknown, names: ReadonlySet<string>): StateItem[] {
  const found: StateItem[] = [];
  /** @returns whether the value contains a name */
  const look = (value: unknown, path: string, isEntry: boolean, depth: number): boolean => {
    if (typeof value === 'string') return names.has(value);
    if (depth > deepest || typeof value !== 'object' || value === null) return false;
    const before = found.length;
    let isNamed = false;
    if (Array.isArray(value)) {
      for (const each of value) if (look(each, `${path}[]`, true, depth + 1)) isNamed = true;
    } else {
      const fields = Object.entries(value);
      const isMap = fields.length > 0 && fields.every(([, each]) => isObject(each));
      for (const [key, each] of fields) {
        const at = isMap ? `${path}{}` : path === '' ? key : `${path}.${key}`;
        const isInside = look(each, at, isMap, depth + 1);
        if (names.has(key) && !isInside) found.push({ path: at, value: each });
        else if (isInside) isNamed = true;
      }
    }
    if (isNamed && isEntry && isObject(value) && found.length === before) found.push({ path, value });
    return isNamed && found.length === before;
  };
  look(state, '', true, 0);
  return found;
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
    const fields = Object.entries(value);
    const isMap = fields.length > 0 && fields.every(([, each]) => isObject(each));
    return Object.fromEntries(
      fields
        .filter(([key, each]) => !isMap || keep(each, `${path}{}`, key))
        .map(([key, each]) => [key, look(each, isMap ? `${path}{}` : `${path}.${key}`, depth + 1)]),
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
