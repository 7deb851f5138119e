import type { EventView, RunRecord } from '../../record.ts';
import { incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { findingOf, giveState, noOccasion, overRuns, passed, type Trial, type TrialRun } from '../../trial-facts.ts';
import { isBroughtAbout, isLearnt } from '../../tried.ts';

const name = 'subscription-ended';

export const paidAfterEnd: Rule = {
  id: 'async/paid-after-end',
  level: 'error',
  ways: ['trial'],
  wrong: 'A subscription that has ended is active again when a payment for it settles afterwards.',
  why: 'A payment takes days to settle, and a subscription may end meanwhile. Who takes the payment for a renewal gives access that nobody pays for any more, and nothing ends it again.',
  mend: 'Keep when a subscription ended, and let payment.completed prolong none that has: give the payment back, or flag it.',
  says: 'On the debit-and-payouts rail payment.completed comes at settlement; subscription.cancelled tells of the end at once (specification, "Event types").',
  trial: (trial) => {
    // An end that shows nowhere cannot be seen to be undone.
    const shown = trial.runs.find((run) => isOf(run) && latePayments(run.run.record).length === 0);
    return overRuns(trial, [name], (run) => judge(trial, run, shown));
  },
};

const isOf = ({ adversity }: TrialRun): boolean => adversity.name === name;

const endsIn = (record: RunRecord): EventView[] =>
  record.events.filter(
    (event) => event.type === 'subscription.cancelled' && isBroughtAbout(event, name) && isLearnt(record, event),
  );

/** The payments that settled after the subscriptions of a run had been ended. */
function latePayments(record: RunRecord): EventView[] {
  const [ended] = endsIn(record);
  if (ended === undefined) return [];
  const renewals = new Set(
    record.events.flatMap(({ type, data }) =>
      type === 'subscription.renewed' ? (data as { transaction_id?: unknown }).transaction_id : [],
    ),
  );
  return record.events.filter(
    (event) =>
      event.type === 'payment.completed' &&
      event.created >= ended.created &&
      renewals.has(event.subject) &&
      record.events.indexOf(event) > record.events.indexOf(ended) &&
      isLearnt(record, event),
  );
}

function judge({ stateBaseline }: Trial, trialRun: TrialRun, shown: TrialRun | undefined): Verdict {
  const { run, state, effects } = trialRun;
  const { record } = run;
  const ends = endsIn(record);
  if (ends.length === 0) return noOccasion(trialRun);
  const late = latePayments(record);
  // The run without a late payment is what the other is held against.
  if (late.length === 0) return trialRun === shown ? pass : noOccasion(trialRun);
  if (!passed(trialRun) || effects.more.length > 0 || effects.less.length > 0) return pass;
  if (stateBaseline === null || state === null) {
    return incomplete('Nothing shows what the application made of a payment for what had ended', giveState);
  }
  if (shown?.state == null || shown.state.length === 0) {
    return incomplete(
      'The application keeps the same whether a subscription was ended or not',
      'subscribe to subscription.cancelled, and show in the state whether a subscription is active',
    );
  }
  if (state.length > 0) return pass;
  const events = [...ends.slice(0, 1), ...late.slice(0, 1)];
  return violation([
    findingOf(
      trialRun,
      'payment.completed',
      'The subscription was ended, then the payment of its last renewal settled, and the application keeps what it keeps where nothing has ended.',
      { events, deliveries: events.flatMap(({ id }) => record.deliveriesOf(id)), state: [] },
    ),
  ]);
}
