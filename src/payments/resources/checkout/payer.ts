import type { Context } from '../../../core/kernel/context.ts';
import { invalid, missing } from '../../../core/kernel/errors.ts';
import { checkCountry, checkEmail } from '../../platform/checks.ts';
import type { CheckoutSession } from '../checkout-session/model.ts';
import { type AddressInput, type ShippingAddressFields, shippingOf, wholeShippingOf } from '../common/address.ts';
import type { Payer } from '../transaction/page-payment.ts';
import { checkoutSettings, type PayFields, requiredBilling, requiredContact } from './model.ts';

/**
 * Reads the payer from the body (specification, "Public checkout client API", required fields).
 * @throws 400 `parameter_missing` or `parameter_invalid`
 */
export function readPayer(ctx: Context, body: PayFields): Payer {
  const required = [
    ...requiredContact,
    ...(checkoutSettings.of(ctx).require_checkout_phone ? (['phone'] as const) : []),
    ...(body.service_wallet === undefined ? requiredBilling : []),
  ];
  for (const field of required) if (!body[field]?.trim()) throw missing(field);
  return {
    email: checkEmail(body.email ?? ''),
    first_name: body.firstName ?? null,
    last_name: body.lastName ?? null,
    phone: body.phone || null,
    billing_address_1: body.billingAddress1 || null,
    billing_address_2: body.billingAddress2 || null,
    billing_city: body.billingCity || null,
    billing_state: body.billingState || null,
    billing_postal_code: body.billingPostalCode || null,
    billing_country: body.billingCountry ? checkCountry(body.billingCountry, 'billingCountry') : null,
  };
}

/**
 * Rejects an email address or phone number that differs from the session's value if the page shows the field as
 * read-only.
 * @throws 400 `parameter_invalid`
 */
export function requireKnownContact(session: CheckoutSession, { email, phone }: Payer): void {
  const { email_field_mode, customer_email, phone_field_mode, customer_phone } = session;
  const isOther = (given: string | null | undefined, known: string | null): boolean =>
    given != null && known !== null && given.trim().toLowerCase() !== known.trim().toLowerCase();
  if (email_field_mode === 'read_only' && isOther(email, customer_email)) {
    throw invalid(
      'email',
      'email is read-only in this checkout; send the value of customerEmail from the checkout response.',
    );
  }
  if (phone_field_mode === 'read_only' && isOther(phone, customer_phone)) {
    throw invalid(
      'phone',
      'phone is read-only in this checkout; send the value of customerPhone from the checkout response.',
    );
  }
}

/**
 * Reads the shipping address of the order; null if the order is not shipped.
 * @param required whether the page asks for the address
 * @throws 400 `parameter_missing` or `parameter_invalid`
 */
export function readShipping(
  given: ShippingAddressFields | undefined,
  required: boolean,
): AddressInput<'shipping'> | null {
  if (given === undefined && !required) return null;
  return required ? wholeShippingOf(given ?? {}) : shippingOf(given ?? {});
}

/**
 * Fills in the buyer's missing fields from the wallet's sheet, as a charge does.
 * @throws 400 `parameter_invalid`
 */
export function withSheetContact(body: PayFields): PayFields {
  if (body.wallet === undefined) return body;
  const { payerEmail, billingInfo: billing, shippingInfo: shipping } = body.wallet;
  const email = payerEmail ? checkEmail(payerEmail, 'wallet.payerEmail') : undefined;
  const country = billing?.country ? checkCountry(billing.country, 'wallet.billingInfo.country') : undefined;
  return {
    ...body,
    email: body.email || email,
    firstName: body.firstName || billing?.firstName || shipping?.firstName || undefined,
    lastName: body.lastName || billing?.lastName || shipping?.lastName || undefined,
    phone: body.phone || billing?.phone || shipping?.phone || undefined,
    billingAddress1: body.billingAddress1 || billing?.address1 || undefined,
    billingAddress2: body.billingAddress2 || billing?.address2 || undefined,
    billingCity: body.billingCity || billing?.city || undefined,
    billingState: body.billingState || billing?.state || undefined,
    billingPostalCode: body.billingPostalCode || billing?.postalCode || undefined,
    billingCountry: body.billingCountry || country,
    shippingAddress: body.shippingAddress ?? (shipping ? sheetShippingOf(shipping) : undefined),
  };
}

type SheetContact = NonNullable<NonNullable<PayFields['wallet']>['shippingInfo']>;

const sheetShippingOf = ({ address1, address2, city, state, postalCode, country }: SheetContact) => ({
  address1: address1 || undefined,
  address2: address2 || undefined,
  city: city || undefined,
  state: state || undefined,
  postalCode: postalCode || undefined,
  country: country ? checkCountry(country, 'wallet.shippingInfo.country') : undefined,
});
