import { toIso } from '../../core/base/instants.ts';
import { realNow } from '../../core/base/time.ts';

/** A change that an operator wants to find later: who did what, and where. It has no secrets. */
export interface AuditEntry {
  /** By the machine's clock. */
  readonly at: string;
  /** The operation, such as `workspaces.create`. */
  readonly action: string;
  readonly workspace: string | null;
  /** `token ctl_…`, `emulator` for a caller with access to the whole emulator, or what the emulator does itself. */
  readonly by: string;
  readonly request_id: string | null;
  /** What was changed, if it is not the workspace itself. */
  readonly subject: string | null;
  /** Why the change failed; absent if it was made. */
  readonly failure?: string;
}

/** The operations of the control API that are audited. */
const audited =
  /^(workspaces\.(create|update|delete)|control_tokens\.(create|delete)|api_keys\.(create|rotate|delete)|reset|fixtures\.load|snapshots\.(save|restore|rename|delete)|webhook_endpoints\.(create|update|delete|rotate)|shutdown|compact|record\.start)$/;

export const isAudited = (operation: string): boolean => audited.test(operation);

/** Passes on audited changes. Nothing is kept. */
export class AuditTrail {
  readonly #listeners: ((entry: AuditEntry) => void)[] = [];

  listen(listener: (entry: AuditEntry) => void): void {
    this.#listeners.push(listener);
  }

  note(entry: Omit<AuditEntry, 'at'>): void {
    if (this.#listeners.length === 0) return;
    const made = { at: toIso(realNow()), ...entry };
    for (const listener of this.#listeners) listener(made);
  }
}
