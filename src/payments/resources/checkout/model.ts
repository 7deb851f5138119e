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
import { ExpMonthPart, ExpYearPart, VaultConfigModel } from '../token/vault.ts';
import { PayerInput } from '../transaction/wallet.ts';
import { ServiceWalletInput } from '../wallet/model.ts';

export const checkoutSettings = settings({
  require_checkout_phone: setting(T.Boolean(), false, 'whether the checkout rejects a payment without a phone number'),
  address_suggest: setting(T.Boolean(), false, 'whether the checkout suggests addresses while the buyer types'),
});

const checkoutKinds = ['session', 'payment_link', 'invoice'] as const;

const text = () => nullable(T.String());

const OfferedProductModel = T.Object({
  productId: IdOf('product'),
  name: about(assumed(T.String()), "The product's name, including its variant."),
  description: about(assumed(text()), "The merchant's description of the product; null if there is none."),
  price: about(assumed(Price()), 'The price of one unit, in cents.'),
  quantity: about(assumed(T.Integer()), 'The quantity of the product in the order.'),
  imageUrl: about(assumed(text()), "The URL of the product's image; null if there is none."),
  available: about(
    assumed(nullable(Integer({ minimum: 0 }))),
    'How many are available now; null if the stock is not tracked.',
  ),
  recurring: Recurring(),
});

const AskedFieldModel = T.Object({
  id: about(T.String(), 'The key of the answer in `customFieldValues`.'),
  label: about(assumed(T.String()), 'The question that the buyer sees.'),
  type: about(assumed(OneOf(['text', 'number', 'select', 'checkbox'])), 'The type of the answer.'),
  required: about(assumed(Flag()), 'Whether the buyer must answer before paying.'),
  options: about(assumed(nullable(T.Array(T.String()))), 'The options of a select field; null for other types.'),
});

const { email_field_mode, phone_field_mode } = CheckoutSessionModel.properties;

/** The data of a checkout for a page or an app (specification, "Public checkout client API", Load session). */
export const CheckoutModel = T.Object({
  slug: about(assumed(T.String()), "The last part of the page's URL."),
  kind: about(assumed(OneOf(checkoutKinds)), 'The type of the object to pay.'),
  status: about(assumed(T.String()), 'The status of the object to pay.'),
  amount: about(assumed(Cents()), 'The amount to pay in cents, after the discount.'),
  currency: assumed(Currency()),
  discountCode: about(assumed(text()), 'The discount code that was applied; null if there is none.'),
  discountAmount: about(assumed(Integer({ minimum: 0 })), 'The discount, in cents.'),
  sandbox: about(Flag(), 'Whether the checkout accepts only test cards.'),
  customFields: about(T.Array(AskedFieldModel), 'The additional questions on the page.'),
  collectShippingAddress: about(Flag(), 'Whether the page asks for a shipping address.'),
  cardEnabled: about(Flag(), 'Whether the buyer can pay by card.'),
  threeDsEnabled: about(Flag(), 'Whether cards are authenticated before a payment.'),
  walletsEnabled: about(assumed(Flag()), 'Whether the workspace accepts wallets.'),
  wallets: about(assumed(T.Array(OneOf(walletTypes))), 'The wallets that can pay this order.'),
  vaultConfig: about(VaultConfigModel, 'The vault that receives the card and account numbers.'),
  workspaceId: IdOf('workspace that the checkout belongs to'),
  workspace: about(
    T.Object({
      name: about(assumed(T.String()), "The merchant's name."),
      achEnabled: about(Flag(), 'Whether the buyer can pay by bank account.'),
      requireCheckoutPhone: about(Flag(), 'Whether a phone number is required to pay.'),
      achAuthorizationText: about(T.String(), 'A template with the placeholders {merchant} and {amount}.'),
    }),
    "The merchant's checkout options.",
  ),
  products: about(T.Array(OfferedProductModel), 'The products in the order, or the products to choose from.'),
  brand: about(
    T.Object({
      name: about(assumed(T.String()), "The merchant's name as buyers see it."),
      logoUrl: about(assumed(text()), 'The URL of the logo; null if there is none.'),
      color: about(assumed(T.String()), 'A CSS color such as #4f46e5.'),
    }),
    "The merchant's branding.",
  ),
  emailFieldMode: assumed(email_field_mode),
  phoneFieldMode: assumed(phone_field_mode),
  customerEmail: about(assumed(text()), 'The email address that the page shows initially; null if it is unknown.'),
  customerPhone: about(assumed(text()), 'The phone number that the page shows initially; null if it is unknown.'),
  showOrderSummary: about(assumed(Flag()), 'Whether the page shows the products in the order.'),
  locale: about(
    assumed(text()),
    "The language that the merchant chose, as a BCP 47 tag; null if the buyer's device decides.",
  ),
});
export type Checkout = T.Static<typeof CheckoutModel>;

