import { all, atLeast, either, needs, ruled, when } from '../../../core/kernel/declare/field-rules.ts';
import {
  Anything,
  about,
  assumed,
  described,
  Flag,
  Integer,
  nullable,
  OneOf,
  T,
  Text,
  Timestamp,
  Words,
} from '../../../core/kernel/declare/schema.ts';
import { setting, settings } from '../../../core/kernel/declare/settings.ts';
import { collection } from '../../../core/store/collection.ts';
import { Cents, Price } from '../../platform/fields.ts';
import { gatewayKinds } from '../../platform/settings.ts';
import { walletTypes } from '../../simulation/wallet-credentials.ts';
import { CheckoutSessionModel } from '../checkout-session/model.ts';
import { ShippingAddressInput } from '../common/address.ts';
import { CountryInput, Currency, IdOf, Last4, routingForm } from '../common/fields.ts';
import { accountHolderTypes, accountTypes } from '../payment-method/model.ts';
import { DiscountCodeInput } from '../product/discount.ts';
import { Recurring } from '../product/model.ts';
import { CardFieldText, ExpMonthPart, ExpYearPart, VaultConfigModel } from '../token/vault.ts';
import { PayerInput } from '../transaction/wallet.ts';
import { ServiceWalletInput } from '../wallet/model.ts';

export const checkoutSettings = settings({
  require_checkout_phone: setting(T.Boolean(), false, 'whether the checkout requires a phone number'),
  address_suggest: setting(T.Boolean(), false, 'whether the checkout suggests addresses while the buyer types'),
});

const checkoutKinds = ['session', 'payment_link', 'invoice'] as const;

const text = () => nullable(T.String());

const OfferedProductModel = T.Object({
  productId: IdOf('product'),
  name: about(assumed(T.String()), "The product's name, including its variant."),
  description: about(assumed(text()), "The merchant's product description; null if there is none."),
  price: about(assumed(Price()), 'The unit price, in cents.'),
  quantity: about(assumed(T.Integer()), 'The quantity ordered.'),
  imageUrl: about(assumed(text()), 'The URL of the product image; null if there is none.'),
  available: about(
    assumed(nullable(Integer({ minimum: 0 }))),
    'The number of units in stock; null if the stock is not tracked.',
  ),
  recurring: Recurring(),
});

const CustomFieldModel = T.Object({
  id: about(T.String(), 'The field id, which is the key of the answer in `customFieldValues`.'),
  label: about(assumed(T.String()), 'The question that the buyer sees.'),
  type: about(assumed(OneOf(['text', 'number', 'select', 'checkbox'])), 'The type of the answer.'),
  required: about(assumed(Flag()), 'Whether the buyer must answer before paying.'),
  options: about(assumed(nullable(T.Array(T.String()))), 'The options of a select field; null for other types.'),
});

const { email_field_mode, phone_field_mode } = CheckoutSessionModel.properties;

/** The data of a checkout for a page or an app (specification, "Public checkout client API", Load session). */
export const CheckoutModel = T.Object({
  slug: about(assumed(T.String()), 'The slug: the last segment of the page URL.'),
  kind: about(assumed(OneOf(checkoutKinds)), 'The type of object to pay.'),
  status: about(assumed(T.String()), 'The status of the object to pay.'),
  amount: about(assumed(Cents()), 'The amount to pay after the discount, in cents.'),
  currency: assumed(Currency()),
  discountCode: about(assumed(text()), 'The applied discount code; null if there is none.'),
  discountAmount: about(assumed(Integer({ minimum: 0 })), 'The discount amount, in cents.'),
  sandbox: about(Flag(), 'Whether the checkout accepts only test cards.'),
  customFields: about(T.Array(CustomFieldModel), 'Additional questions on the page.'),
  collectShippingAddress: about(Flag(), 'Whether the page asks for a shipping address.'),
  cardEnabled: about(Flag(), 'Whether the buyer can pay by card.'),
  threeDsEnabled: about(Flag(), 'Whether the checkout uses 3-D Secure.'),
  walletsEnabled: about(assumed(Flag()), 'Whether the workspace accepts wallets.'),
  wallets: about(assumed(T.Array(OneOf(walletTypes))), 'The wallets that the buyer can use for this order.'),
  vaultConfig: about(VaultConfigModel, 'The vault that receives the card and account numbers.'),
  workspaceId: IdOf('workspace of the checkout'),
  workspace: about(
    T.Object({
      name: about(assumed(T.String()), "The merchant's name."),
      achEnabled: about(Flag(), 'Whether the buyer can pay by bank account.'),
      requireCheckoutPhone: about(Flag(), 'Whether a phone number is required to pay.'),
      achAuthorizationText: about(
        T.String(),
        'The authorization text, a template with the placeholders {merchant} and {amount}.',
      ),
    }),
    "The merchant's checkout options.",
  ),
  products: about(T.Array(OfferedProductModel), 'The products in the order or the products to choose from.'),
  brand: about(
    T.Object({
      name: about(assumed(T.String()), 'The merchant name that buyers see.'),
      logoUrl: about(assumed(text()), 'Logo URL; null if there is none.'),
      color: about(assumed(T.String()), 'A CSS color, such as #4f46e5.'),
    }),
    "The merchant's branding.",
  ),
  emailFieldMode: assumed(email_field_mode),
  phoneFieldMode: assumed(phone_field_mode),
  customerEmail: about(assumed(text()), 'The email address prefilled on the page; null if unknown.'),
  customerPhone: about(assumed(text()), 'The phone number prefilled on the page; null if unknown.'),
  showOrderSummary: about(assumed(Flag()), 'Whether the page shows an order summary with the products.'),
  locale: about(
    assumed(text()),
    "The page language set by the merchant, as a BCP 47 tag; null to use the language of the buyer's device.",
  ),
});
export type Checkout = T.Static<typeof CheckoutModel>;

