import { createHash } from 'node:crypto';
import { parseIso, toIso } from '../../../core/base/instants.ts';
import { realNow } from '../../../core/base/time.ts';
import { LengthOfTime, readLength } from '../../../core/kernel/declare/length-of-time.ts';
import { list } from '../../../core/kernel/declare/operation.ts';
import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { invalid, notFound } from '../../../core/kernel/errors.ts';
import type { Cause } from '../../../core/kernel/events.ts';
import { randomKey } from '../../../core/kernel/ids.ts';
import { type ApiKey, apiKeys, type Workspace } from '../../../core/kernel/workspace.ts';
import { sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { ApiKeyView, RemovalResult } from '../wire.ts';

/** How long a rotated key stays valid by default, and at most, in milliseconds. */
const usualOverlap = 86_400_000;
const mostOverlap = 30 * usualOverlap;

/** The id of a key in paths and logs, which must not contain the key itself. */
const idOf = ({ id }: ApiKey): string => `key_${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;

const viewOf = ({ uses }: Uses<'uses'>, key: ApiKey): ApiKeyView => {
  const used = uses.at(key.id);
  return {
    id: idOf(key),
    key: key.id,
    kind: key.kind,
    mode: key.mode,
    scopes: key.scopes === null ? null : [...key.scopes],
    created_at: key.created_at ?? null,
    last_used_at: used === null ? null : toIso(used),
    expires_at: key.expires_at ?? null,
  };
};

/** The keys of a workspace, oldest first, without expired ones. */
const keysIn = ({ engine }: Uses<'engine'>, { id }: Workspace): ApiKey[] =>
  [...engine.state.root.of(apiKeys).newestFirst({ workspace_id: [id] })]
    .reverse()
    .filter(({ expires_at }) => expires_at === undefined || parseIso(expires_at)! > realNow());

function find(sandbox: Uses<'engine'>, workspace: Workspace, id: string): ApiKey {
  const key = keysIn(sandbox, workspace).find((each) => idOf(each) === id);
  if (key === undefined) throw notFound('API key', id);
  return key;
}

function put({ engine }: Uses<'engine'>, cause: Cause, ...keys: ApiKey[]): void {
  engine.runRoot(cause, realNow(), (unit, root) => {
    for (const key of keys) unit.put<ApiKey>(root, apiKeys, key);
  });
}

const made = (like: Pick<ApiKey, 'workspace_id' | 'kind' | 'mode' | 'scopes'>): ApiKey => ({
  id: randomKey(`${like.kind === 'secret' ? 'sk' : 'pk'}_${like.mode}`),
  workspace_id: like.workspace_id,
  mode: like.mode,
  kind: like.kind,
  scopes: like.scopes,
  created_at: toIso(realNow()),
});

export const apiKeyOperations = [
  sandboxOperation('GET /api-keys', {
    id: 'api_keys.list',
    reach: 'workspace',
    summary: 'List the API keys of the workspace with their last use',
    answers: [200, list(ApiKeyView)],
    handle: (sandbox: Uses<'engine' | 'uses'>, { workspace }) => ({
      data: keysIn(sandbox, workspace).map((key) => viewOf(sandbox, key)),
      has_more: false,
    }),
  }),
  sandboxOperation('POST /api-keys', {
    id: 'api_keys.create',
    reach: 'workspace',
    summary: 'Create an API key for the mode of the call',
    body: T.Object({
      kind: T.Optional(OneOf(['secret', 'publishable'])),
      scopes: T.Optional(T.Array(T.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 })),
    }),
    answers: [201, ApiKeyView],
    example: { body: { kind: 'secret' } },
    handle: (sandbox: Uses<'engine' | 'uses'>, { workspace, mode, body: { kind = 'secret', scopes }, cause }) => {
      if (keysIn(sandbox, workspace).length >= mostKeys) {
        throw invalid('kind', `A workspace can have at most ${mostKeys} keys. Delete one that is not used.`);
      }
      const key = made({ workspace_id: workspace.id, kind, mode, scopes: scopes ?? null });
      put(sandbox, cause, key);
      return viewOf(sandbox, key);
    },
  }),
  sandboxOperation('POST /api-keys/{id}/rotate', {
    id: 'api_keys.rotate',
    reach: 'workspace',
    summary: 'Create a key in the place of another one, which stays valid for a time',
    body: T.Object({ overlap: T.Optional(LengthOfTime()) }),
    answers: [201, ApiKeyView],
    example: { body: { overlap: '1d' } },
    handle: (
      sandbox: Uses<'engine' | 'uses'>,
      { workspace, params: { id }, body: { overlap = usualOverlap }, cause },
    ) => {
      const old = find(sandbox, workspace, id);
      const length = readLength('overlap', overlap, mostOverlap);
      const key = made(old);
      put(sandbox, cause, { ...old, expires_at: toIso(realNow() + length) }, key);
      return viewOf(sandbox, key);
    },
  }),
  sandboxOperation('DELETE /api-keys/{id}', {
    id: 'api_keys.delete',
    reach: 'workspace',
    summary: 'Revoke an API key; later requests with the key are refused',
    answers: [200, RemovalResult],
    handle: (sandbox: Uses<'engine' | 'uses'>, { workspace, params: { id }, cause }) => {
      const key = find(sandbox, workspace, id);
      sandbox.engine.runRoot(cause, realNow(), (unit, root) => unit.remove(root, apiKeys, key.id));
      sandbox.uses.forget(key.id);
      return { id, deleted: true };
    },
  }),
];

/** The maximum number of keys of a workspace. */
const mostKeys = 100;
