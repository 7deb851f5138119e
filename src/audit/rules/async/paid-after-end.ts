import { isLearnt } from '../../adversities/adversity-marks.ts';
import { kindsOf } from '../../adversities/fault-plans.ts';
import { type DeliveryView, type EventView, isBroughtAbout, type ObservedRun } from '../../observed/observed-run.ts';
import { type Finding, incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { failedBeside, findingOf, giveState, hasPassed, noOccasion, overRuns } from '../../trial/judge-run.ts';
import type { Trial, TrialRun } from '../../trial/trial-result.ts';

const name = 'subscription-ended';

export const paidAfterEnd: Rule = {
  id: 'async/paid-after-end',
  level: 'error',
  ways: ['trial'],
  wrong:
    'An ended subscription becomes active again when a payment for it settles, or the event of that payment is refused.',
  why: 'A payment takes days to settle, and a subscription may end meanwhile. An application that takes the payment for a renewal gives access that nobody pays for any more, and nothing ends it again.',
  mend: 'Store when a subscription ended. If payment.completed comes for an ended one, do not extend it: refund the payment, or flag it.',
  says: 'On the debit-and-payouts rail payment.completed comes at settlement; subscription.cancelled tells of the end at once (specification, "Event types").',
  trial: (trial) => {
    const shown = trial.runs.find((run) => isOf(run) && !isLate(run));
    return overRuns(trial, [name], (run) => judge(trial, run, shown));
  },
};

const isOf = ({ adversity }: TrialRun): boolean => adversity.name === name;

/** Whether the renewal's payment settles after the end in a run; the other run shows the effect of the end itself. */
const isLate = ({ armament }: TrialRun): boolean => kindsOf(armament).includes('payment.completed');

const endsIn = (record: ObservedRun): EventView[] =>
  record.events.filter(
    (event) => event.type === 'subscription.cancelled' && isBroughtAbout(event, name) && isLearnt(record, event),
  );

/** The payments that settled after the subscriptions of a run had ended. */
function latePayments(record: ObservedRun): EventView[] {
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
      record.events.indexOf(event) > record.events.indexOf(ended),
  );
}

const ofRefused = (trialRun: TrialRun, deliveries: readonly DeliveryView[]): Finding => ({
  ...findingOf(
    trialRun,
    'payment.completed',
    `The subscription was ended, then the payment of its last renewal settled, and its payment.completed was answered ${deliveries[0]!.attempts.at(-1)!.status ?? 'by no answer'} in each attempt: nobody knows that this money came.`,
    { deliveries, effects: false, state: [] },
  ),
  level: 'warning',
  mend: 'Find the subscription of a payment whether it has ended or not, and book the payment, refund it, or flag it.',
});

function judge({ stateBaseline }: Trial, trialRun: TrialRun, shown: TrialRun | undefined): Verdict {
  const { run } = trialRun;
  const { record } = run;
  if (!hasPassed(trialRun)) return failedBeside(trialRun);
  const ends = endsIn(record);
  if (ends.length === 0) return noOccasion(trialRun);
  if (!isLate(trialRun)) return pass;
  const late = latePayments(record);
  const refused = late.flatMap(({ id }) => record.deliveriesOf(id).filter(({ status }) => status === 'failed'));
  if (refused.length > 0) return violation([ofRefused(trialRun, refused)]);
  if (!late.some((event) => isLearnt(record, event))) return noOccasion(trialRun);
  if (shown === undefined || !hasPassed(shown)) return failedBeside(shown ?? trialRun);
  const [before, after, now] = [shown.run.stateBefore, shown.run.state, run.state];
  if (stateBaseline === null || before === null || after === null || now === null) {
    return incomplete('Nothing shows what the application made of a payment for what had ended', giveState);
  }
  if (stateBaseline.isSame(before.value, after.value)) {
    // If the end of a subscription shows nowhere, its undoing cannot be seen.
    return incomplete(
      'The application keeps the same whether a subscription was ended or not',
      'subscribe to subscription.cancelled, and show in the state whether a subscription is active',
    );
  }
  const state = stateBaseline.undone(before.value, after.value, now.value);
  if (state.length === 0) return pass;
  const events = [...ends.slice(0, 1), ...late.slice(0, 1)];
  return violation([
    findingOf(
      trialRun,
      'payment.completed',
      'The subscription was ended, then the payment of its last renewal settled, and the application keeps what it kept before the end.',
      { events, deliveries: events.flatMap(({ id }) => record.deliveriesOf(id)), effects: false, state },
    ),
  ]);
}