const optionalText = (longest: number) => T.Optional(Text(longest));

/** The maximum number of products that a buyer can choose on the page of a link. */
export const mostItems = 100;

const ItemsInput = T.Array(
  T.Object({
    productId: about(Words(64), 'The id of a product in the checkout.'),
    quantity: about(Integer({ minimum: 1, maximum: 999_999_999 }), 'The quantity ordered.'),
  }),
  { maxItems: mostItems },
);
export type Items = T.Static<typeof ItemsInput>;

/** The fields that a payer must fill in, unless the sheet of a wallet provides them. */
export const requiredContact = ['email', 'firstName', 'lastName'] as const;
/** The billing fields that a manually entered card or bank account requires. A wallet provides its own address. */
export const requiredBilling = ['billingAddress1', 'billingCity', 'billingPostalCode', 'billingCountry'] as const;
/** The fields that a bank debit requires. */
const requiredOfBank = [
  'vaultBankAccountAlias',
  'routingNumber',
  'accountType',
  'accountHolderType',
  'achAuthorized',
] as const;

/**
 * The instrument and the order (specification, "Pay body"): a card or a bank account in the vault, or a wallet. The
 * wallet fields are assumed, because the specification shows wallets at checkout but no fields for them.
 */
export const PayBody = ruled(
  T.Object({
    email: about(
      described(optionalText(254), { format: 'email' }),
      "The buyer's email address; optional if the wallet sheet provides an address.",
    ),
    firstName: about(optionalText(100), "The buyer's first name."),
    lastName: about(optionalText(100), "The buyer's last name."),
    phone: about(optionalText(50), "The buyer's phone number; required if `workspace.requireCheckoutPhone` is true."),
    billingAddress1: about(
      optionalText(200),
      'Street and number; required for a manually entered card or bank account.',
    ),
    billingAddress2: about(assumed(optionalText(200)), 'Additional address line.'),
    billingCity: about(optionalText(200), 'City; required for a manually entered card or bank account.'),
    billingState: about(optionalText(200), 'State or region.'),
    billingPostalCode: about(
      optionalText(200),
      'ZIP or postal code; required for a manually entered card or bank account.',
    ),
    billingCountry: T.Optional(
      CountryInput(200, 'The billing country (required for a manually entered card or bank account)'),
    ),
    paymentMethodType: about(
      T.Optional(OneOf(['card', 'ach'], ['card'])),
      'The type of instrument to charge. Defaults to card.',
    ),
    vaultPanAlias: about(optionalText(100), 'The vault alias for the card number.'),
    vaultCvcAlias: about(optionalText(100), 'The vault alias for the security code.'),
    vaultExpMonth: T.Optional(ExpMonthPart()),
    vaultExpYear: T.Optional(ExpYearPart()),
    vaultBin: CardFieldText(20),
    vaultBrand: CardFieldText(40),
    vaultLast4: CardFieldText(10),
    service_wallet: about(
      assumed(T.Optional(ServiceWalletInput)),
      'The wallet credential, as in POST /charges; replaces the card.',
    ),
    wallet: about(
      assumed(T.Optional(PayerInput)),
      'The contact details from the wallet sheet. The other fields in this request take precedence.',
    ),
    vaultBankAccountAlias: about(optionalText(100), 'The vault alias for the account number.'),
    vaultBankLast4: about(
      optionalText(10),
      'The value shown in the account field. The service uses the value stored in the vault instead.',
    ),
    routingNumber: about(
      described(optionalText(20), { ...routingForm, pattern: '^([0-9]{9})?$' }),
      'Nine-digit bank routing number.',
    ),
    accountType: about(T.Optional(OneOf(accountTypes)), 'The type of bank account.'),
    accountHolderType: about(T.Optional(OneOf(accountHolderTypes)), 'The type of account holder.'),
    achAuthorized: about(
      T.Optional(Flag()),
      'Whether the buyer authorized the debit; must be true to debit a bank account.',
    ),
    items: about(
      T.Optional(ItemsInput),
      'The products that the buyer chose on a payment link. Defaults to all products in the checkout.',
    ),
    discountCode: DiscountCodeInput(),
    customFieldValues: about(T.Optional(Anything()), 'The answers to `customFields`, keyed by field id.'),
    shippingAddress: about(T.Optional(ShippingAddressInput), 'The shipping address of the order.'),
    clientMetadata: about(
      T.Optional(Anything()),
      'Information about the app: platform, sdk, appId, osVersion, deviceModel, language, timezone, screenWidth, screenHeight.',
    ),
  }),
  atLeast('vaultPanAlias', 'vaultBankAccountAlias', 'service_wallet'),
  either(all('service_wallet'), all(...requiredContact, ...requiredBilling)),
  needs('vaultPanAlias', all('vaultExpMonth', 'vaultExpYear')),
  when('paymentMethodType', ['ach'], all(...requiredOfBank)),
  needs('wallet', all('service_wallet')),
);
export type PayFields = T.Static<typeof PayBody>;

