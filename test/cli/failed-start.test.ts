import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/emulator/sandbox-options.ts';
import { filesOf } from '../files/things.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { temporaryFolder } from './emulator.ts';

const folder = temporaryFolder();
let cwd: string;
let data: string;
let made = 0;
beforeAll(ensureBuilt);
beforeEach(() => {
  cwd = join(folder.path, String(made++));
  data = join(cwd, 'data');
  mkdirSync(cwd);
});
afterAll(() => folder.remove());

/** A port that something else has, and how to free it. */
async function takenPort(): Promise<{ port: number; free: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    free: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const refusalOf = (options: Partial<SandboxOptions>): Promise<string> =>
  createTestSandbox({ dataDir: data, ...options }).then(
    () => 'started',
    (error: Error) => error.message,
  );

/** A folder that an emulator has used: stopped, or killed with commits in its journal. */
async function useFolder(): Promise<void> {
  const sandbox = await createTestSandbox({ dataDir: data });
  await sandbox.control.post('/triggers/payment.completed', {});
  await sandbox.stop();
}

/** What a start may fail for after its folder was read, and what it says. */
const failures: [name: string, options: () => Promise<Partial<SandboxOptions>>, says: RegExp][] = [
  ['an address that webhooks may not go to', async () => ({ forwardTo: 'http://169.254.1.1/' }), /169\.254\.1\.1/],
  ['a mail catcher that is none', async () => ({ smtp: 'smtp://169.254.1.1:25' }), /169\.254\.1\.1/],
];

describe('a start that fails', () => {
  it.each(failures)('leaves a used folder as it was: %s', async (_, options, says) => {
    await useFolder();
    const before = filesOf(data);
    expect(await refusalOf(await options())).toMatch(says);
    expect(filesOf(data)).toEqual(before);
  });

  it('leaves no folder where there was none', async () => {
    data = join(cwd, 'deeply', 'data');
    expect(await refusalOf({ fixture: 'no-such-fixture' })).toMatch(/no-such-fixture/);
    expect(await refusalOf({ forwardTo: 'http://169.254.1.1/' })).toMatch(/169\.254/);
    expect(existsSync(join(cwd, 'deeply'))).toBe(false);
  });

  it('changes nothing where the port is taken, and starts when it is free', async () => {
    const { port, free } = await takenPort();
    expect(await refusalOf({ port })).toMatch(/EADDRINUSE/);
    expect(existsSync(data)).toBe(false);
    await useFolder();
    const before = filesOf(data);
    expect(await refusalOf({ port, settle: 'manual' })).toMatch(/EADDRINUSE/);
    expect(filesOf(data)).toEqual(before);
    await free();
    const sandbox = await createTestSandbox({ dataDir: data, port });
    await sandbox.stop();
  });

  it('listens to nothing where the disk refuses its first write', async () => {
    await useFolder();
    // The journal is missing and is not writable anew while a folder stands beside its place.
    const { port, free } = await takenPort();
    await free();
    const { 'journal.ndjson': _journal, ...rest } = filesOf(data);
    const other = join(cwd, 'other');
    mkdirSync(join(other, 'journal.ndjson.new'), { recursive: true });
    writeFileSync(join(other, 'db.json'), Buffer.from(rest['db.json']!, 'hex'));
    const before = filesOf(other);
    expect(await refusalOf({ dataDir: other, port })).toMatch(
      /data folder .*other cannot be used: .*journal\.ndjson\.new/,
    );
    expect(filesOf(other)).toEqual(before);
    const again = await createTestSandbox({ dataDir: data, port });
    await again.stop();
  });
});

describe('a signal while an emulator loads', () => {
  /** Makes an edited `db.json` of so many records that it takes a while to check. */
  async function useLargeFolder(): Promise<void> {
    await useFolder();
    const text = readFileSync(join(data, 'db.json'), 'utf8');
    const start = text.indexOf('"customer":[\n') + '"customer":[\n'.length;
    const record = text.slice(start, text.indexOf('\n', start)).replace(/,$/, '');
    const more = Array.from({ length: 40_000 }, (_, at) => `${record.replace(/"id":"\w+"/, `"id":"cus_${at}"`)},\n`);
    writeFileSync(join(data, 'db.json'), text.slice(0, start) + more.join('') + text.slice(start));
  }

  it.each([
    ['SIGTERM', 0],
    ['SIGINT', 130],
  ] as const)('ends it at once, and nothing is changed: %s', async (signal, status) => {
    await useLargeFolder();
    const names = Object.keys(filesOf(data));
    const before = readFileSync(join(data, 'db.json'));
    const bin = join(projectFolder, 'bin/emulator.js');
    const child = execa(process.execPath, [bin, 'start', '--port', '0', '--data-dir', data], { cwd, reject: false });
    await expect.poll(() => existsSync(join(data, 'lock')), { interval: 5 }).toBe(true);
    child.kill(signal);
    const { exitCode, stdout } = await child;
    expect({ exitCode, stdout }).toEqual({ exitCode: status, stdout: '' });
    expect(Object.keys(filesOf(data))).toEqual(names);
    expect(readFileSync(join(data, 'db.json')).equals(before)).toBe(true);
  });
});
