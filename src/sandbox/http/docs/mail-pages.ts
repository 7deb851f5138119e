import type { FastifyReply } from 'fastify';
import type { DataSet } from '../../../core/kernel/state.ts';
import type { Mode } from '../../../core/kernel/workspace.ts';
import type { Assets } from '../../../pages/assets.ts';
import { html, type Markup } from '../../../pages/html.ts';
import { isolateName } from '../../../pages/shared/isolate-name.ts';
import { type Mail, mailIn, newestMail } from '../../control/objects/mail.ts';
import type { Uses } from '../../control/sandbox.ts';
import { block, documentPolicy, renderDocument, table, tabs } from './layout.ts';

/** The maximum number of messages in the list. */
const listed = 50;

/** How much of a message's source its page shows, in characters, because attachments are long. */
const shownOfSource = 20_000;

/** The data set whose mail is shown, selected with `?workspace=` and `?mode=` as in the control API. */
interface Mailbox {
  readonly workspaceId: string;
  readonly mode: Mode;
  readonly set: DataSet;
  /** The query that the links on mailbox pages keep. */
  readonly query: string;
  readonly mails: readonly Mail[];
}

export function mailboxOf(
  { engine, defaultWorkspace }: Uses<'defaultWorkspace' | 'engine'>,
  workspaceId: string,
  mode: Mode,
): Mailbox {
  const given = new URLSearchParams();
  if (workspaceId !== defaultWorkspace) given.set('workspace', workspaceId);
  if (mode !== 'test') given.set('mode', mode);
  const set = engine.dataSet(workspaceId, mode);
  const query = given.size === 0 ? '' : `?${given}`;
  return { workspaceId, mode, set, query, mails: newestMail(set, listed) };
}

/**
 * The message with this id, or the newest message if there is no id.
 * @throws 404 `resource_missing`
 */
export const mailOf = ({ set, mails }: Mailbox, id: string | undefined): Mail | undefined =>
  id === undefined ? mails[0] : mailIn(set, id);

/**
 * The policy of the frame around a message, which contains the merchant's text. The frame runs no scripts, and links
 * open outside the frame. The surrounding page can read the frame, to adapt its height to the message.
 */
const framePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox";
export const mailPolicy = documentPolicy.replace("frame-ancestors 'none'", "frame-src 'self'; frame-ancestors 'none'");

/** The page with the list, and with a message if the mailbox has any. */
export async function mailPage(
  sandbox: Uses<'mail'>,
  assets: Assets,
  box: Mailbox,
  mail: Mail | undefined,
): Promise<string> {
  return renderDocument({
    assets,
    title: mail === undefined ? 'Mail' : mail.subject,
    path: mail === undefined ? '/mail' : pathOf(box, mail),
    listTitle: 'Captured mail',
    list: box.mails.map((each) => ({
      path: pathOf(box, each),
      title: each.subject,
      note: { name: each.to, time: secondOf(each.at) },
    })),
    body: mail === undefined ? nothing(box) : await message(sandbox, box, mail),
    kind: { name: 'mailbox', attributes: { 'data-workspace': box.workspaceId } },
    scripts: ['mail'],
  });
}

/** The time in the list, such as `2026-03-01 09:14:22Z`. */
const secondOf = (at: Mail['at']): string => `${at.slice(0, 10)} ${at.slice(11, 19)}Z`;

const pathOf = ({ query }: Mailbox, { id }: Mail, part = ''): string => `/mail/${id}${part}${query}`;

const nothing = ({ workspaceId, mode }: Mailbox): Markup => html`<h1>No mail yet</h1>
<p>The emulator keeps the mail to buyers and recipients here; no mail leaves this machine. In ${workspaceId}
(${mode} mode) no mail was sent so far. A payment on a page sends a receipt, an invoice is mailed with its PDF:</p>
${block('npx payments-emulator trigger invoice.send', 'bash')}`;

async function message(sandbox: Uses<'mail'>, box: Mailbox, mail: Mail): Promise<Markup> {
  const { text, attachments, from } = await sandbox.mail.parsed(mail);
  const files = attachments.map(
    ({ filename, content_type, size }) =>
      html`<li><a href="${pathOf(box, mail, `/attachments/${encodeURIComponent(filename)}`)}">${filename}</a> <span class="soft">${content_type}, ${Math.ceil(size / 1_000)} kB</span></li>`,
  );
  const source = await sandbox.mail.messageOf(mail);
  return html`<h1>${mail.subject}</h1>
<p class="mail-line"><strong>${isolateName(from.name)}</strong> <span class="soft">to</span> ${mail.to} <time class="soft">${secondOf(mail.at)}</time></p>
${files.length === 0 ? null : html`<ul class="mail-files" aria-label="Attachments">${files}</ul>`}
${tabs('The message', 'mail-part', [
  {
    title: 'HTML',
    body: html`<iframe class="docs-mail" title="The message as HTML" src="${pathOf(box, mail, '/html')}"></iframe>
<p class="mail-alone"><a href="${pathOf(box, mail, '/html')}" target="_blank" rel="noopener">Open it alone, to print it</a></p>`,
  },
  { title: 'Text', body: block(text) },
  {
    title: 'Headers',
    body: table(['header', 'value'], headersOf(source)),
  },
  {
    title: 'Source',
    body: html`${block(source.slice(0, shownOfSource))}
<p><a href="${pathOf(box, mail, '/source')}">The whole message as it was sent</a></p>`,
  },
])}`;
}

/** The headers of a message (RFC 5322) in their order, each on one line. */
function headersOf(source: string): (readonly [name: string, value: string])[] {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return head.split('\r\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
}

/** Only the HTML of a message, for the frame. */
export async function sendHtml({ mail: room }: Uses<'mail'>, reply: FastifyReply, mail: Mail): Promise<FastifyReply> {
  const { html: shown } = await room.parsed(mail);
  return reply
    .header('Content-Security-Policy', framePolicy)
    .header('X-Content-Type-Options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(shown.replace('<head>', '<head><base target="_blank">'));
}
