import { apiKeys, apps, type Mode, type Workspace } from '../../../core/kernel/workspace.ts';
import { publicOriginOf } from '../../../payments/platform/surroundings.ts';
import { sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { KeysView } from '../wire.ts';

/** The full keys and secrets of a workspace. The first key of each kind with all scopes represents its kind. */
export function keysOf({ engine }: Uses<'engine'>, workspace: Workspace): KeysView {
  const { root } = engine.state;
  const own = [...root.of(apiKeys).newestFirst({ workspace_id: [workspace.id] })].reverse();
  const find = (kind: 'secret' | 'publishable', mode: Mode): string | null =>
    own.find((key) => key.kind === kind && key.mode === mode && key.scopes === null && key.expires_at === undefined)
      ?.id ?? null;
  return {
    id: workspace.id,
    keys: {
      secret: { test: find('secret', 'test'), live: find('secret', 'live') },
      publishable: { test: find('publishable', 'test'), live: find('publishable', 'live') },
    },
    scoped: own.flatMap(({ id, mode, scopes, expires_at }) =>
      scopes === null || expires_at !== undefined ? [] : [{ key: id, mode, scopes: [...scopes] }],
    ),
    apps: [...root.of(apps).newestFirst({ workspace_id: [workspace.id] })].reverse().map((app) => ({
      client_id: app.client_id,
      client_secret: app.client_secret,
      name: app.name,
    })),
    webhook_secret: workspace.webhook_secret,
    api_base: `${publicOriginOf(engine)}/api/v1`,
    client_base: `${publicOriginOf(engine)}/api`,
  };
}

export const keyOperations = [
  sandboxOperation('GET /keys', {
    id: 'keys.get',
    reach: 'workspace',
    summary: 'Read the keys and secrets of the workspace',
    answers: [200, KeysView],
    handle: (sandbox: Uses<'engine'>, { workspace }) => keysOf(sandbox, workspace),
  }),
];
