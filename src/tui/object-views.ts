import { countOf, type ObjectKind } from './kinds.ts';
import { objectCells, objectColumns } from './object-columns.ts';
import { countBadge, type View } from './view.ts';

interface ObjectViewOptions extends Pick<View, 'id' | 'key' | 'title' | 'brief' | 'empty'> {
  /** The parts of the view by their titles. */
  readonly parts: Readonly<Record<string, ObjectKind>>;
}

function objectView({ parts: kindsByTitle, ...view }: ObjectViewOptions): View {
  const parts = Object.entries(kindsByTitle).map(([title, kind]) => ({ title, kind }));
  const kindOf = (part: number): ObjectKind => parts[part]!.kind;
  const hasParts = parts.length > 1;
  return {
    ...view,
    parts: hasParts ? parts : undefined,
    kinds: parts.map(({ kind }) => kind),
    columns: objectColumns,
    isSearched: true,
    badge: hasParts ? undefined : ({ status }) => countBadge(countOf(status?.counts, kindOf(0))),
    lists: ({ objects }, part) => [objects[kindOf(part)]],
    rows: ({ objects, now }, part) =>
      objects[kindOf(part)].items.map((object) => ({
        key: object.id,
        target: { type: 'object', object },
        cells: (widths) => objectCells(object, widths, now),
      })),
  };
}

/** The lists of objects of the workspace. */
export const objectViews: readonly View[] = [
  objectView({
    id: 'payments',
    key: '2',
    title: 'Payments',
    brief: 'Pay',
    empty: 'No payments yet. Charge through the API, or press t.',
    parts: { Payments: 'transaction' },
  }),
  objectView({
    id: 'payouts',
    key: '3',
    title: 'Payouts',
    brief: 'Out',
    empty: 'No payouts yet. Pay out through the API, or press t.',
    parts: { Payouts: 'payout' },
  }),
  objectView({
    id: 'disputes',
    key: '4',
    title: 'Disputes',
    brief: 'Disp',
    empty: 'No disputes. Press t and type "dispute" for one.',
    parts: { Disputes: 'dispute' },
  }),
  objectView({
    id: 'subscriptions',
    key: '5',
    title: 'Subscriptions',
    brief: 'Subs',
    empty: 'No subscriptions yet.',
    parts: { Subscriptions: 'subscription' },
  }),
  objectView({
    id: 'checkout',
    key: '6',
    title: 'Checkout',
    brief: 'Check',
    empty: 'None yet. ← and → show the other kinds.',
    parts: {
      Sessions: 'checkout_session',
      'Payment links': 'payment_link',
      Invoices: 'invoice',
      'Payout links': 'payout_link',
      'Payout requests': 'payout_request',
      '3-D Secure': 'three_ds',
    },
  }),
];
