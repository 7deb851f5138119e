import { isObject } from '../../../core/base/json-values.ts';
import { isLearnt } from '../../adversities/adversity-marks.ts';
import { type EventView, isBroughtAbout, type ObservedRun } from '../../observed/observed-run.ts';
import { type Finding, incomplete, type Rule, type Verdict, violation } from '../../rule.ts';
import {
  cannotSee,
  expectsMoney,
  failedBeside,
  findingOf,
  firstVerdict,
  type Judge,
  momentFor,
  noOccasion,
  overRuns,
} from '../../trial/judge-run.ts';
import { explainedByOthers } from '../../trial/reaction.ts';
import type { Run } from '../../trial/run.ts';
import { numbersIn } from '../../trial/state.ts';
import { differs, hasPassed, hitsAlike, type Trial, type TrialRun } from '../../trial/trial-result.ts';

export const lostDisputeKept: Rule = {
  id: 'async/lost-dispute-kept',
  level: 'error',
  ways: ['trial'],
  wrong: 'Money from a lost dispute still counts as earned.',
  why: 'A lost dispute takes the payment back for good. If the books keep it, they show revenue that does not exist, sellers are paid from it, and the order counts as paid.',
  fix: 'Add a handler of dispute.lost that removes the payment from revenue and marks its order as unpaid; only the handler of dispute.won may restore it.',
  source: 'dispute.lost reports that a chargeback was decided for the cardholder (specification, "Event types").',
  trial: (trial) => overRuns(trial, ['dispute-lost'], (run) => judge(trial, run)),
};

/** What the judges share. */
interface LostDispute extends TrialRun {
  readonly trial: Trial;
  /** The events about lost disputes that the application learnt. */
  readonly learnt: readonly EventView[];
  /** The runs in which the disputes are still open. */
  readonly open: readonly TrialRun[];
}

function judge(trial: Trial, trialRun: TrialRun): Verdict {
  const { record } = trialRun.run;
  const { name } = trialRun.adversity;
  const lost = record.events.filter((event) => event.type === 'dispute.lost' && isBroughtAbout(event, name));
  if (lost.length === 0) return noOccasion(trialRun);
  const learnt = lost.filter((event) => isLearnt(record, event));
  const open = trial.runs.filter((other) => other.adversity.name === 'payment-disputed' && hitsAlike(other, trialRun));
  return firstVerdict(judges, { ...trialRun, trial, learnt, open });
}

const foundIn = (of: LostDispute, message: string, state: readonly string[]): Finding =>
  findingOf(of, 'dispute.lost', message, {
    deliveries: of.learnt.flatMap(({ id }) => of.run.record.deliveriesOf(id)).slice(0, 1),
    events: of.learnt.slice(0, 1),
    state,
  });

const judges: readonly Judge<LostDispute>[] = [
  ({ learnt, run }) =>
    learnt.length > 0
      ? null
      : incomplete(
          'The application neither received an event about the lost dispute nor read it',
          run.outlived ? 'subscribe to dispute.*, or read the disputes' : momentFor(run),
        ),
  (of) => (hasPassed(of) ? null : expectsMoney(of, 'dispute.lost', of.learnt)),
  (of) =>
    of.trial.stateBaseline === null || of.run.state === null || of.state === null
      ? cannotSee(of, 'how the application handled dispute.lost')
      : null,
  // async/failure-ignored reports applications that ignore disputes entirely.
  ({ open }) => {
    const failed = open.find((other) => !hasPassed(other));
    return failed === undefined ? null : failedBeside(failed);
  },
  (of) => {
    if (differs(of)) return null;
    return of.open.some(({ state }) => (state ?? []).length > 0)
      ? violation([foundIn(of, 'A dispute was lost, but the application has the same state as without a dispute.', [])])
      : incomplete(
          'The application has the same state whether a payment is disputed or not',
          'see what async/failure-ignored reports about payment.disputed',
        );
  },
  (of) => {
    const back = comesBack(of);
    if (back === null) return null;
    const { path, value, open } = back;
    const message = `A dispute was lost, but ${path} is ${value} again, as without a dispute; while the dispute was open, it was ${open}.`;
    return violation([
      foundIn(of, message, [`${path}: ${open} while the dispute was open, ${value} after it was lost`]),
    ]);
  },
  (of) => {
    const { record, state } = of.run;
    const total = paidIn(record);
    const counted = numbersIn(state?.value).find(
      ({ path, value }) => isRevenue(path) && (value === total || Math.round(value * 100) === total),
    );
    // A single payment equals the total, so the number may be the amount of the order.
    if (total === 0 || counted === undefined || paymentsIn(record) < 2) return null;
    const { path, value } = counted;
    const message = `A dispute was lost, but ${path} is still ${value}, the total of all payments.`;
    return violation([foundIn(of, message, [`${path}: ${value} after a dispute was lost`])]);
  },
  ({ trial: { stateBaseline }, run, learnt }) => explainedByOthers(run, learnt, stateBaseline),
];

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
function comesBack({ trial: { stateBaseline }, run, learnt, open: disputed }: LostDispute): ComesBack | null {
  const amounts = learnt.flatMap(({ data }) => (isObject(data) && typeof data.amount === 'number' ? data.amount : []));
  const least = Math.max(leastMoney, Math.min(...amounts));
  const most = amounts.reduce((sum, each) => sum + each, 0);
  const numbersOf = ({ state, record }: Run) =>
    state === null ? [] : (stateBaseline?.numbers(state.value, record) ?? []);
  const after = numbersOf(run);
  if (after.some(({ wanted, found }) => Math.abs(wanted - found) >= least)) return null;
  const same = new Set(after.flatMap(({ path, wanted, found }) => (found === wanted ? path : [])));
  const less = disputed
    .flatMap((other) => numbersOf(other.run))
    .find(({ path, wanted, found }) => same.has(path) && wanted - found >= least && wanted - found <= most);
  return less === undefined ? null : { path: less.path, value: less.wanted, open: less.found };
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
