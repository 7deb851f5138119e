import { exactlyOne } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { invalid } from '../../engine/errors.ts';
import { defineOperation } from '../../engine/operation.ts';
import { Id, sensitive, T, Text, Words } from '../../engine/schema.ts';
import { readCard } from '../../simulation/read-card.ts';
import { customers } from '../customer/model.ts';
import { type PaymentMethod, paymentMethods } from '../payment-method/model.ts';
import { usableToken } from '../token/actions.ts';
import { bankOf, checkBank, checkCard } from './actions.ts';
import { type AccountCheck, AccountCheckModel } from './model.ts';

const cardNames = { number: 'card.number', exp_month: 'card.exp_month', exp_year: 'card.exp_year' };

export const createAccountCheck = defineOperation({
  id: 'account_checks.create',
  method: 'POST',
  path: '/account-checks',
  summary: 'Ask whether and how fast a card or bank can receive money',
  access: 'secret',
  capability: 'debit_payouts',
  body: T.Object({
    payment_token: T.Optional(Id()),
    customer_id: T.Optional(Id()),
    payment_method_id: T.Optional(Id()),
    card: T.Optional(T.Object({ number: sensitive(Text(40)), exp_month: Text(10), exp_year: Text(10) })),
    bank_account: T.Optional(T.Object({ routing_number: Words(20) })),
  }),
  success: 200,
  envelope: 'data',
  answer: AccountCheckModel,
  errors: [400],
  example: { body: { card: { number: '4000056655665556', exp_month: '12', exp_year: '2030' } } },
  handle: (ctx, { body }): AccountCheck => {
    const { customer_id, card, bank_account } = body;
    const destination = exactlyOne(body, ['payment_token', 'payment_method_id', 'card', 'bank_account']);
    if (customer_id !== undefined && ctx.find(customers, customer_id) === undefined) {
      throw invalid('customer_id', `No such customer: '${customer_id}'.`);
    }
    switch (destination) {
      case 'payment_token':
        // Looked at, not used up: the token is still good for the payout that follows.
        return checkCard(ctx, usableToken(ctx, body.payment_token ?? '').card);
      case 'payment_method_id':
        return checkMethod(ctx, methodOf(ctx, body.payment_method_id ?? '', customer_id));
      case 'card':
        return checkCard(ctx, readCard(ctx, card!, cardNames).card);
      case 'bank_account':
        return checkBank(ctx, bankOf(bank_account!.routing_number, 'bank_account.routing_number'));
    }
  },
});

/** @throws 400 `parameter_invalid` where there is none, or it is another customer's */
function methodOf(ctx: Context, id: string, customerId: string | undefined): PaymentMethod {
  const method = ctx.find(paymentMethods, id);
  if (method === undefined) throw invalid('payment_method_id', `No such payment method: '${id}'.`);
  if (customerId !== undefined && method.customer_id !== customerId) {
    throw invalid('payment_method_id', `The payment method ${id} belongs to another customer.`);
  }
  return method;
}

/** A saved instrument is a card or a bank account. */
const checkMethod = (ctx: Context, { card, bank_account }: PaymentMethod): AccountCheck =>
  card !== null
    ? checkCard(ctx, card)
    : checkBank(ctx, bankOf(bank_account?.routing_number ?? '', 'payment_method_id'));
