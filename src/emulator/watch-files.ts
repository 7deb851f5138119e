import { messageOf } from '../core/base/system-errors.ts';
import { realNow, wakeAfter } from '../core/base/time.ts';
import type { Engine } from '../core/kernel/engine.ts';
import type { Cause } from '../core/kernel/events.ts';
import { replaceState } from '../core/kernel/snapshots.ts';
import type { State } from '../core/kernel/state.ts';
import type { Sandbox } from '../sandbox/control/sandbox.ts';
import { fixtureNamed } from '../sandbox/control/workspaces/fixture-source.ts';
import { putFixture } from '../sandbox/control/workspaces/workspace-life.ts';
import type { DataFolder } from '../sandbox/files/data-folder.ts';
import { watchFile } from '../sandbox/fixtures/watch.ts';

const cause: Cause = { type: 'control', id: 'watch', name: 'watch' };
/** `db.json` is updated after this many real milliseconds without a commit. */
const quiet = 250;

export interface WatchOptions {
  sandbox: Sandbox;
  /** The folder of the state; null if nothing is stored on disk. */
  folder: DataFolder | null;
  /** The file of the fixture that the sandbox started with; null if the fixture is bundled. */
  fixture: string | null;
  warn: (message: string) => void;
}

/**
 * Watches for manual edits of the fixture and of `db.json`. A valid edit is applied as a whole. An invalid edit is
 * rejected with its line and the reason, and the running state does not change.
 * @returns a function that ends the watch
 */
export async function watchState({ sandbox, folder, fixture, warn }: WatchOptions): Promise<() => Promise<void>> {
  const ends: (() => Promise<void>)[] = [];
  if (fixture !== null) {
    ends.push(
      await watchFile(fixture, async () => {
        try {
          const read = await fixtureNamed(sandbox, fixture);
          const loaded = await putFixture(sandbox, { name: fixture, fixture: read }, cause);
          await sandbox.engine.kept();
          warn(`${fixture} has changed. Reloaded: ${loaded.map(({ id }) => id).join(', ')}.`);
        } catch (error) {
          const [first = '', ...others] = messageOf(error).split('\n');
          warn(`${fixture} has changed but was not loaded; the running state is unchanged. ${first}`);
          for (const line of others) warn(line);
        }
      }),
    );
  }
  if (folder !== null) ends.push(await watchFolder(sandbox, folder, warn));
  return async () => {
    for (const end of ends) await end();
  };
}

/** Keeps `db.json` up to date, so that users can edit it, and applies their edits. */
async function watchFolder(
  { engine, webhooks }: Sandbox,
  folder: DataFolder,
  warn: (message: string) => void,
): Promise<() => Promise<void>> {
  const { database } = folder;
  let cancel = (): void => {};
  let writing: Promise<void> = Promise.resolve();
  /**
   * Whether the file contains a rejected edit. The emulator does not overwrite such a file, because the user may still
   * be working on it.
   */
  let isEdited = false;
  const save = (): void => {
    if (isEdited || folder.compactedSeq === engine.state.seq) return;
    writing = writing
      .then(() => folder.compact())
      .catch((error) => warn(`db.json was not written: ${messageOf(error)}`));
  };
  engine.onCommit(() => {
    cancel();
    cancel = wakeAfter(quiet, save);
  });
  database.onEditKept = (path) => warn(`Your edit of db.json was not applied. It is saved in ${path}.`);
  save();
  await writing;
  const end = await watchFile(database.path, async () => {
    await writing;
    if (!(await database.isEdited())) return;
    try {
      const edited = await folder.readEdit();
      takeOver(engine, edited);
      await engine.kept();
      await database.acceptEdit();
      webhooks.forget();
      isEdited = false;
      warn(`${database.path} was edited. The running state now matches it.`);
      save();
    } catch (error) {
      isEdited = true;
      warn(`${database.path} was edited, but the edit was not applied. ${messageOf(error)}`);
    }
  });
  return async () => {
    cancel();
    await end();
    await writing;
  };
}

/** Replaces the running state with the edited state, in one unit of work. */
function takeOver(engine: Engine, edited: State): void {
  // An id is never used twice, so new objects skip the ids in the edited state.
  engine.runRoot(cause, realNow(), (unit) =>
    replaceState(unit, engine.state, edited, (set, drawn) => unit.skipIds(set, drawn)),
  );
}
