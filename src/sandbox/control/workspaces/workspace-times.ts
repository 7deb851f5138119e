import { parseIso } from '../../../core/base/instants.ts';
import type { Workspace } from '../../../core/kernel/workspace.ts';
import type { Uses } from '../sandbox.ts';

/** When a workspace was last used, by the machine's clock in milliseconds. Its creation counts as a use. */
export function lastUseOf({ uses }: Uses<'uses'>, { id, used_at, created_at }: Workspace): number | null {
  const stored = used_at ?? created_at;
  const times = [uses.at(id), parseIso(stored ?? '')].filter((each) => each !== null);
  return times.length === 0 ? null : Math.max(...times);
}

/** When a workspace will be removed unless it is used, in milliseconds; null if it does not expire. */
export function expiryOf(sandbox: Uses<'uses'>, workspace: Workspace): number | null {
  const used = lastUseOf(sandbox, workspace);
  return workspace.expires_after === undefined || used === null ? null : used + workspace.expires_after;
}
