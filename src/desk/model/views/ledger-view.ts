import { amount } from '../../../core/base/terminal-text.ts';
import type { LedgerEntryView } from '../../../sandbox/control/wire.ts';
import { idCell, shortId, whenCell, words } from '../format.ts';
import type { View } from './view.ts';

/**
 * One entry of each movement: the entry of the account that received the money or, if the money left the workspace, of
 * the account that paid it. The details show both entries.
 */
function entryOfEach(entries: readonly LedgerEntryView[]): LedgerEntryView[] {
  const shown = new Map<string, LedgerEntryView>();
  for (const entry of entries) {
    const known = shown.get(entry.group);
    if (known === undefined || known.account === 'external' || (entry.account !== 'external' && entry.amount > 0))
      shown.set(entry.group, entry);
  }
  return [...shown.values()];
}

/** The view of all movements of money. */
export const ledger: View = {
  name: 'ledger',
  place: 9,
  title: 'Ledger',
  brief: 'Ledg',
  empty: () => 'No money has moved yet.',
  columns: [
    { name: 'at', rank: 2 },
    { name: 'account', rank: 0 },
    { name: 'amount', right: true, rank: 0 },
    { name: 'reason', rank: 1 },
    { name: 'for', rank: 0 },
    { name: 'movement', rank: 4 },
  ],
  isSearched: true,
  lists: ({ lists }) => [lists.ledger],
  rows: ({ lists: { ledger: list }, now }) =>
    entryOfEach(list.items).map((entry) => ({
      key: entry.id,
      target: { type: 'entry', entry },
      cells: () => [
        whenCell(entry.at, now),
        { text: entry.account, tone: entry.account === 'available' ? 'plain' : 'dim' },
        amount(entry.amount, entry.currency),
        words(entry.kind),
        idCell(entry.subject),
        { text: entry.group, shorter: [shortId(entry.group)], tone: 'dim' },
      ],
    })),
};
