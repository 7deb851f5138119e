import type { Context } from '../../../core/kernel/context.ts';
import { publicView } from '../../../core/kernel/declare/schema.ts';
import { invalid, type Param } from '../../../core/kernel/errors.ts';
import type { GatewayKind } from '../../platform/settings.ts';
import { platformSettings } from '../../platform/settings.ts';
import { type Bank, findBank, isRoutingNumber } from '../../simulation/banks.ts';
import { hasExpired } from '../../simulation/read-card.ts';
import type { Card } from '../common/card.ts';
import { whyNotEligible } from '../common/push-to-card.ts';
import {
  type BankAccount,
  type BankAccountFields,
  type PaymentMethod,
  PaymentMethodModel,
  paymentMethods,
  type ShownPaymentMethod,
} from './model.ts';

/** The customer fields that a saved instrument copies. */
interface Owner {
  readonly id: string;
  readonly customer_vault_id: string;
  readonly processor: GatewayKind;
  readonly billing_postal_code: string | null;
}

/** Saves a card for a customer. */
export function saveCard(ctx: Context, customer: Owner, card: Card, behaviour: string | null): PaymentMethod {
  return save(ctx, customer, { type: 'card', card, bank_account: null, behaviour });
}

/**
 * Saves a bank account for a customer.
 * @param account_fingerprint the result of `accountFingerprintOf`
 */
export function saveBankAccount(
  ctx: Context,
  customer: Owner,
  bank_account: BankAccount,
  account_fingerprint: string | undefined,
): PaymentMethod {
  const fingerprint = account_fingerprint === undefined ? {} : { account_fingerprint };
  return save(ctx, customer, { type: 'bank_account', card: null, bank_account, behaviour: null, ...fingerprint });
}

function save(
  ctx: Context,
  customer: Owner,
  instrument: Pick<PaymentMethod, 'type' | 'card' | 'bank_account' | 'behaviour' | 'account_fingerprint'>,
): PaymentMethod {
  const base = ctx.base(paymentMethods, 'payment_method');
  return ctx.put(paymentMethods, {
    ...base,
    billing_id: base.id,
    customer_id: customer.id,
    customer_vault_id: customer.customer_vault_id,
    ...instrument,
    processor: customer.processor,
    billing_postal_code: customer.billing_postal_code,
  });
}

/**
 * Returns the bank with a routing number from the bundled directory (specification, "Sandbox outcome triggers" 6).
 * @throws 400 `parameter_invalid`
 */
export function bankOf(routingNumber: string, param: Param): Bank {
  const bank = findBank(routingNumber);
  if (bank !== undefined) return bank;
  const text = `No bank has the routing number '${routingNumber}'; use one from the bundled directory, such as 021000021 or 011401533.`;
  throw invalid(param, text);
}

/**
 * Reads a bank account. The account number has 4 to 17 digits (specification, "Limits" 9), but only the last four are
 * stored.
 * @throws 400 `parameter_invalid`
 */
export function readBankAccount(input: BankAccountFields, prefix: '' | 'bank_account.' = ''): BankAccount {
  const { routing_number, account_number } = input;
  const param = `${prefix}routing_number` as const;
  if (!isRoutingNumber(routing_number)) {
    throw invalid(
      param,
      `'${routing_number}' is not a valid routing number; a routing number has 9 digits, including a check digit.`,
    );
  }
  const bank = bankOf(routing_number, param);
  if (!/^\d{4,17}$/.test(account_number)) {
    throw invalid(`${prefix}account_number`, `${prefix}account_number must have 4 to 17 digits.`);
  }
  return {
    last4: account_number.slice(-4),
    routing_number,
    bank_name: bank.name,
    account_type: input.account_type ?? 'checking',
    account_holder_type: input.account_holder_type ?? 'personal',
    account_holder_name: input.account_holder_name ?? null,
  };
}

/**
 * Returns why a saved instrument cannot receive payouts; null if it can. The customer must be on the
 * debit-and-payouts rail. A credit card, an expired card, and a card saved without a billing postal code cannot
 * receive payouts (specification, "Customer", "Payment method" and "Customers and payment methods").
 */
export function whyNotPaidOut(
  ctx: Context,
  { processor, card, billing_postal_code }: PaymentMethod,
): 'other_vault' | 'card' | 'no_postal_code' | null {
  if (processor !== 'debit_payouts') return 'other_vault';
  if (card === null) return null;
  if (whyNotEligible(ctx, card) !== null) return 'card';
  return billing_postal_code ? null : 'no_postal_code';
}

const shown = publicView(PaymentMethodModel);

/** Returns a saved instrument as the API shows it. In a mode without payouts, no instrument is eligible. */
export const showMethod = (ctx: Context, method: PaymentMethod): ShownPaymentMethod => ({
  ...shown(method),
  payout_eligible: platformSettings.of(ctx).debit_payouts_enabled[ctx.mode] && whyNotPaidOut(ctx, method) === null,
});

/** Returns the newest saved instrument of a customer that passes a test. */
export function newestUsable(
  ctx: Context,
  customerId: string,
  fits: (method: PaymentMethod) => boolean,
): PaymentMethod | undefined {
  for (const method of ctx.of(paymentMethods).newestFirst({ customer_id: [customerId] })) {
    if (fits(method)) return method;
  }
  return undefined;
}

/**
 * Returns whether a charge of a saved instrument reaches the network: the card has not expired, and the gateway
 * accepts the card.
 */
export const isChargeable = (ctx: Context, { card }: PaymentMethod, gateway: GatewayKind): boolean =>
  card === null || (!hasExpired(card, ctx.at) && !refusesFunding(gateway, card.funding));

/**
 * Returns whether a gateway rejects cards of a funding type: the debit-and-payouts rail does not accept credit cards.
 */
export const refusesFunding = (gateway: GatewayKind, funding: Card['funding']): boolean =>
  gateway === 'debit_payouts' && funding === 'credit';
