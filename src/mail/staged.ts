import type { Context } from '../kernel/context.ts';
import { Integer, nullable, T, Timestamp } from '../kernel/declare/schema.ts';
import { collection } from '../store/collection.ts';

/** The merchant as messages, documents and pages show it. */
export interface MailBrand {
  readonly name: string;
  /** An http, https or data address; null where there is none to show. */
  readonly logo_url: string | null;
  /** As in CSS, six digits: `#4f46e5`. */
  readonly color: string;
  /** Where buyers can ask, and what holds for them; none where the merchant has told none. */
  readonly links?: MerchantLinks;
  /** Where the merchant is; none where they have told none. */
  readonly address?: PostalAddress | null;
}

/** The parts of a postal address; the country is an ISO 3166-1 alpha-2 code. */
export interface PostalAddress {
  readonly address_1?: string | null;
  readonly address_2?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly postal_code?: string | null;
  readonly country?: string | null;
}

export interface MerchantLinks {
  /** An e-mail address. */
  readonly email: string | null;
  /** Http or https addresses. */
  readonly support: string | null;
  readonly terms: string | null;
  readonly privacy: string | null;
}

const text = T.String();

const FactModel = T.Object({ label: text, value: text });
export type Fact = T.Static<typeof FactModel>;

/** A page of the emulator, by its path (`/claim/abc`): where it is served is known when the message is composed. */
const PageModel = T.Object({ label: text, path: text });

const BlockModel = T.Object({
  title: text,
  lines: T.Array(text),
  /** Http or https. */
  link: nullable(T.Object({ label: text, url: text })),
});
/** A block of an app as people read it. */
export type ShownBlock = T.Static<typeof BlockModel>;

const RowModel = T.Object({ name: text, quantity: Integer(), unit_amount: Integer(), amount: Integer() });
/** A row of a printed document; amounts in cents. */
export type PrintedRow = T.Static<typeof RowModel>;

/** The language of what it says, a BCP 47 tag; missing in records of older versions, which are in English. */
const locale = T.Optional(text);

const OrderModel = T.Object({
  rows: T.Array(RowModel),
  /** The last one is what is to be paid, or was. */
  totals: T.Array(T.Object({ label: text, amount: Integer() })),
  currency: text,
});
/** What was bought, and what it comes to; amounts in cents. */
export type PrintedOrder = T.Static<typeof OrderModel>;

const PartModel = T.Union([
  T.Object({ text }),
  T.Object({ heading: text }),
  PageModel,
  T.Object({ facts: T.Array(FactModel) }),
  T.Object({ order: OrderModel }),
  /** Something that an installed app has to say, apart from the merchant's own words. */
  T.Object({ block: BlockModel }),
]);
/** What a message says, part by part; the mail room writes it as text and as HTML. */
export type MailPart = T.Static<typeof PartModel>;

const DocumentModel = T.Object({
  ...OrderModel.properties,
  locale,
  /** `Invoice`, `Receipt` */
  title: text,
  /** `INV-0001` */
  number: text,
  /** The merchant; the postal address a line each, and none in records of older versions. */
  issuer: T.Object({ name: text, color: text, address: T.Optional(T.Array(text)) }),
  /** Name, postal address and e-mail, a line each, in the order of the country. */
  recipient: T.Array(text),
  /** Which of these lines is the name; none in records of older versions. */
  addressee: T.Optional(nullable(text)),
  /** `Issued`, `Due`. */
  facts: T.Array(FactModel),
  note: nullable(text),
  link: nullable(PageModel),
});
/** What a PDF shows: everything of it, so that it can be printed again, the same, whatever became of its subject. */
export type PrintedDocument = T.Static<typeof DocumentModel>;

const MailModel = T.Object({
  id: text,
  locale,
  /** The sender's name. */
  from: text,
  /** How the message looks; missing in records of older versions. */
  look: T.Optional(T.Object({ logo_url: nullable(text), color: text })),
  /** An e-mail address. */
  to: text,
  subject: text,
  parts: T.Array(PartModel),
  /** Documents by their file names, such as `INV-0001.pdf`. */
  attachments: T.Array(T.Object({ filename: text, document: DocumentModel })),
  /** On the emulated clock. */
  at: Timestamp(),
});
/** A message that the service sent: the record that the real message is composed from. */
export type Mail = Readonly<T.Static<typeof MailModel>>;

export const mails = collection('mail', { model: MailModel, prefix: 'mail', indexes: [['to']] });

export type NewMail = Pick<Mail, 'to' | 'subject' | 'parts'> &
  Partial<Pick<Mail, 'attachments'>> & {
    readonly from: MailBrand;
    /** The language of what it says, a BCP 47 tag. */
    readonly locale: string;
  };

/**
 * Sends an e-mail in the name of a merchant, as part of the unit of work: it is kept or undone with everything else. The
 * mail room composes the real message once it is kept.
 */
export function sendMail(ctx: Context, { from, locale, to, subject, parts, attachments = [] }: NewMail): Mail {
  const { name, logo_url, color } = from;
  const id = ctx.newId(mails.prefix);
  const look = { logo_url, color };
  return ctx.put(mails, { id, locale, from: name, look, to, subject, parts, attachments, at: ctx.at });
}
