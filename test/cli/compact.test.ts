import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.ts';
import { command, startEmulator, temporaryFolder } from './emulator.ts';

const folder = temporaryFolder();
const cwd = folder.path;
beforeAll(ensureBuilt, 60_000);
afterAll(() => folder.remove());

const stored = () => readFileSync(join(cwd, '.emulator/db.json'), 'utf8');

describe('emulator compact', () => {
  it('compacts the folder of a running emulator, which goes on', async () => {
    const running = await startEmulator(['--data-dir', '.emulator'], { cwd });
    const ids: string[] = [];
    for (let count = 0; count < 4; count++) ids.push((await running.json('workspaces', 'add')).id);
    for (const id of ids) await running.run('workspaces', 'remove', id);
    const done = await running.json('compact');
    expect(done.after).toBeLessThan(done.before);
    expect(stored()).toContain('ws_demo');
    for (const id of ids) expect(stored()).not.toContain(id);
    expect((await running.json('status')).storage.bytes).toBeGreaterThan(1_000);
    await running.stop();
  });

  it('compacts a folder that no emulator uses', async () => {
    const { stdout, exitCode } = await command(['compact'], { cwd, env: { EMULATOR_PORT: '1' } });
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^The data has no deleted records to remove \(\d+ KB\)\.$/),
    ]);
  });

  it('never makes the files larger, however often it runs', async () => {
    const directory = join(cwd, 'small');
    await (await startEmulator(['--data-dir', directory], { cwd })).stop();
    for (let times = 0; times < 2; times++) {
      const { stdout } = await command(['compact', '--data-dir', directory, '--json'], { cwd });
      const { before, after } = JSON.parse(stdout);
      expect(after).toBeLessThanOrEqual(before);
    }
    expect(readdirSync(directory).sort()).toEqual(['counts', 'db.json', 'journal.ndjson']);
  });

  it('says what to do about a folder without data, and about an address without an emulator', async () => {
    const none = await command(['compact', '--data-dir', 'nowhere'], { cwd });
    expect(none).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/contains no data\. Name the folder/) });
    const gone = await command(['compact', '--url', 'http://127.0.0.1:1'], { cwd });
    expect(gone.exitCode).toBe(3);
  });
});
