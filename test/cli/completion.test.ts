import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { command, type Running, startEmulator, temporaryFolder } from './emulator.ts';

const folder = temporaryFolder();
const path = [join(folder.path, 'bin'), process.env.PATH].join(delimiter);

beforeAll(async () => {
  await ensureBuilt();
  // The shell finds the command as it does where it is installed.
  mkdirSync(join(folder.path, 'bin'));
  symlinkSync(join(projectFolder, 'bin/emulator.js'), join(folder.path, 'bin/emulator'));
  for (const shell of ['bash', 'zsh', 'fish', 'pwsh']) {
    writeFileSync(join(folder.path, shell), (await command(['completion', named(shell)])).stdout);
  }
  return () => folder.remove();
}, 60_000);

/** The name of a program's shell. */
const named = (program: string): string => (program === 'pwsh' ? 'powershell' : program);

const hasShell = async (shell: string): Promise<boolean> =>
  (await execa(shell, ['-c', 'exit 0'], { reject: false })).exitCode === 0;

/** What bash offers where the last of these words is being typed. */
async function offered(words: string[], env: Record<string, string> = {}): Promise<string[]> {
  const script = `
    source ${join(folder.path, 'bash')}
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _emulator
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await execa('bash', ['--norc', '-c', script], {
    cwd: folder.path,
    env: { PATH: path, ...env },
  });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('the completion of bash', () => {
  it('knows every command, and what is below it', async () => {
    const commands = await offered(['emulator', '']);
    expect(commands).toEqual(
      expect.arrayContaining(['start', 'trigger', 'fixture', 'snapshot', 'doctor', 'completion']),
    );
    expect(commands).not.toContain('__complete');
    expect(await offered(['emulator', 'snap'])).toEqual(['snapshot']);
    expect((await offered(['emulator', 'snapshot', ''])).sort()).toEqual([
      'delete',
      'diff',
      'list',
      'rename',
      'restore',
      'save',
    ]);
    expect(await offered(['emulator', '--json', 'clock', 'fr'])).toEqual(['freeze']);
    expect(await offered(['emulator', '--mode', 'live', 'clock', 'fr'])).toEqual(['freeze']);
    const [help] = (await command(['--help'])).stdout.split(/^Topics /m) as [string];
    const inHelp = [...help.matchAll(/^ {2}([a-z]+)(?=[ |])/gm)].map((match) => match[1]!);
    expect(inHelp.length).toBeGreaterThan(20);
    expect(commands).toEqual(expect.arrayContaining(inHelp));
  });

  it('knows the flags of each command and what they take', async () => {
    const flags = await offered(['emulator', 'start', '--']);
    expect(flags).toEqual(expect.arrayContaining(['--port', '--freeze', '--no-rate-limit', '--json', '--help']));
    expect(await offered(['emulator', 'stop', '--po'])).toEqual([]);
    expect(await offered(['emulator', 'start', '--settle', ''])).toEqual(['auto', 'manual']);
    expect(await offered(['emulator', '--mode', 'l'])).toEqual(['live']);
    expect(await offered(['emulator', 'webhooks', 'deliveries', '--status', ''])).toEqual([
      'pending',
      'delivered',
      'failed',
    ]);
    expect(await offered(['emulator', 'completion', ''])).toEqual(['bash', 'zsh', 'fish', 'powershell']);
  });

  it('knows the events, the moves and the bundled fixtures', async () => {
    expect(await offered(['emulator', 'trigger', 'payout.re'])).toEqual(['payout.returned', 'payout.return']);
    expect(await offered(['emulator', 'events', 'wait', 'subscription.p'])).toEqual(['subscription.paused']);
    expect(await offered(['emulator', 'events', 'list', '--type', 'dispute.w'])).toEqual(['dispute.won']);
    expect(await offered(['emulator', 'faults', 'add', 'latency', '--on', 'de'])).toEqual(['delivery']);
    expect(await offered(['emulator', 'outcomes', 'add', 'fail', '--on', 'payouts.c'])).toEqual(['payouts.create']);
    expect(await offered(['emulator', 'start', '--fixture', 'mark'])).toEqual(['marketplace']);
    writeFileSync(join(folder.path, 'my-fixture.yaml'), '');
    expect(await offered(['emulator', 'fixture', 'check', 'my-'])).toEqual(['my-fixture.yaml']);
    expect(await offered(['emulator', 'fixture', 'load', 'my-'])).toEqual(['my-fixture.yaml']);
    mkdirSync(join(folder.path, 'my-folder'));
    expect(await offered(['emulator', 'start', '--data-dir', 'my-'])).toEqual(['my-folder']);
  });

  it('is not a slower than printing words, and silent, where no emulator runs', async () => {
    expect(await offered(['emulator', 'events', 'show', ''], { EMULATOR_URL: 'http://127.0.0.1:9' })).toEqual([]);
  });

  it('runs nothing of what an id says, which the author of a record may have written', async () => {
    const ids = ['$(touch made)', '`touch made`', 'a b', '*', '~', '{x,y}', 'evt_1'];
    const other = createServer((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_1' })
        .end(JSON.stringify({ data: ids.map((id) => ({ id })), has_more: false })),
    );
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const env = { EMULATOR_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}` };
    try {
      expect(await offered(['emulator', 'events', 'show', ''], env)).toEqual(['evt_1']);
      expect(existsSync(join(folder.path, 'made'))).toBe(false);
    } finally {
      other.close();
    }
  });

  describe('with an emulator', () => {
    let running: Running;
    beforeAll(async () => {
      running = await startEmulator(['--ephemeral']);
      return () => running.stop();
    });
    const ask = (...words: string[]) => offered(['emulator', ...words], { EMULATOR_URL: running.url });

    it('names the ids of what is there', async () => {
      const { objects, events } = await running.json('trigger', 'payout.paid');
      const { stdout } = await running.run('snapshot', 'save', 'calm');
      expect(stdout).toMatch(/Saved calm/);
      const payout = objects.find(({ object }: { object: string }) => object === 'payout').id;
      expect(await ask('trigger', 'payout.returned', '--id', '')).toEqual([payout]);
      expect(await ask('events', 'show', '')).toEqual(
        expect.arrayContaining(events.map(({ id }: { id: string }) => id)),
      );
      expect(await ask('events', 'list', '--id', 'po_')).toEqual([payout]);
      expect(await ask('snapshot', 'restore', '')).toEqual(['calm']);
      expect(await ask('workspaces', 'show', 'ws_demo_')).toEqual(['ws_demo_b', 'ws_demo_a']);
    });
  });
});

