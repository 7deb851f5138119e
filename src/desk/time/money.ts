import type { BalanceView, LedgerEntryView } from '../../control/wire.ts';

/** Where the money of a workspace can be, in the order in which it is named. */
export const accountNames = ['available', 'pending', 'reserved', 'held'] as const;
export type AccountName = (typeof accountNames)[number];

/** What was in each account after each movement, in the currency's minor units. */
export interface MoneyLines {
  readonly currency: string;
  /** The instants of the movements in emulated milliseconds, the oldest first, and now. */
  readonly at: readonly number[];
  readonly balances: Readonly<Record<AccountName, readonly number[]>>;
  /** The entry that made each step; null at the beginning and for now. */
  readonly entries: readonly (LedgerEntryView | null)[];
}

/** The currencies of these entries, that of most of them first. */
export function currenciesIn(entries: readonly LedgerEntryView[]): string[] {
  const counts = new Map<string, number>();
  for (const { currency } of entries) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([currency]) => currency);
}

/**
 * Goes back from the balances of now by what each movement changed.
 * @param entries as the ledger lists them, the newest first
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
