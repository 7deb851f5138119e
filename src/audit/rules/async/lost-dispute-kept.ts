import { isObject } from '../../../core/base/json-values.ts';
import { isLearnt } from '../../adversities/adversity-marks.ts';
import { type EventView, isBroughtAbout, type ObservedRun } from '../../observed/observed-run.ts';
import { type Finding, incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import {
  endOf,
  failedBeside,
  findingOf,
  giveState,
  keepUp,
  momentFor,
  noOccasion,
  overRuns,
} from '../../trial/judge-run.ts';
import { numbersIn, type StateBaseline } from '../../trial/state.ts';
import { hasPassed, type Trial, type TrialRun } from '../../trial/trial-result.ts';

export const lostDisputeKept: Rule = {
  id: 'async/lost-dispute-kept',
  level: 'error',
  ways: ['trial'],
  wrong: 'Money from a lost dispute still counts as earned.',
  why: 'A lost dispute takes the payment back for good. If the books keep it, they show revenue that does not exist, sellers are paid from it, and the order counts as paid.',
  mend: 'Handle both outcomes: after dispute.lost, remove the payment from revenue and mark the order as unpaid; only after dispute.won, restore it.',
  says: 'dispute.lost reports that a chargeback was decided for the cardholder (specification, "Event types").',
  trial: (trial) => overRuns(trial, ['dispute-lost'], (run) => judge(trial, run)),
};

function judge({ stateBaseline, runs }: Trial, trialRun: TrialRun): Verdict {
  const { run, state, effects, adversity } = trialRun;
  const { record } = run;
  const lost = record.events.filter((event) => event.type === 'dispute.lost' && isBroughtAbout(event, adversity.name));
  if (lost.length === 0) return noOccasion(trialRun);
  const learnt = lost.filter((event) => isLearnt(record, event));
  const deliveries = learnt.flatMap(({ id }) => record.deliveriesOf(id));
  if (learnt.length === 0) {
    return incomplete(
      'The application neither received an event about the lost dispute nor read it',
      run.outlived ? 'subscribe to dispute.*, or read the disputes' : momentFor(run),
    );
  }
  if (!hasPassed(trialRun)) {
    return incomplete('The scenario fails under dispute-lost: it expects that no money comes back', keepUp, [
      findingOf(trialRun, 'dispute.lost', `The scenario ${endOf(trialRun)}.`, { deliveries }),
    ]);
  }
  if (stateBaseline === null || run.state === null || state === null) {
    return incomplete('The audit cannot see how the application handled dispute.lost', giveState);
  }
  // async/failure-ignored reports applications that ignore disputes entirely.
  const beside = runs.filter((other) => other.adversity.name === 'payment-disputed');
  const failed = beside.find((other) => !hasPassed(other));
  if (failed !== undefined) return failedBeside(failed);
  const disputed = beside.filter((other) => other.run.state !== null);
  const noticed = disputed.some((other) => (other.state ?? []).length > 0);
  const found = (message: string, shown: readonly string[]): Finding =>
    findingOf(trialRun, 'dispute.lost', message, {
      deliveries: deliveries.slice(0, 1),
      events: learnt.slice(0, 1),
      state: shown,
    });
  if (state.length === 0 && effects.more.length === 0 && effects.less.length === 0) {
    return noticed
      ? violation([found('A dispute was lost, but the application has the same state as without a dispute.', [])])
      : incomplete(
          'The application has the same state whether a payment is disputed or not',
          'see what async/failure-ignored reports about payment.disputed',
        );
  }
  const back = comesBack(stateBaseline, trialRun, learnt, disputed);
  if (back !== null) {
    return violation([
      found(
        `A dispute was lost, but ${back.path} is ${back.value} again, as without a dispute; while the dispute was open, it was ${back.open}.`,
        [`${back.path}: ${back.open} while the dispute was open, ${back.value} after it was lost`],
      ),
    ]);
  }
  const total = paidIn(record);
  const counted = numbersIn(run.state.value).filter(
    ({ path, value }) => isRevenue(path) && (value === total || Math.round(value * 100) === total),
  );
  // A single payment equals the total, so the number may be the amount of the order.
  if (total === 0 || counted.length === 0 || paymentsIn(record) < 2) return pass;
  const { path, value } = counted[0]!;
  return violation([
    found(`A dispute was lost, but ${path} is still ${value}, the total of all payments.`, [
      `${path}: ${value} after a dispute was lost`,
    ]),
  ]);
}

/** A number that was lower while disputes were open, and that has its old value again after the disputes are lost. */
interface ComesBack {
  readonly path: string;
  readonly value: number;
  readonly open: number;
}

/**
 * The number that includes the money of lost disputes again; null if there is none. If another number has changed by
 * the amount of a dispute, the loss is booked there: another party bears it instead of the seller.
 */
function comesBack(
  baseline: StateBaseline,
  { run }: TrialRun,
  lost: readonly EventView[],
  disputed: readonly TrialRun[],
): ComesBack | null {
  const amounts = lost.flatMap(({ data }) => (isObject(data) && typeof data.amount === 'number' ? [data.amount] : []));
  const least = Math.max(leastMoney, Math.min(...amounts));
  const most = amounts.reduce((sum, each) => sum + each, 0);
  const after = baseline.numbers(run.state?.value, run.record);
  if (after.some(({ wanted, found }) => Math.abs(wanted - found) >= least)) return null;
  const same = new Set(after.flatMap(({ path, wanted, found }) => (found === wanted ? path : [])));
  for (const { run: open } of disputed) {
    const less = baseline
      .numbers(open.state?.value, open.record)
      .find(({ path, wanted, found }) => same.has(path) && wanted - found >= least && wanted - found <= most);
    if (less !== undefined) return { path: less.path, value: less.wanted, open: less.found };
  }
  return null;
}

/** Smaller numbers may count something other than cents. */
const leastMoney = 50;

/** Whether a name means earned money, and not the total of all payments ever made. */
const isRevenue = (path: string): boolean =>
  /revenue|income|turnover|earned|earnings|takings|proceeds|net_sales/i.test(path) &&
  !/gross|volume|lifetime|ever|charged/i.test(path);

const completed = ({ events }: ObservedRun) =>
  events.filter(({ type, unsent }) => type === 'payment.completed' && unsent !== 'history');

const paymentsIn = (record: ObservedRun): number => completed(record).length;

/** The sum of all payments minus refunds, in cents. */
function paidIn(record: ObservedRun): number {
  const sumOf = (events: ObservedRun['events'], field: string) =>
    events.reduce((cents, { data }) => cents + (isObject(data) ? Number(data[field] ?? 0) : 0), 0);
  const refunds = record.events.filter(({ type, unsent }) => type === 'payment.refunded' && unsent !== 'history');
  return sumOf(completed(record), 'amount') - sumOf(refunds, 'refunded_amount');
}
