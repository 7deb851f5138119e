import { durationMs } from './base/duration.ts';
import { parseIso } from './base/instants.ts';
import { amount } from './text.ts';

/** What a filter knows of a row. */
export interface Filtered {
  /** Everything that it says: texts, not the names of fields. */
  readonly text: () => string;
  readonly state?: string | null;
  /** The HTTP statuses of its answers. */
  readonly statuses?: readonly number[];
  /** What kind of thing it is: an event type, a kind of object, a method and a path. */
  readonly type?: string;
  /** In the currency's minor units. */
  readonly cents?: number | null;
  readonly currency?: string | null;
  /** Whom it is about: names, addresses, ids. */
  readonly customer?: () => string;
  /** ISO 8601, emulated. */
  readonly at?: string | null;
  /** Whether it needs somebody. */
  readonly isProblem: boolean;
}

/** The states of objects that need somebody. */
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

type Test = (row: Filtered) => boolean;

/** A number may have commas between its thousands, and nowhere else: `1,50` is not 150. */
const comparison = /^(>=|<=|>|<|=)?\$?(-?(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?|\.\d+))$/;

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '>=': (one, other) => one >= other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
  '=': (one, other) => one === other,
};

/** `>=400` as a test of numbers; null where it is no comparison. */
function compare(text: string): ((value: number) => boolean) | null {
  const [, sign = '=', number = ''] = comparison.exec(text) ?? [];
  if (number === '') return null;
  const wanted = Number(number.replaceAll(',', ''));
  return (value) => comparisons[sign]!(value, wanted);
}

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** `payout.*` as a test of whole texts, `payout` as one of their beginnings. */
function like(pattern: string): (text: string) => boolean {
  if (!pattern.includes('*')) return (text) => text.toLowerCase().includes(pattern);
  const exact = new RegExp(`^${escaped(pattern).replaceAll('*', '.*')}$`, 'i');
  return (text) => exact.test(text);
}

/** `-1h`, `2d`, `2026-03-01` or `2026-03-01T09:00:00Z` as an instant; null where it is none. */
function sinceOf(text: string, now: number): number | null {
  const ago = durationMs(text.replace(/^-/, ''));
  if (ago !== null) return now - ago;
  return parseIso(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text.toUpperCase());
}

/** The words that name what they are looked for in, and what each is for. */
export const filterKeys = {
  state: 'state:pending',
  status: 'status:>=400',
  type: 'type:payout.*',
  amount: 'amount:>50',
  customer: 'customer:ada',
  since: 'since:-1h',
} as const;

type FilterKey = keyof typeof filterKeys;

/** A word with a key as a test; null where its value means nothing yet, as while it is typed. */
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

/** What the values of keys are that do not take every text. */
const valueNames: Readonly<Partial<Record<FilterKey, string>>> = { status: 'status', amount: 'amount', since: 'time' };

/** The beginning of a value, which may be typed on. */
const unfinished = /^(>=?|<=?|=)?\$?-?$/;

/** Why a filter means nothing: the first of its words whose value is none of its key. Null: all of them mean something. */
export function filterRefusal(words: string): string | null {
  for (const word of words.split(/\s+/)) {
    const [, name = '', value = ''] = keyedWord.exec(word) ?? [];
    const key = name.toLowerCase();
    if (!isKey(key) || unfinished.test(value) || keyed[key](value.toLowerCase(), 0) !== null) continue;
    return `'${value}' is no ${valueNames[key] ?? key}; write it like ${filterKeys[key]}.`;
  }
  return null;
}

/** The amount in the currency's units, as somebody reads it. */
function unitsOf({ cents, currency }: Filtered): number[] {
  if (typeof cents !== 'number') return [];
  const shown = amount(cents, currency ?? 'USD').replace(/[^\d.-]/g, '');
  return [Number(shown)];
}

/** The amount as it is shown, and as it is typed. */
function shownAmount(row: Filtered): string {
  if (typeof row.cents !== 'number') return '';
  return ` ${amount(row.cents, row.currency ?? 'USD')} ${unitsOf(row)[0]?.toFixed(2)}`;
}

/** What stands for problems only. */
export const problemsWord = '!';

/**
 * A filter as a test of rows: each of its words has to fit. A word is looked for in all that a row says, or, with a key,
 * in one thing of it: `state:pending amount:>50 since:-1h`; `!` means what needs somebody.
 * @param now the emulated time in milliseconds, which `since:-1h` counts from
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
