import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../support/build.ts';
import { command, emulator, type Running, startEmulator, temporaryFolder } from './emulator.ts';

const nobody = 'http://127.0.0.1:1';
let folder: ReturnType<typeof temporaryFolder>;

beforeAll(ensureBuilt);
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

describe('help and version', () => {
  test('--help lists every command on stdout', async () => {
    const { stdout, stderr, exitCode } = await emulator(['--help']);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    for (const name of ['start', 'status', 'stop', 'reset', 'trigger', 'clock', 'settle', 'events', 'requests']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    }
    for (const name of [
      'webhooks',
      'get',
      'post',
      'patch',
      'delete',
      'openapi',
      'keys',
      'outcomes',
      'faults',
      'workspaces',
    ]) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    }
  });

  test('every command has a help of its own', async () => {
    for (const args of [['trigger'], ['clock', 'advance'], ['events', 'wait'], ['post']]) {
      const { stdout, exitCode } = await command([...args, '--help']);
      expect(exitCode).toBe(0);
      expect(stdout).toContain(`Usage: npx payments-emulator ${args.join(' ')}`);
    }
  });

  test('-h and help say what --help does', async () => {
    const { stdout } = await command(['events', 'wait', '--help']);
    expect(await command(['events', 'wait', '-h'])).toMatchObject({ stdout, exitCode: 0 });
    expect(await command(['help', 'events', 'wait'])).toMatchObject({ stdout, exitCode: 0 });
  });

  test('--version prints the version alone', async () => {
    expect(await emulator(['--version'])).toMatchObject({
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      exitCode: 0,
    });
  });

  test('a broken configuration file does not keep anybody from the help', async () => {
    writeFileSync(join(folder.path, 'emulator.config.json'), '{');
    expect((await command(['--help'], { cwd: folder.path })).exitCode).toBe(0);
  });
});

describe('wrong usage is one line on stderr, nothing on stdout, and status 2', () => {
  test.each([
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['trgger', 'x'], 'Did you mean trigger?'],
    [['outcomes', 'add', 'decline', '--rail', 'ahc'], 'Did you mean ach?'],
    [['events', 'lst'], "Did you mean 'list'?"],
    [['clock', 'frobnicate'], "unknown command 'clock frobnicate'"],
    [['status', '--frob'], "unknown option '--frob'"],
    [['trigger', '--cuont', '3'], 'Did you mean --count?'],
    [['status', 'extra'], 'too many arguments'],
    [['clock', 'set'], "missing required argument 'instant'. See 'npx payments-emulator clock set --help'."],
    [['clock', 'set', 'tomorrow'], 'ISO 8601'],
    [['clock', 'advance', '--to', 'tomorrow'], "--to must be 'next', a job id"],
    [['start', '--ephemeral', '--port', '0', '--clock', 'March 1, 2026'], 'ISO 8601'],
    [['exec', 'sh', '-c', 'true'], "after '--', as in npx payments-emulator exec -- npm test"],
    [['exec'], "after '--', as in npx payments-emulator exec -- npm test"],
    [['exec', '--freez', '--', 'true'], "unknown option '--freez'. Did you mean --freeze?"],
    [['exec', '--freez', 'npm', 'test'], "unknown option '--freez'. Did you mean --freeze?"],
    [['audit', 'sh', '-c', 'true'], "after '--', as in npx payments-emulator audit -- npm test"],
    [['audit', '--roundz', '3', '--', 'true'], "unknown option '--roundz'. Did you mean --rounds?"],
    [['audit', 'receivr'], "unknown command 'audit receivr'. Did you mean 'receiver'?"],
    [['audit', '--only', 'webhok/'], "There is no rule 'webhok/'. Did you mean 'webhook/'?"],
    [['audit', '--fail-on', 'eror'], 'Use one of error, warning, note. Did you mean error?'],
    [['webhooks', 'deliveries', '--status', 'deliverd'], 'Did you mean delivered?'],
    [['outcomes', 'add', 'unavailable', '--resolve', 'aproved'], 'Did you mean approved?'],
    [['completion', 'bsh'], 'Did you mean bash?'],
    [['completion', 'xonsh'], "Use one of bash, zsh, fish, powershell. See 'npx payments-emulator completion --help'."],
    [['get', '/../../_emulator/keys'], 'is not a merchant API path'],
    [['get', '/%2e%2e/%2e%2e/_emulator/keys'], 'is not a merchant API path'],
    [['get', '/api/v1/../../_emulator/keys'], 'is not a merchant API path'],
    [['help', 'frobnicate'], "unknown command 'frobnicate'"],
    [['help', 'events', 'lst'], "Did you mean 'list'?"],
    [['trigger', 'payment.completed', '--count', 'abc'], '--count'],
    [['trigger'], '--list'],
    [['clock', 'advance', 'bananas'], '"3 days"'],
    [['clock', 'advance', '90'], '90s'],
    [['clock', 'advance'], 'clock advance 3d'],
    [['clock', 'advance', '3d', '--to', 'next'], 'clock advance 3d'],
    [['events', 'wait', 'payment.completed', '--timeout', 'soon'], '--timeout'],
    [['status', '--mode', 'staging'], "--mode must be one of test, live, not 'staging'."],
    [['status', '--mode', 'tset'], "--mode must be one of test, live, not 'tset'. Did you mean 'test'?"],
    [['start', '--settle', 'atuo'], "--settle must be one of auto, manual, not 'atuo'. Did you mean 'auto'?"],
    [['status', '--url', 'nowhere'], '--url must be an http or https address, such as http://127.0.0.1:4747'],
    [['post', '/charges', '-d', 'amount'], 'name=value'],
    [['post', '/charges', '-d', '@missing.json'], 'missing.json'],
    [['post', '/charges', '-d', '__proto__.x=1'], '__proto__'],
    [['webhooks', 'verify'], '--signature'],
    [['faults', 'add', 'latency'], '--on'],
    [['faults', 'add', 'status', '--on', 'delivery', '--status', '101'], '200'],
  ])('%j', async (args, says) => {
    const { stdout, stderr, exitCode } = await command(args, { env: { EMULATOR_URL: nobody }, cwd: folder.path });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toMatch(/^emulator: .+$/);
    expect(stderr).toContain(says);
  });
});

