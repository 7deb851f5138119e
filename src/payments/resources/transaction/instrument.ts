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

/** A card or a bank account to charge: a saved instrument, or an instrument for one charge. */
export interface Instrument {
  readonly card: Card | null;
  readonly bank_account: BankAccount | null;
  /** The fingerprint of the bank account (`accountFingerprintOf`); absent for a card. */
  readonly account_fingerprint?: string;
  readonly behaviour: string | null;
  readonly payment_method_id: string | null;
  /** Whether the card comes from a one-time token; absent for other instruments. */
  readonly isFresh?: true;
  /** Whether a security code came with the card; null if no code is required (saved instruments). */
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
  /** The currency; default: USD. */
  currency?: string;
}

/** The fields that identify an instrument without other fields. A body has at most one of them. */
export const instrumentFields = ['payment_method_id', 'payment_token', 'gateway_b_payment_method_id'] as const;

/** Returns a saved instrument, ready to be charged. */
export const savedInstrument = (method: PaymentMethod): Instrument => ({
  card: method.card,
  bank_account: method.bank_account,
  ...(method.account_fingerprint === undefined ? {} : { account_fingerprint: method.account_fingerprint }),
  behaviour: method.behaviour,
  payment_method_id: method.id,
  cvc_given: null,
});

/**
 * Finds the instrument of a charge: a saved instrument, a one-time token, a `gateway_b` reference, or the default
 * instrument of a customer.
 * @throws 400 `parameter_missing`, `parameter_invalid`, `token_used` or `token_expired`
 */
export function findInstrument(
  ctx: Context,
  fields: InstrumentFields,
): { instrument: Instrument; customer: Customer | null } {
  const { payment_method_id, payment_token, gateway_b_payment_method_id } = fields;
  const named = instrumentFields.filter((field) => fields[field] !== undefined);
  if (named.length > 1) throw invalid(named[1]!, `Send only one instrument; you sent ${named.join(' and ')}.`);
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
    instrument = savedInstrument(usualOf(ctx, customer, fields));
  } else {
    throw missing(
      'customer_id',
      'Send customer_id, payment_method_id, payment_token or gateway_b_payment_method_id to charge.',
    );
  }
  checkRail(instrument, fields.rail);
  return { instrument, customer };
}

/**
 * Returns the customer with an id.
 * @throws 400 `parameter_invalid`
 */
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

/** Returns the default instrument of a charge. Without a rail, this is a card (specification, "POST /charges"). */
function usualOf(ctx: Context, { id }: Customer, { rail = 'card', ...fields }: InstrumentFields): PaymentMethod {
  const method = usualMethod(ctx, id, { ...fields, rail });
  if (method !== undefined) return method;
  throw invalid(
    'customer_id',
    `The customer ${id} has no saved ${rail === 'ach' ? 'bank account' : 'card'} to charge.`,
  );
}

/**
 * Returns the saved instrument that pays if a charge does not name one: the newest instrument that can be charged,
 * with cards before bank accounts. If no instrument can be charged, the newest instrument pays, so that the decline
 * shows the problem.
 * @param rail 'any': a newer bank account comes before an older card (specification, "Subscriptions")
 */
export function usualMethod(
  ctx: Context,
  customerId: string,
  { rail, gateway, currency }: Pick<InstrumentFields, 'gateway' | 'currency'> & { readonly rail?: Rail | 'any' },
): PaymentMethod | undefined {
  const rails = rail === undefined ? (['card', 'ach'] as const) : [rail];
  for (const fits of [(saved: PaymentMethod) => canCharge(ctx, saved, currency, gateway), () => true]) {
    for (const each of rails) {
      const method = newestUsable(
        ctx,
        customerId,
        (saved) => (each === 'any' || each === railOf(saved)) && fits(saved),
      );
      if (method !== undefined) return method;
    }
  }
  return undefined;
}

/** Returns whether the workspace can charge a saved instrument now. */
export const canCharge = (
  ctx: Context,
  method: PaymentMethod,
  currency?: string,
  gateway = platformSettings.of(ctx).gateway,
): boolean => whyUnusable(ctx, method, currency) === null && isChargeable(ctx, method, gateway);

