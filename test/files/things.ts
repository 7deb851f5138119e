import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from '../../src/core/kernel/declare/registry.ts';
import { nullable, T } from '../../src/core/kernel/declare/schema.ts';
import { composeSettings } from '../../src/core/kernel/declare/settings.ts';
import { Engine } from '../../src/core/kernel/engine.ts';
import type { Cause } from '../../src/core/kernel/events.ts';
import type { State } from '../../src/core/kernel/state.ts';
import type { UnitOfWork } from '../../src/core/kernel/unit-of-work.ts';
import { workspaces } from '../../src/core/kernel/workspace.ts';
import { collection, type Stored } from '../../src/core/store/collection.ts';
import { platform } from '../../src/payments/platform/slice.ts';
import { type DataFolder, type DataFolderOptions, openDataFolder } from '../../src/sandbox/files/data-folder.ts';
import type { Store } from '../../src/sandbox/files/persistence.ts';

const ThingModel = T.Object({ id: T.String(), group: T.String(), value: T.Number(), text: T.String() });
export type Thing = Readonly<T.Static<typeof ThingModel>>;

const TaskModel = T.Object({ id: T.String(), due_at: nullable(T.String()) });

export type Task = Readonly<T.Static<typeof TaskModel>>;

export const things = collection('thing', { model: ThingModel, prefix: 'thing', indexes: [['group']] });
export const tasks = collection('task', {
  model: TaskModel,
  prefix: 'task',
  indexes: [],
  order: (task) => task.due_at,
});
export const registry = new Registry([platform], { collections: [things, tasks] });

export const cause: Cause = { type: 'control', id: 'req_test', name: 'test' };

export const engineOn = ({ state, journal }: Pick<Store, 'state' | 'journal'>): Engine =>
  new Engine({ state, registry, journal });

/** Makes one commit. */
export function commit(engine: Engine, work: (unit: UnitOfWork, state: State) => void): void {
  engine.runRoot(cause, 0, (unit) => work(unit, engine.state));
}

export const thing = (id: string, value = 0, text = 'plain'): Thing => ({ id, group: `g${value % 3}`, value, text });

/** Puts a thing into a data set in a commit of its own. */
export const putThing = (engine: Engine, record: Thing, key = 'ws_demo/test'): void =>
  commit(engine, (unit, state) => unit.put(state.set(key), things, record));

/** Puts the workspace in that the data sets of most tests belong to: an edited file must have it. */
export const putWorkspace = (engine: Engine): void =>
  commit(engine, (unit, state) =>
    unit.put(state.root, workspaces, {
      id: 'ws_demo',
      name: 'Demo',
      settings: composeSettings([platform]).defaultsFor({ gateway: 'gateway_a' }),
      clock: { mode: 'running', offset_ms: 0, frozen_at: null },
      webhook_secret: 'whsec_demo',
      fixture: 'default',
    }),
  );

export const removeThing = (engine: Engine, id: string, key = 'ws_demo/test'): void =>
  commit(engine, (unit, state) => unit.remove(state.set(key), things, id));

export const thingsOf = (state: State, key = 'ws_demo/test'): Thing[] => [...state.set(key).of(things).oldestFirst()];

/** Everything that a state holds, in its order: two states that read alike are alike. */
export function contentOf(state: State): unknown {
  const sets: Record<string, unknown> = {};
  for (const set of [...state.sets()].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const collections: Record<string, unknown> = {};
    for (const def of registry.collections.values()) {
      const collection = set.of<Stored>(def);
      const oldestFirst = [...collection.oldestFirst()];
      if (oldestFirst.length === 0) continue;
      collections[def.name] = {
        oldestFirst,
        newestFirst: [...collection.newestFirst()].map(({ id }) => id),
        inOrder: [...collection.inOrder()].map(({ id }) => id),
      };
    }
    if (set.count > 0 || Object.keys(collections).length > 0) sets[set.key] = { count: set.count, collections };
  }
  return { seed: state.seed, seq: state.seq, sets };
}

const made: string[] = [];

export function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'emulator-storage-'));
  made.push(directory);
  return directory;
}

export function removeDirectories(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
}

export interface Opened {
  folder: DataFolder;
  engine: Engine;
  warnings: string[];
}

export async function open(directory: string, options: Partial<DataFolderOptions> = {}): Promise<Opened> {
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const defaults = { directory, registry, seed: null, version: '0.1.0', fsync: false, warn };
  const folder = await openDataFolder({ ...defaults, ...options });
  return { folder, engine: engineOn(folder), warnings };
}

/** Ends the use of a folder as a crash would: nothing is saved, and the lock's owner is gone. */
export function crash({ folder }: Opened): void {
  folder.journal.close();
  rmSync(join(folder.directory, 'lock'));
}

/** The files of a folder, but of those in it, by their paths there: as bytes in hexadecimal digits. */
export const filesOf = (directory: string): Record<string, string> =>
  Object.fromEntries(
    (readdirSync(directory, { recursive: true }) as string[])
      .filter((name) => statSync(join(directory, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(directory, name)).toString('hex')]),
  );
