import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Engine } from '../../core/kernel/engine.ts';
import { errorOf, resourceMissing, type ServiceError } from '../../core/kernel/errors.ts';
import { Assets } from '../../pages/assets.ts';
import type { Page, PageAnswer, Visit } from '../../pages/page.ts';
import { pagePaths } from '../../pages/paths.ts';
import { originOf } from '../../pages/shared/origins.ts';
import { asServiceError, redirect, sendError, servedAs, unsupportedMediaType } from './replies.ts';
import { checkEncoding, formFields } from './requests/read-body.ts';

/** Loads the pages with their texts: a start needs only their addresses. */
const loadPages = () => import('../../pages/routes.ts');

const forEver = 'public, max-age=31536000, immutable';

/** Registers the pages for buyers and recipients, and the files that they load. */
export function registerPages(app: FastifyInstance, engine: Engine, warn: (message: string) => void): void {
  const assets = new Assets();

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, text, done) => {
    try {
      checkEncoding(request);
      done(null, new URLSearchParams(text as string));
    } catch (error) {
      done(error as Error);
    }
  });

  // A person gets a page. A caller that does not accept HTML gets the error body.
  app.setErrorHandler((error, request, reply) => {
    const failure = asServiceError(request, error, warn);
    const refusal = failure.status === 415 && failure !== error ? noForm() : failure;
    if (showsPages(request)) return sendFailurePage(reply, assets, refusal);
    sendError(reply, refusal);
  });

  for (const { method, path } of pagePaths) {
    app.route({
      method: servedAs(method),
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const { pageRoutes, localeOfVisitor } = await loadPages();
        const route = pageRoutes.find((each) => each.method === method && each.path === path)!;
        const visit: Visit = {
          engine,
          assets,
          locale: localeOfVisitor(...languagesOf(request)),
          isSeen: request.method !== 'HEAD',
          params: request.params as Record<string, string>,
          query: textsOf(Object.entries(request.query as Record<string, unknown>)),
          form: request.body instanceof URLSearchParams ? formFields(request.body) : {},
          acceptLanguage: request.headers['accept-language'],
          referrer: originOf(request.headers.referer ?? ''),
          origin: `${request.protocol}://${request.host}`,
          cause: { type: 'request', id: request.id, method, path },
        };
        const made = await route.answer(visit);
        await engine.kept();
        return sendAnswer(reply, made);
      },
    });
  }

  app.route({
    method: servedAs('GET'),
    url: '/_assets/:file',
    handler: (request, reply) => {
      const { file } = request.params as { file: string };
      const asset = assets.at(file);
      if (asset === undefined) {
        const message = 'This file does not exist. Reload the page that requested it.';
        return sendError(reply, errorOf(resourceMissing, message));
      }
      return reply
        .header('Cache-Control', forEver)
        .header('X-Content-Type-Options', 'nosniff')
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .type(asset.type)
        .send(asset.bytes);
    },
  });
}

/** Whether a person sent the request. In that case, the browser accepts HTML. */
export const showsPages = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.accept?.includes('text/html') === true;

/** Sends a page instead of an error body, for a missing page or for an invalid request. */
export async function sendFailurePage(reply: FastifyReply, assets: Assets, failure: ServiceError): Promise<void> {
  const { failurePage, localeOfVisitor, unknownPage } = await loadPages();
  const place = { assets, locale: localeOfVisitor(...languagesOf(reply.request)) };
  const page = failure.status === 404 ? unknownPage(place) : failurePage(place, failure, reply.request.id);
  sendAnswer(reply, page);
}

/**
 * What names the reader's language: the address of a frame, or of a form in a frame. If these do not, the browser
 * names it.
 */
function languagesOf({ query, body, headers }: Pick<FastifyRequest, 'query' | 'body' | 'headers'>) {
  const posted = body instanceof URLSearchParams ? body.get('locale') : null;
  const { locale } = textsOf(Object.entries(query ?? {}));
  return [posted || locale, headers['accept-language']] as const;
}

const noForm = (): ServiceError => errorOf(unsupportedMediaType, 'Send the form as application/x-www-form-urlencoded.');

/** The entries whose values are texts. A repeated field is a list, so it is left out. */
const textsOf = (entries: readonly (readonly [string, unknown])[]): Record<string, string> =>
  Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));

function sendAnswer(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  reply
    .header('X-Content-Type-Options', 'nosniff')
    .header('Referrer-Policy', 'same-origin')
    .header('Cache-Control', 'no-store');
  if ('redirect' in answer) return redirect(reply, answer.redirect, 303);
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
  if ('html' in answer) return sendPage(reply, answer);
  if (answer.filename !== null) {
    reply.header('Content-Disposition', `attachment; filename="${answer.filename.replace(/[^\w.-]/g, '_')}"`);
  }
  return reply.code(answer.status).type(answer.type).send(answer.bytes);
}

/**
 * Sends a page. `X-Frame-Options` cannot express every `frame-ancestors`, so it is left out if it would contradict
 * them.
 */
function sendPage(reply: FastifyReply, { status, html, csp }: Page): FastifyReply {
  const ancestors = /frame-ancestors ([^;]*)/.exec(csp)?.[1];
  if (ancestors === "'none'") reply.header('X-Frame-Options', 'DENY');
  if (ancestors === "'self'") reply.header('X-Frame-Options', 'SAMEORIGIN');
  return reply.code(status).header('Content-Security-Policy', csp).type('text/html; charset=utf-8').send(html);
}
