import { hourMs, secondMs } from '../../../core/base/instants.ts';
import type { Kernel } from '../../../core/kernel/context.ts';
import { isSameSecret } from '../../../core/kernel/credentials.ts';
import { bare, controlOperation, type Owner, publicOperation } from '../../../core/kernel/declare/operation.ts';
import { about, assumed, OneOf, sensitive, T, Words } from '../../../core/kernel/declare/schema.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { errorOf, invalid, parameterInvalid, type ServiceError, unauthenticated } from '../../../core/kernel/errors.ts';
import { randomKey } from '../../../core/kernel/ids.ts';
import { apps, appTokens, modes } from '../../../core/kernel/workspace.ts';

/** The lifetime of an app access token, in milliseconds (assumed). */
const lifetime = hourMs;

const text = (description: string) => about(assumed(T.Optional(T.String())), description);

const TokenRequest = T.Object({
  grant_type: about(assumed(OneOf(['client_credentials'])), 'The only supported grant type.'),
  client_id: text('The app id. Alternatively, send the credentials in a Basic Authorization header.'),
  client_secret: sensitive(text('The app secret. Send it in the same place as the id.')),
  workspace_id: text(
    'The id of the workspace where the app is installed. Optional, but if present it must match the app.',
  ),
  mode: about(assumed(T.Optional(OneOf(modes))), 'The mode that the token can access. Defaults to test.'),
});

const TokenAnswer = T.Object({
  access_token: about(assumed(T.String()), 'The token for app routes; starts with pat_.'),
  token_type: about(OneOf(['bearer']), 'The token type. In the Authorization header, put Bearer before the token.'),
  expires_in: about(T.Integer(), 'The token lifetime, in seconds.'),
  scope: about(T.String(), 'The scope that the token grants.'),
});

/** Builds the error body of OAuth 2.0 (RFC 6749, section 5.2). */
function refusalBody({ status, param, code, message }: ServiceError): Record<string, unknown> {
  const isGrant = param === 'grant_type' && code === parameterInvalid.code;
  const error = status === 401 ? 'invalid_client' : isGrant ? 'unsupported_grant_type' : 'invalid_request';
  return { error, error_description: message };
}

interface Credentials {
  readonly client_id?: string;
  readonly client_secret?: string;
}

/** Reads the credentials from the body or from a Basic header (RFC 6749, section 2.3.1). */
function credentialsOf(body: Credentials, authorization: string | null): Credentials {
  const basic = /^basic +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) return body;
  if (body.client_id !== undefined || body.client_secret !== undefined) {
    throw invalid('client_id', 'Send the credentials in the Authorization header or in the body, not both.');
  }
  const [id = '', ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { client_id: formDecoded(id), client_secret: formDecoded(secret.join(':')) };
}

/** Decodes a credential. Clients form-encode the id and the secret before they join them. */
const formDecoded = (encoded: string): string =>
  new URLSearchParams(`_=${encoded.replaceAll('&', '%26').replaceAll('=', '%3D')}`).get('_') ?? '';

/** @throws 401 if no installed app has these credentials */
function findApp(kernel: Kernel, { client_id, client_secret }: Credentials) {
  const app = client_id === undefined ? undefined : kernel.state.root.of(apps).newest({ client_id: [client_id] });
  if (app === undefined || client_secret === undefined || !isSameSecret(app.client_secret, client_secret)) {
    throw errorOf(unauthenticated, 'No app has these credentials; check client_id and client_secret.');
  }
  return app;
}

/** The token endpoint for apps: OAuth 2.0 client credentials, entirely assumed. */
const createAppToken = publicOperation('POST /oauth/token', {
  id: 'app_tokens.create',
  summary: 'Get an access token for an installed app',
  effects: ['only_asks'],
  body: TokenRequest,
  form: true,
  answers: [200, bare(TokenAnswer)],
  refuses: [unauthenticated],
  refusalBody,
  assumed: true,
  example: { body: { grant_type: 'client_credentials', client_id: 'app_demo', client_secret: 'app_secret_demo' } },
  standIns: { pat_demo: 'access_token' },
  owner: (kernel, { body, authorization }): Owner => {
    const app = findApp(kernel, credentialsOf(body, authorization));
    const workspace = kernel.workspace(app.workspace_id);
    if (workspace === undefined || (body.workspace_id !== undefined && body.workspace_id !== workspace.id)) {
      throw errorOf(unauthenticated, 'No app of this workspace has these credentials; check workspace_id.');
    }
    return { workspace, mode: body.mode ?? 'test' };
  },
  handle: (ctx, { body, authorization }) => {
    const { client_id } = findApp(ctx.kernel, credentialsOf(body, authorization));
    const { root } = ctx.kernel.state;
    const token = ctx.unit.put(root, appTokens, {
      id: randomKey(appTokens.prefix),
      workspace_id: ctx.workspace.id,
      mode: ctx.mode,
      client_id,
      expires_at: ctx.later(lifetime),
    });
    return { access_token: token.id, token_type: 'bearer' as const, expires_in: lifetime / secondMs, scope: 'blocks' };
  },
});

const installApp = controlOperation('POST /apps', {
  id: 'apps.create',
  summary: 'Install an app and create credentials for its access tokens',
  body: T.Object({ name: Words(200) }),
  answers: [201, T.Object({ client_id: T.String(), client_secret: T.String() })],
  example: { body: { name: 'Loyalty' } },
  handle: (ctx, { body: { name } }) => {
    const { root } = ctx.kernel.state;
    const id = ctx.unit.nextId(root, apps.prefix);
    const client_secret = randomKey('app_secret');
    ctx.unit.put(root, apps, { id, workspace_id: ctx.workspace.id, name, client_id: id, client_secret });
    return { client_id: id, client_secret };
  },
});

/** Installed apps and their access tokens. */
export const app = slice('app', { operations: [createAppToken, installApp] });
