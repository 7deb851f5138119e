import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
beforeAll(ensureBuilt);
afterAll(() => folder.remove());

const refused = (...args: string[]) => command(['audit', '--quiet', ...args], { cwd: folder.path });

const script = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};

/** An address at which nobody listens. */
async function deadAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}/hook`;
}

/** Pays something by itself, which is told of by a webhook. */
const payment = `await fetch(process.env.EMULATOR_URL + '/_emulator/triggers/payment.completed', { method: 'POST' });`;

/** Makes two customers: a restart comes between two writes. */
const twoWrites = `const headers = { authorization: 'Bearer ' + process.env.EMULATOR_SECRET_KEY, 'content-type': 'application/json' };
  for (const email of ['ada@example.com', 'ben@example.com'])
    await fetch(process.env.EMULATOR_API_BASE + '/customers', { method: 'POST', headers, body: JSON.stringify({ email }) });`;

/** A process that writes its id into a file and goes on. */
const lasting = (file: string) =>
  script(
    'lasting.mjs',
    `import { writeFileSync } from 'node:fs';
    process.on('SIGTERM', () => {});
    writeFileSync(${JSON.stringify(at(file))}, String(process.pid));
    setInterval(() => {}, 1e9);`,
  );

const waitsFor = (file: string) => `
  const { existsSync } = await import('node:fs');
  while (!existsSync(${JSON.stringify(at(file))})) await new Promise((done) => setTimeout(done, 10));`;

async function expectEnded(file: string): Promise<void> {
  const pid = Number(readFileSync(at(file), 'utf8'));
  const isAlive = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isAlive).toBe(false);
}

describe('a trial that cannot be', () => {
  it.each([
    ['has no command', ['--'], 2, "Put the command after '--', as in npx payments-emulator audit -- npm test"],
    ['has no dashes', ['npm', 'test'], 2, "Put the command after '--', as in npx payments-emulator audit -- npm test"],
    [
      'chooses a port, where each run has a free one',
      ['--port', '4747', '--', 'node', '-e', '0'],
      2,
      "unknown option '--port'. See 'npx payments-emulator audit --help'.",
    ],
    [
      'has no such program',
      ['--', 'no-such-program'],
      127,
      'no-such-program was not found. Check that it is installed and on the PATH.',
    ],
    [
      'has a scenario that fails',
      ['--', 'node', '-e', 'process.exit(3)'],
      1,
      'The scenario fails without any adversity: it ended with status 3.',
    ],
    [
      'has one that never ends',
      ['--timeout', '1s', '--', 'node', '-e', 'setInterval(() => {}, 1e9)'],
      1,
      'The scenario did not end within 1 s without any adversity. Give it more time with --timeout, or make it end.',
    ],
    [
      'names what there is not',
      ['--only', 'webhook-twise', '--', 'node', '-e', '0'],
      2,
      "There is no rule or adversity 'webhook-twise'. Did you mean 'webhook-twice'?",
    ],
    [
      'asks for a state that nobody tells',
      ['--state', 'http://127.0.0.1:9/state', '--', 'node', '-e', '0'],
      1,
      /^The audit could not read the application's state: http:\/\/127\.0\.0\.1:9\/state did not respond .*\. Keep the application running/,
    ],
    [
      'asks a command that fails for it',
      ['--state-command', `node -e 'throw new Error("no such table")'`, '--', 'node', '-e', '0'],
      1,
      /^The audit could not read the application's state: node -e .*: Error: no such table\. The command runs after/,
    ],
    [
      'asks a command that ends with 4 for it',
      ['--state-command', 'exit 4', '--', 'node', '-e', '0'],
      1,
      "The audit could not read the application's state: exit 4: it exited with status 4. The command runs after the scenario with the same EMULATOR_ variables. It must print JSON and exit with status 0.",
    ],
    [
      'leaves out what is not a path',
      ['--state-ignore', 'a b', '--', 'node', '-e', '0'],
      2,
      "--state-ignore must be a path such as $.orders[*].seen_at or $..updated_at; you passed 'a b'.",
    ],
  ] as const)('says in one line that it %s', async (_, args, status, line) => {
    const { exitCode, stderr, stdout } = await refused(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: status, stdout: '' });
    const said = stderr.replace(/^emulator: /, '');
    if (typeof line === 'string') expect(said).toBe(line);
    else expect(said).toMatch(line);
    expect(said).not.toContain('\n');
  });

  it.each([
    [[], 'A port was in use: stop the program that uses it, or let the application use any free port.'],
    [
      ['--jobs', '2'],
      'A port was in use: --jobs 2 starts several runs at the same time, so each run needs its own port; or leave out --jobs.',
    ],
  ])("says that the application's port is in use (%j)", async (options, hint) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const app = `require('node:net').createServer().listen(${port}, '127.0.0.1')`;
    const { exitCode, stderr } = await refused(...options, '--', 'node', '-e', app);
    taken.close();
    expect(exitCode).toBe(1);
    expect(stderr.split('\n').at(-1)).toBe(
      `emulator: The scenario fails without any adversity: it ended with status 1. ${hint}`,
    );
  });

  it('says that nobody listens where webhooks go: nobody at all, or an application that ended before', async () => {
    const url = await deadAddress();
    const line = `emulator: No webhook arrived at ${url}: connection refused. Make the command start the application and wait until it listens there, or leave out --forward-to.`;
    const alone = script('alone.mjs', payment);
    expect(await refused('--forward-to', url, '--', 'node', alone)).toEqual({ exitCode: 1, stdout: '', stderr: line });
    const ended = script(
      'ended.mjs',
      `import { spawnSync } from 'node:child_process';
      spawnSync(process.execPath, ['-e', 'throw new Error("no database")'], { stdio: 'inherit' });
      ${payment}`,
    );
    const { exitCode, stderr } = await refused('--forward-to', url, '--', 'node', ended);
    expect({ exitCode, last: stderr.split('\n').at(-1) }).toEqual({ exitCode: 1, last: line });
    expect(stderr).toContain('Error: no database');
  });

  it('says in the report that nobody listens at an endpoint of the scenario', async () => {
    const url = await deadAddress();
    const added = script(
      'added.mjs',
      `await fetch(process.env.EMULATOR_URL + '/_emulator/webhook-endpoints', {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ url: '${url}' }),
      });
      ${payment}`,
    );
    const { exitCode, stdout } = await refused('--only', 'webhook-twice', '--', 'node', added);
    expect(exitCode).toBe(0);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      `No webhook arrived at ${url} (connection refused): start the application at this address before the first event, or correct the address (webhook/effect-repeated)`,
    );
  });
});

describe('what a trial leaves behind: no process', () => {
  it.runIf(process.platform === 'linux')('of an application that has left the group of the command', async () => {
    const leaving = script(
      'leaving.mjs',
      `import { spawn } from 'node:child_process';
      spawn(process.execPath, ['${lasting('left')}'], { detached: true, stdio: 'inherit' }).unref();
      ${waitsFor('left')}`,
    );
    const { exitCode } = await refused(
      '--allow-empty',
      '--only',
      'answer-lost',
      '--settle',
      '0s',
      '--',
      'node',
      leaving,
    );
    expect(exitCode).toBe(0);
    await expectEnded('left');
  });

  it('of the command that tells the state', async () => {
    const asked = script(
      'asked.mjs',
      `import { spawn } from 'node:child_process';
      spawn(process.execPath, ['${lasting('asked')}'], { stdio: 'inherit' }).unref();
      ${waitsFor('asked')}
      console.log('{}');
      process.exit();`,
    );
    const state = ['--state-command', `node ${asked}`];
    const args = ['--allow-empty', '--only', 'answer-lost', ...state, '--', 'node', '-e', '0'];
    expect((await refused(...args)).exitCode).toBe(0);
    await expectEnded('asked');
  });

  it('of a run that is under way when another fails', async () => {
    const one = script(
      'one.mjs',
      `if (process.env.EMULATOR_RUN === '2') await import('${lasting('second')}');
      else {
        ${waitsFor('second')}
        process.exit(3);
      }`,
    );
    const { exitCode, stderr } = await refused('--jobs', '2', '--', 'node', one);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: 'emulator: The scenario fails without any adversity: it ended with status 3.',
    });
    await expectEnded('second');
  });

  it('and no folder, when ^C comes in the middle', async () => {
    const hanging = script(
      'hanging.mjs',
      `import { spawn } from 'node:child_process';
      if (process.env.EMULATOR_RUN === '3') {
        spawn(process.execPath, ['${lasting('hanging')}'], { stdio: 'inherit' });
        setInterval(() => {}, 1e9);
        await new Promise(() => {});
      }
      ${twoWrites}`,
    );
    mkdirSync(at('temporary'));
    const args = ['audit', '--quiet', '--only', 'restart', '--', 'node', hanging];
    const child = spawn(process.execPath, [join(projectFolder, 'bin/emulator.js'), ...args], {
      cwd: folder.path,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: at('temporary') },
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    let report = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      report += text;
    });
    const folders = () => readdirSync(at('temporary')).filter((name) => name.startsWith('emulator-audit-'));
    const started = () => readdirSync(folder.path).includes('hanging');
    // Where the audit ended too early, the failure shows its status and its reason.
    const state = () => ({ started: started(), ended: child.exitCode, said });
    await expect.poll(state, { timeout: 120_000 }).toEqual({ started: true, ended: null, said: '' });
    expect(folders()).toHaveLength(1);
    child.kill('SIGINT');
    const [status] = await once(child, 'close');
    expect({ status, said }).toEqual({ status: 130, said: '' });
    expect(report).toMatch(/^Limit: The audit was interrupted, .* before 1 more run \(restart\)/m);
    expect(folders()).toEqual([]);
    await expectEnded('hanging');
  });
});
