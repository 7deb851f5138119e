import type { Context } from '../../../core/kernel/context.ts';
import { type Capability, requireCapability } from '../../../core/kernel/declare/capability.ts';
import { invalid, missing, type Param } from '../../../core/kernel/errors.ts';
import { debitPayouts } from '../../platform/capabilities.ts';
import type { GatewayKind } from '../../platform/settings.ts';
import { platformSettings } from '../../platform/settings.ts';
import { gatewayBReferences, routeByFunding } from '../../simulation/gateways.ts';
import { readCard } from '../../simulation/read-card.ts';
import type { Card } from '../common/card.ts';
import { type Customer, customers } from '../customer/model.ts';
import { isChargeable, newestUsable } from '../payment-method/actions.ts';
import { type BankAccount, type PaymentMethod, paymentMethods } from '../payment-method/model.ts';
import { usableToken } from '../token/actions.ts';
import type { WalletCard } from '../wallet/actions.ts';
import { type Rail, transactionSettings } from './model.ts';

/** A card or a bank account to charge, saved or given once. */
export interface Instrument {
  readonly card: Card | null;
  readonly bank_account: BankAccount | null;
  /** The bank account, as `accountMarkOf` gives it; absent of a card. */
  readonly account_mark?: string;
  readonly behaviour: string | null;
  readonly payment_method_id: string | null;
  /** Whether it comes from a one-time token; absent for other instruments. */
  readonly isFresh?: true;
  /** Whether a security code came with it; null if none is needed (saved instruments). */
  readonly cvc_given: boolean | null;
  /** The wallet's data; absent for other instruments. */
  readonly wallet?: WalletCard;
}

export interface InstrumentFields {
  customer_id?: string;
  payment_method_id?: string;
  payment_token?: string;
  gateway_b_payment_method_id?: string;
  rail?: Rail;
  gateway?: GatewayKind;
}

/** The fields that name an instrument by themselves: at most one of these. */
export const instrumentFields = ['payment_method_id', 'payment_token', 'gateway_b_payment_method_id'] as const;

/** A saved instrument, ready to be charged. */
export const savedInstrument = (method: PaymentMethod): Instrument => ({
  card: method.card,
  bank_account: method.bank_account,
  ...(method.account_mark === undefined ? {} : { account_mark: method.account_mark }),
  behaviour: method.behaviour,
  payment_method_id: method.id,
  cvc_given: null,
});

/**
 * Finds the instrument of a charge: a saved one, a one-time token, a `gateway_b` reference, or a customer's newest that
 * can be charged on the rail; if none can, the newest, so that the decline tells the problem.
 * @throws 400 `parameter_missing`, `parameter_invalid`, `token_used` or `token_expired`
 */
export function findInstrument(
  ctx: Context,
  fields: InstrumentFields,
): { instrument: Instrument; customer: Customer | null; rail: Rail } {
  const { payment_method_id, payment_token, gateway_b_payment_method_id } = fields;
  const named = instrumentFields.filter((field) => fields[field] !== undefined);
  if (named.length > 1) throw invalid(named[1]!, `Give one instrument, not ${named.join(' and ')}.`);
  let customer = fields.customer_id === undefined ? null : findCustomer(ctx, fields.customer_id);
  let instrument: Instrument;
  if (payment_method_id !== undefined) {
    const method = findSaved(ctx, payment_method_id, customer);
    customer ??= ctx.find(customers, method.customer_id) ?? null;
    instrument = savedInstrument(method);
  } else if (payment_token !== undefined) {
    const { card, behaviour, cvc_given } = usableToken(ctx, payment_token);
    instrument = { card, bank_account: null, behaviour, payment_method_id: null, isFresh: true, cvc_given };
  } else if (gateway_b_payment_method_id !== undefined) {
    instrument = gatewayBInstrument(ctx, gateway_b_payment_method_id);
  } else if (customer !== null) {
    instrument = savedInstrument(newestOfRail(ctx, customer, fields));
  } else {
    throw missing(
      'customer_id',
      'Give customer_id, payment_method_id, payment_token or gateway_b_payment_method_id to charge.',
    );
  }
  return { instrument, customer, rail: railOf(instrument, fields.rail) };
}

/** @throws 400 `parameter_invalid` */
export function findCustomer(ctx: Context, id: string): Customer {
  const customer = ctx.find(customers, id);
  if (customer === undefined) throw invalid('customer_id', `No such customer: '${id}'.`);
  return customer;
}

function findSaved(ctx: Context, id: string, customer: Customer | null): PaymentMethod {
  const method = ctx.find(paymentMethods, id);
  if (method === undefined) throw invalid('payment_method_id', `No such payment method: '${id}'.`);
  if (customer !== null && method.customer_id !== customer.id) {
    throw invalid('payment_method_id', `The payment method ${id} belongs to another customer.`);
  }
  return method;
}

