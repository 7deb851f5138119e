import type { Context } from '../../../core/kernel/context.ts';
import { announcement } from '../../../core/kernel/declare/declarations.ts';
import {
  all,
  atLeast,
  atMostOne,
  both,
  exactly,
  needs,
  none,
  ruled,
  unless,
  when,
} from '../../../core/kernel/declare/field-rules.ts';
import { operation } from '../../../core/kernel/declare/operation.ts';
import { about, Id, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { invalid, invalidState, missing, notFound, resourceMissing } from '../../../core/kernel/errors.ts';
import { exactlyOne } from '../../platform/checks.ts';
import { readCard } from '../../simulation/read-card.ts';
import { accountFingerprintOf, fingerprintOfNumber } from '../common/account-fingerprint.ts';
import { CardNumberInput, ExpMonthInput, ExpYearInput } from '../common/card.ts';
import { IdOf } from '../common/fields.ts';
import { readBankAccount, saveBankAccount, saveCard, showMethod } from '../payment-method/actions.ts';
import { BankAccountInput, type PaymentMethod, PaymentMethodView, paymentMethods } from '../payment-method/model.ts';
import { tokenExpired, tokenUsed, usableToken, useToken } from '../token/actions.ts';
import { type Customer, customers } from './model.ts';

/** The fields that identify a card to save, also in POST /customers. */
export const CardInput = T.Object({
  payment_token: about(T.Optional(Id()), 'A one-time token for the card to save.'),
  cc_number: T.Optional(CardNumberInput()),
  cc_exp_month: T.Optional(ExpMonthInput()),
  cc_exp_year: T.Optional(ExpYearInput()),
});
/** The fields that identify a card: its token, or its number with the expiry. */
const cards = ['payment_token', 'cc_number'] as const;
const expiry = ['cc_exp_month', 'cc_exp_year'] as const;

/** The rules for every body that can contain a card to save. */
export const cardRules = [
  atMostOne(...cards),
  needs('cc_number', all(...expiry)),
  ...expiry.map((field) => needs(field, atLeast(...cards))),
];
type CardFields = T.Static<typeof CardInput>;

/**
 * Saves the card in a body, by token or by number.
 * @param others what the body may name in place of a card, in words
 * @throws 400 `parameter_missing`, `parameter_invalid`, `token_used` or `token_expired`
 */
export function saveCardOf(
  ctx: Context,
  customer: Customer,
  body: CardFields,
  others: readonly string[] = [],
): PaymentMethod {
  if (exactlyOne(body, cards, others) === 'payment_token') {
    const token = usableToken(ctx, body.payment_token ?? '');
    useToken(ctx, token);
    return saveCard(ctx, customer, token.card, token.behaviour);
  }
  const { cc_number = '', cc_exp_month, cc_exp_year } = body;
  if (cc_exp_month === undefined) throw missing('cc_exp_month');
  if (cc_exp_year === undefined) throw missing('cc_exp_year');
  const names = { number: 'cc_number', exp_month: 'cc_exp_month', exp_year: 'cc_exp_year' } as const;
  const read = readCard(ctx, { number: cc_number, exp_month: cc_exp_month, exp_year: cc_exp_year }, names);
  return saveCard(ctx, customer, read.card, read.behaviour);
}

export const listPaymentMethods = operation('GET /customers/{id}/payment-methods', {
  id: 'payment_methods.list',
  summary: "List a customer's saved instruments",
  access: 'read',
  answers: [200, T.Array(PaymentMethodView)],
  refuses: [resourceMissing],
  example: { params: { id: 'cus_ada' } },
  handle: (ctx, { params }) => {
    const customer = ctx.get(customers, params.id);
    return [...ctx.of(paymentMethods).newestFirst({ customer_id: [customer.id] })].map((method) =>
      showMethod(ctx, method),
    );
  },
});

export const PaymentMethodInput = ruled(
  T.Object({
    ...CardInput.properties,
    type: about(T.Optional(OneOf(['card', 'bank_account'])), 'The type of instrument to save. Defaults to card.'),
    ...T.Partial(BankAccountInput).properties,
  }),
  when('type', ['bank_account'], both(all('routing_number', 'account_number'), none(...cards))),
  unless('type', ['bank_account'], both(exactly(...cards), needs('cc_number', all(...expiry)))),
);

/** The fields of a bank account, as a refusal names them. */
const bankAccountFields = 'a bank account (type: bank_account, routing_number and account_number)';

export const createPaymentMethod = operation('POST /customers/{id}/payment-methods', {
  id: 'payment_methods.create',
  summary: 'Save a card or bank account for a customer',
  access: 'secret',
  body: PaymentMethodInput,
  answers: [201, PaymentMethodView],
  refuses: [resourceMissing, tokenUsed, tokenExpired],
  example: {
    params: { id: 'cus_ada' },
    body: { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030' },
  },
  handle: (ctx, { body, params }) => {
    const customer = ctx.get(customers, params.id);
    if (body.type !== 'bank_account') return showMethod(ctx, saveCardOf(ctx, customer, body, [bankAccountFields]));
    const both = cards.find((field) => body[field] !== undefined);
    if (both !== undefined) throw invalid(both, `Send a bank account or ${both}, not both.`);
    const { routing_number, account_number } = body;
    if (routing_number === undefined) throw missing('routing_number');
    if (account_number === undefined) throw missing('account_number');
    const account = readBankAccount({ ...body, routing_number, account_number });
    const fingerprint = accountFingerprintOf(account, fingerprintOfNumber(account_number));
    return showMethod(ctx, saveBankAccount(ctx, customer, account, fingerprint));
  },
});

/** Announces that a saved instrument was removed. */
export const paymentMethodDeleted = announcement('payment_method.delete');

/**
 * Removes a saved instrument. If another slice needs the instrument, its reaction refuses the removal: 400
 * `invalid_state`.
 */
export function removePaymentMethod(ctx: Context, { id }: PaymentMethod): void {
  ctx.remove(paymentMethods, id);
  ctx.announce(paymentMethodDeleted, id, {});
}

export const deletePaymentMethod = operation('DELETE /customers/{id}/payment-methods/{billingId}', {
  id: 'payment_methods.delete',
  summary: 'Remove a saved instrument',
  params: { billingId: 'The billing_id of the payment method, which is also its id.' },
  access: 'secret',
  answers: [
    200,
    T.Object({
      deleted: about(T.Boolean(), 'Always true. The request fails if the instrument cannot be removed.'),
      billing_id: IdOf('removed payment method'),
    }),
  ],
  refuses: [resourceMissing, invalidState],
  example: { params: { id: 'cus_ada', billingId: 'pm_former' } },
  handle: (ctx, { params }) => {
    const customer = ctx.get(customers, params.id);
    const method = ctx.find(paymentMethods, params.billingId);
    if (method?.customer_id !== customer.id) throw notFound('payment method', params.billingId);
    removePaymentMethod(ctx, method);
    return { deleted: true, billing_id: method.id };
  },
});
