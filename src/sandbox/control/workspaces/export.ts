import { toIso } from '../../../core/base/instants.ts';
import { withoutNulls } from '../../../core/base/json-values.ts';
import { faults } from '../../../core/kernel/faults/faults.ts';
import { apiKeys, apps, appTokens, type Mode, modes, type Workspace } from '../../../core/kernel/workspace.ts';
import type { Stored } from '../../../core/store/collection.ts';
import { rules } from '../../../payments/platform/workspace-rules.ts';
import { type Delivery, deliveries } from '../../../payments/webhooks/deliveries.ts';
import { settingsOf } from '../../../payments/webhooks/endpoint-fields.ts';
import { endpoints } from '../../../payments/webhooks/endpoints.ts';
import { endpointName, neverExpires } from '../../fixtures/apply.ts';
import type { Fixture, WorkspaceFixture } from '../../fixtures/schema.ts';
import type { Uses } from '../sandbox.ts';

/**
 * The whole state of a workspace as a fixture, without data about the machine: no latencies, no request log, and no
 * real times.
 */
export function exportWorkspace(sandbox: Uses<'engine'>, workspace: Workspace): Fixture {
  const { engine } = sandbox;
  const { root } = engine.state;
  const where = { workspace_id: [workspace.id] };
  const keys = [...root.of(apiKeys).newestFirst(where)].reverse();
  const own = [...root.of(endpoints).newestFirst(where)].reverse();
  const installed = [...root.of(apps).newestFirst(where)].reverse();
  const tokens = [...root.of(appTokens).newestFirst(where)].filter((token) => token.expires_at === neverExpires);
  const names = new Map<string | null, string>(own.map((endpoint, index) => [endpoint.id, endpointName(index)]));
  const ownRules = [...root.of(rules).newestFirst(where)].reverse();
  const ownFaults = [...root.of(faults).newestFirst(where)].reverse();
  const { id, name, settings, webhook_secret } = workspace;
  return {
    workspaces: [
      {
        id,
        name,
        settings,
        webhook_secret,
        keys: keys.map(({ id: key, scopes }) => (scopes === null ? { key } : { key, scopes: [...scopes] })),
        apps: installed.map(({ name, client_id, client_secret }) => {
          const token = tokens.find((each) => each.client_id === client_id)?.id;
          return { name, client_id, client_secret, ...(token === undefined ? {} : { token }) };
        }),
        endpoints: own.map((endpoint) => {
          const { url, secret, former, mode } = endpoint;
          const secrets = { secret, ...(former === undefined ? {} : { former: { ...former } }) };
          return { url, ...secrets, ...settingsOf(endpoint), mode };
        }),
        rules: ownRules.map(({ when, then, matched }) => ({ when: { ...when }, then: { ...then }, matched })),
        // The endpoint gets a different id when the fixture is loaded.
        faults: ownFaults.map(({ id: _id, workspace_id: _workspace, spent: _spent, endpoint, ...fault }) =>
          withoutNulls({ ...fault, endpoint: own.find(({ id }) => id === endpoint)?.url ?? endpoint }),
        ),
        clock: clockOf(sandbox, workspace),
        counts: Object.fromEntries(modes.map((mode) => [mode, engine.dataSet(workspace.id, mode).count])),
        data: Object.fromEntries(modes.map((mode) => [mode, recordsOf(sandbox, workspace, mode, names)])),
      },
    ],
  };
}

/** A clock that runs in step with the machine's clock needs no time. */
function clockOf({ engine }: Uses<'engine'>, workspace: Workspace): WorkspaceFixture['clock'] {
  const { mode, offset_ms, rate } = workspace.clock;
  if (mode === 'running' && offset_ms === 0 && rate === undefined) return { mode };
  const now = toIso(engine.clock(workspace).now());
  return rate === undefined ? { mode, now } : { mode, now, rate };
}

function recordsOf(
  { engine }: Uses<'engine'>,
  workspace: Workspace,
  mode: Mode,
  endpointNames: Names,
): Record<string, Record<string, unknown>[]> {
  const set = engine.dataSet(workspace.id, mode);
  const records: Record<string, Record<string, unknown>[]> = {};
  for (const [name, def] of engine.registry.collections) {
    const all = [...set.of(def).oldestFirst()].map((record: Stored) =>
      name === deliveries.name ? asExported(record as Delivery, endpointNames) : { ...record },
    );
    if (all.length > 0) records[name] = all;
  }
  return records;
}

/** The name that replaces a removed endpoint. */
const removed = 'whe_removed';

type Names = ReadonlyMap<string | null, string>;

const asExported = (delivery: Delivery, endpointNames: Names): Record<string, unknown> => ({
  ...delivery,
  endpoint_id: delivery.endpoint_id === null ? null : (endpointNames.get(delivery.endpoint_id) ?? removed),
  // The headers of a response contain real times.
  attempts: delivery.attempts.map(({ sent: _sent, ...attempt }) => ({
    ...attempt,
    signature: null,
    latency_ms: 0,
    headers: {},
  })),
});
