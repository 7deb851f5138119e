import type { Account, LedgerGroup } from '../../src/payments/platform/ledger.ts';
import { entriesOf } from '../../src/payments/platform/ledger.ts';

interface Thing {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly reference_id: string | null;
}

interface Paid extends Thing {
  readonly order_number: number;
  readonly total_refunded: number;
  readonly created_at: string;
  readonly subscription_id: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly line_items: readonly { product_id: string }[];
  readonly spent?: { readonly stock?: Ordered };
}

type Ordered = readonly { product_id: string; quantity: number }[];

/** The data of a workspace in one mode, as an export holds them. */
export interface Snapshot {
  readonly transaction: readonly Paid[];
  readonly payout: readonly (Thing & { payout_number: number })[];
  readonly event: readonly { id: string; type: string; subject: string }[];
  readonly delivery: readonly { id: string; status: string }[];
  readonly ledger: readonly LedgerGroup[];
  readonly balance: readonly Record<Account, number>[];
  readonly product?: readonly { id: string; track_inventory: boolean; stock_quantity: number }[];
  readonly payment_token?: readonly { id: string; used_at: string | null }[];
  readonly subscription?: readonly (Thing & { periods: number; latest_transaction_id: string | null })[];
  readonly job?: readonly { kind: string; subject: string }[];
}

const accounts: readonly Account[] = ['available', 'reserved', 'held', 'pending', 'external'];

/** The sums of the ledger's entries by account, in cents. */
export function balancesBy({ ledger }: Pick<Snapshot, 'ledger'>): Record<Account, number> {
  const sums = { available: 0, reserved: 0, held: 0, pending: 0, external: 0 };
  for (const { account, amount } of ledger.flatMap(entriesOf)) sums[account] += amount;
  return sums;
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * What does not fit together in a data set that began with 1,000,000 cents and has seen charges, sales, subscriptions,
 * voids, refunds and payouts: in words, an empty list where all does.
 * @param stockAtFirst how much was in stock of each product that is tracked
 */
export function faultsOf(state: Snapshot, stockAtFirst: number): string[] {
  const faults: string[] = [];
  const same = (what: string, got: unknown, wanted: unknown): void => {
    if (got !== wanted) faults.push(`${what}: ${got}, not ${wanted}`);
  };
  const { transaction = [], payout = [], event = [], ledger, balance } = state;

  for (const group of ledger) same(`sum of ${group.id}`, sumOf(entriesOf(group).map(({ amount }) => amount)), 0);
  const sums = balancesBy(state);
  for (const account of accounts) same(`balance ${account}`, balance[0]?.[account], sums[account]);

  const of = <T extends Thing>(things: readonly T[], ...statuses: string[]) =>
    things.filter(({ status }) => statuses.includes(status));
  const amounts = (things: readonly Thing[]) => sumOf(things.map(({ amount }) => amount));
  const settled = of(transaction, 'settled', 'refunded', 'partially_refunded');
  same('pending', sums.pending, amounts(of(transaction, 'pending_settlement')));
  same('reserved', sums.reserved, amounts(of(payout, 'pending')));
  const refunded = sumOf(settled.map(({ total_refunded }) => total_refunded));
  same('available', sums.available, 1_000_000 + amounts(settled) - refunded - amounts(of(payout, 'pending', 'paid')));

  const numbersOf = (numbers: number[]) => numbers.toSorted((a, b) => a - b).join();
  const counting = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join();
  same('order numbers', numbersOf(transaction.map(({ order_number }) => order_number)), counting(transaction.length));
  same('payout numbers', numbersOf(payout.map(({ payout_number }) => payout_number)), counting(payout.length));

  const references = [...transaction, ...payout].flatMap(({ reference_id }) => reference_id ?? []);
  same('references', new Set(references).size, references.length);

  const once = new Map<string, number>();
  for (const { type, subject } of event) once.set(`${type} ${subject}`, (once.get(`${type} ${subject}`) ?? 0) + 1);
  for (const { id } of settled) same(`payment.completed of ${id}`, once.get(`payment.completed ${id}`), 1);
  for (const { id } of of(transaction, 'voided')) same(`payment.voided of ${id}`, once.get(`payment.voided ${id}`), 1);
  for (const { id } of payout) same(`payout.created of ${id}`, once.get(`payout.created ${id}`), 1);
  for (const { id } of of(payout, 'paid')) same(`payout.paid of ${id}`, once.get(`payout.paid ${id}`), 1);

  const ongoing = transaction.filter(({ status }) => status !== 'voided' && status !== 'failed');
  checkStock(state, ongoing, stockAtFirst, same);
  checkTokens(state, transaction, same);
  checkSubscriptions(state, transaction, same);
  return faults;
}

type Same = (what: string, got: unknown, wanted: unknown) => void;

/** What is in stock and what orders took of it is what was there at first, and every order that stands took its own. */
function checkStock({ product = [] }: Snapshot, ongoing: readonly Paid[], first: number, same: Same) {
  const tracked = new Set(product.filter(({ track_inventory }) => track_inventory).map(({ id }) => id));
  for (const { id, stock_quantity } of product) {
    if (!tracked.has(id)) continue;
    const lines = ongoing.flatMap(takenBy).filter(({ product_id }) => product_id === id);
    same(`stock of ${id}`, stock_quantity + sumOf(lines.map(({ quantity }) => quantity)), first);
  }
  const sold = ongoing.filter(({ line_items }) => line_items.some(({ product_id }) => tracked.has(product_id)));
  same('orders that took from the stock', idsOf(ongoing.filter((each) => takenBy(each).length > 0)), idsOf(sold));
}

const takenBy = ({ spent }: Paid): Ordered => spent?.stock ?? [];

const idsOf = (things: readonly { id: string }[]): string =>
  things
    .map(({ id }) => id)
    .sort()
    .join();

/** Each token that is used paid once, and none that paid can be used again. The payment's metadata name its token. */
function checkTokens({ payment_token = [] }: Snapshot, transactions: readonly Paid[], same: Same): void {
  const used = payment_token.filter(({ used_at }) => used_at !== null);
  const paid = transactions.flatMap(({ metadata }) =>
    typeof metadata.token === 'string' ? [{ id: metadata.token }] : [],
  );
  same('tokens that are used', idsOf(used), idsOf(paid));
}

/** Each period of a subscription was paid once, and one job waits for the next. */
function checkSubscriptions(
  { subscription = [], job = [] }: Snapshot,
  transactions: readonly Paid[],
  same: Same,
): void {
  const paid = new Map<string | null, number>();
  for (const { subscription_id } of transactions) paid.set(subscription_id, (paid.get(subscription_id) ?? 0) + 1);
  const booked = new Map<string, number>();
  for (const { subject } of job) booked.set(subject, (booked.get(subject) ?? 0) + 1);
  for (const { id, periods } of subscription) {
    same(`payments of ${id}`, paid.get(id), periods);
    same(`jobs of ${id}`, booked.get(id), 1);
  }
}
