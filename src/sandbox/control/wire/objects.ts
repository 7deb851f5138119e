import { Anything, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { MailView } from './mail.ts';
import { RequestView } from './requests.ts';
import { Iso, orNull, pageOf } from './schemas.ts';

/** Objects of the service, and the movements of their money. */

export const LedgerEntryView = T.Object({
  id: T.String(),
  /** The movement of the entry; its entries sum to 0. */
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
export const LedgerPage = pageOf(LedgerEntryView);

export const BalanceView = T.Object({
  currency: T.String(),
  available: T.Integer(),
  reserved: T.Integer(),
  held: T.Integer(),
  pending: T.Integer(),
});
export type BalanceView = T.Static<typeof BalanceView>;

export const KindView = T.Object({
  /** Its name in triggers: `payout_link`. */
  name: T.String(),
  /** Its noun in a sentence: `payout link`. */
  noun: T.String(),
  /** `Payout links` */
  title: T.String(),
  /** The title beside the other parts of its view. */
  brief: T.String(),
  /** Its name in the counts of `status`. */
  collection: T.String(),
  /** Its view of the dashboard; null: the view for all other kinds. */
  view: orNull(T.Object({ place: T.Integer(), title: T.String(), brief: T.String(), empty: T.Optional(T.String()) })),
  /** The page of each object: a POST to the path, with the id in place of `{id}`, answers its `url`. */
  page: orNull(T.Object({ about: T.String(), path: T.String() })),
});
export type KindView = T.Static<typeof KindView>;

const CellView = T.Object({ text: T.String(), tone: OneOf(['plain', 'bad', 'wait', 'dim']) });

export const ObjectView = T.Object({
  id: T.String(),
  /** Its name in triggers: `payout`, `checkout_session`. */
  object: T.String(),
  /** Finer than the API's `status`: a payout in transit is `in_transit` here. Null without states. */
  state: orNull(T.String()),
  /** The moves that are legal for it now; each name can be triggered with its id. */
  moves: T.Array(T.String()),
  /** The moves that its state allows but something else forbids, with the reason. */
  barred: T.Array(T.Object({ move: T.String(), reason: T.String() })),
  /** Cents; null without an amount. */
  amount: orNull(T.Integer()),
  /** The other party, and the rest of the summary, as in its list. */
  who: CellView,
  what: CellView,
  /** The object as the merchant API shows it. */
  data: Anything(),
});
export type ObjectView = T.Static<typeof ObjectView>;

/** An object, and the request that made it. */
export const ObjectDetails = T.Object({
  ...ObjectView.properties,
  /** Null if no request did, or if the log holds it no more. */
  made_by: orNull(RequestView),
  /** The objects that it names, such as its customer, each with the field, and in words who or what it is. */
  leads_to: T.Array(T.Object({ field: T.String(), id: T.String(), about: T.String() })),
});
export type ObjectDetails = T.Static<typeof ObjectDetails>;

export const ObjectPage = T.Object({
  objects: T.Array(ObjectView),
  /** The `starting_after` of the next page; null at the end of the list. A search may end a page early. */
  next: orNull(T.String()),
});
export type ObjectPage = T.Static<typeof ObjectPage>;

/** A month of somebody's money, in minor units of a currency. */
export const MonthView = T.Object({
  /** `2026-03` */
  month: T.String(),
  currency: T.String(),
  /** By kind of movement: what came in from outside, positive, and what went out, negative. */
  movements: T.Record(T.Integer()),
  /** What neither came in nor went out for good: pending, reserved or held. */
  open: T.Integer(),
});
export type MonthView = T.Static<typeof MonthView>;

/** What belongs to an object, such as a customer. */
export const Belongings = T.Object({
  kinds: T.Array(T.Object({ kind: T.String(), total: T.Integer(), latest: T.Array(ObjectView) })),
  /** What was sent to its address. */
  mail: T.Object({ total: T.Integer(), latest: T.Array(MailView) }),
  months: T.Array(MonthView),
});
export type Belongings = T.Static<typeof Belongings>;