describe('a process of its own says and ends as the one that has the program loaded', () => {
  test.each([
    [['--version'], 0],
    [['fixture', 'list'], 0],
    [['status', '--json'], 3],
    [['frobnicate'], 2],
    [['fixture', 'check', 'emulator.config.json'], 2],
    [['start', '--ephemeral', '--port', '0', '--fixture', 'nope'], 2],
  ])('%j', async (args, status) => {
    writeFileSync(join(folder.path, 'emulator.config.json'), '{}');
    const options = { env: { EMULATOR_URL: nobody }, cwd: folder.path };
    const alone = await emulator(args, options);
    expect(alone.exitCode).toBe(status);
    expect(await command(args, options)).toEqual(alone);
  });
});

describe('no emulator there: status 3', () => {
  test.each([
    [['status']],
    [['status', '--json']],
    [['stop']],
    [['trigger', 'payment.completed']],
    [['clock', 'advance', '3d']],
    [['get', '/balance', '--json']],
    [['events', 'tail']],
  ])('%j', async (args) => {
    const { stdout, stderr, exitCode } = await emulator(args, { env: { EMULATOR_URL: nobody } });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 3 });
    expect(stderr).toMatch(
      /^emulator: No emulator is running at http:\/\/127\.0\.0\.1:1 \(EMULATOR_URL\)\..*payments-emulator start.*$/,
    );
  });

  describe('what else answers there is not taken for one', () => {
    let respond: (response: ServerResponse) => void;
    const other = createServer((_, response) => respond(response));
    let url: string;
    beforeAll(async () => {
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      return () => void other.close();
    });
    const json = (status: number, body: unknown) => (response: ServerResponse) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

    test.each<[string, (response: ServerResponse) => void, string[]]>([
      ['a page', (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>no</h1>'), ['status']],
      ['a text as data', json(200, { data: 'hello' }), ['workspaces']],
      ['odd objects', json(200, { data: [{ id: null }], has_more: 'no' }), ['events']],
      ['nothing', json(200, {}), ['reset']],
      ['a refusal of another service', json(401, { message: 'Who are you?' }), ['keys']],
      ['a stream of its own', json(200, {}), ['events', 'tail']],
      ['an object for a call of the API', json(200, { id: 7 }), ['get', '/balance']],
    ])('%s', async (_what, answer, args) => {
      respond = answer;
      const { stdout, stderr, exitCode } = await command([...args, '--url', url]);
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 3 });
      expect(stderr).toMatch(/^emulator: The server at \S+ is not a compatible emulator \(status \d+\)\. .+--url\.$/);
    });
  });

  test('the password in its address is not printed', async () => {
    const address = 'http://bob:s3cretPW@127.0.0.1:1';
    const said = [
      await command(['status', '--url', address]),
      await command(['status'], { env: { EMULATOR_URL: address } }),
      await command(['doctor', '--json', '--url', address]),
      await command(['doctor'], { env: { EMULATOR_FORWARD_TO: `${address}/hook` } }),
      await command(['status', '--url', 'ftp://bob:s3cretPW@127.0.0.1']),
    ];
    writeFileSync(join(folder.path, 'emulator.config.json'), JSON.stringify({ url: address }));
    said.push(await command(['stop'], { cwd: folder.path }));
    for (const { stdout, stderr } of said) {
      expect(stdout + stderr).toMatch(/:\/\/\[redacted\]@127/);
      expect(stdout + stderr).not.toContain('s3cretPW');
    }
  });

  test('openapi needs none', async () => {
    const { stdout, exitCode } = await command(['openapi'], { env: { EMULATOR_URL: nobody } });
    expect(exitCode).toBe(0);
    const merchant = JSON.parse(stdout);
    expect(merchant).toMatchObject({ openapi: '3.1.0', paths: { '/charges': expect.anything() } });
    const client = JSON.parse((await command(['openapi', '--client'], { env: { EMULATOR_URL: nobody } })).stdout);
    expect(client.servers).toEqual([{ url: nobody }]);
    expect(Object.keys(client.paths)).toContain('/api/checkout/{slug}/pay');
    expect(Object.keys(client.paths).filter((path) => path in merchant.paths)).toEqual([]);
  });
});

