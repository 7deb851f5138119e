import { createHash } from 'node:crypto';
import { toIso } from '../../../core/base/instants.ts';
import { realNow } from '../../../core/base/time.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import type { Cause } from '../../../core/kernel/events.ts';
import { randomKey } from '../../../core/kernel/ids.ts';
import { type ControlToken, controlTokens, type Workspace } from '../../../core/kernel/workspace.ts';

/** The prefix of every workspace token, which shows what the token is. */
const tokenPrefix = 'emu_ws';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The tokens of the control API that each give access to one workspace. */
export class TokenBook {
  readonly #engine: Engine;
  /** When each token was last used since the start. A use writes nothing to disk. */
  readonly #uses = new Map<string, number>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Creates a token. The result contains the token itself, which cannot be shown again. */
  add(workspace: Workspace, name: string, cause: Cause): { readonly record: ControlToken; readonly token: string } {
    const token = randomKey(tokenPrefix);
    const now = realNow();
    const record = this.#engine.runRoot(cause, now, (unit, root) =>
      unit.put<ControlToken>(root, controlTokens, {
        id: unit.nextId(root, controlTokens.prefix),
        workspace_id: workspace.id,
        name,
        hash: hashOf(token),
        created_at: toIso(now),
      }),
    );
    return { record, token };
  }

  /** Returns the record of a token and notes its use; undefined if there is no such token. */
  use(token: string): ControlToken | undefined {
    const record = this.#engine.state.root.of(controlTokens).newest({ hash: [hashOf(token)] });
    if (record !== undefined) this.#uses.set(record.id, realNow());
    return record;
  }

  get(id: string): ControlToken | undefined {
    return this.#engine.state.root.of(controlTokens).get(id);
  }

  /** Whether a workspace has a token, so that it belongs to a team. */
  hasFor(workspace: string): boolean {
    for (const { workspace_id } of this.#engine.state.root.of(controlTokens).oldestFirst())
      if (workspace_id === workspace) return true;
    return false;
  }

  /** When a token was last used (ISO 8601, by the machine's clock); null if not since the start. */
  lastUse({ id }: ControlToken): string | null {
    const used = this.#uses.get(id);
    return used === undefined ? null : toIso(used);
  }

  remove({ id }: ControlToken, cause: Cause): void {
    this.#engine.runRoot(cause, realNow(), (unit, root) => unit.remove(root, controlTokens, id));
    this.#uses.delete(id);
  }

  /**
   * Removes the tokens of a removed workspace, because they must not give access to a later workspace with the same id.
   */
  removeOf(workspace: Workspace, cause: Cause): void {
    const all = [...this.#engine.state.root.of(controlTokens).oldestFirst()];
    for (const record of all) if (record.workspace_id === workspace.id) this.remove(record, cause);
  }
}