/** The response to an accepted payment (specification, "Pay responses", 200). */
export const PaidModel = T.Object({
  success: about(
    T.Unsafe<true>({ type: 'boolean', const: true }),
    'Always true. A failed payment returns a different HTTP status.',
  ),
  transactionId: IdOf('transaction'),
  orderNumber: about(Integer({ minimum: 1 }), 'The order number, starting from 1.'),
  orderLabel: about(T.String(), 'The order number shown to the buyer, such as #1.'),
  confirmationToken: about(T.String(), 'The token that grants access to the payment confirmation.'),
  successUrl: about(text(), 'The URL to send the buyer to next; null if the buyer stays on the page.'),
  status: about(
    T.Unsafe<'pending_settlement'>({ type: 'string', const: 'pending_settlement' }),
    'The payment was accepted and settles later.',
  ),
  amount: about(Cents(), 'The amount paid, in cents.'),
  currency: Currency(),
  processorType: about(OneOf(gatewayKinds), 'The gateway that processed the payment.'),
  card: about(
    nullable(T.Object({ brand: about(T.String(), 'Card brand, such as visa.'), last4: Last4('card number') })),
    'The card that was charged; null for a bank account.',
  ),
  bankAuthUrl: about(
    T.Optional(T.String()),
    'The URL where the buyer authorizes the first instant debit from a bank account.',
  ),
});
export type PayResponse = T.Static<typeof PaidModel>;

/**
 * The result of an attempt to pay (specification, "Pay responses"). The id is a digest of the slug and the
 * `Idempotency-Key`. The record stores only a digest of the body.
 */
const CheckoutClaimModel = T.Object({
  id: T.String(),
  request: T.String(),
  /** The charge whose outcome was unknown at the time of the response; null if the outcome was known. */
  attempt_id: nullable(T.String()),
  /** The 200 response; null while the outcome is unknown. */
  answer: nullable(PaidModel),
  created_at: Timestamp(),
});
export type CheckoutClaim = Readonly<T.Static<typeof CheckoutClaimModel>>;

export const checkoutClaims = collection('checkout_claim', {
  model: CheckoutClaimModel,
  prefix: 'claim',
  removable: true,
  indexes: [],
});

/** Gives a buyer access to the confirmation of a payment. The id is the `confirmationToken`. */
const ConfirmationModel = T.Object({
  id: T.String(),
  transaction_id: T.String(),
  slug: T.String(),
  /**
   * The state of the buyer's authorization of an instant debit at the bank; null if no authorization is needed. In
   * the state `awaited`, the buyer was sent to the bank, and the debit waits for the buyer's decision.
   */
  bank_auth: nullable(OneOf(['asked', 'awaited', 'given', 'refused', 'expired'])),
  created_at: Timestamp(),
});
export type Confirmation = Readonly<T.Static<typeof ConfirmationModel>>;

export const confirmations = collection('confirmation', {
  model: ConfirmationModel,
  prefix: 'conf',
  indexes: [['transaction_id']],
});
