import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, repeat } from '../../bench/load.js';
import { type RunningProcess, startProcess, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';

/** How many charges are stored: `npm run soak` asks for more than the tests. */
const stored = Number(process.env.SOAK_STORED ?? '3000');
const headers = { Authorization: 'Bearer sk_test_demo' };
const folder = temporaryFolder();
let running: RunningProcess | undefined;

beforeAll(ensureBuilt);
afterAll(() => {
  running?.child.kill('SIGKILL');
  folder.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
const ask = (path: string, body?: object): Promise<any> =>
  call(running!.url, {
    path: `/api/v1/${path}`,
    headers,
    ...(body === undefined ? {} : { method: 'POST', body }),
  });

const start = async () => {
  running = await startProcess(['--data-dir', `${folder.path}/data`, '--no-rate-limit']);
};

/** Reads the list page by page, newest first. */
async function idsOf(list: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ''; ; after = `&starting_after=${ids.at(-1)}`) {
    const { data, has_more } = await ask(`${list}?limit=100${after}`);
    ids.push(...data.map(({ id }: { id: string }) => id));
    if (!has_more) return ids;
  }
}

it(`serves ${stored} charges, also after a clean stop, and after a kill`, async () => {
  await start();
  const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2099' };
  const { data: customer } = await ask('customers', { email: 'buyer@example.com', ...card });
  const charge = { customer_id: customer.id, amount: 4_200 };
  const request = { method: 'POST', path: '/api/v1/charges', headers, body: JSON.stringify(charge) };
  await repeat({ origin: running!.url, request, connections: 50, count: stored });
  const ids = await idsOf('transactions');
  expect(new Set(ids).size).toBe(stored);
  running!.child.kill('SIGTERM');
  expect((await running!.child).exitCode).toBe(0);

  await start();
  expect(await idsOf('transactions')).toEqual(ids);
  expect((await ask(`transactions/${ids.at(-1)}`)).data.amount).toBe(4_200);
  const { data: late } = await ask('charges', charge);
  running!.child.kill('SIGKILL');
  await running!.child;

  await start();
  expect(await idsOf('transactions')).toEqual([late.id, ...ids]);
}, 1_800_000);
