import { defineCollection } from './collection.ts';
import type { Context } from './context.ts';

/** What a message says, part by part; the mail room writes it as text and as HTML. */
export type MailPart =
  | { readonly text: string }
  /** A page of the emulator, by its path (`/claim/abc`): where it is served is known when the message is composed. */
  | { readonly label: string; readonly path: string };

/** A row of a printed document; amounts in cents. */
export interface PrintedRow {
  readonly name: string;
  readonly quantity: number;
  readonly unit_amount: number;
  readonly amount: number;
}

/** What a PDF shows: everything of it, so that it can be printed again, the same, whatever became of its subject. */
export interface PrintedDocument {
  /** `Invoice` */
  readonly title: string;
  /** `INV-0001` */
  readonly number: string;
  readonly issuer: { readonly name: string /** As in CSS: `#4f46e5`. */; readonly color: string };
  /** Name, e-mail and postal address, a line each. */
  readonly recipient: readonly string[];
  /** `Issued`, `Due`. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly rows: readonly PrintedRow[];
  /** Cents; the last one is what is to be paid. */
  readonly totals: readonly { readonly label: string; readonly amount: number }[];
  readonly currency: string;
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
  /** An e-mail address. */
  readonly to: string;
  readonly subject: string;
  readonly parts: readonly MailPart[];
  readonly attachments: readonly MailAttachment[];
  /** ISO 8601, on the emulated clock. */
  readonly at: string;
}

export const mails = defineCollection<Mail>({ name: 'mail', prefix: 'mail', indexes: [['to']] });

/**
 * Sends an e-mail in the name of the workspace's brand, as part of the unit of work: it is kept or undone with
 * everything else. The mail room composes the real message once it is kept.
 */
export function sendMail(
  ctx: Context,
  { to, subject, parts, attachments = [] }: Pick<Mail, 'to' | 'subject' | 'parts'> & Partial<Pick<Mail, 'attachments'>>,
): Mail {
  const id = ctx.newId(mails.prefix);
  return ctx.put(mails, { id, from: ctx.settings.brand.name, to, subject, parts, attachments, at: ctx.at });
}
