import { timingSafeEqual } from 'node:crypto';
import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { hourMs, secondMs, toIso } from '../engine/clock.ts';
import type { Engine } from '../engine/engine.ts';
import { type App, apps, appTokens, modes, type Workspace } from '../engine/workspace.ts';
import { appTokenRoute } from './app-token-description.ts';
import { parseJson } from './parse-body.ts';
import { sendError } from './replies.ts';

const { path } = appTokenRoute;
/** How long an app access token lives (assumed). */
const lifetime = hourMs;

/** The token route of apps: OAuth 2.0 client credentials, with the error bodies of RFC 6749 (assumed). */
export function registerAppTokens(app: FastifyInstance, engine: Engine): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
      try {
        done(null, parseJson(bytes as Buffer).value);
      } catch (error) {
        done(error as Error);
      }
    });
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
      done(null, parse(text as string));
    });
    scope.post(path, (request, reply) => {
      const fields = fieldsOf(request.body, request.headers.authorization);
      const result = 'refusal' in fields ? fields : grant(engine, String(reply.getHeader('request-id')), fields.given);
      reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8');
      if ('refusal' in result) {
        if (result.status === 401) reply.header('WWW-Authenticate', 'Basic realm="apps"');
        reply.code(result.status).send(JSON.stringify({ error: result.refusal, error_description: result.why }));
        return;
      }
      engine.whenKept((refusal) => {
        if (refusal === null) reply.code(200).send(JSON.stringify(result));
        else sendError(reply, refusal);
      });
    });
  });
}

const refuse = (status: number, refusal: string, why: string) => ({ status, refusal, why });

type Fields = Readonly<Record<string, unknown>>;

/** What was sent, with the credentials of a Basic header (RFC 6749, section 2.3.1), which takes the place of fields. */
function fieldsOf(body: unknown, authorization: string | undefined) {
  if (typeof body !== 'object' || body === null) return refuse(400, 'invalid_request', 'The request has no body.');
  const given: Fields = { ...body };
  const twice = Object.keys(given).find((name) => Array.isArray(given[name]));
  if (twice !== undefined) return refuse(400, 'invalid_request', `${twice} is given more than once.`);
  const basic = /^basic +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) return { given };
  if (given.client_id !== undefined || given.client_secret !== undefined) {
    return refuse(400, 'invalid_request', 'Give the credentials in the header or in the body, not in both.');
  }
  const [id = '', ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { given: { ...given, client_id: formDecoded(id), client_secret: formDecoded(secret.join(':')) } };
}

/** The credentials are form-encoded before they are put together. */
const formDecoded = (text: string): unknown => parse(`_=${text.replaceAll('&', '%26').replaceAll('=', '%3D')}`)._;

function grant(engine: Engine, callId: string, fields: Fields) {
  const { grant_type, client_id, client_secret, workspace_id, mode = 'test' } = fields;
  if (grant_type === undefined) return refuse(400, 'invalid_request', 'grant_type is required.');
  if (grant_type !== 'client_credentials') {
    return refuse(400, 'unsupported_grant_type', 'grant_type must be client_credentials.');
  }
  const found = findApp(engine, client_id, client_secret, workspace_id);
  if (found === null) return refuse(401, 'invalid_client', 'No app has these credentials.');
  const asked = modes.find((each) => each === mode);
  if (asked === undefined) return refuse(400, 'invalid_request', 'mode must be test or live.');
  const now = engine.clock(found.workspace).now();
  const cause = { type: 'request', id: callId, method: 'POST', path: `/api/v1${path}` } as const;
  const token = engine.runRoot(cause, now, (unit, root) =>
    unit.put(root, appTokens, {
      id: unit.nextId(root, appTokens.prefix),
      workspace_id: found.workspace.id,
      mode: asked,
      client_id: found.app.client_id,
      expires_at: toIso(now + lifetime),
    }),
  );
  return { access_token: token.id, token_type: 'bearer', expires_in: lifetime / secondMs, scope: 'blocks' };
}

function findApp(
  engine: Engine,
  clientId: unknown,
  secret: unknown,
  workspaceId: unknown,
): { app: App; workspace: Workspace } | null {
  if (typeof clientId !== 'string' || typeof secret !== 'string') return null;
  const app = engine.state.root.of(apps).newest({ client_id: [clientId] });
  const workspace = app && engine.workspace(app.workspace_id);
  if (app === undefined || workspace === undefined || !isSame(app.client_secret, secret)) return null;
  return workspaceId === undefined || workspaceId === workspace.id ? { app, workspace } : null;
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
