import { isObject } from '../../../core/base/json-values.ts';
import { amount as money } from '../../../core/base/terminal-text.ts';
import { isPaidOnPage } from '../../observed/making.ts';
import { type EventView, isBroughtAbout } from '../../observed/observed-run.ts';
import { pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { stateOfRun } from '../../trial/copies.ts';
import { cannotSee, findingOf, noOccasion, overRuns } from '../../trial/judge-run.ts';
import { hasPassed, type Trial, type TrialRun } from '../../trial/trial-result.ts';

export const amountUnchecked: Rule = {
  id: 'request/amount-unchecked',
  level: 'error',
  ways: ['trial'],
  wrong: 'A payment with a wrong amount or currency is accepted as paid.',
  why: 'A buyer who changes the price in the browser, or pays in a weaker currency, gets the goods.',
  fix: ({ handler }) =>
    `In ${handler}, before you fulfill the order, compare the amount and the currency with the order in your own database. The event, the payment and the session all report what was paid, so comparing them with each other finds nothing.`,
  source: "The page belongs to the buyer's side; the event and the API report what was paid.",
  trial: (trial) => overRuns(trial, ['amount-changed'], (run) => judge(trial, run)),
};

/** The paid amount compared with the requested amount: `of 41.99 USD, one cent less than requested`. */
function paidInstead({ armament }: TrialRun, { data }: EventView): string {
  const { amount, currency } = data as { amount: number; currency: string };
  const then = armament.rules?.[0]?.then as { by?: number; currency?: string } | undefined;
  const difference = then?.by === undefined ? 'in a different currency than' : 'one cent less than';
  return `of ${money(amount, currency)}, ${difference} requested`;
}

function judge({ stateBaseline }: Trial, trialRun: TrialRun): Verdict {
  const { run, effects } = trialRun;
  const { record } = run;
  const paid = record.events.filter((event) => isPaidOnPage(event) && isBroughtAbout(event, trialRun.adversity.name));
  const ids = new Set(paid.map(({ subject }) => subject));
  if (ids.size === 0) {
    return noOccasion(trialRun);
  }
  const deliveries = record.deliveries.filter(({ event_id }) => paid.some(({ id }) => id === event_id));
  const followed = record.requests.filter(
    ({ isAccepted, operation, body }) =>
      isAccepted &&
      operation === 'fulfillments.create' &&
      typeof body?.transaction_id === 'string' &&
      ids.has(body.transaction_id),
  );
  const told = `a page payment ${paidInstead(trialRun, paid[0]!)}`;
  if (followed.length > 0) {
    return violation([
      findingOf(trialRun, 'fulfillments.create', `The application fulfilled an order for ${told}.`, {
        requests: followed,
        deliveries,
        effects: false,
        state: [],
      }),
    ]);
  }
  if (!hasPassed(trialRun)) return pass;
  if (run.state === null || stateBaseline === null) {
    return effects.less.length > 0 ? pass : cannotSee(trialRun, `whether the application accepted ${told}`);
  }
  // The state may contain the paid amounts.
  const amounts = new Set(paid.flatMap(({ data }) => (isObject(data) ? [data.amount, data.currency] : [])));
  const near = (value: unknown): boolean =>
    amounts.has(value) || (typeof value === 'number' && (amounts.has(value + 1) || amounts.has(value - 1)));
  const differing = stateBaseline
    .compare(stateOfRun(run, run.state))
    .filter(({ wanted, found }) => !near(found) || typeof wanted !== typeof found);
  if (differing.length > 0 || effects.less.length > 0) return pass;
  return violation([
    findingOf(
      trialRun,
      'payment.completed',
      `The application has the same state after ${told}, as after a correct payment.`,
      {
        deliveries,
        state: [],
        effects: false,
      },
    ),
  ]);
}
