import { describe, expect, it } from 'vitest';
import { type Bug, bookshop } from './bookshop.ts';
import { keepsRuns } from './kept-runs.ts';
import { tryOutWith } from './scene.ts';

keepsRuns('later-trials');

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
      /^It is unclear whether two events about one object were handled at the same moment, because one of them was answered so quickly \(payment\.completed/,
    );
    const ending = await audit('ending', 'subscription-ended');
    expect(ending.reasons['async/paid-after-end']).toBe('The scenario itself ends every subscription');
    expect([quick, ending].flatMap(({ violated }) => violated)).toEqual([]);
  });

  it('is not said to be right where the run failed that another is compared with', async () => {
    const { reasons, violated } = await audit('failing', 'dispute-lost');
    expect(reasons['async/lost-dispute-kept']).toBe(
      'The scenario failed under payment-disputed, so its result cannot be compared',
    );
    expect(violated).toEqual([]);
  });

  it.each([
    ['small', 'webhook/large-refused', ['webhook-large'], /answered a correctly signed 100 KB .+ with 413\.$/],
    [
      'racy',
      'webhook/lost-update',
      ['webhook-at-once', 'webhook-swapped'],
      /^earned is \d+ instead of 4500\. payment\.completed evt_\w+ and payment\.refunded evt_\w+, about the same object, were handled at the same moment/,
    ],
    [
      'keeping',
      'async/lost-dispute-kept',
      ['payment-disputed', 'dispute-lost'],
      /^A dispute was lost, but earned is still 4500/,
    ],
    [
      'recounting',
      'async/lost-dispute-kept',
      ['async/lost-dispute-kept'],
      /^A dispute was lost, but till is 4500 again, as without a dispute; while the dispute was open, it was/,
    ],
    [
      'reviving',
      'async/paid-after-end',
      ['subscription-ended'],
      /^The subscription ended, then the payment for its last renewal settled/,
    ],
    ['local', 'async/local-month', ['month-end'], /TZ=Pacific\/Kiritimati than with TZ=UTC\.$/],
    [
      'booking',
      'request/refund-beyond-left',
      ['request/refund-beyond-left'],
      /are left; it was refused, but orders\.order-1\.refunded is 1200/,
    ],
  ] as const)('is found where it is %s, by its rule alone', async (bug, rule, only, message) => {
    const { violated } = await audit(bug, ...only);
    expect(violated.map(({ id }) => id)).toEqual([rule]);
    expect(violated[0]!.findings[0]!.message).toMatch(message);
  });
});
