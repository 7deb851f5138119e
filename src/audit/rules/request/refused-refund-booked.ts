import type { ObservedRequest } from '../../observed/observed-run.ts';
import { type Finding, inapplicable, incomplete, pass, type Rule, type Verdict } from '../../rule.ts';
import { byComparison, findingOf, giveState, noOccasion, overRuns } from '../../trial/judge-run.ts';
import type { Run } from '../../trial/run.ts';
import { numbersIn, withoutGenerated } from '../../trial/state.ts';
import { itemsNaming } from '../../trial/state-items.ts';
import type { Trial, TrialRun } from '../../trial/trial-result.ts';

const operation = 'transactions.refund';

export const refusedRefundBooked: Rule = {
  id: 'request/refused-refund-booked',
  level: 'warning',
  ways: ['trial'],
  wrong: 'A refund that the platform refused stays in the books as one that was made.',
  why: 'The buyer waits for money that nobody sends, and a second try is refused by your own books, which count the amount as given back.',
  mend: 'Book the refund after its answer; or book it as pending before, and take it out again when the answer is a refusal.',
  says: 'A 429 means that nothing was processed (specification, "Limits" 2).',
  trial: (trial) => overRuns(trial, ['rate-limited'], (run) => judge(trial, run)),
};

function judge({ controls }: Trial, trialRun: TrialRun): Verdict {
  const { run, adversity } = trialRun;
  if (trialRun.tried.length === 0) return noOccasion(trialRun);
  const all = run.record.of(operation);
  const isMade = ({ view }: ObservedRequest) => all.some((each) => each.isAccepted && each.view.path === view.path);
  const refused = all.filter((asked) => asked.view.audit === adversity.name && !isMade(asked));
  if (refused.length === 0) {
    return inapplicable('No refund was refused for good', 'let the scenario refund a part of a payment');
  }
  if (run.state === null) return incomplete('Nothing shows whether a refused refund is booked as made', giveState);
  const found = refused.flatMap((asked): Finding[] => {
    const amount = asked.body?.amount;
    if (typeof amount !== 'number') return [];
    const booked = refundsBooked(run, asked, amount);
    const isAsMade = controls.every((control) => {
      const made = control.record.of(operation)[all.indexOf(asked)];
      const known = made?.isAccepted === true ? refundsBooked(control, made, amount) : [];
      return known.some((entry) => booked.includes(entry));
    });
    const message = `A refund of ${amount} cents was refused with ${asked.status} and never made, and the application books it as one that was made.`;
    return isAsMade ? [findingOf(trialRun, operation, message, { requests: [asked], effects: false, state: [] })] : [];
  });
  return found.length === 0 ? pass : byComparison(found);
}

/**
 * What the application keeps of refunds of an amount, in cents or in the currency's unit, in its entries about the
 * refunded payment: each place, with all that stands beside the amount.
 */
function refundsBooked({ state }: Run, { path }: ObservedRequest, amount: number): string[] {
  const ids = new Set(path.split('/').filter((part) => part.startsWith('txn_')));
  return itemsNaming(state?.value, ids).flatMap(({ value: entry }) =>
    numbersIn(entry).flatMap(({ path: place, value }) => {
      const isOne = /refund|(given|paid|sent)_?back/i.test(place) && [amount, amount / 100].includes(Math.abs(value));
      const beside = valueAt(entry, place.split('.').slice(0, -1));
      return isOne ? [`${place} ${JSON.stringify(withoutGenerated(beside))}`] : [];
    }),
  );
}

const valueAt = (value: unknown, [name, ...rest]: readonly string[]): unknown =>
  name === undefined ? value : valueAt((value as Readonly<Record<string, unknown>>)[name], rest);
