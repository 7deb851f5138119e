import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../core/system/temporary-folder.ts';
import { openFile } from '../../desk/terminal/terminal/system-opener.ts';
import type { MailDetails } from '../../sandbox/control/wire.ts';
import { clean, counted, instant, type Output } from '../output.ts';
import type { Session } from '../session.ts';
import { type PageOptions, pageQuery, remarkOnPage } from '../views.ts';

export async function listMail({ client, out }: Session, options: PageOptions & { to?: string }): Promise<void> {
  const page = await client.call('mail.list', { to: options.to, ...pageQuery(options) });
  out.document(page, () =>
    out.table(
      ['id', 'at', 'to', 'subject', 'attachments'],
      page.data.map(({ id, at, to, subject, attachments }) => [
        id,
        instant(at),
        to,
        subject,
        attachments.map(({ filename }) => filename).join(', ') || null,
      ]),
      'There are no emails yet. The platform sends emails for invoices, payout links and payments on a page.',
    ),
  );
  remarkOnPage(out, page);
}

export async function showMail({ client, out }: Session, id: string, raw = false): Promise<void> {
  if (raw) {
    const message = await client.rawMail(id);
    // The exact bytes for a file or a pipe; for a terminal, text that cannot control the terminal.
    out.raw(message);
    return;
  }
  const mail = await client.call('mail.get', { id, format: 'json' });
  out.document(mail, () => show(out, mail));
}

function show(out: Output, { id, at, from, to, subject, text, attachments }: MailDetails): string {
  const head = out.pairs([
    ['id', id],
    ['at', instant(at)],
    ['from', `${from.name} <${from.address}>`],
    ['to', to],
    ['subject', subject],
    ...attachments.map(
      ({ filename, content_type, size }) =>
        ['attached', `${filename} (${content_type}, ${counted(size, 'byte')})`] as const,
    ),
  ]);
  return `${head}\n\n${text.split('\n').map(clean).join('\n')}`;
}

/** Writes a message to a file and, on a terminal, opens it in the system's mail program. */
export async function openMail({ client, out }: Session, id: string): Promise<void> {
  const message = await client.rawMail(id);
  const file = join(makeTemporaryFolder('emulator-mail-'), `${id}.eml`);
  writeFileSync(file, message, { mode: 0o600 });
  out.document({ id, file }, () => file);
  if (process.stdout.isTTY !== true || out.json) return;
  if (!(await openFile(file, process.env))) out.note('No email program was found; open the file manually.');
}
