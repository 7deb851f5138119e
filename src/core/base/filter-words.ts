import { durationMs } from './duration.ts';
import { parseIso } from './instants.ts';
import { amount } from './terminal-text.ts';

/** The facts about a row that filters test. */
export interface FilterFacts {
  /** All text of the row, without field names. */
  readonly text: () => string;
  readonly state?: string | null;
  /** The HTTP statuses of the row's answers. */
  readonly statuses?: readonly number[];
  /** The row's type: an event type, a kind of object, or a method and path. */
  readonly type?: string;
  /** The amount in the currency's minor units. */
  readonly cents?: number | null;
  readonly currency?: string | null;
  /** The customer: names, addresses, ids. */
  readonly customer?: () => string;
  /** The row's instant: ISO 8601, emulated. */
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

/** Commas may only separate thousands: `1,50` is not 150. */
const comparison = /^(>=|<=|>|<|=)?\$?(-?(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?|\.\d+))$/;

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '>=': (one, other) => one >= other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
  '=': (one, other) => one === other,
};

/** `>=400` as a test of numbers; null: the text is not a comparison. */
function compare(text: string): ((value: number) => boolean) | null {
  const [, sign = '=', number = ''] = comparison.exec(text) ?? [];
  if (number === '') return null;
  const wanted = Number(number.replaceAll(',', ''));
  return (value) => comparisons[sign]!(value, wanted);
}

/** `payout.*` as a test of whole texts, which reads each character once; `payout` as a test for a part of a text. */
function like(pattern: string): (text: string) => boolean {
  const [beginning = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return (text) => text.toLowerCase().includes(pattern);
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

/** `-1h`, `2d`, `2026-03-01` or `2026-03-01T09:00:00Z` as an instant; null: the text has none of these forms. */
function sinceOf(text: string, now: number): number | null {
  const ago = durationMs(text.replace(/^-/, ''));
  if (ago !== null) return now - ago;
  return parseIso(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text.toUpperCase());
}

/** The keys of filters, and the property of a row that each key tests. */
export const filterKeys = {
  state: 'state:pending',
  status: 'status:>=400',
  type: 'type:payout.*',
  amount: 'amount:>50',
  customer: 'customer:ada',
  since: 'since:-1h',
} as const;

type FilterKey = keyof typeof filterKeys;

/** A word with a key as a test; null while its value is incomplete. */
const keyed: Readonly<Record<FilterKey, (value: string, now: number) => Test | null>> = {
  state: (value) => {
    const fits = like(value);
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
  since: (value, now) => {
    const from = sinceOf(value, now);
    return from === null ? null : ({ at }) => typeof at === 'string' && (parseIso(at) ?? 0) >= from;
  },
};

const isKey = (name: string): name is FilterKey => Object.hasOwn(keyed, name);

const keyedWord = /^(\w+):(.*)$/;

/** The values of keys that do not accept every text. */
const valueNames: Readonly<Partial<Record<FilterKey, string>>> = { status: 'status', amount: 'amount', since: 'time' };

/** An incomplete value that further typing may complete. */
const unfinished = /^(>=?|<=?|=)?\$?-?$/;

/** The longest filter that a request may send, in characters. */
export const longestFilter = 200;

/** The most stars in a filter. */
const mostStars = 16;

/**
 * Why a filter is invalid: it has too many stars, or a word with a value that the word's key does not accept. Null: the
 * filter is valid.
 */
export function filterRefusal(words: string): string | null {
  if (words.split('*').length - 1 > mostStars) return `A filter has at most ${mostStars} stars.`;
  for (const word of words.split(/\s+/)) {
    const [, name = '', value = ''] = keyedWord.exec(word) ?? [];
    const key = name.toLowerCase();
    if (!isKey(key) || unfinished.test(value) || keyed[key](value.toLowerCase(), 0) !== null) continue;
    return `'${value}' is no ${valueNames[key] ?? key}; write it like ${filterKeys[key]}.`;
  }
  return null;
}

/** The amount in the currency's units, as people read it. */
function unitsOf({ cents, currency }: FilterFacts): number[] {
  if (typeof cents !== 'number') return [];
  const shown = amount(cents, currency ?? 'USD').replace(/[^\d.-]/g, '');
  return [Number(shown)];
}

/** The amount as rows display it, and as users type it. */
function shownAmount(row: FilterFacts): string {
  if (typeof row.cents !== 'number') return '';
  return ` ${amount(row.cents, row.currency ?? 'USD')} ${unitsOf(row)[0]?.toFixed(2)}`;
}

/** The word that leaves only rows that need attention. */
export const problemsWord = '!';

/**
 * A filter as a test of rows. Every word must match: a plain word anywhere in the row, a word with a key in one
 * property: `state:pending amount:>50 since:-1h`; `!` matches rows that need attention.
 * @param now the emulated time in milliseconds, from which `since:-1h` counts
 */
export function filterOf(words: string, now: number): Test {
  const plain: string[] = [];
  const tests: Test[] = [];
  for (const word of words.toLowerCase().split(/\s+/)) {
    if (word === '') continue;
    const [, key = '', value = ''] = keyedWord.exec(word) ?? [];
    if (word === problemsWord) tests.push(({ isProblem }) => isProblem);
    else if (!isKey(key)) plain.push(word);
    else if (value !== '') tests.push(keyed[key](value, now) ?? (() => true));
  }
  return (row) => {
    if (!tests.every((test) => test(row))) return false;
    if (plain.length === 0) return true;
    const text = `${row.text()}${shownAmount(row)}`.toLowerCase();
    return plain.every((word) => text.includes(word));
  };
}
