import { describe, expect, it } from 'vitest';
import { type DeliveryView, ObservedRun } from '../../src/audit/observed/observed-run.ts';
import { judgeLog } from '../../src/audit/trial/judge-log.ts';
import type { PlannedRun } from '../../src/audit/trial/trial-log.ts';
import { bookshopUnder, plain, plainOptions, played } from './plain-run.ts';

/** What the audit says where an event that comes twice leads to another state. @param before a refund that comes later */
function judged(stateOf: (planned: PlannedRun) => unknown, before?: unknown) {
  const only = before === undefined ? ['webhook-twice'] : ['webhook-twice', 'payment-refunded'];
  const log = played({ options: { ...plainOptions, only }, runs: [] }, (planned, number) => ({
    ...plain(number),
    record: bookshopUnder(planned.adversity, ['payment.completed', 'payment.refunded']),
    state: { value: stateOf(planned) },
    stateBefore: planned.adversity === 'payment-refunded' ? { value: before } : null,
  }));
  const { rules, controls } = judgeLog(log);
  return { state: rules.find(({ id }) => id === 'webhook/effect-repeated')!.state, ...controls };
}

const books = (mails: string[], sales = 1) => ({ mails, sales });

describe('a difference that also shows before an adversity that comes after the scenario', () => {
  const twice = ({ adversity }: PlannedRun, sales?: number) =>
    adversity === 'webhook-twice' ? books(['receipt', 'reminder'], sales) : books(['receipt']);

  it('is not repeatable, and no doing of the adversity', () => {
    const { state, notRepeatable } = judged((planned) => twice(planned), books(['receipt', 'reminder']));
    expect(state).not.toBe('violation');
    expect(notRepeatable).toContain("the state's mails[]");
  });

  it('hides no other difference', () => {
    expect(judged((planned) => twice(planned, 2), books(['receipt', 'reminder'])).state).toBe('violation');
  });

  it('counts if every state before was that of the control runs', () => {
    expect(judged((planned) => twice(planned), books(['receipt'])).state).toBe('violation');
  });
});

describe('a difference that also shows when only contents change', () => {
  const judgedBeside = (large: unknown) => {
    const log = played(
      { options: { ...plainOptions, only: ['webhook-twice', 'webhook-large'] }, runs: [] },
      (planned, number) => ({
        ...plain(number),
        record: bookshopUnder(planned.adversity, ['payment.completed', 'payment.refunded']),
        state: { value: { null: books([]), 'webhook-large': large }[String(planned.adversity)] ?? books(['reminder']) },
      }),
    );
    return judgeLog(log).rules.find(({ id }) => id === 'webhook/effect-repeated')!;
  };

  it('is chance, and no doing of another adversity', () => {
    const { state, because } = judgedBeside(books(['reminder']));
    expect([state, because]).toEqual([
      'incomplete',
      expect.stringMatching(/under webhook-large, which has nothing to do with it$/),
    ]);
  });

  it('counts if the contents lead to another difference', () => {
    expect(judgedBeside(books(['other'])).state).toBe('violation');
  });
});

describe('a difference that also shows when all events arrive once', () => {
  /** @param lost the state if the response to a call is lost */
  const judgedBeside = (lost: unknown) => {
    const only = ['webhook-twice', 'answer-lost'];
    const log = played({ options: { ...plainOptions, only }, runs: [] }, ({ adversity }, number) => ({
      ...plain(number),
      record: adversity === 'answer-lost' ? usual : bookshopUnder(adversity, ['payment.completed']),
      state: { value: { null: books([]), 'answer-lost': lost }[String(adversity)] ?? books(['reminder']) },
    }));
    return judgeLog(log).rules.find(({ id }) => id === 'webhook/effect-repeated')!;
  };
  const isOnce = ({ status, attempts }: DeliveryView) => status === 'delivered' && attempts.length === 1;
  const { view } = bookshopUnder(null, []);
  const usual = new ObservedRun({ ...view, deliveries: view.deliveries.filter(isOnce) });

  it('is not the doing of an adversity of deliveries', () => {
    const { state, because } = judgedBeside(books(['reminder']));
    expect([state, because]).toEqual([
      'incomplete',
      expect.stringMatching(/under answer-lost, which has nothing to do/),
    ]);
  });

  it('is, if another difference shows', () => {
    expect(judgedBeside(books(['other'])).state).toBe('violation');
  });
});

describe('an id that the platform generated', () => {
  const [id] = bookshopUnder(null, []).events.map(({ subject }) => subject);

  it('is no difference inside of a word, such as the name of a file', () => {
    const files = (made: string) => ({ files: [`receipt_${made}_copy.pdf`] });
    const other = id!.replace(/.{3}$/, 'XYZ');
    expect(judged(({ adversity }) => files(adversity === null ? id! : other)).state).not.toBe('violation');
    expect(judged(({ adversity }) => ({ files: [adversity === null ? 'receipt_a' : 'receipt_b'] })).state).toBe(
      'violation',
    );
  });
});
