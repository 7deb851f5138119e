import { bare } from '../../core/kernel/declare/operation.ts';
import { T } from '../../core/kernel/declare/schema.ts';
import { errorOf, resourceMissing } from '../../core/kernel/errors.ts';
import { armedFaults, faultView } from '../../core/kernel/faults/faults.ts';
import { modes } from '../../core/kernel/workspace.ts';
import { balances } from '../../payments/platform/ledger.ts';
import { platformSettings } from '../../payments/platform/settings.ts';
import { publicOriginOf } from '../../payments/platform/surroundings.ts';
import { clockView } from './clock/clock-moves.ts';
import { endpointView } from './events/endpoint-views.ts';
import { sandboxOperation } from './operation.ts';
import { actingRules } from './outcomes/rules.ts';
import type { Uses } from './sandbox.ts';
import { CompactionResult, ComparisonReport, Health, Status } from './wire.ts';

export const statusOperations = [
  sandboxOperation('GET /health', {
    id: 'health',
    summary: 'Read the health of the emulator; it is degraded while the disk rejects writes',
    answers: [200, bare(Health)],
    handle: (sandbox: Uses<'storageStatus'>) => ({ status: sandbox.storageStatus().status }),
  }),
  sandboxOperation('GET /status', {
    id: 'status',
    reach: 'workspace',
    summary: 'Read the version, the clock, the counts, the storage and the health of endpoints',
    answers: [200, Status],
    handle: (
      sandbox: Uses<
        | 'comparison'
        | 'engine'
        | 'memory'
        | 'options'
        | 'profile'
        | 'scheduler'
        | 'storageStatus'
        | 'url'
        | 'version'
        | 'webhooks'
      >,
      { workspace, mode, within },
    ) => {
      const { engine, version, url, options } = sandbox;
      const storage = sandbox.storageStatus();
      const shown = within === null ? engine.allWorkspaces() : [workspace];
      const endpoints = modes.flatMap(
        (each) => sandbox.webhooks.listEndpoints(workspace.id, each, { limit: 100 }).data,
      );
      const views = endpoints.map((endpoint) => endpointView(sandbox.webhooks, endpoint));
      return {
        version,
        url,
        public_url: publicOriginOf(engine),
        memory: within === null ? sandbox.memory() : null,
        status: storage.status,
        workspace: workspace.id,
        mode,
        clock: clockView(sandbox, workspace),
        // The path and the size of the data folder are only for callers with access to the whole emulator.
        storage: within === null ? storage : { ...storage, path: null, bytes: null },
        counts: countsOf(sandbox, workspace.id, mode),
        balances: [...engine.dataSet(workspace.id, mode).of(balances).oldestFirst()].map(
          ({ id, available, reserved, held, pending }) => ({ currency: id, available, reserved, held, pending }),
        ),
        deliveries: { pending: views.reduce((sum, { health }) => sum + health.pending, 0) },
        faults: armedFaults(engine, workspace.id).slice(0, mostFaults).map(faultView),
        rules: actingRules(engine, workspace.id, mostFaults),
        endpoints: views,
        workspaces: [...shown].map((each) => {
          const { gateway, settlement } = platformSettings.of(each);
          return { id: each.id, gateway, clock: each.clock.mode, settlement: settlement.mode };
        }),
        options: {
          strict: options.strict,
          rate_limit: options.rateLimit,
          signature_time: options.signatureTime,
          allow_remote_webhooks: options.allowRemoteWebhooks,
        },
        profile: sandbox.profile?.name ?? null,
        // The findings of a comparison do not belong to a workspace.
        comparison: within === null ? (sandbox.comparison?.findings.length ?? null) : null,
      };
    },
  }),
  sandboxOperation('GET /comparison', {
    id: 'comparison',
    summary: 'Read the comparison report that was passed with --comparison at the start',
    answers: [200, ComparisonReport],
    handle: ({ comparison }) => {
      if (comparison === null)
        throw errorOf(
          resourceMissing,
          'The emulator was started without a comparison report. Run npx payments-emulator start --comparison compare.json',
        );
      return comparison;
    },
  }),
  sandboxOperation('POST /compact', {
    id: 'compact',
    summary: 'Remove deleted records from the data folder',
    answers: [200, CompactionResult],
    handle: async (sandbox: Uses<'compact' | 'storageStatus'>) => {
      const { bytes: before } = sandbox.storageStatus();
      await sandbox.compact();
      return { before, after: sandbox.storageStatus().bytes };
    },
  }),
  sandboxOperation('POST /shutdown', {
    id: 'shutdown',
    summary: 'Stop the emulator',
    answers: [200, T.Object({ stopping: T.Boolean() })],
    handle: (sandbox: Uses<'stop'>) => {
      sandbox.stop();
      return { stopping: true };
    },
  }),
];

/** The maximum number of active faults, and of active rules, in the status. */
const mostFaults = 20;

/** The number of records of each kind in a data set. */
function countsOf({ engine }: Uses<'engine'>, workspaceId: string, mode: 'test' | 'live'): Record<string, number> {
  const set = engine.dataSet(workspaceId, mode);
  const counts: Record<string, number> = {};
  for (const def of engine.registry.collections.values()) {
    const { size } = set.of(def);
    if (size > 0) counts[def.name] = size;
  }
  return counts;
}
