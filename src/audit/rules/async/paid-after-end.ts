import { isLearnt } from '../../adversities/adversity-marks.ts';
import { kindsOf } from '../../adversities/fault-plans.ts';
import { type DeliveryView, type EventView, isBroughtAbout, type ObservedRun } from '../../observed/observed-run.ts';
import { type Finding, incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import {
  cannotSee,
  combined,
  failedBeside,
  findingOf,
  noOccasion,
  notBeside,
  overRuns,
} from '../../trial/judge-run.ts';
import { hasPassed, hitsAlike, type Trial, type TrialRun } from '../../trial/trial-result.ts';
import { judgeLatePage } from './late-page.ts';

const name = 'subscription-ended';

export const paidAfterEnd: Rule = {
  id: 'async/paid-after-end',
  level: 'error',
  ways: ['trial'],
  wrong:
    'An ended subscription becomes active again when a payment for it settles, or the application ignores or refuses the event of a payment for something that has ended.',
  why: 'A payment takes days to settle, and a subscription or an order can end in the meantime. Access that is no longer paid for never ends, or the buyer gets neither the goods nor the money back.',
  fix: 'Store when a subscription ended. If payment.completed arrives for an ended subscription, do not extend it; refund or flag the payment.',
  source:
    'On the debit-and-payouts rail, payment.completed arrives at settlement, while subscription.cancelled reports the end immediately (specification, "Event types"). A session stays open until it is paid or expires ("Checkout sessions").',
  trial: (trial) =>
    combined(
      overRuns(trial, [name], (run) => {
        const shown = trial.runs.find((other) => isOf(other) && !isLate(other) && hitsAlike(other, run));
        return judge(trial, run, shown);
      }),
      overRuns(trial, ['page-paid-late'], (run) => judgeLatePage(trial, run)),
    ),
};

const isOf = ({ adversity }: TrialRun): boolean => adversity.name === name;

/** Whether the renewal's payment settles after the end in a run. The other run shows the effect of the end itself. */
const isLate = ({ armament }: TrialRun): boolean => kindsOf(armament).includes('payment.completed');

const endsIn = (record: ObservedRun): EventView[] =>
  record.events.filter(
    (event) => event.type === 'subscription.cancelled' && isBroughtAbout(event, name) && isLearnt(record, event),
  );

/** The payments that settled after the subscriptions of a run ended. */
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
    `The subscription ended, then the payment for its last renewal settled, and its payment.completed was answered ${deliveries[0]!.attempts.at(-1)!.status ?? 'by no answer'} in each attempt, so the application does not know about the money.`,
    { deliveries, effects: false, state: [] },
  ),
  level: 'warning',
  fix: 'Find the subscription of a payment even if it has ended, and book, refund or flag the payment.',
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
  if (shown === undefined) return notBeside(trialRun);
  if (!hasPassed(shown)) return failedBeside(shown);
  const [before, after, now] = [shown.run.stateBefore, shown.run.state, run.state];
  if (stateBaseline === null || before === null || after === null || now === null) {
    return cannotSee(trialRun, 'how the application handled a payment for an ended subscription');
  }
  if (stateBaseline.changes(before.value, after.value, shown.run.record).length === 0) {
    // If the state does not show the end of a subscription, it cannot show that the end was undone.
    return incomplete(
      'The application has the same state whether a subscription has ended or not',
      'subscribe to subscription.cancelled, and show in the state whether a subscription is active',
    );
  }
  const state = stateBaseline.undone(before.value, after.value, now.value, [shown.run.record, record]);
  if (state.length === 0) return pass;
  const events = [...ends.slice(0, 1), ...late.slice(0, 1)];
  return violation([
    findingOf(
      trialRun,
      'payment.completed',
      'The subscription ended, then the payment for its last renewal settled, and the application returned to its state from before the end.',
      { events, deliveries: events.flatMap(({ id }) => record.deliveriesOf(id)), effects: false, state },
    ),
  ]);
}
