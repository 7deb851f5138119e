import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../support/build.ts';
import { command, startEmulator, temporaryFolder } from './emulator.ts';

const folder = temporaryFolder();
const cwd = folder.path;
beforeAll(ensureBuilt, 60_000);
afterAll(() => folder.remove());

/** An emulator whose folder is not the usual one of the commands. */
async function running(...args: string[]) {
  const started = await startEmulator(['--data-dir', join(cwd, 'in-use'), ...args], { cwd });
  onTestFinished(() => started.stop());
  return started;
}

describe('emulator backup', () => {
  it('saves the folder of the running emulator, which restore unpacks elsewhere', async () => {
    const emulator = await running();
    const { id } = await emulator.json('workspaces', 'add', '--id', 'ws_backed_up');
    const file = join(cwd, 'saved.tar');
    const saved = await emulator.json('backup', file);
    expect(saved).toMatchObject({ file, folder: join(cwd, 'in-use') });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect((await emulator.run('backup', file)).stderr).toMatch(/already exists/);
    const restored = await command(['restore', file, '--data-dir', 'restored'], { cwd });
    expect([restored.exitCode, restored.stdout]).toEqual([0, expect.stringMatching(/^Restored \d+ commits to /)]);
    expect(readFileSync(join(cwd, 'restored/journal.ndjson'), 'utf8')).toContain(id);
    expect((await command(['restore', file, '--data-dir', 'restored'], { cwd })).exitCode).toBe(1);
  });

  it('says what to do about an emulator whose folder it cannot read', async () => {
    const inMemory = await startEmulator(['--ephemeral'], { cwd });
    onTestFinished(() => inMemory.stop());
    expect((await inMemory.run('backup', 'none.tar')).stderr).toMatch(/stores nothing on disk/);
    const emulator = await running();
    const { token } = await emulator.json('tokens', 'add');
    const ofTeam = await command(['backup', 'none.tar', '--url', emulator.url], {
      cwd,
      env: { EMULATOR_TOKEN: token },
    });
    expect(ofTeam.stderr).toMatch(/token of one workspace .*--data-dir/);
    // As if the emulator ran on another machine.
    const lock = join(cwd, 'in-use/lock');
    const content = readFileSync(lock, 'utf8');
    writeFileSync(lock, content.replace(emulator.url, 'http://10.0.0.7:4747'));
    const elsewhere = await emulator.run('backup', 'none.tar');
    writeFileSync(lock, content);
    expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([
      1,
      expect.stringMatching(/Run the command where the emul/),
    ]);
    expect(existsSync(join(cwd, 'none.tar'))).toBe(false);
  });

  it('that is not whole leaves nothing behind when it is restored', async () => {
    const emulator = await running();
    const file = join(cwd, 'whole.tar');
    await emulator.run('backup', file);
    const whole = readFileSync(file);
    const torn = join(cwd, 'torn.tar');
    writeFileSync(torn, whole.subarray(0, whole.length - 2_048));
    const { exitCode, stderr } = await command(['restore', torn, '--data-dir', 'torn'], { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/not a complete backup/)]);
    expect(readdirSync(cwd)).not.toContain('torn');
  });
});
