import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { remembering } from '../../../core/base/once.ts';
import { errorOf, notFound, unauthenticated } from '../../../core/kernel/errors.ts';
import { appTokens } from '../../../core/kernel/workspace.ts';
import type { Assets } from '../../../pages/assets.ts';
import { html, raw } from '../../../pages/html.ts';
import { testCards } from '../../../payments/simulation/cards.ts';
import type { Mail } from '../../control/objects/mail.ts';
import type { Reach } from '../../control/operation.ts';
import { keysOf } from '../../control/workspaces/keys.ts';
import type { Described } from '../../profile/descriptions.ts';
import { redirect, servedAs } from '../replies.ts';
import { admitted, bearerOf, tokenOf } from '../surfaces/admission.ts';
import type { ControlApi } from '../surfaces/control.ts';
import { brand, documentPolicy, renderDocument } from './layout.ts';
import { manualIndex, manualPicture, manualText } from './manual.ts';

/** The addresses of the interface descriptions. */
const descriptions = [
  ['/openapi.json', 'merchant'],
  ['/openapi-client.json', 'client'],
] as const;

/**
 * Registers the interface descriptions, and the docs for people and programs. Each document is created on request,
 * never at the start.
 * @returns the paths, in the notation of operations
 */
export function registerDocs(app: FastifyInstance, control: ControlApi, assets: Assets): readonly string[] {
  const { sandbox, isTokenRequired } = control;
  const { profile, confirmed, engine } = sandbox;
  /** Whether a page may show the keys of the default workspace. It may not if a token protects them. */
  const showsKeys = (request: FastifyRequest): boolean => !isTokenRequired && tokenOf(control, request) === null;
  const described = remembering(async (): Promise<Described> => {
    const { registry } = engine;
    const own =
      confirmed === null ? registry : (await import('../../profile/verdicts.ts')).withConfirmed(registry, confirmed);
    return profile === null ? own : (await import('../../profile/describe.ts')).describedBy(profile, own);
  });
  const served: string[] = [];
  const serve = (url: string, handler: RouteHandlerMethod, reach?: Reach): void => {
    app.route({ method: servedAs('GET'), url, handler, ...(reach === undefined ? {} : { config: { reach } }) });
    served.push(url.replace(/:(\w+)/g, '{$1}'));
    if (url.includes(':')) return;
    // People often type the address of a folder with a slash at the end.
    app.route({
      method: servedAs('GET'),
      url: `${url}/`,
      handler: async (_request, reply) => redirect(reply, url, 302),
    });
  };
  for (const [path, api] of descriptions) {
    serve(path, async (request) => {
      const { buildOpenApi } = await import('../openapi/openapi.ts');
      return buildOpenApi(await described(), sandbox.version, originOf(request), api);
    });
  }
  // If the control API requires a token, no page and no file may show the keys that the token protects.
  const callerOf = (request: FastifyRequest) => {
    const workspace = sandbox.engine.workspace(sandbox.defaultWorkspace)!;
    const shown = { origin: originOf(request), workspace: workspace.id };
    if (!showsKeys(request)) return { ...shown, key: null, appToken: null };
    const ofWorkspace = { workspace_id: [workspace.id] };
    const appToken = sandbox.engine.state.root.of(appTokens).newest(ofWorkspace)?.id ?? null;
    return { ...shown, key: keysOf(sandbox, workspace).keys.secret.test, appToken };
  };
  serve('/api.http', async (request, reply) => {
    const { httpFile } = await import('../collections/http-file.ts');
    return reply.type('text/plain; charset=utf-8').send(httpFile(await described(), callerOf(request)));
  });
  serve('/postman.json', async (request) => {
    const { postmanCollection } = await import('../collections/postman.ts');
    return postmanCollection(await described(), callerOf(request));
  });
  // Browsers get the inspector, and programs are redirected to the docs.
  app.route({
    method: servedAs('GET'),
    url: '/',
    handler: async ({ headers }, reply) =>
      redirect(reply, headers.accept?.includes('text/html') === true ? '/inspector' : '/docs', 302),
  });
  serve('/inspector', async (_request, reply) => {
    const { inspectorPage, inspectorPolicy } = await import('../inspector-page.ts');
    return sendPage(reply, inspectorPage(assets), inspectorPolicy);
  });
  serve('/docs', async (request, reply) => {
    const { startPage } = await import('./start-page.ts');
    const workspace = sandbox.engine.workspace(sandbox.defaultWorkspace)!;
    return sendPage(
      reply,
      startPage({
        assets,
        version: sandbox.version,
        origin: originOf(request),
        keys: keysOf(sandbox, workspace),
        showsSecrets: showsKeys(request),
        cards: testCards.flatMap(({ number, behaviour, about }) =>
          behaviour === null ? [] : [[number, about] as const],
        ),
        manual: manualIndex(),
        registry: await described(),
      }),
    );
  });
  serve('/docs/api', async (request, reply) => {
    const { apiPage } = await import('./api-page.ts');
    return sendPage(reply, apiPage(await described(), assets, callerOf(request)));
  });
  serve('/docs/search', async (request, reply) => {
    const { searchPage } = await import('./search.ts');
    const { q } = request.query as { q?: unknown };
    return sendPage(reply, await searchPage(await described(), assets, typeof q === 'string' ? q : ''));
  });
  // Browsers request the icon for every response without its own icon: JSON, a message's text, a PDF.
  serve('/favicon.ico', async (_request, reply) => reply.type('image/svg+xml').send(assets.brandIcon(brand)));
  serve('/docs/manual', async (_request, reply) => redirect(reply, '/docs/manual/getting-started', 302));
  serve('/docs/manual/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const picture = await manualPicture(name);
    if (picture !== undefined) return reply.type(picture.type).send(picture.bytes);
    const text = name.endsWith('.md') ? await manualText(name.slice(0, -3), 'md') : undefined;
    if (text !== undefined) return reply.type('text/markdown; charset=utf-8').send(text);
    const body = await manualText(name, 'html');
    if (body === undefined) throw notFound('document', name);
    const manual = manualIndex();
    const { title } = manual.find((entry) => entry.name === name)!;
    const list = manual.map((entry) => ({ path: `/docs/manual/${entry.name}`, title: entry.title }));
    return sendPage(
      reply,
      renderDocument({
        assets,
        title,
        path: `/docs/manual/${name}`,
        listTitle: 'Manual',
        list,
        body: html`${raw(body)}`,
      }),
    );
  });
  const mailbox = (path: string, answer: (pages: MailPages, asked: Asked, reply: FastifyReply) => unknown) =>
    serve(
      path,
      async (request, reply) => {
        // The control API also serves the mail, so its callers must send a token. A page cannot send the token.
        if (isTokenRequired && bearerOf(request) === undefined)
          throw errorOf(unauthenticated, 'To read the mail of this emulator, run `npx payments-emulator mail`.');
        const { workspace, mode } = admitted(control, request);
        const pages = await import('./mail-pages.ts');
        const box = pages.mailboxOf(sandbox, workspace.id, mode);
        const { id, file = '' } = request.params as { id?: string; file?: string };
        return answer(pages, { box, mail: pages.mailOf(box, id), file }, reply);
      },
      'workspace',
    );
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
  serve('/llms.txt', async (request, reply) => {
    const { llmsText } = await import('./llms.ts');
    return reply.type('text/plain; charset=utf-8').send(llmsText(originOf(request), manualIndex()));
  });
  return served;
}

const originOf = ({ protocol, headers }: FastifyRequest): string => `${protocol}://${headers.host}`;

type MailPages = typeof import('./mail-pages.ts');
/** The query of a mailbox page. */
interface Asked {
  readonly box: ReturnType<MailPages['mailboxOf']>;
  readonly mail: Mail | undefined;
  readonly file: string;
}

const sendPage = (reply: FastifyReply, page: string, policy = documentPolicy): FastifyReply =>
  reply
    .header('Content-Security-Policy', policy)
    .header('X-Content-Type-Options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(page);
