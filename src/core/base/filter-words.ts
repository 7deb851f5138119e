import { orOf } from './closest.ts';
import { durationMs } from './duration.ts';
import { parseIso, toIso } from './instants.ts';
import { amount } from './terminal-text.ts';

/** The properties of a row that filters test. */
export interface FilterFacts {
  /** The full text of the row, without field names. */
  readonly text: () => string;
  readonly state?: string | null;
  /** The HTTP statuses of the row's responses. */
  readonly statuses?: readonly number[];
  /** The row's type: an event type, a kind of object, or a method and path. */
  readonly type?: string;
  /** The amount in minor units of the currency. */
  readonly cents?: number | null;
  readonly currency?: string | null;
  /** The customer's names, addresses and ids. */
  readonly customer?: () => string;
  /** The row's emulated instant (ISO 8601). */
  readonly at?: string | null;
  /** Whether the row needs attention. */
  readonly isProblem: boolean;
}

/** The states of objects that need attention. */
export const statesOfTrouble: ReadonlySet<string> = new Set([
  'failed',
  'returned',
  'disputed',
  'lost',
  'past_due',
  'unstarted',
  'denied',
  'rejected',
  'degraded',
]);

type Test = (row: FilterFacts) => boolean;

/** Commas can only separate thousands: `1,50` is not 150. */
const comparison = /^(>=|<=|>|<|=)?\$?(-?(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?|\.\d+))$/;

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '>=': (one, other) => one >= other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
  '=': (one, other) => one === other,
};

/** Parses `>=400` as a test of numbers; null if the text is not a comparison. */
function compare(text: string): ((value: number) => boolean) | null {
  const [, sign = '=', number = ''] = comparison.exec(text) ?? [];
  if (number === '') return null;
  const wanted = Number(number.replaceAll(',', ''));
  return (value) => comparisons[sign]!(value, wanted);
}

/**
 * Parses `payout.*` as a test of the whole text, which reads each character once, and `payout` as a test for a
 * substring.
 * @param isWhole whether a pattern without `*` also tests the whole text
 */
function like(pattern: string, isWhole = false): (text: string) => boolean {
  const [beginning = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined)
    return (text) => (isWhole ? text.toLowerCase() === pattern : text.toLowerCase().includes(pattern));
  return (given) => {
    const text = given.toLowerCase();
    if (!text.startsWith(beginning)) return false;
    let from = beginning.length;
    for (const part of rest) {
      const at = text.indexOf(part, from);
      if (at === -1) return false;
      from = at + part.length;
    }
    return text.length - end.length >= from && text.endsWith(end);
  };
}

/**
 * Parses `-1h`, `2d`, `today`, `month`, `2026-03-01` or `2026-03-01T09:00:00Z` as an instant; null if the text has none
 * of these forms.
 */
