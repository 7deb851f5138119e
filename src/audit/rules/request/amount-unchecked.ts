import { isObject } from '../../../core/base/json-values.ts';
import { amount as money } from '../../../core/base/terminal-text.ts';
import { isPaidOnPage } from '../../adversities/fault-plans.ts';
import { type EventView, isBroughtAbout } from '../../observed/observed-run.ts';
import { incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { findingOf, giveState, hasPassed, noOccasion, overRuns } from '../../trial/judge-run.ts';
import type { Trial, TrialRun } from '../../trial/trial-result.ts';

export const amountUnchecked: Rule = {
  id: 'request/amount-unchecked',
  level: 'error',
  ways: ['trial'],
  wrong: 'A payment with a wrong amount or currency is accepted as paid.',
  why: 'A buyer who changes the price on the way, or pays in a weaker currency, gets the goods.',
  mend: 'Before you fulfil an order, compare amount and currency of the payment with those that the application itself keeps of the order. Event, payment and session all say what was paid, so that comparing them with each other finds nothing.',
  says: "The page is the buyer's side; what was paid is what the event and the API say.",
  trial: (trial) => overRuns(trial, ['amount-changed'], (run) => judge(trial, run)),
};

/** The paid amount beside the requested amount: `of 41.99 USD, one cent less than was asked for`. */
function paidInstead({ armament }: TrialRun, { data }: EventView): string {
  const { amount, currency } = data as { amount: number; currency: string };
  const then = armament.rules?.[0]?.then as { by?: number; currency?: string } | undefined;
  const difference = then?.by === undefined ? 'in another currency than' : 'one cent less than';
  return `of ${money(amount, currency)}, ${difference} was asked for`;
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
  const told = `a payment on a page ${paidInstead(trialRun, paid[0]!)}`;
  if (followed.length > 0) {
    return violation([
      findingOf(trialRun, 'fulfillments.create', `The application fulfilled ${told}.`, {
        requests: followed,
        deliveries,
        effects: false,
        state: [],
      }),
    ]);
  }
  if (!hasPassed(trialRun)) return pass;
  if (run.state === null || stateBaseline === null) {
    return effects.less.length > 0
      ? pass
      : incomplete(`Nothing shows whether the application took ${told} for paid`, giveState);
  }
  // The state may contain the paid amounts.
  const amounts = new Set(paid.flatMap(({ data }) => (isObject(data) ? [data.amount, data.currency] : [])));
  const near = (value: unknown): boolean =>
    amounts.has(value) || (typeof value === 'number' && (amounts.has(value + 1) || amounts.has(value - 1)));
  const differing = stateBaseline.compare(
    run.state.value,
    (wanted, found) => near(found) && typeof wanted === typeof found,
  );
  if (differing.length > 0 || effects.less.length > 0) return pass;
  return violation([
    findingOf(
      trialRun,
      'payment.completed',
      `What the application keeps is the same after ${told} as after a right one.`,
      {
        deliveries,
        state: [],
        effects: false,
      },
    ),
  ]);
}
