import { statesOfTrouble } from '../../core/base/filter-words.ts';
import { dayMs } from '../../core/base/instants.ts';
import { decimalsOf, spell } from '../../core/base/terminal-text.ts';
import type { DeliveryView, JobView } from '../../sandbox/control/wire.ts';
import type { CellSpan, Span, Tone } from './cells.ts';

/** Formats amounts, ids, times and states. */

const typedAmount = /^\p{Sc}?(\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/u;

/**
 * Reads an amount in the form that a person types: `15`, `15.00`, `$1,500`. Returns the amount in the currency's
 * minor units; null if the text is not an amount. A comma is allowed only between thousands. `1,50` is refused,
 * because its comma could be a decimal point.
 */
export function centsOf(text: string, currency = 'USD'): number | null {
  const [, units, decimals = ''] = typedAmount.exec(text.trim()) ?? [];
  const digits = decimalsOf(currency);
  // The yen has no minor unit.
  if (units === undefined || /[1-9]/.test(decimals.slice(digits))) return null;
  const cents = Number(units.replaceAll(',', '') + decimals.slice(0, digits).padEnd(digits, '0'));
  return cents > 0 ? cents : null;
}

/** A shortened id, such as `txn_8sQx…`. */
export function shortId(id: string): string {
  const at = id.indexOf('_');
  return at < 0 || id.length <= at + 7 ? id : `${id.slice(0, at + 5)}…`;
}

/** Whether a text is the id of an item in the emulator. A lowercase name is not an id. */
export const isId = (text: string): boolean =>
  /^[a-z]{2,6}_[A-Za-z0-9]{8,64}$/.test(text) && /[A-Z0-9]/.test(text.slice(3));

/** An id in a list, in full or shortened. */
export const idCell = (id: string): CellSpan => ({ text: id, shorter: [shortId(id)], id });

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The length of eleven months in milliseconds: within them, a day and a month name only one date. */
const elevenMonths = 334 * dayMs;

/** The day of an ISO 8601 instant, such as `20 Nov 2025`. */
export const dayOf = (iso: string): string => `${shortDayOf(iso)} ${iso.slice(0, 4)}`;

/** The day without its year, such as `20 Nov`. */
export const shortDayOf = (iso: string): string => `${iso.slice(8, 10)} ${months[Number(iso.slice(5, 7)) - 1] ?? ''}`;

/**
 * A short form of an ISO 8601 instant, in UTC: the time of an instant today (`09:14:22`), the date and time of an instant
 * within eleven months (`20 Nov 09:14`), and the date of any other instant (`20 Nov 2024`).
 * @param now the emulated time in milliseconds
 */
export function when(iso: string, now: number): string {
  if (iso.slice(0, 10) === new Date(now).toISOString().slice(0, 10)) return iso.slice(11, 19);
  return Math.abs(Date.parse(iso) - now) < elevenMonths ? `${shortDayOf(iso)} ${iso.slice(11, 16)}` : dayOf(iso);
}

/** A text whose ISO 8601 days are written as in a list: `renews 04 Dec`. @param now the emulated time in milliseconds */
export const daysIn = (text: string, now: number): string =>
  text.replace(/\b\d{4}-\d\d-\d\d\b/g, (day) =>
    Math.abs(Date.parse(day) - now) < elevenMonths ? shortDayOf(day) : dayOf(day),
  );

/** An instant in a list; where space is limited, without the time. @param now the emulated time in milliseconds */
export function whenCell(iso: string, now: number): CellSpan {
  const text = when(iso, now);
  return { text, shorter: [/ \d\d:/.test(text) ? shortDayOf(iso) : text], tone: 'dim', at: iso };
}

/** An instant in details, which have no columns to save; the whole instant is in its title and in the JSON. */
export const timeCell = (iso: string, now: number): CellSpan => ({ text: when(iso, now), tone: 'dim', at: iso });

/** The distance of an ISO 8601 instant from now, which is in milliseconds: `in 4m 12s`, `4m 12s ago`. */
export function until(now: number, then: string, isFrozen = false): string {
  const distance = Date.parse(then) - now;
  if (Math.abs(distance) < 500) return 'now';
  // While the clock is frozen, it does not reach the instant.
  if (isFrozen && distance > 0) return `in ${spell(distance)} once the clock moves`;
  return distance > 0 ? `in ${spell(distance)}` : `${spell(-distance)} ago`;
}

/** A name without underscores, such as `pending settlement`. */
export const words = (name: string): string => name.replaceAll('_', ' ');

/** A text that starts with a capital letter, as on a button. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The work of a job, such as `renew sub_4kPx…`. */
export const jobWords = ({ kind, subject }: Pick<JobView, 'kind' | 'subject'>): string =>
  `${words(kind.slice(kind.indexOf('.') + 1))} ${shortId(subject)}`;

/** The address of a receiver without its scheme, such as `shop.example/hooks`; without a local host: `:3000/hooks`. */
export const receiverOf = (url: string): string =>
  url.replace(/^\w+:\/\//, '').replace(/^(?:localhost|127\.0\.0\.1|\[::1\])(?=:)/, '');

/** A receiver in a list; the port comes first, so a name that is cut still names one receiver. */
export const receiverCell = (url: string): CellSpan => ({
  text: url.replace(/^\w+:\/\//, ''),
  shorter: [receiverOf(url)],
  tone: 'dim',
});

/** A path of the merchant API without its prefix and with shortened ids. */
export const shortPath = (path: string): string =>
  path.replace(/^\/api\/v1(?=\/)/, '').replace(/\b[a-z]+_[A-Za-z0-9]{8,}/g, shortId);

/** The time until a response arrived, such as `12 ms` or `1.2 s`. */
export const latency = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;

function statusTone(status: number | null): Tone {
  if (status === null || status === 0 || status >= 500) return 'bad';
  return status < 400 ? 'good' : 'wait';
}

export const statusSpan = (status: number | null): Span => ({
  text: status === null ? 'none' : status === 0 ? 'cut' : String(status),
  tone: statusTone(status),
});

const tones: Readonly<Record<Exclude<Tone, 'plain' | 'bold'>, readonly string[]>> = {
  good: ['settled', 'paid', 'active', 'complete', 'won', 'approved', 'claimed', 'sent', 'viewed', 'authenticated'],
  wait: ['pending', 'pending_settlement', 'in_transit', 'processing', 'open', 'scheduled', 'new', 'matched'].concat([
    'unmatched',
    'fighting',
    'response_submitted',
    'cancellation_pending',
    'challenged',
    'initialized',
    'paused',
  ]),
  bad: [...statesOfTrouble],
  dim: ['canceled', 'cancelled', 'voided', 'void', 'refunded', 'partially_refunded', 'expired', 'inactive', 'draft'],
};

const toneOf = new Map(Object.entries(tones).flatMap(([tone, states]) => states.map((state) => [state, tone as Tone])));

/** A state in its tone. */
export const stateSpan = (state: string | null): Span => ({
  text: state ?? '',
  tone: state === null ? 'dim' : (toneOf.get(state) ?? 'plain'),
});

/**
 * The first line of a receiver's response to a failed attempt, or the reason why there was no response; empty if the
 * attempt succeeded.
 */
export function answerLine({ error, status, body }: DeliveryView['attempts'][number]): string {
  if (error === null) return '';
  const [line = ''] = body.trim().split('\n');
  return line !== '' ? `"${line.slice(0, 200)}"` : status === null ? error : '';
}

const deliveryTones = { delivered: 'good', failed: 'bad', pending: 'wait' } as const;

/** The state of a delivery. One that failed, and whose event was delivered when it was resent, counts as resent. */
export const deliverySpan = ({ status, delivered_by }: Pick<DeliveryView, 'status' | 'delivered_by'>): Span =>
  delivered_by === undefined ? { text: status, tone: deliveryTones[status] } : { text: 'resent', tone: 'wait' };