describe('settings', () => {
  let running: Running;
  beforeAll(async () => {
    running = await startEmulator();
    return () => running.stop();
  });

  const write = (config: unknown) => {
    const text = typeof config === 'string' ? config : JSON.stringify(config);
    writeFileSync(join(folder.path, 'emulator.config.json'), text);
  };
  const status = async (args: string[] = [], env: Record<string, string> = {}) => {
    const { stdout, stderr, exitCode } = await command(['status', '--json', ...args], { cwd: folder.path, env });
    return exitCode === 0
      ? (JSON.parse(stdout) as { url: string; workspace: string; mode: string })
      : { stderr, exitCode };
  };

  test('a flag wins over the environment, which wins over the file, which wins over the default', async () => {
    const { url } = running;
    expect(await status([], { EMULATOR_URL: url })).toMatchObject({ workspace: 'ws_demo', mode: 'test' });
    write({ url, workspace: 'ws_demo_a', mode: 'live' });
    expect(await status()).toMatchObject({ workspace: 'ws_demo_a', mode: 'live' });
    expect(await status([], { EMULATOR_WORKSPACE: 'ws_demo_b' })).toMatchObject({ workspace: 'ws_demo_b' });
    const flags = ['--workspace', 'ws_demo', '--mode', 'test'];
    expect(await status(flags, { EMULATOR_WORKSPACE: 'ws_demo_b' })).toMatchObject({
      workspace: 'ws_demo',
      mode: 'test',
    });
  });

  test('commands look for the emulator where the port of the environment or the file says', async () => {
    const { port } = new URL(running.url);
    expect(await status([], { EMULATOR_PORT: port })).toMatchObject({ url: running.url });
    write({ port: Number(port) });
    expect(await status()).toMatchObject({ url: running.url });
  });

  test('global flags may stand before the command, too', async () => {
    const { stdout } = await command(['--json', '--workspace', 'ws_demo_b', 'status', '--url', running.url]);
    expect(JSON.parse(stdout)).toMatchObject({ workspace: 'ws_demo_b' });
  });

  test('`start` takes its options from the file and the environment', async () => {
    write({ $schema: './schema.json', ephemeral: true, freeze: true, clock: '2026-03-01T00:00:00Z', settle: 'manual' });
    const started = await startEmulator([], { cwd: folder.path });
    expect(await started.json('clock')).toMatchObject({ now: '2026-03-01T00:00:00.000Z', mode: 'frozen' });
    await started.stop();
  });

  test.each([
    ['{', 'is not valid JSON'],
    ['[]', 'one JSON object'],
    [
      '{"forwardto": "http://127.0.0.1:1"}',
      "'forwardto' in emulator.config.json is not a known key. Did you mean 'forwardTo'?",
    ],
    ['{"rateLimit": false}', "Did you mean 'noRateLimit'?"],
    ['{"seed": 4, "seed": 5}', 'has the key "seed" twice'],
    ['{"audit": {"accept": [{"rule": "a", "r\\u0075le": "b"}]}}', 'has the key "rule" twice'],
    [`{"audit": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'is nested deeper than 16 levels'],
    ['{"port": "many"}', 'port in emulator.config.json must be a whole number'],
    ['{"port": "4747"}', "port in emulator.config.json must be a whole number from 0 to 65535, not '4747'"],
    ['{"seed": "4"}', 'seed in emulator.config.json must be a whole number'],
    ['{"strict": "yes"}', 'strict in emulator.config.json must be true or false'],
    ['{"mode": "staging"}', 'mode in emulator.config.json must be one of test, live'],
  ])('a file that says %.80s is wrong usage and names the file', async (text, says) => {
    write(text);
    const refused = await status([], { EMULATOR_URL: running.url });
    expect(refused).toMatchObject({ exitCode: 2 });
    expect((refused as { stderr: string }).stderr).toMatch(/^emulator: .*emulator\.config\.json.*$/);
    expect((refused as { stderr: string }).stderr).toContain(says);
  });

  test('a variable with a wrong value is named', async () => {
    const refused = await status([], { EMULATOR_PORT: 'many' });
    expect(refused).toEqual({
      exitCode: 2,
      stderr: "emulator: EMULATOR_PORT must be a whole number from 0 to 65535, not 'many'.",
    });
  });

  test('colours are for terminals alone', async () => {
    const { stdout } = await command(['trigger', '--list', '--url', running.url]);
    expect(stdout).not.toContain('\u001b');
  });

  test('--quiet leaves headings and remarks out', async () => {
    const { run } = running;
    const loud = await run('clock', 'next');
    expect(loud).toMatchObject({ stdout: 'No jobs are scheduled.', stderr: expect.stringContaining('It is ') });
    expect(await run('clock', 'next', '--quiet')).toMatchObject({ stdout: '', stderr: '' });
    expect((await run('workspaces', '--quiet')).stdout.split('\n')).toHaveLength(3);
  });
});
