import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn as openTerminal } from '@lydell/node-pty';
import { beforeAll, describe, expect, it } from 'vitest';
import { command, emulator, startEmulator, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';
import { startReceiver } from '../../support/receiver.ts';

const bin = join(projectFolder, 'bin/emulator.js');
const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);

/** A script that finds the emulator in its environment. */
function script(name: string, text: string): string {
  writeFileSync(at(name), text);
  return at(name);
}

const call = `const call = (path, body) => fetch(process.env.EMULATOR_API_BASE + path, {
  method: body ? 'POST' : 'GET',
  headers: { authorization: 'Bearer ' + process.env.EMULATOR_SECRET_KEY, 'content-type': 'application/json' },
  body: body && JSON.stringify(body),
}).then(async (answer) => ({ status: answer.status, body: await answer.json() }));
const control = (path, body = {}) => fetch(process.env.EMULATOR_URL + '/_emulator' + path, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
}).then((answer) => answer.json());
`;

beforeAll(async () => {
  await ensureBuilt();
  mkdirSync(at('node_modules/.bin'), { recursive: true });
  symlinkSync(bin, at('node_modules/.bin/emulator'));
  return () => folder.remove();
});

const run = (args: string[], env: Record<string, string> = {}) => command(['exec', ...args], { cwd: folder.path, env });
/** Also in a process of its own: for how it starts and ends. */
const runAlone = (args: string[], input?: string) => emulator(['exec', ...args], { cwd: folder.path, input });

