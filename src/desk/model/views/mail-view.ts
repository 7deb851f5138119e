import { dim } from '../cells.ts';
import { whenCell } from '../format.ts';
import { countBadge, type View } from './view.ts';

/** The view of captured emails. */
export const mail: View = {
  name: 'mail',
  place: 11,
  title: 'Mail',
  brief: 'Mail',
  empty: () =>
    'No mail has been sent yet. Invoices, claim links and receipts appear here; no mail leaves this machine.',
  columns: [
    { name: 'at', rank: 2 },
    { name: 'to', rank: 0 },
    { name: 'subject', rank: 0 },
    { name: 'attached', rank: 3 },
  ],
  isSearched: true,
  total: ({ status }) => status?.counts.mail,
  lists: ({ lists }) => [lists.mail],
  badge: ({ status }) => countBadge(status?.counts.mail),
  rows: ({ lists: { mail: list }, now }) =>
    list.items.map((message) => ({
      key: message.id,
      target: { type: 'mail', mail: message },
      cells: () => [
        whenCell(message.at, now),
        message.to,
        message.subject,
        dim(message.attachments.map(({ filename }) => filename).join(', ')),
      ],
    })),
};
