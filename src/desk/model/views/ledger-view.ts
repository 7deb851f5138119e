import { amount } from '../../../core/base/terminal-text.ts';
import { idCell, shortId, whenCell, words } from '../format.ts';
import type { View } from './view.ts';

/** The view of all ledger entries. */
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
    { name: 'why', rank: 1 },
    { name: 'for', rank: 0 },
    { name: 'movement', rank: 4 },
  ],
  isSearched: true,
  lists: ({ lists }) => [lists.ledger],
  rows: ({ lists: { ledger: list }, now }) =>
    list.items.map((entry) => ({
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
