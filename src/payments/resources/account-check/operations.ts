import type { Context } from '../../../core/kernel/context.ts';
import { all, both, either, exactly, none, ruled } from '../../../core/kernel/declare/field-rules.ts';
import { operation } from '../../../core/kernel/declare/operation.ts';
import { about, described, Id, T, Words } from '../../../core/kernel/declare/schema.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { debitPayouts } from '../../platform/capabilities.ts';
import { exactlyOne } from '../../platform/checks.ts';
import { type CardFieldNames, readCard } from '../../simulation/read-card.ts';
import { CardNumberInput, ExpMonthInput, ExpYearInput } from '../common/card.ts';
import { IdInput, routingForm } from '../common/fields.ts';
import { customers } from '../customer/model.ts';
import { bankOf, newestUsable, whyNotPaidOut } from '../payment-method/actions.ts';
import { type PaymentMethod, paymentMethods } from '../payment-method/model.ts';
import { tokenExpired, tokenUsed, usableToken } from '../token/actions.ts';
import { checkBank, checkCard } from './actions.ts';
import { type AccountCheck, AccountCheckModel } from './model.ts';

/** The fields that identify the destination to check. A request body has exactly one of them. */
const destinations = ['payment_token', 'payment_method_id', 'card', 'bank_account'] as const;

const cardNames: CardFieldNames = { number: 'card.number', exp_month: 'card.exp_month', exp_year: 'card.exp_year' };

export const createAccountCheck = operation('POST /account-checks', {
  id: 'account_checks.create',
  summary: 'Check whether and how fast a card or bank account can receive money',
  access: 'secret',
  effects: ['only_asks'],
  capability: debitPayouts,
  body: ruled(
    T.Object({
      payment_token: about(T.Optional(Id()), 'A one-time card token, which the check does not consume.'),
      customer_id: T.Optional(IdInput('customer who owns the payment method')),
      payment_method_id: T.Optional(IdInput('saved instrument')),
      card: about(
        T.Optional(T.Object({ number: CardNumberInput(), exp_month: ExpMonthInput(), exp_year: ExpYearInput() })),
        'A card, identified by its number.',
      ),
      bank_account: about(
        T.Optional(
          T.Object({
            routing_number: about(described(Words(20), routingForm), 'Nine digits, including the check digit.'),
          }),
        ),
        'A bank, identified by its routing number.',
      ),
    }),
    either<'customer_id' | (typeof destinations)[number]>(
      exactly(...destinations),
      both(all('customer_id'), none(...destinations)),
    ),
  ),
  answers: [200, AccountCheckModel],
  refuses: [tokenUsed, tokenExpired],
  example: { body: { card: { number: '4000056655665556', exp_month: '12', exp_year: '2030' } } },
  handle: (ctx, { body }) => {
    const { customer_id, payment_token, payment_method_id = '', card, bank_account } = body;
    if (customer_id !== undefined && ctx.find(customers, customer_id) === undefined) {
      throw invalid('customer_id', `No such customer: '${customer_id}'.`);
    }
    const isNamed = destinations.some((field) => body[field] !== undefined);
    if (!isNamed && customer_id !== undefined) return checkMethod(ctx, payoutMethod(ctx, customer_id));
    exactlyOne(body, destinations);
    // Checking a token does not use it up, so the token still works for the payout that follows.
    if (payment_token !== undefined) return checkCard(ctx, usableToken(ctx, payment_token).card);
    if (card !== undefined) return checkCard(ctx, readCard(ctx, card, cardNames).card);
    if (bank_account !== undefined) {
      return checkBank(ctx, bankOf(bank_account.routing_number, 'bank_account.routing_number'));
    }
    return checkMethod(ctx, methodOf(ctx, payment_method_id, customer_id));
  },
});

/**
 * Returns the saved instrument with the given id.
 * @throws 400 `parameter_invalid` if no instrument has this id, or if the instrument belongs to another customer
 */
function methodOf(ctx: Context, id: string, customerId: string | undefined): PaymentMethod {
  const method = ctx.find(paymentMethods, id);
  if (method === undefined) throw invalid('payment_method_id', `No such payment method: '${id}'.`);
  if (customerId !== undefined && method.customer_id !== customerId) {
    throw invalid('payment_method_id', `The payment method ${id} belongs to another customer.`);
  }
  return method;
}

/**
 * Returns the instrument that would receive a payout to a customer: the newest saved instrument that can receive
 * payouts. If there is none, returns the newest saved instrument (assumed).
 * @throws 400 `parameter_invalid` for a customer without a saved instrument
 */
function payoutMethod(ctx: Context, customerId: string): PaymentMethod {
  const method =
    newestUsable(ctx, customerId, (saved) => whyNotPaidOut(ctx, saved) === null) ??
    newestUsable(ctx, customerId, () => true);
  if (method === undefined)
    throw invalid('customer_id', `The customer ${customerId} has no saved card or bank account.`);
  return method;
}

/** Checks a saved instrument: a card or a bank account. */
const checkMethod = (ctx: Context, { card, bank_account }: PaymentMethod): AccountCheck =>
  card !== null
    ? checkCard(ctx, card)
    : checkBank(ctx, bankOf(bank_account?.routing_number ?? '', 'payment_method_id'));
