import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmulator as startInProcess } from '../../src/index.ts';
import { controlOperations } from '../../src/sandbox/control/registry.ts';
import { ensureBuilt } from '../support/build.ts';
import { call } from '../support/call.ts';
import { developersOperations } from '../support/declared.ts';
import { freePort } from '../support/free-port.ts';
import { type PseudoTerminal, runInTerminal } from '../tui/pseudo-terminal.ts';
import { command, type Running, startEmulator, temporaryFolder } from './emulator.ts';

const token = 'emu_of_the_whole_team';
const away = 'https://pay.example.com';

let folder: ReturnType<typeof temporaryFolder>;
const running: Running[] = [];
const terminals: PseudoTerminal[] = [];

beforeAll(ensureBuilt);
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) {
    terminal.kill('SIGKILL');
    await terminal.ended;
  }
  await Promise.all(running.splice(0).map((each) => each.stop()));
  folder.remove();
});

async function start(args: string[], env: Record<string, string> = {}, storage = '--ephemeral'): Promise<Running> {
  const started = await startEmulator([storage, ...args], { cwd: folder.path, env });
  running.push(started);
  return started;
}

const configure = (settings: object): void =>
  writeFileSync(join(folder.path, 'emulator.config.json'), JSON.stringify(settings));

const keysAt = async (url: string, headers: Record<string, string> = {}): Promise<number> =>
  (await call(`${url}/_emulator/keys`, { headers })).status;

