import { checkAmount, checkCurrency } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { invalid, missing } from '../../engine/errors.ts';
import { Cents, OneOf, T, Text, Words } from '../../engine/schema.ts';
import { meaningOf } from '../../simulation/outcomes.ts';
import { disputeTransaction, outstandingOf } from '../transaction/actions.ts';
import { transactions } from '../transaction/model.ts';
import { matchDispute, receiveDispute } from './actions.ts';
import { type Dispute, disputeKinds, disputes } from './model.ts';

/** What the network says when it sends a dispute or an alert. */
export const DisputeInput = T.Object({
  kind: T.Optional(OneOf(disputeKinds)),
  transaction_id: T.Optional(Text(64)),
  amount: T.Optional(Cents()),
  currency: T.Optional(Text(10)),
  reason: T.Optional(Words()),
  reason_code: T.Optional(Words(50)),
});

const usualCardDispute = { reason: 'fraud', reason_code: '10.4' };

const usualReturn = (reason_code = 'R01') => ({ reason: meaningOf(reason_code), reason_code });

/**
 * A chargeback or return takes its transaction back; anything else is received, and matched where a transaction is named.
 * @throws 400 `invalid_state` for a transaction that has not settled
 */
export function receive(ctx: Context, body: T.Static<typeof DisputeInput>): Dispute {
  const {
    transaction_id,
    reason,
    reason_code,
    kind = transaction_id === undefined ? 'alert_ethoca' : 'chargeback',
  } = body;
  const transaction = transaction_id === undefined ? null : ctx.find(transactions, transaction_id);
  if (transaction === undefined) throw invalid('transaction_id', `No such transaction: '${transaction_id}'.`);
  const takesBack = kind === 'chargeback' || kind === 'ach_return';
  if (transaction !== null && takesBack) {
    if (body.amount !== undefined && body.amount !== outstandingOf(transaction)) {
      throw invalid('amount', `A ${kind.replace('_', ' ')} takes back what is not refunded: leave amount out.`);
    }
    disputeTransaction(ctx, transaction, { kind, code: reason_code, reason });
    ctx.runReactions();
    return ctx.of(disputes).newest({ transaction_id: [transaction.id] })!;
  }
  const amount = body.amount ?? (transaction === null ? null : outstandingOf(transaction));
  if (amount === null) throw missing('amount', 'amount is required where no transaction is named.');
  const usual = kind === 'ach_return' ? usualReturn(reason_code) : usualCardDispute;
  const received = receiveDispute(ctx, {
    kind,
    amount: checkAmount(amount),
    currency: checkCurrency(body.currency ?? transaction?.currency),
    reason: reason ?? usual.reason,
    reason_code: reason_code ?? usual.reason_code,
  });
  return transaction === null ? received : matchDispute(ctx, received, transaction.id);
}
