import { describe, expect, it } from 'vitest';
import { lint } from '../../src/audit/lint.ts';
import { ObservedRun, unknownCallers } from '../../src/audit/observed/observed-run.ts';
import { judgeLog } from '../../src/audit/trial/judge-log.ts';
import type { PlannedRun } from '../../src/audit/trial/trial-log.ts';
import { readViews } from './kept-runs.ts';
import { bookshopUnder, plain, plainOptions, played } from './plain-run.ts';

/** The verdict of a lint on a kept record, in which paths may be changed. */
const verdictOn = (file: string, only: string, change = (path: string) => path) => {
  const view =
    readViews(file).find(({ requests }) => requests.some(({ path }) => change(path) !== path)) ?? readViews(file)[0]!;
  const requests = view.requests.map((asked) => ({ ...asked, path: change(asked.path) }));
  return [...lint(new ObservedRun({ ...view, requests }), { only: [only] }).values()][0];
};

describe('the next step of a rule without a verdict', () => {
  it('asks for more objects than the application already lists', () => {
    const withLimit = (path: string) => (path === '/api/v1/transactions' ? `${path}?limit=100` : path);
    expect(verdictOn('copied-states', 'request/page-not-followed', withLimit)).toMatchObject({
      because: 'No list had more than one page',
      nextStep: 'have the application list more than 100 objects',
    });
  });

  it('does not ask for money that the application passes on already, but for what it is for', () => {
    const view = readViews('handlers').find(({ requests }) =>
      requests.some(({ operation }) => operation === 'payouts.create'),
    )!;
    const verdict = [...lint(new ObservedRun(view), { only: ['async/fulfilled-early'] }).values()][0];
    expect(verdict).toMatchObject({
      because: 'No fulfillment and no payout of this record names a payment of it',
      nextStep: 'name the payment or its order in the metadata or the reference_id of each payout',
    });
  });
});

/** The report on a rule, where each run has these results. */
const reported = (only: string, rule: string, result: (planned: PlannedRun) => object) => {
  const log = played({ options: { ...plainOptions, only: [only] }, runs: [] }, (planned, number) => ({
    ...plain(number),
    ...result(planned),
  }));
  return judgeLog(log).rules.find(({ id }) => id === rule)!;
};

describe('the text about a run that does not decide', () => {
  it('names the event whose answer is doubtful', () => {
    const { because, findings } = reported('webhook-respelled', 'webhook/valid-refused', ({ adversity }) => ({
      record: bookshopUnder(adversity, ['payment.refunded'], { fault: 'odd_bytes', status: 400 }),
    }));
    expect(because).toBe('A correctly signed delivery with other bytes for the same JSON was answered 400');
    expect(findings[0]!.message).toMatch(/^payment\.refunded evt_\w+, correctly signed, was answered 400\.$/);
  });

  it('does not ask a scenario to wait that fails although no event was late', () => {
    const { nextStep } = reported('webhook-twice', 'webhook/effect-repeated', ({ adversity }) => ({
      record: bookshopUnder(adversity, ['payment.completed', 'payment.refunded']),
      ended: { status: adversity === null ? 0 : 1, timedOut: false },
      state: { value: { orders: [] } },
    }));
    expect(nextStep).toBe(
      'see in the output (--verbose) what the scenario missed: no event was only late, so waiting longer does not help',
    );
  });
});

describe('a page that the scenario itself opened', () => {
  const [control, , paidLate] = readViews('late-pages');

  it.each([
    ['is not blamed on an application that may not know its order', true, 'incomplete'],
    ['is told apart from a page of the application', false, 'violation'],
  ])('%s', (_, isOfScenario, state) => {
    const opened = [control!, paidLate!]
      .flatMap(({ requests }) => requests)
      .filter(({ operation }) => operation === 'checkout_sessions.create');
    const steering = new Set(isOfScenario ? opened.map(({ id }) => id) : []);
    const rule = reported('page-paid-late', 'async/paid-after-end', ({ adversity }) => ({
      record: new ObservedRun(adversity === null ? control! : paidLate!, [], [], { ...unknownCallers, steering }),
      outlived: true,
      requestsBefore: control!.requests.length,
      state: { value: { orders: [] } },
      stateBefore: { value: { orders: [] } },
    }));
    expect(rule.state).toBe(state);
  });
});

describe('the evidence of a finding about calls', () => {
  it('begins with a call that the fault hit, and not with the first of its events', () => {
    const { findings } = reported('webhook-first', 'webhook/race-with-answer', ({ adversity }) => {
      const { view } = bookshopUnder(null, []);
      const hit = view.requests.findLast(({ operation }) => operation === 'charges.create')!.id;
      const requests = view.requests.map((asked) =>
        asked.id === hit && adversity !== null ? { ...asked, audit: adversity } : asked,
      );
      return {
        record: new ObservedRun({ ...view, requests }),
        state: { value: { sold: adversity === null ? 2 : 1 } },
      };
    });
    expect(findings[0]!.evidence.requests.map(({ path }) => path)).toEqual(['/api/v1/charges']);
  });
});
