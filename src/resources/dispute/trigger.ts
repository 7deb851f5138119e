import type { Context } from '../../engine/context.ts';
import { ServiceError } from '../../engine/errors.ts';
import type { TriggerDef, TriggerInput } from '../../engine/resource.ts';
import { meaningOf } from '../../simulation/outcomes.ts';
import { disputeTransaction, settleTransaction } from '../transaction/actions.ts';
import { transactionTrigger } from '../transaction/trigger.ts';
import { matchDispute, moveDispute, receiveDispute, refundDispute, winDispute } from './actions.ts';
import { type Dispute, disputeKinds, disputes, type Kind } from './model.ts';

const isKind = (kind: string | undefined): kind is Kind => disputeKinds.includes(kind as Kind);

/** Moves of disputes that begin with an alert rather than with a chargeback. */
const ofAlerts: ReadonlySet<string> = new Set(['receive', 'match', 'unmatch', 'refund']);

function freshTransaction(ctx: Context, kind: Kind | null, { amount, set }: TriggerInput) {
  const transaction = transactionTrigger.fresh(ctx, 'dispute', { amount, set, kind: kind ?? undefined });
  return settleTransaction(ctx, transaction);
}

export const disputeTrigger: TriggerDef<Dispute> = {
  fresh: (ctx, verb, input) => {
    const { code, reason } = input;
    if (input.kind !== undefined && !isKind(input.kind)) {
      throw new ServiceError('invalid_request_error', `kind must be one of ${disputeKinds.join(', ')}.`, {
        code: 'parameter_invalid',
        param: 'kind',
      });
    }
    const kind: Kind = isKind(input.kind) ? input.kind : ofAlerts.has(verb) ? 'alert_ethoca' : 'chargeback';
    const transaction = freshTransaction(ctx, kind, input);
    if (kind === 'chargeback' || kind === 'ach_return') {
      disputeTransaction(ctx, transaction, { kind, code, reason });
      ctx.runReactions();
      return ctx.of(disputes).newest({ transaction_id: [transaction.id] })!;
    }
    const reason_code = code ?? '10.4';
    return receiveDispute(ctx, {
      kind,
      amount: transaction.amount,
      currency: transaction.currency,
      reason: reason ?? (code === undefined ? 'fraud' : meaningOf(code)),
      reason_code,
    });
  },
  apply: (ctx, dispute, verb, { set }) => {
    switch (verb) {
      case 'match':
        return matchDispute(ctx, dispute, typeof set?.transaction_id === 'string' ? set.transaction_id : undefined);
      case 'refund':
        return refundDispute(ctx, dispute);
      case 'win':
        return winDispute(ctx, dispute);
      case 'unmatch':
      case 'accept':
      case 'fight':
      case 'expire':
      case 'submit':
      case 'lose':
        return moveDispute(ctx, dispute, verb);
      default:
        throw new ServiceError('invalid_request_error', `A dispute cannot be asked to ${verb}.`);
    }
  },
  options: {
    receive: ['amount', 'kind', 'code', 'reason'],
    open: ['amount', 'kind', 'code', 'reason'],
  },
};
