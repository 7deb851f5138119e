import type { EventDef } from '../../engine/resource.ts';
import type { Transaction } from './model.ts';

/** The fields of events that are there only where there is something to say (specification, "Payloads"). */
function links({ customer_id, payment_link_id, checkout_session_id, subscription_id }: Transaction) {
  return {
    ...(customer_id === null ? {} : { customer_id }),
    ...(payment_link_id === null ? {} : { payment_link_id }),
    ...(checkout_session_id === null ? {} : { checkout_session_id }),
    ...(subscription_id === null ? {} : { subscription_ids: [subscription_id] }),
  };
}

const amountOf = ({ id, amount, currency }: Transaction) => ({ transaction_id: id, amount, currency });

/** The payment events and their payloads (specification, "Event types" and "Payloads"). */
export const transactionEvents: Readonly<Record<string, EventDef<Transaction>>> = {
  'payment.completed': {
    about: 'a payment is processed: at settlement on the debit-and-payouts rail, at approval elsewhere',
    data: (transaction) => ({
      ...amountOf(transaction),
      status: transaction.status,
      customer_email: transaction.email,
      order_number: transaction.order_number,
      source: transaction.source,
      processor: transaction.processorType,
      rail: transaction.rail,
      metadata: transaction.metadata,
      ...links(transaction),
    }),
  },
  'payment.refunded': {
    about: 'a transaction is refunded, fully or partly',
    data: (transaction, _ctx, { refunded_amount }) => ({
      ...amountOf(transaction),
      refunded_amount,
      total_refunded: transaction.total_refunded,
      payment_link_id: transaction.payment_link_id,
    }),
  },
  'payment.voided': {
    about: 'an unsettled transaction is voided',
    data: (transaction) => ({ ...amountOf(transaction), payment_link_id: transaction.payment_link_id }),
  },
  'payment.failed': {
    about: 'the network rejects a pending payment',
    data: (transaction) => ({
      ...amountOf(transaction),
      status: transaction.status,
      rail: transaction.rail,
      error_code: transaction.error_code,
      error_message: transaction.error_message,
      processor: transaction.processorType,
    }),
  },
  'payment.disputed': {
    about: 'a settled payment is charged back, or returned by the bank',
    data: (transaction, _ctx, { dispute_kind, dispute_code, dispute_reason }) => ({
      ...amountOf(transaction),
      status: transaction.status,
      rail: transaction.rail,
      dispute_kind,
      dispute_code,
      dispute_reason,
      processor: transaction.processorType,
    }),
  },
};
