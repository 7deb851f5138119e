import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/audit/report/report.ts';
import { command, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';
import { type Bug, bookshop } from './bookshop.ts';
import { tryOutWith } from './scene.ts';

/** Audits the bookshop with a bug, and gives the rules that were violated with the report. */
async function audit(bug: Bug, ...only: string[]) {
  const { report, states } = await tryOutWith({ settle: 6_000 }, bookshop(bug), ...only);
  const violated = report.rules.filter(({ state }) => state === 'violation');
  const reasons = Object.fromEntries(report.rules.map(({ id, because }) => [id, because]));
  return { violated, reasons, states };
}

const adversities = [
  'webhook-large',
  'webhook-at-once',
  'payment-disputed',
  'dispute-lost',
  'subscription-ended',
  'month-end',
];

describe('a bookshop that goes on after its scenario', () => {
  it('is right under all that comes later, at once or large, and where it asks for no more than is left', async () => {
    const { states } = await audit('right', ...adversities);
    expect(states).toEqual({
      'webhook/large-refused': 'pass',
      'webhook/lost-update': 'pass',
      'webhook/ignored': 'pass',
      'async/failure-ignored': 'pass',
      'async/lost-dispute-kept': 'pass',
      'async/paid-after-end': 'pass',
      'async/local-month': 'pass',
    });
    expect((await audit('right', 'request/refund-beyond-left')).states).toEqual({
      'request/refund-beyond-left': 'pass',
    });
  });

  it('is not said to be right where nothing was tried: events were acknowledged first, all subscriptions are over', async () => {
    const quick = await audit('quick', 'webhook-at-once');
    expect(quick.reasons['webhook/lost-update']).toMatch(
      /^Not tried: the first of two events about one object was answered before the application began to handle the second \(payment\.completed/,
    );
    const ending = await audit('ending', 'subscription-ended');
    expect(ending.reasons['async/paid-after-end']).toBe('Not tried: the scenario ends every subscription itself');
    expect([quick, ending].flatMap(({ violated }) => violated)).toEqual([]);
  });

  it('is not said to be right where the run failed that another is compared with', async () => {
    const { reasons, violated } = await audit('failing', 'dispute-lost');
    expect(reasons['async/lost-dispute-kept']).toBe(
      'Under payment-disputed the scenario failed, so that nothing can be compared with what it left behind',
    );
    expect(violated).toEqual([]);
  });

  it.each([
    ['small', 'webhook/large-refused', ['webhook-large'], /with a body of 100 KB, correctly signed, with 413\.$/],
    [
      'racy',
      'webhook/lost-update',
      ['webhook-at-once', 'webhook-swapped'],
      /^payment\.completed evt_\w+ and payment\.refunded evt_\w+, about the same object, were handled at the same moment/,
    ],
    [
      'keeping',
      'async/lost-dispute-kept',
      ['payment-disputed', 'dispute-lost'],
      /^A dispute was lost, and earned is still 4500/,
    ],
    [
      'recounting',
      'async/lost-dispute-kept',
      ['async/lost-dispute-kept'],
      /^A dispute was lost, and till is 4500 again, as where there was none; while the dispute was open it was/,
    ],
    ['reviving', 'async/paid-after-end', ['subscription-ended'], /^The subscription was ended, then the payment/],
    ['local', 'async/local-month', ['month-end'], /TZ=Pacific\/Kiritimati than with TZ=UTC\.$/],
    [
      'booking',
      'request/refund-beyond-left',
      ['request/refund-beyond-left'],
      /are left; it was refused, and orders\.order-1\.refunded is 1200/,
    ],
  ] as const)('is found where it is %s, by its rule alone', async (bug, rule, only, message) => {
    const { violated } = await audit(bug, ...only);
    expect(violated.map(({ id }) => id)).toEqual([rule]);
    expect(violated[0]!.findings[0]!.message).toMatch(message);
  });
});

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
