/** The kinds of objects that have a list of their own. */
export const objectKinds = [
  'transaction',
  'payout',
  'dispute',
  'subscription',
  'checkout_session',
  'payment_link',
  'invoice',
  'payout_link',
  'payout_request',
  'three_ds',
] as const;
export type ObjectKind = (typeof objectKinds)[number];

/** The names under which the status counts kinds, where they differ. */
const countedAs: Partial<Record<ObjectKind, string>> = { three_ds: 'three_ds_authentication' };

/** How many objects of a kind there are. */
export const countOf = (counts: Readonly<Record<string, number>> | undefined, kind: ObjectKind): number =>
  counts?.[countedAs[kind] ?? kind] ?? 0;
