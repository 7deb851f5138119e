import { dateOf } from '../engine/clock.ts';
import type { Mail, MailPart } from '../engine/mail.ts';
import { printPdf } from './pdf.ts';

/** The address that mail comes from; `.localhost` belongs to nobody (RFC 6761). */
export const sender = 'no-reply@emulator.localhost';

export interface Attached {
  readonly filename: string;
  readonly content_type: string;
  readonly content: Buffer;
}

/** The files that a message carries. */
export const attachedTo = (mail: Mail, origin: string): Promise<Attached[]> =>
  Promise.all(
    mail.attachments.map(async ({ filename, document }) => ({
      filename,
      content_type: 'application/pdf',
      content: await printPdf(document, mail.at, origin),
    })),
  );

export const messageIdOf = (mail: Mail): string => `<${mail.id}@emulator.localhost>`;

/** The body as plain text. */
export const textOf = ({ parts }: Mail, origin: string): string =>
  `${parts.map((part) => ('text' in part ? part.text : `${part.label}: ${origin}${part.path}`)).join('\n\n')}\n`;

/** The body as HTML; nothing of what was stored is taken for markup. */
export function htmlOf({ subject, parts }: Mail, origin: string): string {
  const body = parts.map((part) => paragraph(part, origin)).join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px;font-family:Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;color:#111827">
${body}
</body>
</html>
`;
}

function paragraph(part: MailPart, origin: string): string {
  if ('text' in part) return `<p>${escapeHtml(part.text).replaceAll('\n', '<br>')}</p>`;
  return `<p><a href="${escapeHtml(origin + part.path)}">${escapeHtml(part.label)}</a></p>`;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Composes the real message (RFC 5322) of a record. The same record and origin give the same bytes: date, ids and
 * boundaries come from the record.
 */
export async function composeMessage(mail: Mail, attached: readonly Attached[], origin: string): Promise<string> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: { name: mail.from, address: sender },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    date: dateOf(mail.at),
    messageId: messageIdOf(mail),
    baseBoundary: mail.id,
    newline: 'windows',
    text: textOf(mail, origin),
    html: htmlOf(mail, origin),
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
