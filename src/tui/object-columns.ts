import type { ObjectView } from '../control/wire.ts';
import type { Cell, Column } from './cells.ts';
import { amount, idIn, shortId, stateSpan, when } from './format.ts';
import type { ObjectKind } from './kinds.ts';

type Data = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const id = (value: unknown): string => (typeof value === 'string' ? shortId(value) : '');
const day = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 10) : '');
const joined = (...parts: unknown[]): string =>
  parts
    .map(text)
    .filter((part) => part !== '')
    .join(' ');

const cardOf = ({ card_brand, card_last_four, bank_last_four, wallet_type }: Data): string =>
  joined(wallet_type, card_brand ?? (bank_last_four == null ? null : 'bank'), card_last_four ?? bank_last_four);

/** The columns in which kinds differ: who is on the other side, and what else there is to know. */
const own: Readonly<Record<ObjectKind, (data: Data) => readonly [who: Cell, what: Cell]>> = {
  transaction: (data) => [
    joined(data.email ?? data.buyer_name ?? id(data.customer_id)),
    data.error_code === null || data.error_code === undefined
      ? joined(cardOf(data), data.rail === 'ach' ? 'ach' : null, amountBack(data))
      : { text: joined(data.error_code, data.error_message), tone: 'bad' },
  ],
  payout: (data) => [
    joined(data.rail, data.card_brand, data.card_last_four) || id(data.customer_id),
    data.returned === true
      ? { text: joined(data.return_code, data.return_reason), tone: 'bad' }
      : { text: joined(data.error_code, data.error_message), tone: data.error_code == null ? 'plain' : 'bad' },
  ],
  dispute: (data) => [
    joined(data.kind),
    joined(data.reason_code, data.reason, data.due_at == null ? null : `due ${day(data.due_at)}`),
  ],
  subscription: (data) => [
    id(data.customer_id),
    joined(
      data.interval === undefined
        ? null
        : `every ${data.interval_count === 1 ? '' : `${text(data.interval_count)} `}${text(data.interval)}`,
      data.current_period_end == null ? null : `until ${day(data.current_period_end)}`,
    ),
  ],
  checkout_session: (data) => [
    joined(data.customer_email ?? id(data.customer_id)),
    joined(data.url ?? data.slug, data.ui_mode === 'embedded' ? 'embedded' : null),
  ],
  payment_link: (data) => [joined(data.name), joined(data.url)],
  invoice: (data) => [
    joined(data.number, id(data.customer_id)),
    joined(data.due_date == null ? null : `due ${day(data.due_date)}`, data.hosted_invoice_url),
  ],
  payout_link: (data) => [
    joined(data.recipient_email ?? data.recipient_name ?? data.type),
    joined(data.url, data.expires_at == null ? null : `until ${day(data.expires_at)}`),
  ],
  payout_request: (data) => [joined(data.name, data.email), joined(data.note, data.card_last_four)],
  // The API shows nothing else of an authentication.
  three_ds: () => ['', ''],
};

function amountBack({ total_refunded, currency }: Data): string | null {
  return typeof total_refunded === 'number' && total_refunded > 0 ? `${amount(total_refunded, currency)} back` : null;
}

/** The columns of every list of objects. */
export const objectColumns: readonly Column[] = [
  { name: 'made', width: 8, rank: 2 },
  { name: 'id', width: 10, grow: 4, most: 24, rank: 0 },
  { name: 'amount', width: 11, right: true, rank: 0 },
  { name: 'state', width: 18, rank: 0 },
  { name: 'with', width: 14, grow: 2, most: 36, rank: 3 },
  { name: '', width: 12, grow: 4, rank: 4 },
];

/** @param now the emulated time in milliseconds */
export function objectCells(
  { object, id: name, state, data }: ObjectView,
  widths: readonly number[],
  now: number,
): Cell[] {
  const made = text(data.created_at);
  const [who, what] = own[object as ObjectKind]?.(data) ?? ['', ''];
  const cents = data.amount ?? data.requested_amount;
  return [
    { text: made === '' ? '' : when(made, now), tone: 'dim' },
    idIn(name, widths[1] ?? 10),
    amount(cents, data.currency),
    stateSpan(state),
    who,
    what,
  ];
}
