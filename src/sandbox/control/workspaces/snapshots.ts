import { toIso } from '../../../core/base/instants.ts';
import { messageOf } from '../../../core/base/system-errors.ts';
import { addressInWords, foreignAddress } from '../../../core/kernel/addresses.ts';
import { list } from '../../../core/kernel/declare/operation.ts';
import { T, Text, textForm } from '../../../core/kernel/declare/schema.ts';
import {
  errorOf,
  invalid,
  invalidState,
  notFound,
  ServiceError,
  storageUnavailable,
} from '../../../core/kernel/errors.ts';
import { usualLimit } from '../../../core/kernel/pagination.ts';
import {
  captureSnapshot,
  countStored,
  prepareRestore,
  restoreSnapshot,
  type Snapshot,
  type SnapshotContent,
  type StoredSnapshot,
} from '../../../core/kernel/snapshots.ts';
import { modes } from '../../../core/kernel/workspace.ts';
import { clockRead } from '../clock/clock-moves.ts';
import { addMark } from '../log/markers.ts';
import { savedText } from '../log/past-runs.ts';
import { sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { ClockReading, pageFields, RemovalResult, SnapshotDiff, SnapshotView } from '../wire.ts';
import { snapshotDiff } from './snapshot-diff.ts';

const SnapshotName = () =>
  T.String(
    textForm(
      '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$',
      'a letter or digit, followed by up to 63 letters, digits, dots, _ or -',
      'before-refund',
    ),
  );

const view = ({ id, name, workspace_id, at, records }: Snapshot): SnapshotView => ({
  id,
  name,
  workspace: workspace_id,
  at,
  records,
});

/** How many snapshots a workspace can have before a call with its token can save no further ones. */
const mostWithToken = 50;

/** @throws 400 `invalid_state` if another snapshot would be too many with the token of one workspace */
function checkCount(saved: readonly Snapshot[], name: string, within: string): void {
  if (saved.length < mostWithToken || saved.some((each) => each.name === name)) return;
  throw errorOf(
    invalidState,
    `${within} has ${saved.length} snapshots, and with its token, a call can save at most ${mostWithToken}. Delete one, or use the token for the whole emulator.`,
  );
}

export const snapshotOperations = [
  sandboxOperation('GET /snapshots', {
    id: 'snapshots.list',
    reach: 'workspace',
    summary: 'List the snapshots of the workspace, newest first',
    answers: [200, list(SnapshotView)],
    handle: async ({ snapshots }, { workspace }) => ({
      data: (await snapshots.list(workspace.id).catch(refuse('The snapshots could not be listed'))).map(view),
      has_more: false,
    }),
  }),
  sandboxOperation('POST /snapshots', {
    id: 'snapshots.save',
    reach: 'workspace',
    summary: 'Save the state of the workspace under a name; an existing snapshot with that name is replaced',
    body: T.Object({ name: SnapshotName() }),
    answers: [201, SnapshotView],
    example: { body: { name: 'before-the-refund' } },
    handle: async (
      sandbox: Uses<'engine' | 'marks' | 'pastRuns' | 'requests' | 'snapshots' | 'webhooks'>,
      { body, workspace, within },
    ) => {
      const { engine, snapshots } = sandbox;
      if (within !== null) checkCount(await snapshots.list(within), body.name, within);
      // A commit that the disk rejects is undone, so the snapshot must not contain it.
      await engine.kept();
      const current = engine.workspace(workspace.id) ?? workspace;
      const content = captureSnapshot(engine, current);
      const snapshot: Snapshot = {
        id: engine.nextCallId('snap'),
        name: body.name,
        workspace_id: current.id,
        at: toIso(content.at),
        records: countStored(content),
      };
      sandbox.pastRuns.noteSnapshot(sandbox, current.id, body.name);
      await snapshots.save(snapshot, content).catch(refuse('The snapshot was not saved'));
      addMark(sandbox, current.id, { kind: 'snapshot', text: savedText(body.name) });
      return view(snapshot);
    },
  }),
  sandboxOperation('POST /snapshots/{name}/restore', {
    id: 'snapshots.restore',
    reach: 'workspace',
    summary: 'Restore the workspace to a snapshot: data, clock, jobs, ids, keys, endpoints, rules and settings',
    answers: [200, ClockReading],
    handle: async (
      sandbox: Uses<'engine' | 'marks' | 'pastRuns' | 'requests' | 'scheduler' | 'snapshots' | 'webhooks'>,
      { params, workspace, cause },
    ) => {
      const { engine, pastRuns, scheduler, webhooks } = sandbox;
      const { content, pin } = await find(sandbox, workspace.id, params.name);
      const prepared = await prepareRestore(engine, content);
      const pinned =
        Object.keys(prepared.replacements).length > 0
          ? await pin().catch(refuse('The snapshot was not restored'))
          : null;
      try {
        const { restored, endRun } = await scheduler.whenStill(workspace.id, () => {
          refuseForeign(sandbox, content);
          const endRun = pastRuns.ending(sandbox, engine.workspace(workspace.id) ?? workspace);
          const put = restoreSnapshot(engine, prepared, cause, pinned?.origin ?? null);
          const restores = pastRuns.markOf(put.id, params.name);
          addMark(sandbox, put.id, { kind: 'restore', text: `snapshot ${params.name} restored`, restores });
          return { restored: put, endRun };
        });
        await engine.kept();
        endRun('restored', params.name);
        webhooks.forget();
        if (pinned !== null) webhooks.resume(restored.id);
        return clockRead(sandbox, restored);
      } finally {
        pinned?.release(engine.state.seq);
      }
    },
  }),
  sandboxOperation('PATCH /snapshots/{snapshot}', {
    id: 'snapshots.rename',
    reach: 'workspace',
    summary: 'Rename a snapshot',
    body: T.Object({ name: SnapshotName() }),
    answers: [200, SnapshotView],
    example: { body: { name: 'before-the-refund' } },
    handle: async (sandbox: Uses<'engine' | 'pastRuns' | 'snapshots'>, { params, body: { name }, workspace }) => {
      const { snapshots, engine } = sandbox;
      const saved = await snapshots.list(workspace.id).catch(refuse('The snapshot was not renamed'));
      const known = saved.find((each) => each.name === params.snapshot);
      if (known === undefined) throw noSuch(params.snapshot, saved);
      if (name === known.name) return view(known);
      if (saved.some((each) => each.name === name)) throw invalid('name', `A snapshot named ${name} already exists.`);
      const { content } = await find(sandbox, workspace.id, known.name);
      // If the process ends between the two steps, at least one of the two snapshots exists.
      const renamed: Snapshot = { ...known, id: engine.nextCallId('snap'), name };
      await snapshots.save(renamed, content).catch(refuse('The snapshot was not renamed'));
      await snapshots.delete(workspace.id, known.name).catch(refuse('The snapshot was not renamed'));
      sandbox.pastRuns.noteRenamed(workspace.id, known.name, name);
      return view(renamed);
    },
  }),
  sandboxOperation('GET /snapshots/{name}/diff', {
    id: 'snapshots.diff',
    reach: 'workspace',
    summary:
      'Compare a snapshot with the current state, and list the objects of each kind that were added, changed or removed',
    query: T.Object({
      /** Only differences of this kind, such as `transaction`, `job` or `workspace`. */
      kind: T.Optional(Text(50)),
      /** How many objects of each kind to show with their fields. */
      limit: pageFields.limit,
    }),
    answers: [200, SnapshotDiff],
    handle: async (
      { engine, snapshots },
      { params: { name }, query: { kind, limit = usualLimit }, workspace, mode },
    ) => {
      const { content } = await find({ snapshots }, workspace.id, name);
      const present = captureSnapshot(engine, engine.workspace(workspace.id) ?? workspace);
      const kinds = await snapshotDiff(engine.registry, [content, present], { mode, kind, limit });
      return { name, at: toIso(content.at), now: toIso(present.at), kinds };
    },
  }),
  sandboxOperation('DELETE /snapshots/{name}', {
    id: 'snapshots.delete',
    reach: 'workspace',
    summary: 'Delete a snapshot',
    answers: [200, RemovalResult],
    handle: async ({ snapshots }, { params, workspace }) => {
      const name = params.name;
      const isDeleted = await snapshots.delete(workspace.id, name).catch(refuse('The snapshot was not deleted'));
      if (!isDeleted) throw noSuch(name, await snapshots.list(workspace.id));
      return { id: name, deleted: true };
    },
  }),
];

/**
 * Converts a disk error to the error response of a call.
 * @param what the consequence for the snapshot
 */
export const refuse =
  (what: string) =>
  (error: unknown): never => {
    const why = messageOf(error);
    throw new ServiceError(storageUnavailable, `${what}: ${why}`);
  };

/** The error for an existing snapshot that cannot be restored. */
const unusable = (why: string): ServiceError => new ServiceError(invalidState, why, { param: 'name' });

const noSuch = (name: string, saved: readonly Snapshot[]): ServiceError =>
  notFound(
    'snapshot',
    name,
    saved.map((each) => each.name),
  );

async function find({ snapshots }: Uses<'snapshots'>, workspaceId: string, name: string): Promise<StoredSnapshot> {
  let found: StoredSnapshot | null;
  try {
    found = await snapshots.find(workspaceId, name);
  } catch (error) {
    throw unusable(messageOf(error));
  }
  if (found === null) throw noSuch(name, await snapshots.list(workspaceId));
  return found;
}

/** @throws 400 if a key, an app, a token or a page address of the snapshot now belongs to another workspace */
function refuseForeign({ engine }: Uses<'engine'>, { workspace, own, sets }: SnapshotContent): void {
  const kinds = modes.flatMap((mode) =>
    sets[mode].kinds.flatMap(({ def, records }) => {
      if (def.addresses === undefined) return [];
      const present = engine.dataSet(workspace.id, mode).known(def);
      // Records that the workspace still has need no check, so a restore costs only as much as its changes.
      return [{ def, records: records.filter((record) => present?.get(record.id) !== record) }];
    }),
  );
  const foreign = foreignAddress(engine, workspace.id, [...own, ...kinds]);
  if (foreign !== null) throw unusable(`${addressInWords(foreign)} of this snapshot now belongs to another workspace.`);
}
