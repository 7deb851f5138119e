import { byComparison, findingOf } from '../../trial/judge-run.ts';
import type { Trial, TrialRun } from '../../trial/trial-result.ts';
import { pass, type Verdict } from '../../verdict.ts';
import { latePayment } from './paid-twice.ts';

/** Judges what the application does with the money of a page that was paid after the scenario. */
export function judgeLatePage(trial: Trial, trialRun: TrialRun): Verdict {
  const payment = latePayment(trial, trialRun, 'unpaid', () => true);
  if ('state' in payment) return payment;
  const { record, late, deliveries, stateBaseline, before, after } = payment;
  if (stateBaseline.changes(before, after, record).length > 0) return pass;
  const refused = deliveries.filter(({ status }) => status === 'failed');
  const statuses = refused.flatMap(({ attempts }) => attempts.at(-1)?.status ?? []);
  const answer = refused.length === 0 ? 'was taken' : `was answered ${statuses[0] ?? 'nothing'} in each attempt`;
  const finding = findingOf(
    trialRun,
    'payment.completed',
    `The buyer paid a page that was still open after the scenario, payment.completed ${answer}, and nothing changed in the application: it keeps the money, and neither grants nor refunds anything.`,
    { deliveries: refused.length === 0 ? deliveries : refused, events: late, effects: false, state: [] },
  );
  return byComparison([
    {
      ...finding,
      level: 'warning',
      fix: 'When payment.completed reports a page whose order is cancelled or expired, refund the payment, open the order again, or flag the payment for a person.',
    },
  ]);
}