describe('emulator exec', () => {
  it('runs the command beside an emulator that its environment names, and leaves its output alone', async () => {
    const file = script(
      'balance.mjs',
      `${call}console.log(JSON.stringify([(await call('/balance')).status, process.env.EMULATOR_URL]));`,
    );
    const { stdout, stderr, exitCode } = await runAlone(['--', 'node', file]);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    const [status, url] = JSON.parse(stdout);
    expect(status).toBe(200);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('names fields that were sent and ignored, where it tells of a command that failed', async () => {
    const file = script(
      'misspelt.mjs',
      `${call}await call('/customers', { email: 'ada@example.com', fisrt_name: 'Ada' });\nprocess.exit(3);`,
    );
    const { stderr } = await run(['--', 'node', file]);
    expect(stderr).toMatch(/POST \/api\/v1\/customers {2}req_\w+ answered 201\n {2}└─ ignored: fisrt_name\n/);
  });

  it('says everything that an application and its tests need', async () => {
    const file = script('env.mjs', `console.log(JSON.stringify(process.env));`);
    const { stdout } = await run(['--', 'node', file]);
    const env = JSON.parse(stdout);
    expect(env).toMatchObject({
      EMULATOR_API_BASE: `${env.EMULATOR_URL}/api/v1`,
      EMULATOR_CLIENT_BASE: `${env.EMULATOR_URL}/api`,
      EMULATOR_SECRET_KEY: 'sk_test_demo',
      EMULATOR_PUBLISHABLE_KEY: 'pk_test_demo',
      EMULATOR_WEBHOOK_SECRET: 'whsec_demo',
    });
    expect(env.EMULATOR_WORKSPACE).toBeUndefined();
  });

  it('says the keys of another workspace and mode where they are asked for', async () => {
    const file = script('env.mjs', `console.log(JSON.stringify(process.env));`);
    const { stdout } = await run(['--workspace', 'ws_demo_a', '--mode', 'live', '--', 'node', file]);
    expect(JSON.parse(stdout)).toMatchObject({
      EMULATOR_SECRET_KEY: 'sk_live_demo_a',
      EMULATOR_PUBLISHABLE_KEY: 'pk_live_demo_a',
      EMULATOR_WEBHOOK_SECRET: 'whsec_demo_a',
      EMULATOR_WORKSPACE: 'ws_demo_a',
    });
  });

  it('passes input and arguments on as they are, also those that look like options of its own', async () => {
    const file = script(
      'echo.mjs',
      `process.stdout.write(process.argv.slice(2).join('|')); process.stdin.pipe(process.stdout);`,
    );
    const { stdout } = await runAlone(['--', 'node', file, '--seed', 'a b', '--', '--keep'], '<in>');
    expect(stdout).toBe('--seed|a b|--|--keep<in>');
  });

  it("ends with the command's status", async () => {
    expect((await runAlone(['--quiet', '--', 'node', '-e', 'process.exit(7)'])).exitCode).toBe(7);
  });

  it('ends as shells do where a signal ended the command', async () => {
    const killed = await runAlone(['--quiet', '--', 'node', '-e', 'process.kill(process.pid, "SIGKILL")']);
    expect(killed.exitCode).toBe(137);
  });

  it('says in one line that there is no such command', async () => {
    expect(await run(['--', 'no-such-command'])).toMatchObject({
      exitCode: 127,
      stderr: expect.stringContaining(
        'emulator: no-such-command was not found. Check that it is installed and on the PATH.\n',
      ),
    });
  });

  it('wants a command', async () => {
    expect(await run([])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("after '--', as in npx payments-emulator exec -- npm test"),
    });
  });

  it('does not begin the command where the emulator cannot start', async () => {
    const file = script('mark.mjs', `import { writeFileSync } from 'node:fs'; writeFileSync('begun', '');`);
    const { exitCode, stderr } = await run(['--fixture', 'no-such-fixture', '--', 'node', file]);
    expect({ exitCode, begun: existsSync(at('begun')) }).toEqual({ exitCode: 2, begun: false });
    expect(stderr).toContain('no-such-fixture');
  });

  it('takes the flags of start that make sense: fixture, clock, settlement, seed, forwarding', async () => {
    const receiver = await startReceiver();
    const file = script(
      'flags.mjs',
      `${call}const { body } = await call('/customers', { email: 'a@example.com' });
      await control('/triggers/payment.completed');
      const status = await (await fetch(process.env.EMULATOR_URL + '/_emulator/status')).json();
      console.log(JSON.stringify([body.data.id, status.data.clock.now, status.data.workspaces]));`,
    );
    const flags = [
      '--fixture',
      'empty',
      '--clock',
      '2026-03-01T09:00:00Z',
      '--freeze',
      '--settle',
      'manual',
      '--seed',
      '3',
      '--forward-to',
      receiver.url,
    ];
    const [first, second] = [await run([...flags, '--', 'node', file]), await run([...flags, '--', 'node', file])];
    expect(first.exitCode, first.stderr).toBe(0);
    expect(second.stdout).toBe(first.stdout);
    const [, now, workspaces] = JSON.parse(first.stdout);
    expect(now).toBe('2026-03-01T09:00:00.000Z');
    expect(workspaces).toMatchObject([{ clock: 'frozen', settlement: 'manual' }]);
    expect(receiver.requests.map(({ headers }) => headers['service-event'])).toContain('payment.completed');
    await receiver.close();
  });

  it('does not mind an emulator that runs at the usual place, nor writes into the folder', async () => {
    const { exitCode } = await run(['--', 'node', '-e', ''], {
      EMULATOR_PORT: '1',
      EMULATOR_DATA_DIR: at('data'),
    });
    expect({ exitCode, kept: existsSync(at('data')) || existsSync(at('.emulator')) }).toEqual({
      exitCode: 0,
      kept: false,
    });
  });
});

describe('a command that fails', () => {
  const failing = `${call}const { body } = await call('/charges', { customer_id: 'cus_none', amount: 100 });
    await control('/webhook-endpoints', { url: process.env.HOOK });
    await control('/triggers/payout.returned', { code: 'R03' });
    await call('/balance');
    const made = await control('/workspaces');
    await fetch(process.env.EMULATOR_API_BASE + '/customers', { method: 'POST', body: '{"email":"b@example.com"}',
      headers: { authorization: 'Bearer ' + made.data.keys.secret.test, 'content-type': 'application/json' } });
    await control('/settle');
    process.exit(5);`;
  const runFailing = async (...flags: string[]) => {
    const receiver = await startReceiver({ status: 500 });
    const ran = await run([...flags, '--', 'node', script('fail.mjs', failing)], { HOOK: receiver.url });
    await receiver.close();
    return ran;
  };

  it('is followed by its causal log: request, change, event, attempts', async () => {
    const { stdout, stderr, exitCode } = await runFailing();
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 5 });
    const lines = stderr.split('\n').map((line) => line.trim());
    const has = (pattern: RegExp) =>
      expect(
        lines.findIndex((line) => pattern.test(line)),
        `${pattern} in ${stderr}`,
      );
    has(/POST \/api\/v1\/charges {2}req_\w+ answered 400$/).toBeGreaterThan(0);
    has(/parameter_invalid: .*cus_none/).toBeGreaterThan(0);
    has(/trigger payout.returned {2}/).toBeGreaterThan(0);
    has(/payout po_\w+ .*: paid > returned$/).toBeGreaterThan(0);
    has(/payout.returned {2}evt_\w+$/).toBeGreaterThan(0);
    has(/del_\w+ to http:\/\/127.0.0.1:\d+.*: pending/).toBeGreaterThan(0);
    has(/attempt 1 at .*: answered 500/).toBeGreaterThan(0);
    has(/POST \/api\/v1\/customers {2}req_\w+ answered 201 {2}ws_\w+ test$/).toBeGreaterThan(0);
    has(/GET \/api\/v1\/balance/).toBe(-1);
    has(/^emulator: node .*fail.mjs ended with status 5\.$/).toBeGreaterThan(0);
  });

  it('says of a webhook that a fault sent twice that it is a duplicate, and retried of no other than a retry', async () => {
    const receiver = await startReceiver();
    const file = script(
      'twice.mjs',
      `${call}await control('/webhook-endpoints', { url: process.env.HOOK });
      await control('/faults', { kind: 'duplicate', on: 'delivery', times: 1 });
      await control('/triggers/payout.paid');
      await control('/settle');
      process.exit(1);`,
    );
    const { stderr } = await run(['--', 'node', file], { HOOK: receiver.url });
    await receiver.close();
    expect(stderr).toMatch(/duplicated by a fault: payout\.\w+ {2}evt_\w+/);
    expect(stderr).not.toContain('retried');
  });

  /** The lines of the report, their ids and times left out. */
  const reported = (stderr: string): string[] =>
    stderr
      .split('\n')
      .map((line) =>
        line
          .replace(/\b(req|ctl|trg|job|evt|txn|del|cus|po)_\w+/g, '$1')
          .replace(/\d{4}-\d\d-\d\d \S+Z?/g, '')
          .trim(),
      )
      .filter((line) => line !== '');

  const charges = `${call}const charge = (amount) => call('/charges', { customer_id: customer, amount });
    const made = await call('/customers', { email: 'a@example.com', billing_postal_code: '62701',
      cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030' });
    const customer = made.body.data.id;
    `;

  it('tells in the order in which it happened, whatever ids a restored snapshot draws again', async () => {
    const file = script(
      'restores.mjs',
      `${charges}await control('/snapshots', { name: 'clean' });
      await charge(1111); await control('/settle');
      await control('/snapshots/clean/restore');
      await charge(2222); await control('/settle'); await control('/clock', { advance: '3d' });
      process.exit(1);`,
    );
    const { stderr } = await run(['--freeze', '--', 'node', file]);
    const lines = reported(stderr);
    const order = lines.flatMap(
      (line) => /(POST \S+charges|── .*|payment\.completed|job transaction\.settle)/.exec(line)?.[1] ?? [],
    );
    expect(order).toEqual([
      '── snapshot clean saved',
      'POST /api/v1/charges',
      'job transaction.settle',
      'payment.completed',
      '── snapshot clean restored',
      'POST /api/v1/charges',
      'job transaction.settle',
      'payment.completed',
      expect.stringMatching(/^── clock moved from .* to/),
    ]);
    // What the clock did later stands below the call that caused it.
    expect(lines.filter((line) => line === '└─ job transaction.settle  job due')).toHaveLength(2);
  });

  it('says of each event whether it is on its way, or why the event was not sent', async () => {
    const slow = await startReceiver(() => undefined);
    const file = script(
      'nowhere.mjs',
      `${call}await control('/triggers/payout.paid');
      const { data } = await control('/webhook-endpoints', { url: process.env.HOOK, events: ['payout.failed'] });
      await control('/triggers/payout.paid');
      await control('/triggers/payout.failed');
      await fetch(process.env.EMULATOR_URL + '/_emulator/webhook-endpoints/' + data.id, { method: 'PATCH',
        headers: { 'content-type': 'application/json' }, body: '{"enabled":false}' });
      await control('/triggers/payout.failed');
      process.exit(1);`,
    );
    const { stderr } = await run(['--freeze', '--', 'node', file], { HOOK: slow.url });
    await slow.close();
    const lines = reported(stderr);
    const after = (type: string) => lines.flatMap((line, at) => (line.includes(`─ ${type} `) ? [lines[at + 1]] : []));
    expect(after('payout.paid').map((line) => line?.replace(/^\W+/, ''))).toEqual([
      'not sent: the workspace has no endpoint',
      'not sent: no endpoint subscribes to this event',
    ]);
    expect(stderr).toContain('in progress, no response yet');
    expect(stderr).toContain('not sent: the endpoint that subscribes to this event is disabled');
  });

  it('shows the sections that went wrong, and the last one, where markers say whose calls are whose', async () => {
    const file = script(
      'marks.mjs',
      `${charges}const mark = (text, failed) => control('/markers', { text, failed });
      await mark('first'); await charge(1001);
      await mark('second'); await charge(1002); await mark('second', true);
      await mark('third'); await charge(1003);
      await mark('last'); await charge(1004);
      process.exit(1);`,
    );
    const { stderr } = await run(['--freeze', '--', 'node', file]);
    expect(reported(stderr).filter((line) => line.startsWith('──') || line.includes('left out'))).toEqual([
      expect.stringMatching(/^\(\d+ earlier entries or simple reads left out\)$/),
      '── second ──',
      '── failed: second',
      '── last ──',
    ]);
  });

  it('shows only the sections that failed where each test has a workspace of its own, and otherwise the last one', async () => {
    const tests = (failing: string) =>
      script(
        `spaces-${failing}.mjs`,
        `${call}const on = (workspace) => (path, body) => control(path + '?workspace=' + workspace, body);
        for (const name of ['first', 'second', 'third', 'last']) {
          const { data } = await control('/workspaces', {});
          const own = on(data.id);
          await own('/markers', { text: name });
          await own('/triggers/payout.created');
          if (name === '${failing}') await own('/markers', { text: name, failed: true });
        }
        process.exit(1);`,
      );
    const headings = async (failing: string) =>
      reported((await run(['--freeze', '--', 'node', tests(failing)])).stderr)
        .filter((line) => line.startsWith('──'))
        .map((line) => line.replace(/ {2}ws_.*$/, ''));
    expect(await headings('second')).toEqual(['── second ──', '── failed: second']);
    expect(await headings('none')).toEqual(['── last ──']);
  });

  it('names the injected fault behind an answer', async () => {
    const file = script(
      'fault.mjs',
      `${charges}await control('/faults', { on: 'POST /charges', kind: 'unavailable', times: 1 });
      await charge(1001); process.exit(1);`,
    );
    const { stderr } = await run(['--freeze', '--', 'node', file]);
    expect(reported(stderr)).toContainEqual(
      expect.stringMatching(/POST \/api\/v1\/charges +req answered 503 \(injected fault: unavailable fault_\w+\)/),
    );
    expect(stderr).toContain('(Caused by an injected fault.)');
  });

  it('says nothing more with --quiet', async () => {
    expect((await runFailing('--quiet')).stderr).toBe('');
  });

  it('keeps state and log in one file, that opens again', async () => {
    const { stderr, exitCode } = await runFailing('--keep', 'kept.json', '--seed', '4');
    expect(exitCode).toBe(5);
    expect(stderr).toMatch(
      /emulator start --ephemeral --fixture kept\.json\nemulator: to see each step of the run and resume from any step, add --record run\.html\.$/m,
    );
    const kept = JSON.parse(readFileSync(at('kept.json'), 'utf8'));
    expect(statSync(at('kept.json')).mode & 0o077).toBe(0);
    expect(kept.log.join('\n')).toMatch(/GET \/api\/v1\/balance {2}req_\w+ answered 200/);
    expect(kept.workspaces).toHaveLength(4);

    const again = await startEmulator(['--ephemeral', '--fixture', 'kept.json'], { cwd: folder.path });
    try {
      expect(await again.json('clock', 'show')).toMatchObject({ mode: 'frozen', now: kept.workspaces[0].clock.now });
      const { data } = await again.json('events', 'list', '--type', 'payout.returned');
      expect(data.map((event: { id: string }) => event.id)).toEqual([
        kept.workspaces.find(({ id }: { id: string }) => id === 'ws_demo').data.test.event.at(-1).id,
      ]);
    } finally {
      await again.stop();
    }
  });

  it('keeps it as YAML where the name says so', async () => {
    await runFailing('--keep', 'kept.yaml');
    expect((await command(['fixture', 'check', 'kept.yaml'], { cwd: folder.path })).exitCode).toBe(0);
    expect(readFileSync(at('kept.yaml'), 'utf8')).toMatch(/^log:$/m);
  });

  it('keeps what the emulator held when the command stopped it', async () => {
    const file = script(
      'stops.mjs',
      `${call}await call('/customers', { email: 'last@example.com' }); await control('/shutdown'); process.exit(1);`,
    );
    await run(['--keep', 'stopped.json', '--', 'node', file]);
    expect(readFileSync(at('stopped.json'), 'utf8')).toContain('last@example.com');
  });

  it('keeps nothing where the command succeeds', async () => {
    const { exitCode } = await run(['--keep', 'unneeded.json', '--', 'node', '-e', '']);
    expect({ exitCode, kept: existsSync(at('unneeded.json')) }).toEqual({ exitCode: 0, kept: false });
  });

  it('is not begun where the file could not be kept', async () => {
    const { exitCode, stderr } = await run(['--keep', 'none/kept.json', '--', 'node', '-e', '']);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('none/kept.json cannot be written, because the folder none does not exist.'),
    });
  });
});

