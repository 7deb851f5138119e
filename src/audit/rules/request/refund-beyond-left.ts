import { counted } from '../../../core/base/terminal-text.ts';
import { findingOfRequests } from '../../findings.ts';
import { type Refund, refundsIn } from '../../observed/amounts.ts';
import type { ObservedRun } from '../../observed/observed-run.ts';
import { type Finding, inapplicable, incomplete, type Rule, type Verdict, verdictOf, violation } from '../../rule.ts';
import { numbersIn } from '../../trial/state.ts';
import type { Trial } from '../../trial/trial-result.ts';

export const refundBeyondLeft: Rule = {
  id: 'request/refund-beyond-left',
  level: 'error',
  ways: ['lint', 'trial'],
  wrong: 'Partial refunds add up to more than the payment, and the application books the refused refund.',
  why: 'The platform refuses refunds beyond the payment. An application that books such a refund anyway promises the buyer money that never arrives, and its books show more refunded than paid.',
  fix: ({ lastCall, field }) =>
    `Store how much of each payment was refunded, reject a larger refund before ${lastCall}, and change ${field} only after its response or payment.refunded.`,
  source: 'Partial refunds may repeat up to the original amount (specification, "Transactions").',
  lint: (record) => {
    if (record.of('transactions.refund').length === 0) {
      return inapplicable('Nothing was refunded', 'have the application refund a payment in parts');
    }
    const doubt = incomplete(
      'A partial refund exceeded the remaining amount of the payment and was refused, which may be intended',
      'check that the application does not book the refused refund; a trial inspects its state: npx payments-emulator audit --state URL -- COMMAND',
      beyondLeft(record).map(findingOf),
    );
    return verdictOf([], doubt);
  },
  trial: booked,
};

/** The partial refunds that exceeded the remaining amount, and were refused. */
const beyondLeft = (record: ObservedRun): Refund[] =>
  refundsIn(record).filter(
    ({ asked, amount, earlier, paid, left }) =>
      asked.status === 400 &&
      earlier.length > 0 &&
      earlier.every(({ body }) => typeof body?.amount === 'number') &&
      amount <= paid &&
      amount > left,
  );

const findingOf = ({ asked, amount, earlier, left, paid }: Refund): Finding =>
  findingOfRequests(
    [...earlier.slice(-3), asked],
    `${asked.view.method} ${asked.path} requests ${amount} cents, but only ${counted(left, 'cent')} of ${paid} ${left === 1 ? 'is' : 'are'} left; it was refused.`,
  );

/** Whether the application's state contains the sum of all partial refunds, including the refused one. */
function booked({ controls }: Trial): Verdict | null {
  const found = controls.flatMap(({ record, state }) => {
    const numbers = state === null ? [] : numbersIn(state.value);
    return beyondLeft(record).flatMap((beyond) => {
      const number = numbers.find(
        ({ path, value }) => /refund/i.test(path) && value === beyond.paid - beyond.left + beyond.amount,
      );
      return number === undefined ? [] : [{ beyond, number }];
    });
  });
  const [first] = found;
  if (first === undefined) return null;
  const { beyond, number } = first;
  const finding = findingOf(beyond);
  const message = `${finding.message.replace(/\.$/, '')}, but ${number.path} is ${number.value} anyway.`;
  return violation([
    { ...finding, message, evidence: { ...finding.evidence, state: [`${number.path}: ${number.value}`] } },
  ]);
}