const given = (longest: number) => T.Optional(Text(longest));

/** The maximum number of products that a buyer can choose on the page of a link. */
export const mostItems = 100;

const ItemsInput = T.Array(
  T.Object({
    productId: about(Words(64), 'The id of a product in the checkout.'),
    quantity: about(Integer({ minimum: 1, maximum: 999_999_999 }), 'The quantity of the product in the order.'),
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
      described(given(254), { format: 'email' }),
      "The buyer's email address. The sheet of a wallet can provide it instead.",
    ),
    firstName: about(given(100), "The buyer's first name."),
    lastName: about(given(100), "The buyer's last name."),
    phone: about(given(50), "The buyer's phone number; required if `workspace.requireCheckoutPhone` is true."),
    billingAddress1: about(given(200), 'Street and number; required for a manually entered card or bank account.'),
    billingAddress2: about(assumed(given(200)), 'Additional address line.'),
    billingCity: about(given(200), 'The name of the city; required for a manually entered card or bank account.'),
    billingState: about(given(200), 'State or region.'),
    billingPostalCode: about(given(200), 'ZIP or postal code; required for a manually entered card or bank account.'),
    billingCountry: T.Optional(
      CountryInput(200, 'The billing country (required for a manually entered card or bank account)'),
    ),
    paymentMethodType: about(
      T.Optional(OneOf(['card', 'ach'], ['card'])),
      'The type of instrument that pays; card by default.',
    ),
    vaultPanAlias: about(given(100), "The vault's alias for the card number."),
    vaultCvcAlias: about(given(100), "The vault's alias for the security code."),
    vaultExpMonth: T.Optional(ExpMonthPart()),
    vaultExpYear: T.Optional(ExpYearPart()),
    vaultBin: about(
      given(20),
      'The value that the card field showed. The service uses the value that the vault stored.',
    ),
    vaultBrand: about(
      given(40),
      'The value that the card field showed. The service uses the value that the vault stored.',
    ),
    vaultLast4: about(
      given(10),
      'The value that the card field showed. The service uses the value that the vault stored.',
    ),
    service_wallet: about(
      assumed(T.Optional(ServiceWalletInput)),
      'The wallet credential, as in POST /charges; replaces the card.',
    ),
    wallet: about(
      assumed(T.Optional(PayerInput)),
      'The contact details from the sheet of the wallet; the fields of this body take precedence.',
    ),
    vaultBankAccountAlias: about(given(100), "The vault's alias for the account number."),
    vaultBankLast4: about(
      given(10),
      'The value that the account field showed. The service uses the value that the vault stored.',
    ),
    routingNumber: about(
      described(given(20), { ...routingForm, pattern: '^([0-9]{9})?$' }),
      'The routing number of the bank: nine digits.',
    ),
    accountType: about(T.Optional(OneOf(accountTypes)), 'The type of bank account.'),
    accountHolderType: about(T.Optional(OneOf(accountHolderTypes)), 'The type of account holder.'),
    achAuthorized: about(
      T.Optional(Flag()),
      'Whether the buyer authorized the debit; must be true to debit a bank account.',
    ),
    items: about(
      T.Optional(ItemsInput),
      'The products that the buyer chose on a payment link; defaults to the products of the checkout.',
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
    'Always true. If the payment fails, the response has a different status.',
  ),
  transactionId: IdOf('transaction'),
  orderNumber: about(Integer({ minimum: 1 }), 'The order number; the first order has number 1.'),
  orderLabel: about(T.String(), 'The order number as the buyer sees it.'),
  confirmationToken: about(T.String(), 'The token that gives the buyer access to the confirmation of this payment.'),
  successUrl: about(text(), 'The URL to which the buyer goes next; null if the buyer stays on the page.'),
  status: about(
    T.Unsafe<'pending_settlement'>({ type: 'string', const: 'pending_settlement' }),
    'The payment was accepted and settles later.',
  ),
  amount: about(Cents(), 'The amount paid, in cents.'),
  currency: Currency(),
  processorType: about(OneOf(gatewayKinds), 'The gateway that processed the payment.'),
  card: about(
    nullable(T.Object({ brand: about(T.String(), 'The brand of the card.'), last4: Last4('card number') })),
    'The card that paid; null for a bank account.',
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
