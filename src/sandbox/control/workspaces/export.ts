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
import type { WorkspaceFixture } from '../../fixtures/schema.ts';
import type { Uses } from '../sandbox.ts';

/**
 * The whole state of a workspace at this moment as a fixture, without data about the machine: no latencies, no request
 * log, and no real times. Its lists of records can be read once; they share the records of the emulator, which do not
 * change, so that a large export needs little memory.
 */
export function exportWorkspace(sandbox: Uses<'engine'>, workspace: Workspace): ExportedFixture {
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
        keys: keys
          .filter(({ expires_at }) => expires_at === undefined)
          .map(({ id: key, scopes }) => (scopes === null ? { key } : { key, scopes: [...scopes] })),
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

/** A fixture whose records need not be lists. `jsonPieces` writes it. */
export interface ExportedFixture {
  readonly workspaces: readonly (Omit<WorkspaceFixture, 'data'> & {
    readonly data: Readonly<Record<string, Readonly<Record<string, Iterable<object>>>>>;
  })[];
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
): Record<string, Iterable<object>> {
  const set = engine.dataSet(workspace.id, mode);
  const records: Record<string, Iterable<object>> = {};
  for (const [name, def] of engine.registry.collections) {
    const all: readonly Stored[] = [...set.of(def).oldestFirst()];
    if (all.length === 0) continue;
    records[name] = name === deliveries.name ? exportedDeliveries(all as readonly Delivery[], endpointNames) : all;
  }
  return records;
}

/** The name that replaces a removed endpoint. */
const removed = 'whe_removed';

type Names = ReadonlyMap<string | null, string>;

function* exportedDeliveries(all: readonly Delivery[], endpointNames: Names): Generator<object> {
  for (const delivery of all) yield asExported(delivery, endpointNames);
}

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
