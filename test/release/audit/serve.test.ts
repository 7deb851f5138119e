import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/audit/report/models.ts';
import { command, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt } from '../../support/build.ts';
import { freePort } from '../../support/free-port.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
let port = 0;
let reads = '';

beforeAll(async () => {
  await ensureBuilt();
  port = await freePort();
  writeFileSync(at('server.mjs'), server);
  writeFileSync(at('scenario.mjs'), scenario);
});
afterAll(() => folder.remove());

const asking = `const { EMULATOR_URL: url, EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key, EMULATOR_RUN: run, PORT } = process.env;
  const ask = async (method, to, body) => {
    const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
    const answer = await fetch(to, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return (await answer.json()).data;
  };`;

/** Sells, and hears that it was paid. With `poll` it also looks for what it was not told. */
const server = `${asking}
  import { createServer } from 'node:http';
  import { writeFileSync } from 'node:fs';
  writeFileSync('pid-' + run, String(process.pid));
  const orders = {};
  const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2040', billing_postal_code: '62701' };
  const routes = {
    '/orders': async () => {
      const { id: customer_id } = await ask('POST', api + '/customers', { email: 'ada@example.com', ...card });
      const { id } = await ask('POST', api + '/charges', { customer_id, amount: 900, reference_id: 'order-1' });
      orders['order-1'] = { id, status: 'open' };
    },
    '/hook': async ({ type, data }) => {
      for (const order of Object.values(orders)) if (order.id === data.transaction_id) order.status = 'paid';
    },
    '/state': async () => {},
  };
  const server = createServer(async (request, response) => {
    const text = await new Response(request).text();
    await routes[request.url](text === '' ? {} : JSON.parse(text));
    response.end(JSON.stringify(Object.fromEntries(Object.entries(orders).map(([name, { status }]) => [name, status]))));
  });
  setTimeout(() => server.listen(PORT, '127.0.0.1'), 500);
  const look = async (order) => {
    const { status } = await ask('GET', api + '/transactions/' + order.id);
    if (status === 'settled') order.status = 'paid';
  };
  if (process.argv[2] === 'poll') {
    setInterval(() => Object.values(orders).filter(({ status }) => status === 'open').forEach(look), 500);
  }`;

/** Buys, and asserts at once: the audit waits until the application listens. With `READS`, it reads payments itself. */
const scenario = `${asking}
  const app = 'http://127.0.0.1:' + PORT;
  await fetch(app + '/state').catch(() => { throw new Error('Nobody listens at the address of the application.'); });
  await ask('POST', app + '/orders', {}).catch(() => {});
  await ask('POST', url + '/_emulator/settle', {});
  if (process.env.READS) await ask('GET', api + '/transactions');
  const state = await (await fetch(app + '/state')).json();
  if (state['order-1'] !== 'paid') throw new Error('order-1 is ' + state['order-1']);`;

async function audit(serve: string, ...more: string[]) {
  const hook = `http://127.0.0.1:${port}`;
  const options = ['--json', '--quiet', '--seed', '1', '--settle', '6s', '--forward-to', `${hook}/hook`, ...more];
  const words = ['audit', ...options, '--state', `${hook}/state`, '--serve', serve, '--', 'node', 'scenario.mjs'];
  return command(words, { cwd: folder.path, env: { PORT: String(port), READS: reads } });
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('an application that --serve starts beside its tests', () => {
  const judged = async (serve: string) => {
    const { stdout, stderr } = await audit(serve, '--only', 'webhook-lost');
    if (stdout === '') throw new Error(stderr);
    return (JSON.parse(stdout) as Report).rules.find(({ id }) => id === 'webhook/never-reconciled')!;
  };

  it('passes where it looks for what it was not told, although its tests have ended before', async () => {
    expect(await judged('node server.mjs poll')).toMatchObject({ state: 'pass' });
  });

  it('is found where it never looks, and is repeated by the printed command; no process is left', async () => {
    const { state, findings } = await judged('node server.mjs');
    expect(state).toBe('violation');
    expect(findings[0]!.message).toMatch(
      /^order-1 is "open" when the scenario fails, and "paid" at the end of the controls\. payment\.completed of txn_\w+ was lost, and the application did not ask the API for it afterwards, within \d+ s in which the clock moved forward an hour\. The scenario ended with status 1: .*order-1 is open/,
    );
    expect(findings[0]!.evidence.state).toEqual(['order-1: "paid" in the controls, "open" here']);
    expect(findings[0]!.repeat).toContain("--serve 'node server.mjs'");
    const pids = readdirSync(folder.path).filter((name) => name.startsWith('pid-'));
    expect(pids.length).toBeGreaterThan(2);
    const left = () => pids.map((name) => Number(readFileSync(at(name), 'utf8'))).filter(isRunning);
    await expect.poll(left).toEqual([]);
  });

  it('is found where only the tests read what it was not told', async () => {
    reads = 'yes';
    const { state, findings } = await judged('node server.mjs').finally(() => {
      reads = '';
    });
    expect(state).toBe('violation');
    expect(findings[0]!.message).toContain('the application did not ask the API for it afterwards');
  });

  it('is judged by what comes long after its tests, without a scenario that waits for it', async () => {
    const { stdout, stderr } = await audit('node server.mjs', '--only', 'payment-disputed');
    if (stdout === '') throw new Error(stderr);
    const rule = (JSON.parse(stdout) as Report).rules.find(({ id }) => id === 'async/failure-ignored')!;
    expect(rule).toMatchObject({
      state: 'violation',
      tried: [{ adversity: 'payment-disputed', tried: ['payment.disputed'], notTried: [] }],
      findings: [{ message: expect.stringMatching(/payment\.disputed was answered 2xx, and nothing changed/) }],
    });
  });

  it('ends the audit in one sentence where it ends before the tests', async () => {
    const { exitCode, stderr, stdout } = await audit('echo no database; exit 3', '--only', 'webhook-lost');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr.trim().split('\n').at(-1)).toBe(
      'emulator: The application that --serve starts ended with status 3 before the command did. Make it listen until it is stopped, and look at its output above.',
    );
    expect(stderr).toContain('no database');
  });

  it('fails the tests where it never listens, and their message says so', async () => {
    const { exitCode, stderr } = await audit("node -e 'setInterval(() => {}, 1e9)'", '--only', 'webhook-lost');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Nobody listens at the address of the application.');
    expect(stderr).toContain('The scenario fails without any adversity: it ended with status 1.');
  });

  it('needs a command', async () => {
    const { exitCode, stderr } = await command(['audit', '--serve', 'node server.mjs'], { cwd: folder.path });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: "emulator: --serve needs a command: npx payments-emulator audit --serve 'node server.mjs' -- npm test",
    });
  });
});