/** Returns why the workspace cannot charge instruments of a type, as the end of a sentence; null if it can. */
export function whyUnusable(ctx: Context, { type, processor }: PaymentMethod, currency?: string): string | null {
  if (platformSettings.of(ctx).gateway === 'debit_payouts' && processor !== 'debit_payouts') {
    return `is stored in the ${processor} vault, not on the debit-and-payouts rail`;
  }
  const why = type === 'bank_account' ? whyNoAch(ctx, currency) : null;
  return why === null ? null : `is a bank account, and ${why}`;
}

function gatewayBInstrument(ctx: Context, reference: string): Instrument {
  const field = 'gateway_b_payment_method_id';
  if (platformSettings.of(ctx).gateway !== 'gateway_b')
    throw invalid(field, `${field} is accepted only in gateway_b workspaces.`);
  if (!reference.startsWith('pm_')) throw invalid(field, `${field} must start with pm_, such as pm_card_visa.`);
  const number = gatewayBReferences[reference] ?? gatewayBReferences.pm_card_visa!;
  const names = { number: field, exp_month: field, exp_year: field } as const;
  const { card, behaviour } = readCard(ctx, { number, exp_month: '12', exp_year: '2099' }, names);
  return { card, bank_account: null, behaviour, payment_method_id: null, cvc_given: null };
}

/** Returns the rail on which an instrument is charged. */
export const railOf = ({ card }: Pick<Instrument, 'card'>): Rail => (card === null ? 'ach' : 'card');

/**
 * Checks that a rail fits an instrument.
 * @throws 400 `parameter_invalid`
 */
function checkRail(instrument: Instrument, asked: Rail | undefined): void {
  if (asked === undefined || asked === railOf(instrument)) return;
  const text = 'The ach rail supports only bank accounts, not cards; omit rail.';
  throw invalid('rail', asked === 'ach' ? text : 'A bank account supports only the ach rail; omit rail.');
}

/**
 * Returns the gateway of a charge (specification, "What the service does"): an allowed override, the choice of smart
 * routing for a new card token, or else the workspace's own gateway.
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
    throw invalid('gateway', 'A gateway override is not allowed with smart routing; omit gateway.');
  }
  if (asked.gateway !== undefined) {
    const attached =
      asked.gateway === own.gateway || (asked.gateway === 'debit_payouts' && own.debit_payouts_enabled[mode]);
    if (!attached) throw invalid('gateway', `The workspace is not connected to ${asked.gateway} in ${mode} mode.`);
    return asked.gateway;
  }
  if (!smart_routing || card === null || isFresh !== true) return own.gateway;
  if (asked.billing_country?.toUpperCase() !== 'US') {
    throw invalid('billing_country', 'Smart routing requires billing_country to be US.');
  }
  const routed = routeByFunding(card.funding);
  if (routed === 'debit_payouts') requireDebitPayouts(ctx);
  return routed;
}

/** The currency of ACH, which supports only US dollars. */
const achCurrency = 'USD';

/** Returns why the workspace cannot debit bank accounts in a currency, as the end of a sentence; null if it can. */
export function whyNoAch(ctx: Context, currency = achCurrency): string | null {
  if (!transactionSettings.of(ctx).ach_enabled) return 'ACH is not enabled for this workspace';
  return currency === achCurrency ? null : `ACH supports only ${achCurrency}, not ${currency}`;
}

/**
 * Requires that the workspace can debit bank accounts in a currency.
 * @param param the field that requests the debit
 * @throws 400 `parameter_invalid`
 */
export function requireAch(ctx: Context, currency: string, param: Param): void {
  const why = whyNoAch(ctx, currency);
  if (why !== null) throw invalid(param, `${why}.`);
}

/**
 * Requires the debit-and-payouts rail.
 * @throws 400 `capability_required` if the rail is off in this mode
 */
export const requireDebitPayouts = (ctx: Context): void => requireCapability(debitPayouts, ctx);

/** The capability to charge on the workspace's own gateway. Only the debit-and-payouts rail has to be enabled. */
export const ownGateway: Capability = {
  name: `${debitPayouts.name} (only for workspaces on that rail)`,
  lackOf: (workspace, mode) =>
    platformSettings.of(workspace).gateway === 'debit_payouts' ? debitPayouts.lackOf(workspace, mode) : null,
};
