import type { Engine } from '../engine/engine.ts';
import { ServiceError } from '../engine/errors.ts';
import type { AnyOperation } from '../engine/operation.ts';
import { type ApiKey, apiKeys, type Workspace } from '../engine/workspace.ts';

/** Who calls: a key, and the workspace and mode that it opens. */
export interface Principal {
  readonly key: ApiKey;
  readonly workspace: Workspace;
}

const refuse = (message: string): ServiceError => new ServiceError('authentication_error', message);

/**
 * Finds the caller by the `Authorization` header (specification, "Authentication" 1).
 * @throws 401 `authentication_error`
 */
export function authenticate(engine: Engine, header: string | undefined): Principal {
  if (header === undefined) throw refuse('No API key. Send it as `Authorization: Bearer <API_KEY>`.');
  const credential = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (credential === undefined) throw refuse('The Authorization header must read `Bearer <API_KEY>`.');
  const key = engine.state.root.of(apiKeys).get(credential);
  const workspace = key && engine.workspace(key.workspace_id);
  if (key === undefined || workspace === undefined) {
    throw refuse(`No such API key: '${shorten(credential)}'. \`emulator keys\` lists the keys of a workspace.`);
  }
  return { key, workspace };
}

/**
 * Whether the caller may use an operation (specification, "Authentication" 2 to 6).
 * @throws 403 `permission_error`
 */
export function authorize({ key }: Principal, operation: AnyOperation): void {
  const deny = (code: 'secret_key_required' | 'insufficient_scope' | 'app_required', message: string) =>
    new ServiceError('permission_error', message, { code });
  if (operation.access === 'app') {
    throw deny('app_required', 'This route takes an app access token (pat_...), not a merchant key.');
  }
  if (operation.access === 'secret' && key.kind === 'publishable') {
    throw deny('secret_key_required', 'This operation needs a secret key; a publishable key may only read.');
  }
  if (operation.scope !== undefined && key.scopes !== null && !key.scopes.includes(operation.scope)) {
    throw deny('insufficient_scope', `This key lacks the scope ${operation.scope}.`);
  }
}

/** A key as logs may show it: its prefix and its last two characters. */
export function shorten(credential: string): string {
  const prefix = /^(?:[a-z]+_)+/.exec(credential)?.[0] ?? '';
  const rest = credential.slice(prefix.length);
  if (prefix === '') return '…';
  return rest.length <= 2 ? `${prefix}…` : `${prefix}…${rest.slice(-2)}`;
}
