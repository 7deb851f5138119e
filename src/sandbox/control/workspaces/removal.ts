import type { Cause } from '../../../core/kernel/events.ts';
import { apiKeys, type Workspace } from '../../../core/kernel/workspace.ts';
import type { Uses } from '../sandbox.ts';
import { refuse } from './snapshots.ts';
import { removeWorkspace } from './workspace-life.ts';

/** The parts that the removal of a workspace uses. */
export type Removing = Uses<
  | 'defaultWorkspace'
  | 'engine'
  | 'log'
  | 'marks'
  | 'pastRuns'
  | 'requests'
  | 'snapshots'
  | 'tokens'
  | 'uses'
  | 'webhooks'
>;

/**
 * Removes a workspace with all its content and its snapshots.
 * @throws 400 for the default workspace
 */
export async function removeWithSnapshots(sandbox: Removing, workspace: Workspace, cause: Cause): Promise<void> {
  const { engine, snapshots, uses } = sandbox;
  const saved = await snapshots.list(workspace.id).catch(refuse('The workspace was not removed'));
  const keys = [...engine.state.root.of(apiKeys).newestFirst({ workspace_id: [workspace.id] })];
  await removeWorkspace(sandbox, workspace, cause);
  for (const { id } of [workspace, ...keys]) uses.forget(id);
  for (const { name } of saved) await snapshots.delete(workspace.id, name);
}
