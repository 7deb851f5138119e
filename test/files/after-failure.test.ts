import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/emulator.ts';
import { createTestSandbox } from '../support/sandbox.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('a folder of snapshots that cannot be read for a while', () => {
  it('is read again by who asks next', async () => {
    const dataDir = join(folder.path, 'data');
    const sandbox = await createTestSandbox({ dataDir });
    const snapshots = join(dataDir, 'snapshots');
    writeFileSync(snapshots, '');
    const ask = () => sandbox.control.get<{ data: { name: string }[] }>('/snapshots');
    expect((await ask()).status).toBe(500);
    expect((await sandbox.control.post('/snapshots', { name: 'before' })).status).toBe(500);
    rmSync(snapshots);
    expect((await sandbox.control.post('/snapshots', { name: 'after' })).status).toBe(201);
    expect((await ask()).body.data.map(({ name }) => name)).toEqual(['after']);
    await sandbox.stop();
  });
});
