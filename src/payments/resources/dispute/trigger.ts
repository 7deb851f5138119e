import type { Context } from '../../../core/kernel/context.ts';
import { requireCapability } from '../../../core/kernel/declare/capability.ts';
import { triggers } from '../../../core/kernel/declare/declarations.ts';
import { ReplayedAnswer } from '../../../core/kernel/declare/operation.ts';
import { OneOf, Words } from '../../../core/kernel/declare/schema.ts';
import { CommittedRefusal, wrongState } from '../../../core/kernel/errors.ts';
import { Cents } from '../../platform/fields.ts';
import { meaningOf } from '../../simulation/built-in-rules.ts';
import { Code, codeIn, disputeCodes, type Rail } from '../../simulation/codes.ts';
import { settleTransaction } from '../transaction/actions.ts';
import type { DisputeKind } from '../transaction/lifecycle.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { createCharge } from '../transaction/operations.ts';
import { transactionTrigger } from '../transaction/trigger.ts';
import { matchDispute, moveDispute, refundDispute, takesBack, winDispute } from './actions.ts';
import { disputeKinds, disputes } from './model.ts';
import { createDispute } from './operations.ts';

/**
 * The moves for which a trigger creates an alert. A chargeback does not fit these moves, because it already has its
 * transaction.
 */
const ofAlerts: ReadonlySet<string> = new Set(['receive', 'match', 'unmatch', 'refund']);

/** Returns the rail of the payments that a kind of dispute takes back; null if the kind has no codes. */
const railOf = (kind: unknown): Rail | null => (kind === 'chargeback' ? 'card' : kind === 'ach_return' ? 'ach' : null);

/** Creates a settled payment, with the same charge as the trigger of a transaction. */
function settledPayment(ctx: Context, given: { amount?: number; kind?: DisputeKind }): Transaction {
  const body = transactionTrigger.create.body(ctx, { move: 'dispute', given, set: {} });
  requireCapability(createCharge.capability, ctx);
  const charged = createCharge.handle(ctx, { body, query: {}, params: {} });
  if (charged instanceof CommittedRefusal)
    throw wrongState(`The payment to dispute could not be created: ${charged.error.message}`);
  const { id } = charged instanceof ReplayedAnswer ? charged.body : charged;
  return settleTransaction(ctx, ctx.get(transactions, id));
}

export const disputeTrigger = triggers(disputes, {
  create: {
    operation: createDispute,
    takes: { amount: Cents(), kind: OneOf(disputeKinds), code: Code(disputeCodes), reason: Words() },
    body: (ctx, { move, given, set }) => {
      const { amount, reason, kind = ofAlerts.has(move) ? 'alert_ethoca' : 'chargeback' } = given;
      const wanted = set.kind ?? kind;
      const code = codeIn(disputeCodes, railOf(wanted), given.code);
      const told = { kind, reason: reason ?? (code === undefined ? undefined : meaningOf(code)), reason_code: code };
      if (set.transaction_id !== undefined) return told;
      const payment = settledPayment(ctx, { amount, ...(takesBack(wanted) ? { kind: wanted } : {}) });
      if (takesBack(wanted)) return { ...told, transaction_id: payment.id };
      return { ...told, amount: payment.amount, currency: payment.currency };
    },
  },
  moves: {
    fight: (ctx, dispute) => moveDispute(ctx, dispute, 'fight'),
    match: (ctx, dispute) => matchDispute(ctx, dispute),
    unmatch: (ctx, dispute) => moveDispute(ctx, dispute, 'unmatch'),
    refund: (ctx, dispute) => refundDispute(ctx, dispute),
    accept: (ctx, dispute) => moveDispute(ctx, dispute, 'accept'),
    submit: (ctx, dispute) => moveDispute(ctx, dispute, 'submit'),
    win: (ctx, dispute) => winDispute(ctx, dispute),
    lose: (ctx, dispute) => moveDispute(ctx, dispute, 'lose'),
    expire: (ctx, dispute) => moveDispute(ctx, dispute, 'expire'),
  },
});
