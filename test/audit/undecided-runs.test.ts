import { describe, expect, it } from 'vitest';
import { ObservedRun } from '../../src/audit/observed/observed-run.ts';
import { terminalReport } from '../../src/audit/report/terminal.ts';
import { judgeLog } from '../../src/audit/trial/judge-log.ts';
import type { PlannedRun } from '../../src/audit/trial/trial-log.ts';
import { readViews } from './kept-runs.ts';
import { bookshopUnder, plain, plainOptions, played } from './plain-run.ts';

const failed = { ended: { status: 1, timedOut: false }, output: 'FAILED: the order is paid\n' };

/** The report on an audit whose runs have these results. */
const reported = (only: readonly string[], result: (planned: PlannedRun) => object) =>
  judgeLog(
    played({ options: { ...plainOptions, only }, runs: [] }, (planned, number) => ({
      ...plain(number),
      ...result(planned),
    })),
  );

describe('a run that could not be judged', () => {
  it('is reported although another run violates the rule', () => {
    const report = reported(['webhook-twice', 'webhook-retried'], ({ adversity }) => ({
      record: bookshopUnder(adversity, ['payment.completed', 'payment.refunded']),
      state: { value: { mails: adversity === 'webhook-twice' ? ['a', 'a'] : ['a'] } },
      ...(adversity === 'webhook-retried' ? failed : {}),
    }));
    const rule = report.rules.find(({ id }) => id === 'webhook/effect-repeated')!;
    expect(rule.state).toBe('violation');
    expect(rule.undecided).toHaveLength(1);
    const [, rest] = terminalReport(report, (_, text) => text).split('Not tested or undecided: ');
    expect(rest).toMatch(
      /\(webhook\/effect-repeated\)\s+Run \d+ \(webhook-retried\): The scenario ended with status 1/,
    );
  });

  const [view] = readViews('later-trials');
  const unpaid = new ObservedRun({
    ...view!,
    events: view!.events.map((event) =>
      event.type === 'payment.completed'
        ? { ...event, type: 'payment.failed', cause: { ...event.cause, audit: 'payment-failed' } }
        : event,
    ),
  });

  it('does not pass where its scenario ends before the state shows what became of the money', () => {
    const judged = (value: object) =>
      reported(['payment-failed'], ({ adversity }) => ({
        state: { value: { orders: ['paid'] } },
        record: new ObservedRun(view!),
        ...(adversity === null ? {} : { ...failed, record: unpaid, state: { value } }),
      })).rules.find(({ id }) => id === 'async/failure-ignored')!;
    const { state, findings } = judged({ orders: [] });
    expect([state, findings[0]?.message]).toEqual([
      'incomplete',
      'The scenario ended with status 1: FAILED: the order is paid, so nothing was judged.',
    ]);
    const { subject } = unpaid.events.find(({ type }) => type === 'payment.failed')!;
    expect(judged({ orders: [{ payment: subject, status: 'open' }] }).state).toBe('pass');
  });

  it('is no doubt where it only shows what another run shows', () => {
    const report = reported(['webhook-twice', 'webhook-twice-at-once'], ({ adversity }) => ({
      record: bookshopUnder(adversity, ['payment.completed', 'payment.refunded']),
      state: { value: { mails: adversity === null ? ['a'] : ['a', 'a'] } },
    }));
    const rule = report.rules.find(({ id }) => id === 'webhook/effect-repeated')!;
    expect([rule.state, rule.undecided]).toEqual(['violation', []]);
  });

  it('is named with its reason where it had no opportunity, although its rule was judged under others', () => {
    const report = reported(['payment-failed', 'payout-returned'], ({ adversity }) => ({
      record: adversity === null ? new ObservedRun(view!) : unpaid,
      state: { value: { orders: ['paid'] } },
    }));
    expect(report.rules.find(({ id }) => id === 'async/failure-ignored')!.state).toBe('violation');
    const text = terminalReport(report, (_, shown) => shown);
    expect(text).toMatch(/Not tried for the rules that were judged\n {2}- No .*payout.* \(payout-returned\)/);
  });
});
