import { minuteMs, parseIso, toIso } from '../../../core/base/instants.ts';
import { reasonOf } from '../../../core/base/system-errors.ts';
import { realNow, wakeAfter } from '../../../core/base/time.ts';
import type { Cause } from '../../../core/kernel/events.ts';
import { type Workspace, workspaces } from '../../../core/kernel/workspace.ts';
import type { Uses } from '../sandbox.ts';
import { type Removing, removeWithSnapshots } from './removal.ts';
import { expiryOf } from './workspace-times.ts';

const cause: Cause = { type: 'control', id: 'expiry', name: 'workspaces.expire' };
/** The longest time between two looks, and the shortest, in milliseconds. */
const mostBetween = minuteMs;
const leastBetween = 200;

/** Removes workspaces that were not used for the time that they state. It does nothing while no workspace expires. */
export class WorkspaceExpiry {
  #sandbox: Expiring | null = null;
  #cancel: (() => void) | null = null;
  /** The time from the previous look to the next, in milliseconds. */
  #between = mostBetween;

  /** Looks at these workspaces from now on. */
  begin(sandbox: Expiring): void {
    this.#sandbox = sandbox;
    this.plan();
  }

  /** Looks as often as the workspaces require, after one of them was added or changed. */
  plan(): void {
    const sandbox = this.#sandbox;
    if (sandbox === null || sandbox.stopping.aborted) return;
    const spans = [...sandbox.engine.allWorkspaces()].flatMap(({ expires_after }) => expires_after ?? []);
    if (spans.length === 0) return;
    const between = Math.max(leastBetween, Math.min(mostBetween, ...spans.map((span) => span / 4)));
    if (this.#cancel !== null && between >= this.#between) return;
    this.#cancel?.();
    this.#between = between;
    this.#cancel = wakeAfter(between, () => {
      this.#cancel = null;
      const again = (): void => this.plan();
      // A look that fails, such as on a full disk, is followed by another one.
      look(sandbox).then(again, again);
    });
  }

  stop(): void {
    this.#cancel?.();
  }

  /**
   * Stores the last uses before the emulator ends, so that the workspaces live on as long as they would have. Nothing
   * is stored if the disk refuses it.
   */
  keep(): void {
    const sandbox = this.#sandbox;
    if (sandbox === null) return;
    try {
      for (const workspace of [...sandbox.engine.allWorkspaces()]) noteOnDisk(sandbox, workspace, 0);
    } catch {
      // As after a crash, the stored uses are older.
    }
  }
}

type Expiring = Removing & Uses<'audit' | 'inProgress' | 'stopping' | 'uses'>;

async function look(sandbox: Expiring): Promise<void> {
  const { engine, audit, inProgress, stopping } = sandbox;
  for (const { id } of [...engine.allWorkspaces()]) {
    // A removal takes a moment, in which the other workspaces can change.
    const workspace = engine.workspace(id);
    const expiry = workspace === undefined ? null : expiryOf(sandbox, workspace);
    if (workspace === undefined || expiry === null || stopping.aborted) continue;
    if (expiry > realNow() || id === sandbox.defaultWorkspace || inProgress.count(id) > 0) {
      noteOnDisk(sandbox, workspace, (workspace.expires_after ?? 0) / 10);
      continue;
    }
    const seconds = Math.round((workspace.expires_after ?? 0) / 1_000);
    const facts = { workspace: id, by: `expiry after ${seconds} s without use`, request_id: null, subject: null };
    try {
      await removeWithSnapshots(sandbox, workspace, cause);
      audit.note({ action: 'workspaces.expire', ...facts });
    } catch (error) {
      // It is tried again, such as when the disk accepts writes again.
      audit.note({ action: 'workspaces.expire', ...facts, failure: reasonOf(error) });
    }
  }
}

/**
 * Stores the last use of a workspace that expires.
 * @param least how much later than the stored use it must be, in milliseconds
 */
function noteOnDisk({ engine, uses }: Uses<'engine' | 'uses'>, workspace: Workspace, least: number): void {
  const { id, used_at, created_at, expires_after } = workspace;
  const used = uses.at(id);
  const stored = parseIso(used_at ?? created_at ?? '') ?? 0;
  if (expires_after === undefined || used === null || used - stored <= least) return;
  engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) =>
    unit.put(root, workspaces, { ...workspace, used_at: toIso(used) }),
  );
}
