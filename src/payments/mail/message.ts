import { dateOf } from '../../core/base/instants.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { htmlOf, textOf } from './body.ts';
import type { Mail } from './mail-draft.ts';
import { printPdf } from './pdf.ts';

/** The sender's address. No host exists below `.localhost` (RFC 6761). */
export const sender = 'no-reply@emulator.localhost';

export interface Attachment {
  readonly filename: string;
  readonly content_type: string;
  readonly content: Buffer;
  /** The characters that could not be printed in the attachment. */
  readonly missing: readonly string[];
}

export const attachmentsOf = (mail: Mail, kernel: Surroundings): Promise<Attachment[]> =>
  Promise.all(
    mail.attachments.map(async ({ filename, document }) => {
      const { bytes, missing } = await printPdf(document, mail.at, kernel);
      return { filename, content_type: 'application/pdf', content: bytes, missing };
    }),
  );

export const messageIdOf = (mail: Mail): string => `<${mail.id}@emulator.localhost>`;

/**
 * Composes a message (RFC 5322) from its record. The same record and origin give the same bytes, because the date,
 * ids and boundaries come from the record.
 */
export async function composeMessage(mail: Mail, attached: readonly Attachment[], origin: string): Promise<string> {
  const missing = attached.flatMap((each) => each.missing);
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: { name: mail.from, address: sender },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    date: dateOf(mail.at),
    messageId: messageIdOf(mail),
    baseBoundary: mail.id,
    newline: 'windows',
    text: textOf(mail, origin, missing),
    html: htmlOf(mail, origin, missing),
    attachments: attached.map(({ filename, content_type, content }) => ({
      filename,
      contentType: content_type,
      content,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const message = await composer.compile().build();
  return message.toString('utf8');
}
