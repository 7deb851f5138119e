import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SnapshotContent } from '../../src/core/kernel/snapshots.ts';
import { State } from '../../src/core/kernel/state.ts';
import type { Workspace } from '../../src/core/kernel/workspace.ts';
import type { Stored } from '../../src/core/store/collection.ts';
import {
  readSnapshot,
  readSnapshotHead,
  sumOf,
  writeSnapshot,
} from '../../src/sandbox/files/snapshots/snapshot-file.ts';
import { makeDirectory, registry, removeDirectories, type Task, tasks, thing, things } from './things.ts';
import { randomFrom } from './workload.ts';

afterEach(removeDirectories);

const workspace = { id: 'ws_demo', name: 'Grüße, 漢字, 😀' } as unknown as Workspace;
const own: Task = { id: 'own', due_at: null };
const told = { id: 'snap_a', name: 'here', workspace_id: 'ws_demo', at: '2026-01-01T00:00:00.000Z' };

/** A snapshot of these records of the test mode. */
const contentWith = (records: readonly Stored[]): SnapshotContent => ({
  workspace,
  at: 1_767_225_600_000,
  own: [{ def: tasks, records: [own] }],
  sets: { test: { count: 7, kinds: [{ def: things, records: [...records] }] }, live: { count: 0, kinds: [] } },
});

async function written(records: readonly Stored[]): Promise<{ path: string; sum: string; content: SnapshotContent }> {
  const path = join(makeDirectory(), 'a.snapshot');
  const content = contentWith(records);
  const sum = await writeSnapshot(path, { ...told, records: records.length + 1 }, content);
  return { path, sum, content };
}

describe('the file of a snapshot', () => {
  it('gives back what was saved, and tells what it is', async () => {
    const { path, sum, content } = await written([thing('a', 1, 'Grüße\n\u2028"\\'), thing('b', 2)]);
    expect(await readSnapshot(path, { registry })).toEqual({ content, sum });
    expect(await sumOf(path)).toBe(sum);
    const saved = expect.any(Number);
    expect(await readSnapshotHead(path)).toMatchObject({ snapshot: { ...told, records: 3 }, saved });
  });

  it('gives back whatever records there are, their fields in their order, in any number of lines', async () => {
    const random = randomFrom(11);
    const anything = (depth: number): unknown => {
      const kind = random(depth > 2 ? 4 : 7);
      if (kind === 4) return Array.from({ length: random(3) }, () => anything(depth + 1));
      if (kind > 4) return anObject(depth + 1);
      return [null, random(3), `text ${random(3)} ${'é\n'.repeat(random(40))}`, random(2) === 0][kind];
    };
    const anObject = (depth: number): Record<string, unknown> =>
      Object.fromEntries(Array.from({ length: random(8) }, () => [`f${random(20)}`, anything(depth)]));
    for (const count of [0, 1, 300, 20_000]) {
      const records = Array.from({ length: count }, (_, at) => ({ ...thing(`r${at}`), text: anObject(0) }));
      const { path } = await written(records);
      const { content } = await readSnapshot(path, { registry });
      const read = content.sets.test.kinds[0]?.records ?? [];
      expect(JSON.stringify(read)).toBe(JSON.stringify(records));
      expect(read.every(Object.isFrozen)).toBe(true);
    }
  });

  it('takes the record that is there already where it is the same', async () => {
    const { path } = await written([thing('same'), thing('other', 1)]);
    const state = new State(1);
    const set = state.set('ws_demo/test');
    const [same, other] = [thing('same'), thing('other', 2)];
    for (const record of [same, other]) set.of(things).add(record);
    const running = (workspaceId: string, name: string) => state.set(`${workspaceId}/${name}`);
    const { content } = await readSnapshot(path, { registry, running });
    const [first, second] = content.sets.test.kinds[0]!.records;
    expect(first).toBe(same);
    expect(second).toEqual(thing('other', 1));
  });
});