describe('an emulator that others reach by a name', () => {
  test.each<[string, string[], Record<string, string>, object]>([
    ['--public-url', ['--public-url', away], {}, {}],
    ['EMULATOR_PUBLIC_URL', [], { EMULATOR_PUBLIC_URL: away }, {}],
    ['publicUrl in the file', [], {}, { publicUrl: away }],
    ['--allowed-host', ['--allowed-host', 'localhost', '--allowed-host', 'emulator.test'], {}, {}],
    ['allowedHost in the file', [], {}, { allowedHost: ['emulator.test'] }],
    ['--allowed-host 10.0.2.2', ['--allowed-host', '10.0.2.2'], {}, {}],
  ])('%s: its control API wants the token', async (_named, args, env, settings) => {
    configure(settings);
    const { url } = await start(args, { ...env, EMULATOR_TOKEN: token });
    expect(await keysAt(url)).toBe(401);
    expect(await keysAt(url, { authorization: 'Bearer sk_test_demo' })).toBe(401);
    expect(await keysAt(url, { authorization: `Bearer ${token}` })).toBe(200);
  });

  test('nothing behind the proxy but pages, documents and its health answers without the token', async () => {
    const { url } = await start(['--public-url', away], { EMULATOR_TOKEN: token });
    const asProxy = (path: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE' = 'GET') =>
      call(`${url}${path}`, { method, headers: { host: 'pay.example.com', accept: 'application/json' } });
    const control = [...controlOperations, ...developersOperations].map(
      ({ method, path }) => [method, `/_emulator${path}`] as const,
    );
    const others = ['/_emulator/stream', '/_emulator/mcp', '/_emulator/none', '/mail', '/mail/msg_1/source'];
    for (const [method, path] of [...control, ...others.map((path) => ['GET', path] as const)]) {
      const { status, text } = await asProxy(path.replace(/\{\w+\}/g, 'x'), method as 'GET');
      expect([method, path, status]).toEqual([method, path, path === '/_emulator/health' ? 200 : 401]);
      expect(text).not.toContain('sk_test_demo');
    }
    for (const path of ['/', '/inspector', '/docs', '/docs/api']) {
      const { status, text } = await asProxy(path);
      expect([path, status < 400, text.includes('sk_test_demo')]).toEqual([path, true, false]);
    }
  });

  test.each([
    ['--public-url', 'http://localhost:8080'],
    ['--public-url', 'http://shop.localhost'],
    ['--public-url', 'http://[::1]:8080'],
    ['--allowed-host', '127.0.0.1'],
    ['--allowed-host', '::1'],
  ])('%s %s is this machine, which needs no token', async (flag, value) => {
    const { url } = await start([flag, value]);
    expect(await keysAt(url)).toBe(200);
  });

  test('so it is in a test of a program', async () => {
    for (const option of [{ publicUrl: away }, { allowedHost: ['emulator.test'] }]) {
      const given = await startInProcess({ ...option, token });
      const generated = await startInProcess(option);
      try {
        expect(await keysAt(given.url)).toBe(401);
        expect(await keysAt(given.url, { authorization: `Bearer ${token}` })).toBe(200);
        expect(await keysAt(generated.url)).toBe(401);
        expect(await generated.trigger('payment.completed')).toMatchObject({ objects: expect.anything() });
      } finally {
        await Promise.all([given.stop(), generated.stop()]);
      }
    }
  });
});

describe('the token', () => {
  test.each([
    ['--allow-remote', ['--allow-remote'], {}],
    ['--public-url', ['--public-url', away], {}],
    ['EMULATOR_PUBLIC_URL', [], { EMULATOR_PUBLIC_URL: away }],
    ['--allowed-host', ['--allowed-host', 'emulator.test'], {}],
  ])('must be given where no terminal shows a generated one: %s', async (named, args, env) => {
    const options = { cwd: folder.path, env };
    for (const json of [[], ['--json']]) {
      const refused = await command(['start', '--port', '0', '--ephemeral', ...args, ...json], options);
      expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
      expect(refused.stderr).toMatch(
        new RegExp(`^emulator: ${named} exposes the emulator, so .*\\. Set EMULATOR_TOKEN`),
      );
    }
  });

  test('that was given is printed nowhere', async () => {
    for (const args of [['--json'], []]) {
      const { lines, errors, run } = await start(['--allow-remote', ...args], { EMULATOR_TOKEN: token });
      expect((await run('trigger', 'payment.completed')).exitCode).toBe(0);
      await expect.poll(() => lines.some((line) => line.includes('payment.completed'))).toBe(true);
      expect([...lines, ...errors].join('\n')).not.toContain(token);
    }
  });

  test('that is generated is shown once, on the terminal, and not in the log', async () => {
    const port = String(await freePort());
    const log = join(folder.path, 'log.ndjson');
    const shell = `"$NODE" "$BIN" start --ephemeral --port ${port} --public-url ${away} --json > ${log}`;
    const env = { NODE: process.execPath, BIN: join(import.meta.dirname, '../../bin/emulator.js') };
    const terminal = runInTerminal([], { shell, env, cwd: folder.path });
    terminals.push(terminal);
    await terminal.until('requires this token');
    const url = `http://127.0.0.1:${port}`;
    await expect.poll(() => terminal.written()).toMatch(/emu_[\da-f]{32}/);
    const shown = terminal.written().match(/emu_[\da-f]{32}/g)!;
    expect(shown).toHaveLength(1);
    expect(await keysAt(url)).toBe(401);
    expect(await keysAt(url, { authorization: `Bearer ${shown[0]}` })).toBe(200);
    await expect.poll(() => readFileSync(log, 'utf8')).toContain('"type":"ready"');
    expect(readFileSync(log, 'utf8')).not.toContain('emu_');
  });
});

test('status with the token of a workspace shows no path, and does not print null in its place', async () => {
  const emulator = await start([], {}, '--data-dir=data');
  expect((await emulator.run('status')).stdout).toMatch(new RegExp(`^data +${join(folder.path, 'data')}, \\d`, 'm'));
  const { token: ofTeam } = await emulator.json('tokens', 'add');
  const env = { EMULATOR_TOKEN: ofTeam };
  const { stdout } = await command(['status', '--url', emulator.url], { cwd: folder.path, env });
  expect(stdout).toMatch(/^data +in a folder of the emulator$/m);
  expect(stdout).not.toContain('null');
});
