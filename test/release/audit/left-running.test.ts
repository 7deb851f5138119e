import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/audit/report/models.ts';
import { command, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt } from '../../support/build.ts';

describe('a server that a command starts and leaves running', () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'server.mjs');
  beforeAll(async () => {
    await ensureBuilt();
    writeFileSync(file, server);
  });
  afterAll(() => folder.remove());

  /** Counts what is paid in each month of the machine's zone, and how often money is held back. */
  const server = `import { spawn } from 'node:child_process';
  import { writeFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  const { EMULATOR_URL: url, EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key, EMULATOR_RUN: run } = process.env;
  if (process.argv[2] !== 'serve') {
    const started = spawn(process.execPath, [process.argv[1], 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
    started.stdout.once('data', () => process.exit());
    await new Promise(() => {});
  }
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  const send = async (to, body) => (await (await fetch(to, { method: 'POST', body: JSON.stringify(body), headers })).json()).data;
  const kept = { months: {}, disputed: 0 };
  const save = () => writeFileSync('kept-' + run + '.json', JSON.stringify(kept));
  const seen = new Set();
  createServer(async (request, response) => {
    const { id, type, created, data } = await new Response(request).json();
    const month = new Date(created * 1000).getMonth() + 1;
    if (type === 'payment.completed' && !seen.has(id)) kept.months[month] = (kept.months[month] ?? 0) + data.amount;
    if (type === 'payment.disputed' && !seen.has(id)) kept.disputed += 1;
    seen.add(id);
    save();
    response.end();
  }).listen(0, '127.0.0.1', async function () {
    await send(url + '/_emulator/webhook-endpoints', { url: 'http://127.0.0.1:' + this.address().port + '/' });
    const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2040', billing_postal_code: '62701' };
    const { id: customer_id } = await send(api + '/customers', { email: 'ada@example.com', ...card });
    await send(api + '/charges', { customer_id, amount: 1000, reference_id: 'order-1' });
    await send(url + '/_emulator/clock', { advance: '6s' });
    await send(url + '/_emulator/settle', {});
    save();
    console.log('done');
  });`;

  it('hears of what comes later, and is found where it counts months by the zone of the machine', async () => {
    const options = ['--seed', '1', '--json', '--quiet', '--jobs', '3', '--settle', '6s'];
    const asked = ['--only', 'payment-disputed,month-end', '--state-command', 'cat kept-$EMULATOR_RUN.json'];
    const ran = await command(['audit', ...options, ...asked, '--', 'node', file], { cwd: folder.path });
    if (ran.stdout === '') throw new Error(ran.stderr);
    const { rules } = JSON.parse(ran.stdout) as Report;
    expect(Object.fromEntries(rules.map(({ id, state }) => [id, state])), ran.stderr).toEqual({
      'webhook/ignored': 'pass',
      'async/failure-ignored': 'pass',
      'async/local-month': 'violation',
    });
    const [finding] = rules.find(({ id }) => id === 'async/local-month')!.findings;
    expect(finding!.message).toMatch(/TZ=Pacific\/Kiritimati than with TZ=UTC\.$/);
  });
});
