import { objectList } from '../../../core/kernel/declare/declarations.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { moneyOf } from '../../platform/money.ts';
import { joined, problem } from '../common/cells.ts';
import { disputeJob, settleJob } from './actions.ts';
import { chargeAttempts } from './attempt.ts';
import { chargeResolved, resolveJob } from './charge.ts';
import { transactionEvents } from './events.ts';
import { availableJob } from './funds.ts';
import { transactionLifecycle } from './lifecycle.ts';
import { TransactionModel, transactionSettings, transactions } from './model.ts';
import {
  createCharge,
  getTransaction,
  getTransactionDecision,
  listTransactions,
  refundOperation,
  voidOperation,
} from './operations.ts';
import { transactionTrigger } from './trigger.ts';

/** Incoming payments. */
export const transaction = slice('transaction', {
  models: { Transaction: TransactionModel },
  settings: [transactionSettings],
  collections: [transactions, chargeAttempts],
  lifecycle: transactionLifecycle,
  operations: [createCharge, listTransactions, getTransaction, getTransactionDecision, voidOperation, refundOperation],
  events: transactionEvents,
  jobs: [settleJob, availableJob, disputeJob, resolveJob],
  announces: [chargeResolved],
  trigger: transactionTrigger,
  fixtures: [{ section: 'transactions', as: createCharge }],
  list: objectList(transactions, {
    title: 'Payments',
    view: {
      place: 2,
      title: 'Payments',
      brief: 'Pay',
      empty: 'No payments yet. Create a charge through the API, or {trigger}.',
    },
    who: ({ email, buyer_name, customer_id }) => email ?? buyer_name ?? customer_id ?? '',
    what: ({ error_code, error_message, wallet_type, card_brand, card_last_four, bank_last_four, rail, ...rest }) => {
      if (error_code !== null) return problem(error_code, error_message);
      const instrument = card_brand ?? (bank_last_four === null ? null : 'bank');
      const back = rest.total_refunded > 0 ? `${moneyOf(rest.total_refunded, rest.currency)} back` : null;
      return joined(wallet_type, instrument, card_last_four ?? bank_last_four, rail === 'ach' ? 'ach' : null, back);
    },
  }),
});
