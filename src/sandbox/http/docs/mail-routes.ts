import type { FastifyReply, RouteHandlerMethod } from 'fastify';
import { errorOf, notFound, unauthenticated } from '../../../core/kernel/errors.ts';
import type { Assets } from '../../../pages/assets.ts';
import type { Mail } from '../../control/objects/mail.ts';
import type { Reach } from '../../control/operation.ts';
import { admitted, bearerOf } from '../surfaces/admission.ts';
import type { ControlApi } from '../surfaces/control.ts';
import { sendPage } from './send-page.ts';

type MailPages = typeof import('./mail-pages.ts');
/** The query of a mailbox page. */
interface MailRequest {
  readonly box: ReturnType<MailPages['mailboxOf']>;
  readonly mail: Mail | undefined;
  readonly file: string;
}
type MailAnswer = (pages: MailPages, request: MailRequest, reply: FastifyReply) => unknown;

/** Serves the mailbox. @param serve registers a document */
export function serveMailPages(
  serve: (url: string, handler: RouteHandlerMethod, reach: Reach) => void,
  control: ControlApi,
  assets: Assets,
): void {
  const { sandbox } = control;
  const mailbox = (path: string, answer: MailAnswer): void => serve(path, answering(control, answer), 'workspace');
  for (const path of ['/mail', '/mail/:id']) {
    mailbox(path, async (pages, { box, mail }, reply) =>
      sendPage(reply, await pages.mailPage(sandbox, assets, box, mail), pages.mailPolicy),
    );
  }
  mailbox('/mail/:id/html', (pages, { mail }, reply) => pages.sendHtml(sandbox, reply, mail!));
  mailbox('/mail/:id/source', async (_pages, { mail }, reply) =>
    reply.type('text/plain; charset=utf-8').send(await sandbox.mail.messageOf(mail!)),
  );
  mailbox('/mail/:id/attachments/:file', async (_pages, { mail, file }, reply) => {
    const found = await sandbox.mail.attachment(mail!, file);
    if (found === undefined) throw notFound('attachment', file);
    return reply.type(found.content_type).header('X-Content-Type-Options', 'nosniff').send(found.content);
  });
}

const answering =
  (control: ControlApi, answer: MailAnswer): RouteHandlerMethod =>
  async (request, reply) => {
    // The control API also serves the mail, so its callers must send a token. A page cannot send the token.
    if (control.isTokenRequired && bearerOf(request) === undefined)
      throw errorOf(unauthenticated, 'To read the mail of this emulator, run `npx payments-emulator mail`.');
    const { workspace, mode } = admitted(control, request);
    const pages = await import('./mail-pages.ts');
    const box = pages.mailboxOf(control.sandbox, workspace.id, mode);
    const { id, file = '' } = request.params as { id?: string; file?: string };
    return answer(pages, { box, mail: pages.mailOf(box, id), file }, reply);
  };
