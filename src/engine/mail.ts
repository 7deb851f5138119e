import { defineCollection } from './collection.ts';
import type { Context } from './context.ts';

/** The merchant as messages, documents and pages show it. */
export interface MailBrand {
  readonly name: string;
  /** An http, https or data address; null where there is none to show. */
  readonly logo_url: string | null;
  /** As in CSS, six digits: `#4f46e5`. */
  readonly color: string;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** What a message says, part by part; the mail room writes it as text and as HTML. */
export type MailPart =
  | { readonly text: string }
  | { readonly heading: string }
  /** A page of the emulator, by its path (`/claim/abc`): where it is served is known when the message is composed. */
  | { readonly label: string; readonly path: string }
  | { readonly facts: readonly Fact[] }
  /** What was bought, and what it comes to; amounts in cents, the last total the sum. */
  | { readonly order: PrintedOrder }
  /** Something that an installed app has to say, apart from the merchant's own words. */
  | { readonly block: ShownBlock };

/** A block of an app as people read it. */
export interface ShownBlock {
  readonly title: string;
  readonly lines: readonly string[];
  /** Http or https. */
  readonly link: { readonly label: string; readonly url: string } | null;
}

/** A row of a printed document; amounts in cents. */
export interface PrintedRow {
  readonly name: string;
  readonly quantity: number;
  readonly unit_amount: number;
  readonly amount: number;
}

/** Amounts in cents. */
export interface PrintedOrder {
  readonly rows: readonly PrintedRow[];
  /** The last one is what is to be paid, or was. */
  readonly totals: readonly { readonly label: string; readonly amount: number }[];
  readonly currency: string;
}

/** What a PDF shows: everything of it, so that it can be printed again, the same, whatever became of its subject. */
export interface PrintedDocument extends PrintedOrder {
  /** `Invoice` */
  readonly title: string;
  /** `INV-0001` */
  readonly number: string;
  readonly issuer: Pick<MailBrand, 'name' | 'color'>;
  /** Name, e-mail and postal address, a line each. */
  readonly recipient: readonly string[];
  /** `Issued`, `Due`. */
  readonly facts: readonly Fact[];
  readonly note: string | null;
  readonly link: { readonly label: string; readonly path: string } | null;
}

export interface MailAttachment {
  /** `INV-0001.pdf` */
  readonly filename: string;
  readonly document: PrintedDocument;
}

/** A message that the service sent: the record that the real message is composed from. */
export interface Mail {
  readonly id: string;
  /** The sender's name. */
  readonly from: string;
  /** How the message looks; missing in records of older versions. */
  readonly look?: Pick<MailBrand, 'logo_url' | 'color'>;
  /** An e-mail address. */
  readonly to: string;
  readonly subject: string;
  readonly parts: readonly MailPart[];
  readonly attachments: readonly MailAttachment[];
  /** ISO 8601, on the emulated clock. */
  readonly at: string;
}

export const mails = defineCollection<Mail>({ name: 'mail', prefix: 'mail', indexes: [['to']] });

export type NewMail = Pick<Mail, 'to' | 'subject' | 'parts'> &
  Partial<Pick<Mail, 'attachments'>> & { readonly from: MailBrand };

/**
 * Sends an e-mail in the name of a merchant, as part of the unit of work: it is kept or undone with everything else. The
 * mail room composes the real message once it is kept.
 */
export function sendMail(ctx: Context, { from, to, subject, parts, attachments = [] }: NewMail): Mail {
  const { name, logo_url, color } = from;
  const id = ctx.newId(mails.prefix);
  return ctx.put(mails, { id, from: name, look: { logo_url, color }, to, subject, parts, attachments, at: ctx.at });
}