function newestOfRail(ctx: Context, customer: Customer, { rail = 'card', gateway }: InstrumentFields): PaymentMethod {
  const type = rail === 'ach' ? 'bank_account' : 'card';
  const taker = gateway ?? platformSettings.of(ctx).gateway;
  const method =
    newestUsable(ctx, customer.id, (candidate) => candidate.type === type && isChargeable(ctx, candidate, taker)) ??
    newestUsable(ctx, customer.id, (candidate) => candidate.type === type);
  if (method === undefined) {
    throw invalid('customer_id', `The customer ${customer.id} has no saved ${type.replace('_', ' ')} to charge.`);
  }
  return method;
}

function gatewayBInstrument(ctx: Context, reference: string): Instrument {
  const field = 'gateway_b_payment_method_id';
  if (platformSettings.of(ctx).gateway !== 'gateway_b') throw invalid(field, `${field} is for gateway_b workspaces.`);
  if (!reference.startsWith('pm_')) throw invalid(field, `${field} begins with pm_, as in pm_card_visa.`);
  const number = gatewayBReferences[reference] ?? gatewayBReferences.pm_card_visa!;
  const names = { number: field, exp_month: field, exp_year: field } as const;
  const { card, behaviour } = readCard(ctx, { number, exp_month: '12', exp_year: '2099' }, names);
  return { card, bank_account: null, behaviour, payment_method_id: null, cvc_given: null };
}

/** The requested rail, which must suit the instrument; default: that of the instrument. */
function railOf({ card }: Instrument, asked: Rail | undefined): Rail {
  if (asked === undefined) return card === null ? 'ach' : 'card';
  if (asked === 'ach' && card !== null) throw invalid('rail', 'The ach rail debits a bank account, not a card.');
  if (asked === 'card' && card === null) throw invalid('rail', 'A bank account is debited on the ach rail.');
  return asked;
}

/**
 * The gateway of a charge (specification, "What the service does"): an allowed override, smart routing's choice for a
 * fresh card token, else the workspace's own.
 * @throws 400 `parameter_invalid` or `capability_required`
 */
export function gatewayFor(
  ctx: Context,
  { card, isFresh }: Instrument,
  asked: { gateway?: GatewayKind; billing_country?: string | null },
): GatewayKind {
  const { mode } = ctx;
  const own = platformSettings.of(ctx);
  const { smart_routing } = transactionSettings.of(ctx);
  if (smart_routing && asked.gateway !== undefined) {
    throw invalid('gateway', 'A gateway override is not allowed with smart routing.');
  }
  if (asked.gateway !== undefined) {
    const attached =
      asked.gateway === own.gateway || (asked.gateway === 'debit_payouts' && own.debit_payouts_enabled[mode]);
    if (!attached) throw invalid('gateway', `The workspace is not attached to ${asked.gateway} in ${mode} mode.`);
    return asked.gateway;
  }
  if (!smart_routing || card === null || isFresh !== true) return own.gateway;
  if (asked.billing_country?.toUpperCase() !== 'US') {
    throw invalid('billing_country', 'Smart routing needs billing_country US.');
  }
  const routed = routeByFunding(card.funding);
  if (routed === 'debit_payouts') requireDebitPayouts(ctx);
  return routed;
}

/** ACH moves only US dollars. */
const achCurrency = 'USD';

/** Why the workspace debits no bank account in a currency, as the end of a sentence; null if it does. */
export function whyNoAch(ctx: Context, currency: string): string | null {
  if (!transactionSettings.of(ctx).ach_enabled) return 'ACH is not enabled for this workspace';
  return currency === achCurrency ? null : `ACH debits bank accounts in ${achCurrency}, not in ${currency}`;
}

/**
 * @param param the field that asks for the debit
 * @throws 400 `parameter_invalid` if the workspace debits no bank account in that currency
 */
export function requireAch(ctx: Context, currency: string, param: Param): void {
  const why = whyNoAch(ctx, currency);
  if (why !== null) throw invalid(param, `${why}.`);
}

/** @throws 400 `capability_required` if the debit-and-payouts rail is off in this mode */
export const requireDebitPayouts = (ctx: Context): void => requireCapability(debitPayouts, ctx);

/** Charges on the workspace's own gateway; only the debit-and-payouts rail must be enabled. */
export const ownGateway: Capability = {
  name: `${debitPayouts.name} on that rail`,
  lackOf: (workspace, mode) =>
    platformSettings.of(workspace).gateway === 'debit_payouts' ? debitPayouts.lackOf(workspace, mode) : null,
};
