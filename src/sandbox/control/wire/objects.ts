import { Anything, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { editors } from '../../../core/kernel/edits.ts';
import { FieldChange } from './events.ts';
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
  /** The name of the kind in triggers: `payout_link`. */
  name: T.String(),
  /** The noun of the kind in a sentence: `payout link`. */
  noun: T.String(),
  /** The title of the kind: `Payout links`. */
  title: T.String(),
  /** The title of the kind beside the other parts of its view. */
  brief: T.String(),
  /** The name of the kind in the counts of `status`. */
  collection: T.String(),
  /** The view of the kind in the dashboard; null: the view for all other kinds. */
  view: orNull(T.Object({ place: T.Integer(), title: T.String(), brief: T.String(), empty: T.Optional(T.String()) })),
  /** The page of each object: a POST to the path, with the id in place of `{id}`, answers its `url`. */
  page: orNull(T.Object({ about: T.String(), path: T.String() })),
});
export type KindView = T.Static<typeof KindView>;

const CellView = T.Object({ text: T.String(), tone: OneOf(['plain', 'bad', 'wait', 'dim']) });

export const ObjectView = T.Object({
  id: T.String(),
  /** The name of the object's kind in triggers: `payout`, `checkout_session`. */
  object: T.String(),
  /**
   * The state of the lifecycle, finer than the API's `status`: a payout in transit is `in_transit` here. Null: the
   * object has no states.
   */
  state: orNull(T.String()),
  /** The moves that are legal for the object now; each name can be triggered with its id. */
  moves: T.Array(T.String()),
  /** The moves that the object's state allows but another condition forbids, with the reason. */
  barred: T.Array(T.Object({ move: T.String(), reason: T.String() })),
  /** Cents; null: the object has no amount. */
  amount: orNull(T.Integer()),
  /** The other party, and the rest of the object's summary, as in its list. */
  who: CellView,
  what: CellView,
  /** The object as the merchant API shows it. */
  data: Anything(),
});
export type ObjectView = T.Static<typeof ObjectView>;

/** An edit of an object by a developer. */
export const EditView = T.Object({
  id: T.String(),
  /** Whether it came by the control API itself, the command line, the dashboard or the inspector. */
  by: OneOf(editors),
  at: Iso(),
  /** The edited fields by their paths: `metadata.tier`; long values are cut. */
  fields: T.Array(FieldChange),
  /** The event that the edit sent; null: it sent none. */
  event: orNull(T.String()),
});
export type EditView = T.Static<typeof EditView>;

/** The request of an edit. */
export const EditInput = T.Object({
  /** Paths of fields, and their values: `{"metadata.tier": "gold"}`. */
  set: Anything(),
  /** Whether the event of an update is sent, if the object has one. */
  emit: T.Optional(T.Boolean()),
  /** Who edits, for the history. */
  by: T.Optional(OneOf(editors)),
});
export type EditInput = T.Static<typeof EditInput>;

/** The object after an edit. */
export const EditResult = T.Object({
  ...ObjectView.properties,
  /** The edit; null: every field had its value already. */
  edit: orNull(EditView),
});
export type EditResult = T.Static<typeof EditResult>;

/** An object, and the request that made it. */
export const ObjectDetails = T.Object({
  ...ObjectView.properties,
  /** The request that created the object; null: no request did, or the log no longer has it. */
  made_by: orNull(RequestView),
  /** The objects that this object names, such as its customer, each with the field, and a description in words. */
  leads_to: T.Array(T.Object({ field: T.String(), id: T.String(), about: T.String() })),
  /** The latest edits of the object, newest first. */
  edits: T.Array(EditView),
});
export type ObjectDetails = T.Static<typeof ObjectDetails>;

export const ObjectPage = T.Object({
  objects: T.Array(ObjectView),
  /** The `starting_after` of the next page; null: the end of the list. A search may end a page early. */
  next: orNull(T.String()),
});
export type ObjectPage = T.Static<typeof ObjectPage>;

/** The money of a person in one month, in minor units of a currency. */
export const MonthView = T.Object({
  /** The month: `2026-03`. */
  month: T.String(),
  currency: T.String(),
  /** The sum of each kind of movement: incoming money is positive, outgoing money negative. */
  movements: T.Record(T.Integer()),
  /** The money that neither came in nor went out for good: pending, reserved or held. */
  open: T.Integer(),
});
export type MonthView = T.Static<typeof MonthView>;

/** The records that belong to an object, such as a customer. */
export const RelatedObjects = T.Object({
  kinds: T.Array(T.Object({ kind: T.String(), total: T.Integer(), latest: T.Array(ObjectView) })),
  /** The mail to the object's address. */
  mail: T.Object({ total: T.Integer(), latest: T.Array(MailView) }),
  months: T.Array(MonthView),
});
export type RelatedObjects = T.Static<typeof RelatedObjects>;
