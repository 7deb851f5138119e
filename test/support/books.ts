import type { Account, LedgerGroup } from '../../src/engine/ledger.ts';
import { entriesOf } from '../../src/engine/ledger.ts';

interface Thing {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly reference_id: string | null;
}

/** The data of a workspace in one mode, as an export holds them. */
export interface Snapshot {
  readonly transaction: readonly (Thing & { order_number: number; total_refunded: number; created_at: string })[];
  readonly payout: readonly (Thing & { payout_number: number })[];
  readonly event: readonly { id: string; type: string; subject: string }[];
  readonly delivery: readonly { id: string; status: string }[];
  readonly ledger: readonly LedgerGroup[];
  readonly balance: readonly Record<Account, number>[];
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
 * What does not fit together in a data set that began with 1,000,000 cents and has seen charges, voids, refunds and
 * payouts: in words, an empty list where all does.
 */
export function faultsOf(state: Snapshot): string[] {
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
  return faults;
}
