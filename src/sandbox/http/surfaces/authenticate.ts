import { parseIso, toIso } from '../../../core/base/instants.ts';
import { realNow } from '../../../core/base/time.ts';
import { shorten } from '../../../core/kernel/credentials.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import { appRequired, errorOf, refusal, type ServiceError, unauthenticated } from '../../../core/kernel/errors.ts';
import { apiKeys, appTokens } from '../../../core/kernel/workspace.ts';
import type { Caller, Credential } from '../call.ts';

export const merchantKeyRequired = refusal(403, 'merchant_key_required');
export const secretKeyRequired = refusal(403, 'secret_key_required');
export const insufficientScope = refusal(403, 'insufficient_scope');

const unknown = (message: string): ServiceError => errorOf(unauthenticated, message);

/** How many headers are cached. There are few callers, and each sends the same header again and again. */
const mostRemembered = 100;

/** Authenticates callers, and caches the caller of a header as long as the key and the workspace stay the same. */
export function authenticator(engine: Engine): (header: string | undefined) => KeyHolder {
  const remembered = new Map<string, KeyHolder>();
  return (header) => {
    if (header === undefined) throw unknown('No API key. Send it as `Authorization: Bearer <API_KEY>`.');
    const last = remembered.get(header);
    if (last !== undefined) {
      const { key, workspace } = last;
      if (findKey(engine, key.id) === key && engine.workspace(workspace.id) === workspace) return last;
      remembered.delete(header);
    }
    const holder = authenticate(engine, header);
    // An app's token expires after an hour.
    if (holder.key.kind !== 'app') {
      if (remembered.size >= mostRemembered) remembered.clear();
      remembered.set(header, holder);
    }
    return holder;
  };
}

/**
 * Finds the caller by the `Authorization` header (specification, "Authentication" 1).
 * @throws 401 `authentication_error`
 */
function authenticate(engine: Engine, header: string): KeyHolder {
  const credential = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (credential === undefined) throw unknown('The Authorization header must read `Bearer <API_KEY>`.');
  const key = credential.startsWith('pat_') ? findAppToken(engine, credential) : findKey(engine, credential);
  const workspace = key && engine.workspace(key.workspace_id);
  if (key === undefined || workspace === undefined) {
    throw unknown(
      `No such API key: '${shorten(credential)}'. \`npx payments-emulator keys\` lists the keys of a workspace.`,
    );
  }
  return { key, workspace, mode: key.mode };
}

/** A caller with a key. */
export type KeyHolder = Caller & { readonly key: Credential };

type FoundKey = (Credential & { readonly workspace_id: string }) | undefined;

function findKey(engine: Engine, credential: string): FoundKey {
  const key = engine.state.root.of(apiKeys).get(credential);
  const isOver = key?.expires_at !== undefined && parseIso(key.expires_at)! <= realNow();
  return isOver ? undefined : key;
}

/** @throws 401 if the token has expired */
function findAppToken(engine: Engine, credential: string): FoundKey {
  const token = engine.state.root.of(appTokens).get(credential);
  const workspace = token && engine.workspace(token.workspace_id);
  if (token === undefined || workspace === undefined) return undefined;
  if (toIso(engine.clock(workspace).now()) >= token.expires_at) {
    throw unknown('The app access token has expired. Get a new one from POST /oauth/token.');
  }
  const { id, workspace_id, mode, client_id } = token;
  return { id, workspace_id, mode, kind: 'app', scopes: null, client_id };
}

/**
 * The 403 error for a caller who may not use an operation (specification, "Authentication" 2 to 6); null if the
 * caller may.
 */
export function refusalFor(key: Credential, { access, scope }: AnyOperation): ServiceError | null {
  if (access === 'app' && key.kind !== 'app') {
    return errorOf(appRequired, 'This route accepts an app access token (pat_...), not a merchant key.');
  }
  if (access !== 'app' && key.kind === 'app') {
    return errorOf(merchantKeyRequired, 'This route accepts a merchant key, not an app access token.');
  }
  if (access === 'secret' && key.kind === 'publishable') {
    const text = 'This operation requires a secret key. A publishable key can only read data.';
    return errorOf(secretKeyRequired, text);
  }
  if (scope !== undefined && key.scopes !== null && !key.scopes.includes(scope)) {
    return errorOf(insufficientScope, `This key does not have the scope ${scope}.`);
  }
  return null;
}
