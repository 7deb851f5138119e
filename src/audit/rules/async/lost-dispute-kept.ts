import { isObject, type RunRecord } from '../../record.ts';
import { type Finding, incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { numbersIn, type StateBaseline } from '../../state.ts';
import {
  endOf,
  findingOf,
  giveState,
  keepUp,
  momentFor,
  noOccasion,
  overRuns,
  passed,
  type Trial,
  type TrialRun,
} from '../../trial-facts.ts';
import { isBroughtAbout, isLearnt } from '../../tried.ts';

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
  const { run, state, effects, adversity } = trialRun;
  const { record } = run;
  const lost = record.events.filter((event) => event.type === 'dispute.lost' && isBroughtAbout(event, adversity.name));
  if (lost.length === 0) return noOccasion(trialRun);
  const learnt = lost.filter((event) => isLearnt(record, event));
  const deliveries = learnt.flatMap(({ id }) => record.deliveriesOf(id));
  if (learnt.length === 0) {
    return incomplete(
      'Not tried: the application heard and read nothing of a dispute that was lost',
      run.outlived ? 'subscribe to dispute.*, or ask for disputes' : momentFor(run),
    );
  }
  if (!passed(trialRun)) {
    return incomplete('Under dispute-lost the scenario expects that nothing comes back', keepUp, [
      findingOf(trialRun, 'dispute.lost', `The scenario ${endOf(trialRun)}.`, { deliveries }),
    ]);
  }
  if (stateBaseline === null || run.state === null || state === null) {
    return incomplete('Nothing shows what the application made of dispute.lost', giveState);
  }
  // Who takes no notice of a dispute at all is told so by async/failure-ignored.
  const disputed = runs.filter((other) => other.adversity.name === 'payment-disputed' && other.run.state !== null);
  const noticed = disputed.some((other) => (other.state ?? []).length > 0);
  const found = (message: string, shown: readonly string[]): Finding =>
    findingOf(trialRun, 'dispute.lost', message, {
      deliveries: deliveries.slice(0, 1),
      events: learnt.slice(0, 1),
      state: shown,
    });
  if (state.length === 0 && effects.more.length === 0 && effects.less.length === 0) {
    return noticed
      ? violation([
          found('A dispute was lost, and what the application keeps is what it keeps where there was none.', []),
        ])
      : incomplete(
          'The application keeps the same whether a payment is disputed or not',
          'look at what async/failure-ignored says of payment.disputed',
        );
  }
  const back = comesBack(stateBaseline, trialRun, disputed);
  if (back !== null) {
    return violation([
      found(
        `A dispute was lost, and ${back.path} is ${back.value} again, as where there was none; while the dispute was open it was ${back.open}.`,
        [`${back.path}: ${back.open} while the dispute was open, ${back.value} after it was lost`],
      ),
    ]);
  }
  const total = paidIn(record);
  const counted = numbersIn(run.state.value).filter(
    ({ path, value }) => isRevenue(path) && (value === total || Math.round(value * 100) === total),
  );
  // One payment alone is its own total: then the number may be what the order came to.
  if (total === 0 || counted.length === 0 || paymentsIn(record) < 2) return pass;
  const { path, value } = counted[0]!;
  return violation([
    found(`A dispute was lost, and ${path} is still ${value}: all that was ever paid.`, [
      `${path}: ${value} after a dispute was lost`,
    ]),
  ]);
}

/** A number that was less by what was disputed while the dispute was open, and is what it was once that is lost. */
interface ComesBack {
  readonly path: string;
  readonly value: number;
  readonly open: number;
}

/**
 * The number that counts the money of a lost dispute again; null where none does. Where another number has changed by the
 * same money, the loss is booked there: somebody bears it for the seller.
 */
function comesBack(baseline: StateBaseline, { run }: TrialRun, disputed: readonly TrialRun[]): ComesBack | null {
  const all = new Set(sumsOf(run.record));
  const moved = (state: unknown) =>
    baseline.numbers(state).filter(({ wanted, found }) => all.has(Math.abs(wanted - found)));
  if (moved(run.state?.value).length > 0) return null;
  const after = new Map(baseline.numbers(run.state?.value).map(({ path, found }) => [path, found]));
  for (const { run: open } of disputed) {
    for (const { path, wanted, found } of moved(open.state?.value)) {
      if (found < wanted && after.get(path) === wanted) return { path, value: wanted, open: found };
    }
  }
  return null;
}

/** What each lost dispute took back, and all of them together, in cents. */
function sumsOf({ events }: RunRecord): number[] {
  const amounts = events.flatMap(({ type, data }) =>
    type === 'dispute.lost' && isObject(data) && typeof data.amount === 'number' ? [data.amount] : [],
  );
  return [...amounts, amounts.reduce((sum, each) => sum + each, 0)].filter((cents) => cents > 0);
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
