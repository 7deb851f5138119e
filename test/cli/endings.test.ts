import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa, type ResultPromise } from 'execa';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { emulator, temporaryFolder } from './emulator.ts';

const bin = join(projectFolder, 'bin/emulator.js');
let folder: ReturnType<typeof temporaryFolder>;
const children: ResultPromise[] = [];

beforeAll(ensureBuilt);
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    await child;
  }
  folder.remove();
});

/** Starts a command in a process of its own. */
function startCommand(args: string[]): ResultPromise {
  const child = execa(process.execPath, [bin, ...args], {
    cwd: folder.path,
    reject: false,
    stdio: 'ignore',
  }) as ResultPromise;
  children.push(child);
  return child;
}

const readPid = (file: string): number => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Later than what counts as one signal that comes twice. */
const nextPress = () => sleep(200);

describe('a command that cannot make a temporary folder', () => {
  test.each([
    ['exec --audit', ['exec', '--audit', '--', 'node', '--version']],
    ['exec --audit --record', ['exec', '--audit', '--record', 'run.html', '--', 'node', '--version']],
    ['audit', ['audit', '--only', 'webhook-twice', '--', 'node', '--version']],
  ])('%s ends at once, with the remedy', async (_named, args) => {
    const missing = join(folder.path, 'missing');
    const { exitCode, stdout, stderr } = await emulator(args, { cwd: folder.path, env: { TMPDIR: missing } });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(
      `emulator: The temporary folder ${missing} cannot be used (ENOENT). Set TMPDIR to a writable folder.`,
    );
  });
});

describe('a command outlives no error', () => {
  test('capture, whose port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      for (const command of [[], ['--', 'node', '--version']]) {
        const args = ['capture', '--from', `http://127.0.0.1:${port}/api/v1`, '--out', 'service.har'];
        const ended = await emulator([...args, '--port', String(port), ...command], { cwd: folder.path });
        expect(ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`Port ${port} is in use`) });
      }
    } finally {
      server.close();
    }
  });
});

describe('a second Ctrl-C ends', () => {
  test('audit, also where the application keeps its first one', async () => {
    writeFileSync(
      join(folder.path, 'stubborn.mjs'),
      `process.on('SIGTERM', () => {});
       process.on('SIGINT', () => {});
       setInterval(() => {}, 1_000);
       const { writeFileSync } = await import('node:fs');
       writeFileSync(process.argv[2], String(process.pid));`,
    );
    const pidFile = join(folder.path, 'pid');
    const child = startCommand(['audit', '--', process.execPath, 'stubborn.mjs', pidFile]);
    await expect.poll(() => readPid(pidFile)).toBeGreaterThan(0);
    const pid = readPid(pidFile);
    child.kill('SIGINT');
    await nextPress();
    child.kill('SIGINT');
    // The first one kills the application, so the second may come when the audit no longer listens.
    const { exitCode, signal } = await child;
    expect([130, 'SIGINT']).toContain(exitCode ?? signal);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});
