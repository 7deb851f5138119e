import { Anything, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { editors } from '../../../core/kernel/edits.ts';
import { DecisionModel } from '../../../payments/resources/common/decision.ts';
import { FieldChange } from './events.ts';
import { MailView } from './mail.ts';
import { RequestView } from './requests.ts';
import { Count, Iso, orNull, pageOf } from './schemas.ts';

/** Objects of the service, and the movements of their money. */

/** The sums of all records of a list that match its filter. */
export const SumsView = T.Object({
  /** The sums of each currency in cents, the most frequent currency first. */
  currencies: T.Array(
    T.Object({
      currency: T.String(),
      count: Count(),
      /** Null if the records have no amounts of their own. */
      amount: orNull(T.Integer()),
      /** The objects that failed or were voided, by state. The other sums do not include them. */
      apart: T.Record(T.Object({ count: Count(), amount: T.Integer() })),
      /** The movements of the ledger by kind, such as `refund` or `fee`. Money that leaves is negative. */
      movements: T.Record(T.Integer()),
    }),
  ),
  /** How many of the newest records were read, if the list is too long to sum; otherwise null. */
  newest: orNull(T.Integer()),
});
export type SumsView = T.Static<typeof SumsView>;

export const LedgerEntryView = T.Object({
  id: T.String(),
  /** The movement that the entry belongs to. The entries of a movement sum to 0. */
  group: T.String(),
  /** Why money moved, such as `charge`, `settlement` or `refund`. */
  kind: T.String(),
  account: OneOf(['available', 'reserved', 'held', 'pending', 'external']),
  /** Signed cents. */
  amount: T.Integer(),
  currency: T.String(),
  subject: T.String(),
  at: Iso(),
});
export type LedgerEntryView = T.Static<typeof LedgerEntryView>;
export const LedgerPage = T.Object({ ...pageOf(LedgerEntryView).properties, sums: T.Optional(SumsView) });
export type LedgerPage = T.Static<typeof LedgerPage>;

export const BalanceView = T.Object({
  currency: T.String(),
  available: T.Integer({ 'x-cents': true }),
  reserved: T.Integer({ 'x-cents': true }),
  held: T.Integer({ 'x-cents': true }),
  pending: T.Integer({ 'x-cents': true }),
});
export type BalanceView = T.Static<typeof BalanceView>;

export const KindView = T.Object({
  /** The name of the kind in triggers, such as `payout_link`. */
  name: T.String(),
  /** The noun of the kind in a sentence, such as `payout link`. */
  noun: T.String(),
  /** The title of the kind, such as `Payout links`. */
  title: T.String(),
  /** The title of the kind next to the other parts of its view. */
  brief: T.String(),
  /** The name of the kind in the counts of `status`. */
  collection: T.String(),
  /** The view of the kind in the dashboard; null if the kind appears in the view for all other kinds. */
  view: orNull(T.Object({ place: T.Integer(), title: T.String(), brief: T.String(), empty: T.Optional(T.String()) })),
  /** The page of each object. A POST to the path, with the id in place of `{id}`, returns its `url`. */
  page: orNull(T.Object({ about: T.String(), path: T.String() })),
});
export type KindView = T.Static<typeof KindView>;

const CellView = T.Object({ text: T.String(), tone: OneOf(['plain', 'bad', 'wait', 'dim']) });

export const ObjectView = T.Object({
  id: T.String(),
  /** The name of the object's kind in triggers, such as `payout` or `checkout_session`. */
  object: T.String(),
  /**
   * The state of the lifecycle, which is finer than the API's `status`. For example, a payout in transit is
   * `in_transit` here. Null if the object has no states.
   */
  state: orNull(T.String()),
  /** The moves that are legal for the object now. Each move can be triggered by its name with the id of the object. */
  moves: T.Array(T.String()),
  /** The moves that the object's state allows, but that another condition forbids, with the reason. */
  barred: T.Array(T.Object({ move: T.String(), reason: T.String() })),
  /** Cents; null if the object has no amount. */
  amount: orNull(T.Integer()),
  /** The other party, and the rest of the object's summary in its list. */
  who: CellView,
  what: CellView,
  /** The object as the merchant API shows it. */
  data: Anything(),
});
export type ObjectView = T.Static<typeof ObjectView>;

/** An edit of an object by a developer. */
export const EditView = T.Object({
  id: T.String(),
  /** Where the edit came from: the control API itself, the command line, the dashboard or the inspector. */
  by: OneOf(editors),
  at: Iso(),
  /** The edited fields by path, such as `metadata.tier`. Long values are cut. */
  fields: T.Array(FieldChange),
  /** The event that the edit sent; null if it sent none. */
  event: orNull(T.String()),
});
export type EditView = T.Static<typeof EditView>;

/** The request for an edit. */
export const EditInput = T.Object({
  /** Paths of fields, and their values, such as `{"metadata.tier": "gold"}`. */
  set: Anything(),
  /** Whether to send the update event, if the object has one. */
  emit: T.Optional(T.Boolean()),
  /** Who edits the object, for the history. */
  by: T.Optional(OneOf(editors)),
});
export type EditInput = T.Static<typeof EditInput>;

/** The object after an edit. */
export const EditResult = T.Object({
  ...ObjectView.properties,
  /** The edit; null if every field already had its value. */
  edit: orNull(EditView),
});
export type EditResult = T.Static<typeof EditResult>;

/** An object, the decision about its outcome, and the request that created it. */
export const ObjectDetails = T.Object({
  ...ObjectView.properties,
  /** Why the simulated network declined, failed or returned the object; null if it did not. */
  decided_by: orNull(DecisionModel),
  /** The request that created the object; null if no request created it, or if the log no longer has the request. */
  made_by: orNull(RequestView),
  /** The objects that this object refers to, such as its customer, each with the field and a description in words. */
  leads_to: T.Array(T.Object({ field: T.String(), id: T.String(), about: T.String() })),
  /** The latest edits of the object, newest first. */
  edits: T.Array(EditView),
});
export type ObjectDetails = T.Static<typeof ObjectDetails>;

export const ObjectPage = T.Object({
  objects: T.Array(ObjectView),
  /** The `starting_after` of the next page; null at the end of the list. A page of a search can be incomplete. */
  next: orNull(T.String()),
  sums: T.Optional(SumsView),
});
export type ObjectPage = T.Static<typeof ObjectPage>;

/** The money of a person in one month, in minor units of a currency. */
export const MonthView = T.Object({
  /** The month: `2026-03`. */
  month: T.String(),
  currency: T.String(),
  /** The sum of each kind of movement. Incoming money is positive, and outgoing money is negative. */
  movements: T.Record(T.Integer()),
  /** The money that has neither come in nor gone out for good: it is pending, reserved or held. */
  open: T.Integer(),
});
export type MonthView = T.Static<typeof MonthView>;

/** The records that belong to an object, such as a customer. */
export const RelatedObjects = T.Object({
  kinds: T.Array(T.Object({ kind: T.String(), total: T.Integer(), latest: T.Array(ObjectView) })),
  /** The mail to the object's e-mail address. */
  mail: T.Object({ total: T.Integer(), latest: T.Array(MailView) }),
  months: T.Array(MonthView),
});
export type RelatedObjects = T.Static<typeof RelatedObjects>;