function sinceOf(text: string, now: number): number | null {
  const ago = durationMs(text.replace(/^-/, ''));
  if (ago !== null) return now - ago;
  const today = toIso(now).slice(0, 10);
  const day = text === 'today' ? today : text === 'month' ? `${today.slice(0, 8)}01` : text;
  return parseIso(/^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T00:00:00Z` : text.toUpperCase());
}

/** The filter keys, each with an example. */
export const filterKeys = {
  state: 'state:pending',
  status: 'status:>=400',
  type: 'type:payout.*',
  amount: 'amount:>50',
  customer: 'customer:ada',
  id: 'id:txn_8sQx',
  since: 'since:-1h',
} as const;

type FilterKey = keyof typeof filterKeys;

/** Turns the value of a key into a test; null if the value is incomplete. */
const keyed: Readonly<Record<FilterKey, (value: string, now: number) => Test | null>> = {
  // `refunded` does not mean `partially_refunded`.
  state: (value) => {
    const fits = like(value, true);
    return ({ state }) => typeof state === 'string' && fits(state);
  },
  status: (value) => {
    const fits = compare(value);
    return fits === null ? null : ({ statuses = [] }) => statuses.some(fits);
  },
  type: (value) => {
    const fits = like(value);
    return ({ type = '' }) => fits(type);
  },
  amount: (value) => {
    const fits = compare(value);
    return fits === null ? null : (row) => unitsOf(row).some(fits);
  },
  customer: (value) => {
    const fits = like(value.includes('*') ? `*${value}*` : value);
    return ({ customer }) => customer !== undefined && fits(customer());
  },
  id: (value) => (row) => row.text().toLowerCase().includes(value),
  since: (value, now) => {
    const from = sinceOf(value, now);
    return from === null ? null : ({ at }) => typeof at === 'string' && (parseIso(at) ?? 0) >= from;
  },
};

/** The names of columns, by the key that they mean. */
const columnNames: Readonly<Partial<Record<FilterKey, readonly string[]>>> = {
  state: ['account', 'level'],
  status: ['answer'],
  type: ['event', 'reason', 'job', 'kind', 'call'],
  customer: ['person', 'recipient'],
  id: ['object', 'for', 'to', 'url', 'subject', 'movement', 'rule', 'where', 'operation', 'place', 'what', 'attached'],
};

const aliases = new Map(
  Object.entries(columnNames).flatMap(([key, names]) => names.map((name) => [name, key as FilterKey])),
);

/** The key that a name means; undefined if there is no such key. */
function keyNamed(name: string): FilterKey | undefined {
  return Object.hasOwn(keyed, name) ? (name as FilterKey) : aliases.get(name);
}

const keyedWord = /^(\w+):(.*)$/;

/** The names of the values of keys that do not accept every text. */
const valueNames: Readonly<Partial<Record<FilterKey, string>>> = { status: 'status', amount: 'amount', since: 'time' };

/** A value that the user has not finished typing. */
const unfinished = /^(>=?|<=?|=)?\$?-?$/;

/** The maximum length of a filter in a request, in characters. */
export const longestFilter = 200;

/** The maximum number of asterisks in a filter. */
const mostStars = 16;

/** A word of letters with a value is meant as a key, unless it is an address, a time or a quotation from a text. */
const meantAsKey = /^[a-z]+:[^/\s"{]/;

/**
 * Returns the reason why a filter is invalid: it has too many asterisks, or an unknown key, or a key does not accept
 * its value. Null if the filter is valid.
 */
export function filterRefusal(words: string): string | null {
  if (words.split('*').length - 1 > mostStars) return `A filter can contain at most ${mostStars} asterisks (*).`;
  for (const word of words.split(/\s+/)) {
    const [, name = '', value = ''] = keyedWord.exec(word) ?? [];
    const key = keyNamed(name.toLowerCase());
    if (key === undefined && meantAsKey.test(word))
      return `There is no filter key '${name}'. Use ${orOf(Object.keys(filterKeys))}, such as ${filterKeys.state}.`;
    if (key === undefined || unfinished.test(value) || keyed[key](value.toLowerCase(), 0) !== null) continue;
    return `'${value}' is not a valid ${valueNames[key] ?? key}; use a filter such as ${filterKeys[key]}.`;
  }
  return null;
}

/** The amount in units of the currency, as people read it. */
function unitsOf({ cents, currency }: FilterFacts): number[] {
  if (typeof cents !== 'number') return [];
  const shown = amount(cents, currency ?? 'USD').replace(/[^\d.-]/g, '');
  return [Number(shown)];
}

/** The amount as rows display it and as users type it. */
function shownAmount(row: FilterFacts): string {
  if (typeof row.cents !== 'number') return '';
  return ` ${amount(row.cents, row.currency ?? 'USD')} ${unitsOf(row)[0]?.toFixed(2)}`;
}

/** The word that filters for rows that need attention. */
export const problemsWord = '!';

/**
 * Turns a filter into a test of rows. Every word must match. A plain word can match anywhere in the row; a word with
 * a key matches one property: `state:pending amount:>50 since:-1h`. `!` matches rows that need attention.
 * @param now the emulated time in milliseconds, relative to which `since:-1h` is evaluated
 */
export function filterOf(words: string, now: number): Test {
  const plain: string[] = [];
  const tests: Test[] = [];
  for (const word of words.toLowerCase().split(/\s+/)) {
    if (word === '') continue;
    const [, name = '', value = ''] = keyedWord.exec(word) ?? [];
    const key = keyNamed(name);
    if (word === problemsWord) tests.push(({ isProblem }) => isProblem);
    else if (key === undefined) plain.push(word);
    else if (value !== '') tests.push(keyed[key](value, now) ?? (() => true));
  }
  return (row) => {
    if (!tests.every((test) => test(row))) return false;
    if (plain.length === 0) return true;
    const text = `${row.text()}${shownAmount(row)}`.toLowerCase();
    return plain.every((word) => text.includes(word));
  };
}
