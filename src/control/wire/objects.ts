import { Anything, OneOf, T } from '../../kernel/declare/schema.ts';
import { Iso, orNull } from './schemas.ts';

/** Objects of the service, and the money between them. */

export const LedgerEntryView = T.Object({
  id: T.String(),
  /** The movement that the entry belongs to; its entries sum to 0. */
  group: T.String(),
  /** Why money moved: `charge`, `settlement`, `refund`. */
  kind: T.String(),
  account: OneOf(['available', 'reserved', 'held', 'pending', 'external']),
  /** Signed cents. */
  amount: T.Integer(),
  currency: T.String(),
  subject: T.String(),
  at: Iso(),
});
export type LedgerEntryView = T.Static<typeof LedgerEntryView>;

export const BalanceView = T.Object({
  currency: T.String(),
  available: T.Integer(),
  reserved: T.Integer(),
  held: T.Integer(),
  pending: T.Integer(),
});
export type BalanceView = T.Static<typeof BalanceView>;

export const KindView = T.Object({
  /** What it is, as triggers name it: `payout_link`. */
  name: T.String(),
  /** What one is called in a sentence: `payout link`. */
  noun: T.String(),
  /** `Payout links` */
  title: T.String(),
  /** The title beside the other parts of its view. */
  brief: T.String(),
  /** The name under which `status` counts it. */
  collection: T.String(),
  /** The view of the dashboard that shows it; null: the one for kinds that have none of their own. */
  view: orNull(T.Object({ place: T.Integer(), title: T.String(), brief: T.String(), empty: T.Optional(T.String()) })),
  /** The page that each of them has: what a POST to the path, with the id in place of `{id}`, gives the `url` of. */
  page: orNull(T.Object({ about: T.String(), path: T.String() })),
});
export type KindView = T.Static<typeof KindView>;

const CellView = T.Object({ text: T.String(), tone: OneOf(['plain', 'bad', 'wait', 'dim']) });

export const ObjectView = T.Object({
  id: T.String(),
  /** What it is, as triggers name it: `payout`, `checkout_session`. */
  object: T.String(),
  /** Finer than the API's `status`: a payout in transit is `in_transit` here. Null for what has no states. */
  state: orNull(T.String()),
  /** The moves that are legal for it now, each a name that can be triggered with its id. */
  moves: T.Array(T.String()),
  /** The moves that its state allows and something else about it forbids, with the reason. */
  barred: T.Array(T.Object({ move: T.String(), reason: T.String() })),
  /** Cents; null for what is about no amount. */
  amount: orNull(T.Integer()),
  /** Who it is with, and what else there is to know at a glance, as its list shows it. */
  who: CellView,
  what: CellView,
  /** The object as the merchant API shows it. */
  data: Anything(),
});
export type ObjectView = T.Static<typeof ObjectView>;

export const ObjectPage = T.Object({
  objects: T.Array(ObjectView),
  /** What `starting_after` goes on with; null at the end of the list. A search may end a page early. */
  next: orNull(T.String()),
});
export type ObjectPage = T.Static<typeof ObjectPage>;
