import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CallerWatch } from '../../src/audit/observed/callers.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
let watch: CallerWatch;
const paths = new Map<string, string>();
beforeEach(async () => {
  sandbox = await createTestSandbox();
  watch = new CallerWatch(sandbox.url);
  sandbox.sandbox.requests.onAdd(({ id, path, connection }) => {
    paths.set(id, path);
    if (connection !== undefined) watch.addCall(id, connection);
  });
  sandbox.sandbox.requests.onSteer((connection) => watch.addSteering(connection));
});
afterEach(async () => {
  watch.stop();
  await sandbox.stop();
});

/** Makes each call on a connection of its own, as many libraries do. */
const calling = `import { createServer, request } from 'node:http';
  const call = (method, path) => new Promise((done) => {
    const headers = { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json' };
    const sent = request(process.env.EMULATOR_URL + path, { method, headers, agent: false }, (answer) => answer.resume().on('end', done));
    sent.end(method === 'POST' ? '{}' : undefined);
  });`;

/** Runs a script with the environment of a run. */
const started = (script: string, env = {}) =>
  spawn(process.execPath, ['--input-type=module', '--eval', `${calling}\n${script}`], {
    env: { ...process.env, EMULATOR_URL: sandbox.url, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

const ended = (script: string, env?: object) => once(started(script, env), 'exit');

/** The paths of requests, for a short comparison. */
const pathsOf = (ids: ReadonlySet<string>) => [...ids].map((id) => paths.get(id));

const receiver = `const server = createServer(async (_, response) => {
    await call('GET', '/api/v1/customers');
    response.end();
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
const steersAndReads = "await call('POST', '/_emulator/settle'); await call('GET', '/api/v1/transactions');";

it.runIf(process.platform === 'linux')(
  'a process that receives webhooks is not the one that controls the emulator',
  async () => {
    const application = started(receiver);
    const [port] = await once(application.stdout, 'data');
    await (await fetch(`http://127.0.0.1:${Number(port)}/`, { method: 'POST' })).text();
    await ended(steersAndReads);
    // A job of the application, or a test that only reads: nothing shows which.
    await ended("await call('GET', '/api/v1/payouts');");
    application.kill();
    const { receiving, steering } = watch.callers();
    expect(pathsOf(receiving)).toEqual(['/api/v1/customers']);
    expect(pathsOf(steering)).toEqual(['/api/v1/transactions']);
  },
);

it.runIf(process.platform === 'linux')(
  'what --serve started is the application, also if it controls the emulator',
  async () => {
    await ended(steersAndReads, { EMULATOR_SERVED: '1' });
    const { receiving, steering } = watch.callers();
    expect([pathsOf(receiving), pathsOf(steering)]).toEqual([['/api/v1/transactions'], []]);
  },
);

it.runIf(process.platform === 'linux')('who starts a program that controls the emulator is the scenario', async () => {
  await ended(`import { spawnSync } from 'node:child_process';
    spawnSync(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(`${calling}\nawait call('POST', '/_emulator/settle');`)}]);
    await call('GET', '/api/v1/transactions');`);
  expect(pathsOf(watch.callers().steering)).toEqual(['/api/v1/transactions']);
});

it.runIf(process.platform === 'linux')(
  'a process to which no webhook was sent is found at the address of its endpoint',
  async () => {
    const application = started(`await call('GET', '/api/v1/products');\n${receiver}`);
    const [port] = await once(application.stdout, 'data');
    expect(pathsOf(watch.callers().receiving)).toEqual([]);
    expect(pathsOf(watch.callers([`http://127.0.0.1:${Number(port)}/`]).receiving)).toEqual(['/api/v1/products']);
    application.kill();
  },
);
