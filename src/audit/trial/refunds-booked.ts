import type { ObservedRequest } from '../observed/observed-run.ts';
import type { Run } from './run.ts';
import { numbersIn, withoutGenerated } from './state.ts';
import { itemsNaming } from './state-items.ts';
import type { Trial, TrialRun } from './trial-result.ts';

const operation = 'transactions.refund';

/**
 * Whether the application books a refused refund, which was never made, in the same way as a refund that was made in
 * the control runs.
 */
export function isBookedAsMade({ controls }: Trial, { run }: TrialRun, refused: ObservedRequest): boolean {
  const amount = refused.body?.amount;
  if (refused.operation !== operation || typeof amount !== 'number' || run.state === null) return false;
  const all = run.record.of(operation);
  if (all.some(({ isAccepted, view }) => isAccepted && view.path === refused.view.path)) return false;
  const booked = refundsBooked(run, refused, amount);
  return controls.every((control) => {
    const made = control.record.of(operation)[all.indexOf(refused)];
    const known = made?.isAccepted === true ? refundsBooked(control, made, amount) : [];
    return known.some((entry) => booked.includes(entry));
  });
}

/**
 * What the application stores about refunds of an amount, in cents or in major units, in its entries about the
 * refunded payment: each path, with all values next to the amount.
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