describe.each([
  ['bash', ['-n']],
  ['zsh', ['-n']],
  // Run as it is loaded: what is wrong with an option shows only then.
  ['fish', []],
  ['pwsh', ['-NoProfile', '-File']],
] as const)('the script for %s', (shell, check) => {
  it('is one that the shell understands, where it is installed', async ({ skip }) => {
    skip(!(await hasShell(shell)), `${shell} is not installed here`);
    const { stderr, exitCode } = await execa(shell, [...check, join(folder.path, shell)], { reject: false });
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });
});

it('offers in zsh what starts as the word does', async ({ skip }) => {
  skip(!(await hasShell('zsh')), 'zsh is not installed here');
  // What `compadd` gets is what zsh offers; it has no menu outside of a terminal.
  const script = `
    compdef() { :; }; compadd() { print -rl -- "\${@[2,-1]}"; }
    source ${join(folder.path, 'zsh')}
    words=(emulator trigger payout.re); CURRENT=3; _emulator`;
  const { stdout, stderr } = await execa('zsh', ['-f', '-c', script], { env: { PATH: path }, reject: false });
  expect({ offered: stdout.split(/\s+/), stderr }).toEqual({
    offered: ['payout.returned', 'payout.return'],
    stderr: '',
  });
});

it('offers in fish what begins as the word does', async ({ skip }) => {
  skip(!(await hasShell('fish')), 'fish is not installed here');
  const asked = `source ${join(folder.path, 'fish')}; complete -C 'emulator trigger payout.re'`;
  const { stdout, stderr } = await execa('fish', ['-c', asked], { env: { PATH: path }, reject: false });
  expect({ offered: stdout.split(/\s+/), stderr }).toEqual({
    offered: ['payout.return', 'payout.returned'],
    stderr: '',
  });
});

it('refuses a shell that it does not know', async () => {
  const { stderr, exitCode } = await command(['completion', 'tcsh']);
  expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining('bash, zsh, fish, powershell'), exitCode: 2 });
});
