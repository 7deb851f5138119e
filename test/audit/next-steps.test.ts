import { describe, expect, it } from 'vitest';
import { lint } from '../../src/audit/lint.ts';
import { ObservedRun } from '../../src/audit/observed/observed-run.ts';
import { readViews } from './kept-runs.ts';

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
