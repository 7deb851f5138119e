import { describe, expect, it } from 'vitest';
import { isAnsweredAnyway } from '../../src/audit/alibi.ts';
import { ObservedRun } from '../../src/audit/observed/observed-run.ts';
import { judgeLog } from '../../src/audit/trial/judge-log.ts';
import { bookshopUnder, plain, plainOptions, played } from './plain-run.ts';

const usual = bookshopUnder(null, []);
const [made] = usual.of('charges.create').filter(({ isAccepted }) => isAccepted);
const [refund] = usual.of('transactions.refund').filter(({ isAccepted }) => isAccepted);

/** The record of an application that charges anew, under another reference, after the response to a call was lost. */
function chargedAnew(lost: string): ObservedRun {
  const requests = usual.view.requests.map((each) =>
    each.id === lost ? { ...each, audit: 'answer-lost', fault: 'answer_lost 1', status: 0 } : each,
  );
  const body = JSON.stringify({ ...made!.body, reference_id: 'another' });
  return new ObservedRun({
    ...usual.view,
    requests: [...requests, { ...made!.view, id: 'req_anew', body, idempotency_key: 'anew' }],
  });
}

describe('a write that is made again because the response to a call was lost', () => {
  const judged = (lost: string) => {
    const log = played({ options: { ...plainOptions, only: ['answer-lost'] }, runs: [] }, ({ adversity }, number) => ({
      ...plain(number),
      record: adversity === null ? usual : chargedAnew(lost),
    }));
    return judgeLog(log)
      .rules.flatMap(({ findings }) => findings.map(({ message }) => message))
      .join('\n');
  };

  it('is told to be repeated if it is the call itself', () => {
    expect(judged(made!.id)).toContain('The application repeated charges.create after a lost or late response');
  });

  it('is told to be made again from the beginning if another call was lost', () => {
    expect(judged(refund!.id)).toContain(
      'The response to transactions.refund was lost or late, and the application began again with charges.create, which had succeeded.',
    );
  });
});

describe('an answer to an event', () => {
  const [one, other] = usual.deliveries.filter(({ event_type }) => event_type === 'payment.completed');
  const refusing = (id: string) =>
    new ObservedRun({
      ...usual.view,
      deliveries: usual.deliveries.map((each) =>
        each.id === id ? { ...each, attempts: each.attempts.map((attempt) => ({ ...attempt, status: 400 })) } : each,
      ),
    });
  const control = (record: ObservedRun) => ({ ...plain(1), record });

  it('is usual if as many events of its type get it in a control run, whichever they are', () => {
    const record = refusing(other!.id);
    const [delivery] = record.deliveries.filter(({ id }) => id === other!.id);
    expect(isAnsweredAnyway([control(refusing(one!.id))], record, delivery!, 400)).toBe(true);
    expect(isAnsweredAnyway([control(usual)], record, delivery!, 400)).toBe(false);
  });
});
