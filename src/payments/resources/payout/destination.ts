import type { Context } from '../../../core/kernel/context.ts';
import { errorOf, invalid, type Param, type ServiceError } from '../../../core/kernel/errors.ts';
import { exactlyOne } from '../../platform/checks.ts';
import { findBank, rtpNetworkOf } from '../../simulation/banks.ts';
import type { Card } from '../common/card.ts';
import { notEligible, requireEligible } from '../common/push-to-card.ts';
import type { Customer } from '../customer/model.ts';
import { readBankAccount, whyNotPaidOut } from '../payment-method/actions.ts';
import { type BankAccount, type BankAccountFields, paymentMethods } from '../payment-method/model.ts';
import { usableToken } from '../token/actions.ts';
import type { PaymentToken } from '../token/model.ts';
import type { Payout, PayoutRail } from './model.ts';

/** The destination of a payout. */
export interface Destination {
  readonly rail: PayoutRail;
  readonly rtp_network: Payout['rtp_network'];
  readonly card: Card | null;
  readonly bank_account: BankAccount | null;
  /** The one-time token that the payout uses up; null if the destination is not a token. */
  readonly token: PaymentToken | null;
}

export interface DestinationFields {
  payment_method_id?: string;
  payment_token?: string;
  bank_account?: BankAccountFields;
  rail?: PayoutRail;
}

/** The fields that identify the destination of a payout. A body has exactly one of them. */
export const destinations = ['payment_method_id', 'payment_token', 'bank_account'] as const;

/**
 * Reads the destination from a body (specification, POST /payouts).
 * @throws 400 `parameter_missing`, `parameter_invalid` or `ACCOUNT_NOT_ELIGIBLE`
 */
export function findDestination(ctx: Context, customer: Customer, fields: DestinationFields): Destination {
  switch (exactlyOne(fields, destinations)) {
    case 'payment_method_id':
      return savedDestination(ctx, customer, fields.payment_method_id ?? '', fields.rail);
    case 'payment_token': {
      const token = usableToken(ctx, fields.payment_token ?? '');
      if (!customer.billing_postal_code) throw noPostalCode('payment_token');
      return { ...cardDestination(ctx, 'payment_token', token.card, fields.rail), token };
    }
    case 'bank_account':
      return bankDestination(readBankAccount(fields.bank_account as BankAccountFields, 'bank_account.'), fields.rail);
  }
}

function savedDestination(ctx: Context, customer: Customer, id: string, rail: PayoutRail | undefined): Destination {
  const method = ctx.find(paymentMethods, id);
  if (method === undefined) throw invalid('payment_method_id', `No such payment method: '${id}'.`);
  if (method.customer_id !== customer.id) {
    throw invalid('payment_method_id', `The payment method ${id} belongs to another customer.`);
  }
  const param = 'payment_method_id';
  switch (whyNotPaidOut(ctx, method)) {
    case 'other_vault': {
      const { processor } = method;
      const text = `${id} cannot receive payouts, because it is stored in the ${processor} vault, not on the debit-and-payouts rail.`;
      throw errorOf(notEligible, text, { param });
    }
    case 'no_postal_code':
      throw noPostalCode(param);
    case 'card':
    case null:
      if (method.bank_account !== null) return bankDestination(method.bank_account, rail);
      if (method.card !== null) return cardDestination(ctx, param, method.card, rail);
      throw new Error(`The payment method ${id} is neither a card nor a bank account.`);
  }
}

/**
 * The refusal of a payout to a card without a billing postal code (specification, "Customers and payment methods").
 */
const noPostalCode = (param: Param): ServiceError =>
  invalid(
    param,
    'A card without a billing postal code cannot receive payouts; save the customer with a billing postal code first.',
  );

function cardDestination(ctx: Context, param: Param, card: Card, rail: PayoutRail | undefined): Destination {
  requireEligible(ctx, card, param);
  if (rail !== undefined && rail !== 'card')
    throw invalid('rail', `A payout to a card uses the card rail, not ${rail}; omit rail.`);
  return { rail: 'card', rtp_network: null, card, bank_account: null, token: null };
}

function bankDestination(bank_account: BankAccount, rail: PayoutRail = 'ach'): Destination {
  if (rail === 'card')
    throw invalid('rail', 'A payout to a bank account uses the ach or rtp rail, not card; choose ach or rtp.');
  const bank = findBank(bank_account.routing_number);
  const rtp_network = rail === 'rtp' && bank !== undefined ? rtpNetworkOf(bank) : null;
  if (rail === 'rtp' && rtp_network === null) {
    throw invalid('rail', `${bank_account.bank_name} does not support instant payments; use the ach rail.`);
  }
  return { rail, rtp_network, card: null, bank_account, token: null };
}
