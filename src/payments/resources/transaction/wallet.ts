import type { Context } from '../../../core/kernel/context.ts';
import { requireCapability } from '../../../core/kernel/declare/capability.ts';
import { about, described, nullable, T, Text } from '../../../core/kernel/declare/schema.ts';
import { invalid, type Param } from '../../../core/kernel/errors.ts';
import { checkCountry, checkEmail } from '../../platform/checks.ts';
import type { Address } from '../common/address.ts';
import { CountryInput } from '../common/fields.ts';
import { customerByEmail, upsertCustomer } from '../customer/actions.ts';
import type { Customer } from '../customer/model.ts';
import { openWallet, type WalletCard, wallets } from '../wallet/actions.ts';
import type { ServiceWallet } from '../wallet/model.ts';
import { findCustomer, type Instrument, type InstrumentFields } from './instrument.ts';

const given = (description: string, longest = 200) => about(T.Optional(nullable(Text(longest))), description);

const ContactInput = (description: string) =>
  about(
    T.Optional(
      nullable(
        T.Object({
          firstName: given("The person's first name, such as Ada.", 100),
          lastName: given("The person's last name, such as Lovelace.", 100),
          address1: given('Street and number.'),
          address2: given('Additional address line.'),
          city: given("The city's name."),
          state: given('State or region.'),
          postalCode: given('ZIP or postal code.'),
          country: T.Optional(nullable(CountryInput(200, 'Country'))),
          phone: given('The phone number.', 40),
        }),
      ),
    ),
    description,
  );

/** The payer's contact details from a wallet's sheet (specification, POST /charges, `wallet`). */
export const PayerInput = T.Object({
  payerEmail: about(T.Optional(described(nullable(Text(254)), { format: 'email' })), "The payer's email address."),
  billingInfo: ContactInput('The billing details of the payer.'),
  shippingInfo: ContactInput('The shipping details of the order.'),
});
type WalletPayer = T.Static<typeof PayerInput>;
type Contact = NonNullable<WalletPayer['billingInfo']>;

interface WalletFields extends InstrumentFields {
  service_wallet?: ServiceWallet;
  wallet?: WalletPayer;
  email?: string;
}

/** The instrument of a wallet and the customer from its sheet. */
export interface WalletPayment {
  readonly instrument: Instrument;
  readonly customer: Customer | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly billing: Address<'billing'> | null;
  readonly shipping: Address<'shipping'> | null;
}

/** The fields that cannot be combined with `service_wallet`. */
export const besideWallet = ['payment_token', 'payment_method_id', 'gateway_b_payment_method_id', 'gateway'] as const;

/**
 * Opens the wallet credential in a charge, and finds or creates the customer (specification, "Wallet payments").
 * @returns null if the charge has no wallet
 * @throws 400 for fields that cannot be combined with a wallet, and for an unusable credential
 */
export function findWallet(ctx: Context, fields: WalletFields): WalletPayment | null {
  const { service_wallet, wallet } = fields;
  if (service_wallet === undefined) {
    if (wallet !== undefined)
      throw invalid('wallet', 'wallet is accepted only with service_wallet; send service_wallet too.');
    return null;
  }
  requireCapability(wallets, ctx);
  for (const field of besideWallet) {
    if (fields[field] !== undefined) throw invalid(field, `${field} cannot be combined with service_wallet.`);
  }
  if (fields.rail === 'ach') throw invalid('rail', 'service_wallet cannot be charged on the ach rail; omit rail.');
  const opened = openWallet(ctx, service_wallet);
  const billing = wallet?.billingInfo ?? null;
  const shipping = wallet?.shippingInfo ?? null;
  const payment = {
    name: nameOf(billing) ?? nameOf(shipping),
    email: fields.email ?? (wallet?.payerEmail ? checkEmail(wallet.payerEmail, 'wallet.payerEmail') : null),
    billing: billing === null ? null : addressOf('billing', billing, 'wallet.billingInfo.country'),
    shipping: shipping === null ? null : addressOf('shipping', shipping, 'wallet.shippingInfo.country'),
  };
  const customer =
    fields.customer_id === undefined
      ? findOrMakeCustomer(ctx, payment, billing ?? shipping)
      : findCustomer(ctx, fields.customer_id);
  return { instrument: walletInstrument(opened), customer, ...payment };
}

/** Returns the wallet's card, ready to be charged. */
export const walletInstrument = (wallet: WalletCard): Instrument => ({
  card: wallet.card,
  bank_account: null,
  behaviour: wallet.behaviour,
  payment_method_id: null,
  cvc_given: null,
  wallet,
});

/** Returns the customer from a wallet's sheet, or creates one. An existing customer does not change. */
function findOrMakeCustomer(
  ctx: Context,
  { email, billing, shipping }: Pick<WalletPayment, 'email' | 'billing' | 'shipping'>,
  contact: Contact | null,
): Customer | null {
  if (email === null) return null;
  const known = customerByEmail(ctx, email);
  if (known !== undefined) return known;
  return upsertCustomer(ctx, {
    email,
    first_name: contact?.firstName,
    last_name: contact?.lastName,
    phone: contact?.phone,
    ...billing,
    ...shipping,
  }).customer;
}

const nameOf = (contact: Contact | null): string | null =>
  [contact?.firstName, contact?.lastName].filter(Boolean).join(' ') || null;

function addressOf<P extends string>(prefix: P, contact: Contact, param: Param): Address<P> {
  const { address1, address2, city, state, postalCode, country } = contact;
  return {
    [`${prefix}_address_1`]: address1 || null,
    [`${prefix}_address_2`]: address2 || null,
    [`${prefix}_city`]: city || null,
    [`${prefix}_state`]: state || null,
    [`${prefix}_postal_code`]: postalCode || null,
    [`${prefix}_country`]: country ? checkCountry(country, param) : null,
  } as Address<P>;
}
