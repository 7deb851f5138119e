import { isObject, type RunRecord } from '../../record.ts';
import { incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { numbersIn } from '../../state.ts';
import {
  endOf,
  findingOf,
  giveState,
  noOccasion,
  overRuns,
  passed,
  type Trial,
  type TrialRun,
} from '../../trial-facts.ts';

export const lostDisputeKept: Rule = {
  id: 'async/lost-dispute-kept',
  level: 'error',
  ways: ['trial'],
  wrong: 'The money of a dispute that was lost is still counted as if it had stayed.',
  why: 'A lost dispute has taken the payment back for good. Books that keep it show revenue that is not there, sellers are paid from it, and the order counts as paid.',
  mend: 'Handle dispute.lost (and dispute.won) by its outcome: at lost take the payment out of what was earned and the order out of what is paid; only at won put it back.',
  says: 'dispute.lost tells that a chargeback is decided for the cardholder (specification, "Event types").',
  trial: (trial) => overRuns(trial, ['dispute-lost'], (run) => judge(trial, run)),
};

function judge({ stateBaseline, runs }: Trial, trialRun: TrialRun): Verdict {
  const { run, state, effects } = trialRun;
  const { record } = run;
  const lost = record.events.filter(({ type, cause }) => type === 'dispute.lost' && cause.type === 'trigger');
  const deliveries = record.deliveries.filter(
    ({ event_id, status }) => status === 'delivered' && lost.some(({ id }) => id === event_id),
  );
  if (lost.length === 0) return noOccasion(trialRun);
  if (deliveries.length === 0) {
    return incomplete(
      'No endpoint heard of a dispute that was lost',
      'subscribe to dispute.*, and leave the application running when the scenario has ended (the audit ends it)',
    );
  }
  if (!passed(trialRun)) {
    return incomplete(
      'Under dispute-lost the scenario expects that nothing comes back',
      'leave the application running when the scenario has ended: it comes back afterwards then',
      [findingOf(trialRun, 'dispute.lost', `The scenario ${endOf(trialRun)}.`, { deliveries })],
    );
  }
  if (stateBaseline === null || run.state === null || state === null) {
    return incomplete('Nothing shows what the application made of dispute.lost', giveState);
  }
  // Who takes no notice of a dispute at all is told so by async/failure-ignored.
  const noticed = runs.some(
    (other) => other.adversity.name === 'payment-disputed' && other.state !== null && other.state.length > 0,
  );
  if (state.length === 0 && effects.more.length === 0 && effects.less.length === 0) {
    return noticed
      ? violation([
          findingOf(
            trialRun,
            'dispute.lost',
            'A dispute was lost, and what the application keeps is what it keeps where there was none.',
            { deliveries, state: [] },
          ),
        ])
      : incomplete(
          'The application keeps the same whether a payment is disputed or not',
          'look at what async/failure-ignored says of payment.disputed',
        );
  }
  const total = paidIn(record);
  const counted = numbersIn(run.state.value).filter(
    ({ path, value }) => isRevenue(path) && (value === total || Math.round(value * 100) === total),
  );
  // One payment alone is its own total: then the number may be what the order came to.
  if (total === 0 || counted.length === 0 || paymentsIn(record) < 2) return pass;
  return violation([
    findingOf(
      trialRun,
      'dispute.lost',
      `A dispute was lost, and ${counted[0]!.path} is still ${counted[0]!.value}: all that was ever paid.`,
      { deliveries, state: [`${counted[0]!.path}: ${counted[0]!.value} after a dispute was lost`] },
    ),
  ]);
}

/** What money that was earned is called, and what is said of all that ever passed. */
const isRevenue = (path: string): boolean =>
  /revenue|income|turnover|earned|earnings|takings|proceeds|net_sales/i.test(path) &&
  !/gross|volume|lifetime|ever|charged/i.test(path);

const completed = ({ events }: RunRecord) =>
  events.filter(({ type, unsent }) => type === 'payment.completed' && unsent !== 'history');

const paymentsIn = (record: RunRecord): number => completed(record).length;

/** All that was paid and not given back by refunds, in cents. */
function paidIn(record: RunRecord): number {
  const sumOf = (events: RunRecord['events'], field: string) =>
    events.reduce((cents, { data }) => cents + (isObject(data) ? Number(data[field] ?? 0) : 0), 0);
  const refunds = record.events.filter(({ type, unsent }) => type === 'payment.refunded' && unsent !== 'history');
  return sumOf(completed(record), 'amount') - sumOf(refunds, 'refunded_amount');
}
