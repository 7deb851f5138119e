import { event } from '../../../core/kernel/declare/declarations.ts';
import { about, Integer, nullable, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { Cents } from '../../platform/fields.ts';
import { IdOf, IdOfAny } from '../common/fields.ts';
import { disputeKinds } from './lifecycle.ts';
import { sources, type Transaction, TransactionModel, transactions } from './model.ts';

const { amount, currency, status, rail, order_number, metadata, processorType } = TransactionModel.properties;
const text = T.String();
const paid = { transaction_id: IdOf('transaction'), amount, currency };
const payment_link_id = IdOfAny('related payment link');

const Completed = T.Object({
  ...paid,
  status,
  customer_email: about(nullable(text), "The buyer's email address; null if it is unknown."),
  order_number,
  source: about(
    OneOf(sources),
    'The origin of the payment: api for a session or a direct charge, dashboard for a link or an invoice.',
  ),
  processor: T.Optional(processorType),
  rail: T.Optional(rail),
  metadata,
  customer_id: T.Optional(IdOf('customer linked to the payment; omitted if there is none')),
  payment_link_id: T.Optional(IdOf('related payment link; omitted if there is none')),
  checkout_session_id: T.Optional(IdOf('related checkout session; omitted if there is none')),
  subscription_ids: about(
    T.Optional(T.Array(text)),
    'The ids of the subscriptions that the payment started or renewed.',
  ),
});
const Refunded = T.Object({
  ...paid,
  refunded_amount: about(Cents(), 'The amount of this refund, in cents.'),
  total_refunded: about(Integer({ minimum: 1 }), 'The total refunded amount so far, in cents.'),
  payment_link_id,
});
const Voided = T.Object({ ...paid, payment_link_id });
const Failed = T.Object({
  ...paid,
  status: about(OneOf(['failed']), 'The payment failed.'),
  rail,
  error_code: about(nullable(text), 'The network error code.'),
  error_message: about(nullable(text), 'The failure description.'),
  processor: processorType,
});
const Disputed = T.Object({
  ...paid,
  status: about(OneOf(['disputed']), 'The payment is disputed.'),
  rail,
  dispute_kind: about(
    OneOf(disputeKinds),
    'Whether the payment was charged back by the cardholder or returned by the bank.',
  ),
  dispute_code: about(text, "The network's reason code."),
  dispute_reason: about(text, 'The description of the reason.'),
  processor: processorType,
});

/** Returns whether a payment was made by POST /charges, and not by a page or a subscription. */
const isDirect = ({ checkout_session_id, payment_link_id, invoice_id, subscription_id }: Transaction): boolean =>
  checkout_session_id === null && payment_link_id === null && invoice_id === null && subscription_id === null;

/**
 * Builds the payload of `payment.completed`. Some fields are present only if they have a value (specification,
 * "Payloads"). They are added one by one, because every settlement sends the payload, and spreading takes five times
 * as long.
 */
function completed(transaction: Transaction): T.Static<typeof Completed> {
  const { customer_id, payment_link_id, checkout_session_id, subscription_id, processorType, rail } = transaction;
  const told: T.Static<typeof Completed> = {
    transaction_id: transaction.id,
    amount: transaction.amount,
    currency: transaction.currency,
    status: transaction.status,
    customer_email: transaction.email,
    order_number: transaction.order_number,
    source: transaction.source,
    metadata: transaction.metadata,
  };
  if (isDirect(transaction)) {
    told.processor = processorType;
    told.rail = rail;
  }
  if (customer_id !== null) told.customer_id = customer_id;
  if (payment_link_id !== null) told.payment_link_id = payment_link_id;
  if (checkout_session_id !== null) told.checkout_session_id = checkout_session_id;
  if (subscription_id !== null) {
    const { further_subscription_ids } = transaction;
    told.subscription_ids =
      further_subscription_ids === undefined ? [subscription_id] : [subscription_id, ...further_subscription_ids];
  }
  return told;
}

const amountOf = ({ id, amount, currency }: Transaction) => ({ transaction_id: id, amount, currency });

/** The payment events and their payloads (specification, "Event types" and "Payloads"). */
export const transactionEvents = [
  event(transactions, 'payment.completed', {
    about: 'a payment is processed: at settlement on the debit-and-payouts rail, at approval elsewhere',
    payload: Completed,
    data: completed,
  }),
  event(transactions, 'payment.refunded', {
    about: 'a transaction is refunded, fully or partly',
    payload: Refunded,
    data: (transaction, _ctx, { refunded_amount }) => ({
      ...amountOf(transaction),
      refunded_amount,
      total_refunded: transaction.total_refunded,
      payment_link_id: transaction.payment_link_id,
    }),
  }),
  event(transactions, 'payment.voided', {
    about: 'an unsettled transaction is voided',
    payload: Voided,
    data: (transaction) => ({ ...amountOf(transaction), payment_link_id: transaction.payment_link_id }),
  }),
  event(transactions, 'payment.failed', {
    about: 'the network rejects a pending payment',
    payload: Failed,
    data: (transaction) => ({
      ...amountOf(transaction),
      status: 'failed' as const,
      rail: transaction.rail,
      error_code: transaction.error_code,
      error_message: transaction.error_message,
      processor: transaction.processorType,
    }),
  }),
  event(transactions, 'payment.disputed', {
    about: 'a settled payment is charged back, or returned by the bank',
    payload: Disputed,
    data: (transaction, _ctx, { dispute_kind, dispute_code, dispute_reason }) => ({
      ...amountOf(transaction),
      status: 'disputed' as const,
      rail: transaction.rail,
      dispute_kind,
      dispute_code,
      dispute_reason,
      processor: transaction.processorType,
    }),
  }),
] as const;
