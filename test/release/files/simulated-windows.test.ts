import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emulator, type Ran, type RunningProcess, startProcess, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

/*
 * Every process here takes its system for Windows; `simulated-windows.js` names what that cannot show.
 */

const simulation = pathToFileURL(join(projectFolder, 'test/support/simulated-windows.js')).href;
const folder = temporaryFolder();
const dataDir = join(folder.path, 'data');
// A program is found there by the end of its name.
const node = join(folder.path, 'node.exe');
const env: Record<string, string> = {
  NODE_OPTIONS: `--import ${simulation}`,
  // Where that system looks for temporary files, and for its shell.
  TEMP: folder.path,
};

let receiver: Receiver;
let running: RunningProcess | null = null;
beforeAll(async () => {
  await ensureBuilt();
  receiver = await startReceiver();
  symlinkSync(process.execPath, node);
});
afterAll(async () => {
  running?.child.kill('SIGKILL');
  await receiver.close();
  folder.remove();
});

/** Runs a command there that reads or writes files. */
const run = (...args: string[]): Promise<Ran> =>
  emulator(args, { cwd: folder.path, env: { ...env, ...(running === null ? {} : { EMULATOR_URL: running.url }) } });

async function done(...args: string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await run(...args);
  expect({ args, exitCode, stderr }).toEqual({ args, exitCode: 0, stderr: expect.anything() });
  return stdout;
}

/** Runs a command that only calls the emulator. */
async function ask(...args: string[]): Promise<void> {
  expect(await running!.run(...args)).toMatchObject({ exitCode: 0 });
}

async function stop(): Promise<void> {
  await done('stop');
  await running!.child;
  running = null;
}

async function start(...args: string[]): Promise<RunningProcess> {
  running = await startProcess(['--data-dir', dataDir, '--forward-to', receiver.url, ...args], {
    cwd: folder.path,
    env,
  });
  return running;
}

async function kill(): Promise<void> {
  const ended = running!.child.catch(() => {});
  running!.child.kill('SIGKILL');
  await ended;
  running = null;
}

const chargesOf = async (): Promise<string[]> =>
  ((await running!.json('objects', 'list', 'transaction')) as { objects: { id: string }[] }).objects.map(
    ({ id }) => id,
  );

describe.runIf(process.platform === 'linux')('an emulator on a simulated Windows', () => {
  it('keeps what it answered over a kill: charges, webhooks, snapshots and mails', async () => {
    await start();
    await ask('trigger', 'payment.completed');
    await receiver.received(1);
    await ask('snapshot', 'save', 'before');
    const before = await chargesOf();
    await ask('trigger', 'payment.completed');
    const after = await chargesOf();
    expect(after.length).toBeGreaterThan(before.length);
    await kill();

    const { errors } = await start();
    expect(errors.filter((line) => /warning|damaged|could not/i.test(line))).toEqual([]);
    expect(await chargesOf()).toEqual(after);
    await ask('snapshot', 'restore', 'before');
    expect(await chargesOf()).toEqual(before);
    await kill();

    await start();
    expect(await chargesOf()).toEqual(before);
    await ask('trigger', 'invoice.send');
    const { data } = (await running!.json('mail', 'list')) as { data: { id: string }[] };
    expect(data.length).toBeGreaterThan(0);
    await expect.poll(() => existsSync(join(dataDir, 'mail', `${data[0]!.id}.eml`))).toBe(true);
  });

  it('writes a record, and begins from it', async () => {
    const file = join(folder.path, 'run.html');
    await done('record', 'save', file);
    await done('record', 'save', file);
    const charges = await chargesOf();
    await stop();
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);

    const other = join(folder.path, 'again');
    running = await startProcess(['--data-dir', other, '--from', file], { cwd: folder.path, env });
    expect(await chargesOf()).toEqual(charges);
    await stop();
  });

  it('loads a fixture, and repairs a damaged folder', async () => {
    const directory = join(folder.path, 'shop');
    const fixture = join(folder.path, 'shop.json');
    writeFileSync(fixture, readFileSync(join(projectFolder, 'fixtures/default.json')));
    running = await startProcess(['--data-dir', directory, '--fixture', fixture], { cwd: folder.path, env });
    const charges = await chargesOf();
    await stop();
    const journal = join(directory, 'journal.ndjson');
    writeFileSync(journal, `damaged\n${readFileSync(journal, 'utf8')}`);
    expect(await done('doctor', '--repair', '--data-dir', directory)).toContain('Repaired');
    running = await startProcess(['--data-dir', directory], { cwd: folder.path, env });
    expect(await chargesOf()).toEqual(charges);
    await stop();
  });

  it('runs a command by exec, and ends with its exit status', async () => {
    const script = join(folder.path, 'app.mjs');
    writeFileSync(
      script,
      `const answer = await fetch(\`\${process.env.EMULATOR_API_BASE}/balance\`, {
  headers: { authorization: \`Bearer \${process.env.EMULATOR_SECRET_KEY}\` },
});
console.log('answered', answer.status, process.platform);
process.exitCode = Number(process.argv[2]);
`,
    );
    const record = join(folder.path, 'exec.html');
    const passed = await run('exec', '--record', record, '--', node, script, '0');
    expect(passed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('answered 200 win32') });
    expect(readFileSync(record, 'utf8')).toMatch(/^<!doctype html>/i);
    expect((await run('exec', '--', node, script, '3')).exitCode).toBe(3);
  });
});