describe('on a terminal', () => {
  it('Ctrl-C reaches the command once, from the terminal itself', async () => {
    const file = script(
      'count.mjs',
      `let count = 0;
      process.on('SIGINT', () => { if (++count === 1) setTimeout(() => { console.log('got ' + count); process.exit(9); }, 300); });
      setInterval(() => {}, 1000);
      console.log('waiting ' + process.stdin.isTTY);`,
    );
    const terminal = openTerminal(process.execPath, [bin, 'exec', '--quiet', '--', 'node', file], {
      cwd: folder.path,
      env: process.env as Record<string, string>,
    });
    let shown = '';
    const ended = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
    await new Promise<void>((resolve) => {
      terminal.onData((text) => {
        shown += text;
        if (shown.includes('waiting true')) resolve();
      });
    });
    terminal.write('\u0003');
    expect(await ended).toBe(9);
    expect(shown).toContain('got 1\r\n');
  });
});

describe('signals', () => {
  const waiting = `for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2']) process.on(signal, async () => {
      const { status } = await fetch(process.env.EMULATOR_API_BASE + '/balance', { headers: { authorization: 'Bearer ' + process.env.EMULATOR_SECRET_KEY } });
      console.log('got ' + signal + ' ' + status);
      process.exit(9);
    });
    setInterval(() => {}, 1000);
    console.log('waiting');`;

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2'] as const)(
    '%s goes to the command, which still has its emulator',
    async (signal) => {
      const child = spawn(process.execPath, [bin, 'exec', '--quiet', '--', 'node', script('wait.mjs', waiting)], {
        cwd: folder.path,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const output = await printed(child, 'waiting');
      child.kill(signal);
      const [status] = await once(child, 'close');
      expect({ status, output: output() }).toEqual({ status: 9, output: `waiting\ngot ${signal} 200\n` });
    },
  );

  /** A command that says that it ends some time after it was asked to. */
  const endsAfter = (milliseconds: number): string =>
    `process.on('SIGTERM', () => setTimeout(() => { console.log('ended'); process.exit(9); }, ${milliseconds}));
    setInterval(() => {}, 1000);
    console.log('waiting');`;

  it.each([
    ['a signal that is not passed on ends the command with its emulator', 'SIGALRM', 0, [null, 'SIGALRM']],
    // Longer than programs usually get before they are made to end.
    ['a command that was asked to end may take long', 'SIGTERM', 5_500, [9, null]],
  ] as const)('%s', async (_what, signal, milliseconds, how) => {
    const file = script('ends.mjs', endsAfter(milliseconds));
    const child = spawn(process.execPath, [bin, 'exec', '--quiet', '--', 'node', file], {
      cwd: folder.path,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = await printed(child, 'waiting');
    child.kill(signal);
    const ended = await once(child, 'close');
    expect({ ended, output: output() }).toEqual({ ended: how, output: 'waiting\nended\n' });
  });

  it('end with the status that shells give where the command takes no care of them', async () => {
    const child = spawn(
      process.execPath,
      [bin, 'exec', '--quiet', '--', 'node', '-e', 'setInterval(() => {}, 1000); console.log("waiting")'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await printed(child, 'waiting');
    child.kill('SIGTERM');
    expect((await once(child, 'close'))[0]).toBe(143);
  });
});

/** Resolves when a text was printed. */
async function printed(child: ChildProcess, text: string): Promise<() => string> {
  let output = '';
  await new Promise<void>((resolve) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(text)) resolve();
    });
  });
  return () => output;
}
