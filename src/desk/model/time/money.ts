import type { BalanceView, LedgerEntryView } from '../../../sandbox/control/wire.ts';
import type { Lists } from '../lists/lists.ts';

/** The accounts of a workspace, in display order. */
export const accountNames = ['available', 'pending', 'reserved', 'held'] as const;
type AccountName = (typeof accountNames)[number];

/** The balance of each account after each movement, in the currency's minor units. */
export interface MoneyLines {
  readonly currency: string;
  /** The instants of the movements, oldest first, followed by the current instant, in emulated milliseconds. */
  readonly at: readonly number[];
  readonly balances: Readonly<Record<AccountName, readonly number[]>>;
  /** The ledger entry of each step; null at the start and at the current instant. */
  readonly entries: readonly (LedgerEntryView | null)[];
}

/**
 * The entries to calculate past balances from, newest first; null under a filter, because a balance follows from all
 * movements.
 */
export const entriesOfBalances = ({ ledger }: Lists): readonly LedgerEntryView[] | null =>
  ledger.holds('') ? ledger.items : null;

/** The currencies of these entries, most frequent first. */
export function currenciesIn(entries: readonly LedgerEntryView[]): string[] {
  const counts = new Map<string, number>();
  for (const { currency } of entries) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
}

/**
 * Computes past balances: starts with the current balances and subtracts one movement after another.
 * @param entries as the ledger lists them, newest first
 * @param now the emulated time in milliseconds
 */
export function moneyLines(
  entries: readonly LedgerEntryView[],
  balances: readonly BalanceView[],
  currency: string,
  now: number,
): MoneyLines {
  const own = entries.filter((entry) => entry.currency === currency);
  const current = balances.find((balance) => balance.currency === currency);
  const left = Object.fromEntries(accountNames.map((name) => [name, current?.[name] ?? 0])) as Record<
    AccountName,
    number
  >;
  const lines = Object.fromEntries(accountNames.map((name) => [name, [left[name]]])) as Record<AccountName, number[]>;
  const at = [now];
  const made: (LedgerEntryView | null)[] = [null];
  for (const entry of own) {
    const { account } = entry;
    if (account === 'external') continue;
    at.push(Date.parse(entry.at));
    made.push(entry);
    for (const name of accountNames) lines[name].push(left[name]);
    left[account] -= entry.amount;
  }
  const [oldest = now] = at.slice(-1);
  at.push(oldest - 1);
  made.push(null);
  for (const name of accountNames) lines[name].push(left[name]);
  return {
    currency,
    at: at.reverse(),
    entries: made.reverse(),
    balances: Object.fromEntries(accountNames.map((name) => [name, lines[name].reverse()])) as Record<
      AccountName,
      number[]
    >,
  };
}
