import type { Context } from '../../core/kernel/context.ts';
import { Integer, nullable, T, Timestamp } from '../../core/kernel/declare/schema.ts';
import { collection } from '../../core/store/collection.ts';

/** The merchant's brand in messages, documents and pages. */
export interface MailBrand {
  readonly name: string;
  /** An http, https or data URL; null if the merchant has no logo. */
  readonly logo_url: string | null;
  /** A CSS color with six hexadecimal digits: `#4f46e5`. */
  readonly color: string;
  /** Links to support and terms; absent if the merchant has none. */
  readonly links?: MerchantLinks;
  /** The merchant's address; absent if the merchant has none. */
  readonly address?: PostalAddress | null;
}

/** The parts of a postal address. The country is an ISO 3166-1 alpha-2 code. */
export interface PostalAddress {
  readonly address_1?: string | null;
  readonly address_2?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly postal_code?: string | null;
  readonly country?: string | null;
}

interface MerchantLinks {
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

/**
 * A page of the emulator. It is stored as a path (`/claim/abc`), because the origin is known only when the message is
 * composed.
 */
const PageModel = T.Object({ label: text, path: text });

const BlockModel = T.Object({
  title: text,
  lines: T.Array(text),
  /** Http or https. */
  link: nullable(T.Object({ label: text, url: text })),
});
/** A block of an app, ready to display. */
export type ShownBlock = T.Static<typeof BlockModel>;

const RowModel = T.Object({ name: text, quantity: Integer(), unit_amount: Integer(), amount: Integer() });
/** A row of a printed document, with amounts in cents. */
export type PrintedRow = T.Static<typeof RowModel>;

/** The language of the text, a BCP 47 tag. */
const locale = text;

const OrderModel = T.Object({
  rows: T.Array(RowModel),
  /** The last total is the amount that is due or paid. */
  totals: T.Array(T.Object({ label: text, amount: Integer() })),
  currency: text,
});
/** A printed order with its totals, with amounts in cents. */
export type PrintedOrder = T.Static<typeof OrderModel>;

const PartModel = T.Union([
  T.Object({ text }),
  T.Object({ heading: text }),
  PageModel,
  T.Object({ facts: T.Array(FactModel) }),
  T.Object({ order: OrderModel }),
  /** A block of an installed app, displayed separately from the merchant's own text. */
  T.Object({ block: BlockModel }),
]);
/** A part of a message. The mail module renders it as text and as HTML. */
export type MailPart = T.Static<typeof PartModel>;

const DocumentModel = T.Object({
  ...OrderModel.properties,
  locale,
  /** `Invoice`, `Receipt` */
  title: text,
  /** `INV-0001` */
  number: text,
  /** The merchant's name and postal address, with one line per part of the address. */
  issuer: T.Object({ name: text, color: text, address: T.Array(text) }),
  /** Name, postal address and e-mail, with one line per part, in the order that is usual in the country. */
  recipient: T.Array(text),
  /** The line with the name. */
  addressee: nullable(text),
  /** `Issued`, `Due`. */
  facts: T.Array(FactModel),
  note: nullable(text),
  link: nullable(PageModel),
});
/**
 * The complete content of a PDF. It allows the PDF to be printed again without changes, even if its subject has
 * changed.
 */
export type PrintedDocument = T.Static<typeof DocumentModel>;

const MailModel = T.Object({
  id: text,
  locale,
  /** The sender's name. */
  from: text,
  /** The branding of the message. */
  look: T.Object({ logo_url: nullable(text), color: text }),
  /** An e-mail address. */
  to: text,
  subject: text,
  parts: T.Array(PartModel),
  /** Documents by file name, such as `INV-0001.pdf`. */
  attachments: T.Array(T.Object({ filename: text, document: DocumentModel })),
  /** The time on the emulated clock. */
  at: Timestamp(),
});
/** A message that the service sent. The actual message is composed from this record. */
export type Mail = Readonly<T.Static<typeof MailModel>>;

export const mails = collection('mail', { model: MailModel, prefix: 'mail', indexes: [['to']] });

export type NewMail = Pick<Mail, 'to' | 'subject' | 'parts'> &
  Partial<Pick<Mail, 'attachments'>> & {
    readonly from: MailBrand;
    /** The language of the text, a BCP 47 tag. */
    readonly locale: string;
  };

/**
 * Sends an e-mail for a merchant as part of the unit of work: it is stored or undone together with all other changes.
 * The mail module composes the actual message after the commit.
 */
export function sendMail(ctx: Context, { from, locale, to, subject, parts, attachments = [] }: NewMail): Mail {
  const { name, logo_url, color } = from;
  const id = ctx.newId(mails.prefix);
  const look = { logo_url, color };
  return ctx.put(mails, { id, locale, from: name, look, to, subject, parts, attachments, at: ctx.at });
}
