import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/audit/report/report.ts';
import { command, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';
import { type Bug, writeBookshop } from './bookshop.ts';

const folder = temporaryFolder();
const shop = join(folder.path, 'bookshop.mjs');
beforeAll(async () => {
  await ensureBuilt();
  writeBookshop(shop);
});
afterAll(() => folder.remove());

/** Audits the bookshop with a bug, and gives the rules that were violated with the report. */
async function audit(bug: Bug, ...only: string[]) {
  const options = ['--seed', '1', '--json', '--quiet', '--jobs', '2', '--settle', '6s', '--only', only.join(',')];
  const words = ['audit', ...options, '--state-command', 'cat books-$EMULATOR_RUN.json', '--', 'node', shop, bug];
  const ran = await command(words, { cwd: folder.path });
  if (ran.stdout === '') throw new Error(ran.stderr);
  const { rules } = JSON.parse(ran.stdout) as Report;
  const violated = rules.filter(({ state }) => state === 'violation');
  const reasons = Object.fromEntries(rules.map(({ id, because }) => [id, because]));
  return { ...ran, violated, reasons, states: Object.fromEntries(rules.map(({ id, state }) => [id, state])) };
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
    const { states, stderr } = await audit('right', ...adversities);
    expect(states, stderr).toEqual({
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
    expect(quick.reasons['webhook/lost-update'], quick.stderr).toMatch(
      /^Not tried: the first of two events about one object was answered before the application began to handle the second \(payment\.completed/,
    );
    const ending = await audit('ending', 'subscription-ended');
    expect(ending.reasons['async/paid-after-end']).toBe('Not tried: the scenario ends every subscription itself');
    expect([quick, ending].flatMap(({ violated }) => violated)).toEqual([]);
  });

  it('is not said to be right where the run failed that another is compared with', async () => {
    const { reasons, violated, stderr } = await audit('failing', 'dispute-lost');
    expect(reasons['async/lost-dispute-kept'], stderr).toBe(
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
    const { violated, stderr } = await audit(bug, ...only);
    expect(
      violated.map(({ id }) => id),
      stderr,
    ).toEqual([rule]);
    expect(violated[0]!.findings[0]!.message).toMatch(message);
  });
});
