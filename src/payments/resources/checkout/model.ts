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
import { CountryInput, Currency, IdOf, Last4 } from '../common/fields.ts';
import { accountHolderTypes, accountTypes } from '../payment-method/model.ts';
import { DiscountCodeInput } from '../product/discount.ts';
import { Recurring } from '../product/model.ts';
import { ExpMonthPart, ExpYearPart, VaultConfigModel } from '../token/vault.ts';
import { PayerInput } from '../transaction/wallet.ts';
import { ServiceWalletInput } from '../wallet/model.ts';

export const checkoutSettings = settings({
  require_checkout_phone: setting(T.Boolean(), false, 'the checkout refuses a payment without a phone number'),
  address_suggest: setting(T.Boolean(), false, 'the checkout suggests addresses as one types'),
});

const checkoutKinds = ['session', 'payment_link', 'invoice'] as const;

const text = () => nullable(T.String());

const OfferedProductModel = T.Object({
  productId: IdOf('product'),
  name: about(assumed(T.String()), "The product's name, with its variant."),
  description: about(assumed(text()), 'What the merchant says of it; null where nothing.'),
  price: about(assumed(Price()), 'Cents of one.'),
  quantity: about(assumed(T.Integer()), 'How many of it are bought.'),
  imageUrl: about(assumed(text()), 'The address of its picture; null where there is none.'),
  available: about(
    assumed(nullable(Integer({ minimum: 0 }))),
    'How many of it can be bought now; null where its stock is not counted.',
  ),
  recurring: Recurring(),
});

const AskedFieldModel = T.Object({
  id: about(T.String(), 'What names the answer in `customFieldValues`.'),
  label: about(assumed(T.String()), 'What the buyer is asked.'),
  type: about(assumed(OneOf(['text', 'number', 'select', 'checkbox'])), 'What kind of answer it takes.'),
  required: about(assumed(Flag()), 'Whether paying needs an answer.'),
  options: about(assumed(nullable(T.Array(T.String()))), 'What a select chooses from; null for the others.'),
});

const { email_field_mode, phone_field_mode } = CheckoutSessionModel.properties;

/**
 * The facts about a checkout that a page or an app gets (specification, "Public checkout client API", Load session).
 */
export const CheckoutModel = T.Object({
  slug: about(assumed(T.String()), "The last part of the page's address."),
  kind: about(assumed(OneOf(checkoutKinds)), 'What is paid.'),
  status: about(assumed(T.String()), 'The state of what is paid.'),
  amount: about(assumed(Cents()), 'Cents to pay: the discount is taken off.'),
  currency: assumed(Currency()),
  discountCode: about(assumed(text()), 'The code that was applied; null where none was.'),
  discountAmount: about(assumed(Integer({ minimum: 0 })), 'Cents taken off.'),
  sandbox: about(Flag(), 'Whether nothing but test cards can pay it.'),
  customFields: about(T.Array(AskedFieldModel), 'What the page asks beside the usual.'),
  collectShippingAddress: about(Flag(), 'Whether the page asks where to send the order.'),
  cardEnabled: about(Flag(), 'Whether it can be paid by card.'),
  threeDsEnabled: about(Flag(), 'Whether cards are to be authenticated before they pay.'),
  walletsEnabled: about(assumed(Flag()), 'Whether the workspace can be paid by wallets.'),
  wallets: about(assumed(T.Array(OneOf(walletTypes))), 'Those that this order can be paid by.'),
  vaultConfig: about(VaultConfigModel, 'The vault that numbers are posted to.'),
  workspaceId: IdOf('workspace whose checkout it is'),
  workspace: about(
    T.Object({
      name: about(assumed(T.String()), "The merchant's name."),
      achEnabled: about(Flag(), 'Whether it can be paid by bank account.'),
      requireCheckoutPhone: about(Flag(), 'Whether paying needs a phone number.'),
      achAuthorizationText: about(T.String(), 'A template: {merchant} and {amount} stand for the name and the sum.'),
    }),
    'What the merchant asks of its checkout.',
  ),
  products: about(T.Array(OfferedProductModel), 'What is bought, or may be chosen.'),
  brand: about(
    T.Object({
      name: about(assumed(T.String()), "The merchant's name, as buyers see it."),
      logoUrl: about(assumed(text()), 'The address of the logo; null where there is none.'),
      color: about(assumed(T.String()), 'A CSS colour such as #4f46e5.'),
    }),
    'How the merchant looks.',
  ),
  emailFieldMode: assumed(email_field_mode),
  phoneFieldMode: assumed(phone_field_mode),
  customerEmail: about(assumed(text()), 'The e-mail address to begin with; null where none is known.'),
  customerPhone: about(assumed(text()), 'The phone number to begin with; null where none is known.'),
  showOrderSummary: about(assumed(Flag()), 'Whether the page shows what is bought.'),
  locale: about(
    assumed(text()),
    "The language that the merchant wants it to be in, a BCP 47 tag; null where the buyer's device decides.",
  ),
});
export type Checkout = T.Static<typeof CheckoutModel>;

const given = (longest: number) => T.Optional(Text(longest));

/** How many products a buyer may choose on the page of a link. */
export const mostItems = 100;

const ItemsInput = T.Array(
  T.Object({
    productId: about(Words(64), 'The id of a product of the checkout.'),
    quantity: about(Integer({ minimum: 1, maximum: 999_999_999 }), 'How many of it are bought.'),
  }),
  { maxItems: mostItems },
);
export type Items = T.Static<typeof ItemsInput>;

/** The fields that a payer must fill, unless a wallet's sheet does. */
export const requiredContact = ['email', 'firstName', 'lastName'] as const;
/** The billing fields that a typed card or account needs; a wallet knows its own address. */
export const requiredBilling = ['billingAddress1', 'billingCity', 'billingPostalCode', 'billingCountry'] as const;
/** The fields that a bank debit needs. */
const requiredOfBank = [
  'vaultBankAccountAlias',
  'routingNumber',
  'accountType',
  'accountHolderType',
  'achAuthorized',
] as const;

/**
 * The instrument and the order (specification, "Pay body"): a card or a bank account in the vault, or a wallet
 * (assumed: the specification shows wallets on the checkout, and no field for them).
 */
export const PayBody = ruled(
  T.Object({
    email: about(
      described(given(254), { format: 'email' }),
      "The buyer's e-mail address; a wallet's sheet may give it instead.",
    ),
    firstName: about(given(100), "The buyer's given name."),
    lastName: about(given(100), "The buyer's family name."),
    phone: about(given(50), "The buyer's phone number, where `workspace.requireCheckoutPhone` asks for it."),
    billingAddress1: about(given(200), 'Street and number; needed for what is typed in.'),
    billingAddress2: about(assumed(given(200)), 'What the address has beside the street.'),
    billingCity: about(given(200), "The city's name; needed for what is typed in."),
    billingState: about(given(200), 'State or region.'),
    billingPostalCode: about(given(200), 'ZIP or postal code; needed for what is typed in.'),
    billingCountry: T.Optional(CountryInput(200, 'Needed for what is typed in')),
    paymentMethodType: about(T.Optional(OneOf(['card', 'ach'], ['card'])), 'What pays; card where none is given.'),
    vaultPanAlias: about(given(100), "The vault's alias of the card number."),
    vaultCvcAlias: about(given(100), "The vault's alias of the security code."),
    vaultExpMonth: T.Optional(ExpMonthPart()),
    vaultExpYear: T.Optional(ExpYearPart()),
    vaultBin: about(given(20), 'As the card field showed it; what the vault kept decides.'),
    vaultBrand: about(given(40), 'As the card field showed it; what the vault kept decides.'),
    vaultLast4: about(given(10), 'As the card field showed it; what the vault kept decides.'),
    service_wallet: about(
      assumed(T.Optional(ServiceWalletInput)),
      'As POST /charges takes it, in the place of a card.',
    ),
    wallet: about(
      assumed(T.Optional(PayerInput)),
      'The contact of the wallet’s sheet; fields of this body win over it.',
    ),
    vaultBankAccountAlias: about(given(100), "The vault's alias of the account number."),
    vaultBankLast4: about(given(10), 'As the account field showed it; what the vault kept decides.'),
    routingNumber: about(
      described(given(20), { pattern: '^([0-9]{9})?$' }),
      'The routing number of the bank, nine digits.',
    ),
    accountType: about(T.Optional(OneOf(accountTypes)), 'The kind of bank account.'),
    accountHolderType: about(T.Optional(OneOf(accountHolderTypes)), 'Whose account it is.'),
    achAuthorized: about(
      T.Optional(Flag()),
      'Whether the buyer authorized the debit; a bank account is not debited without true.',
    ),
    items: about(T.Optional(ItemsInput), 'What is chosen on a link; without it, what the checkout holds.'),
    discountCode: DiscountCodeInput(),
    customFieldValues: about(T.Optional(Anything()), 'The answers to `customFields`, by their ids.'),
    shippingAddress: about(T.Optional(ShippingAddressInput), 'Where the order is sent.'),
    clientMetadata: about(
      T.Optional(Anything()),
      'What the app tells of itself: platform, sdk, appId, osVersion, deviceModel, language, timezone, screenWidth, screenHeight.',
    ),
  }),
  atLeast('vaultPanAlias', 'vaultBankAccountAlias', 'service_wallet'),
  either(all('service_wallet'), all(...requiredContact, ...requiredBilling)),
  needs('vaultPanAlias', all('vaultExpMonth', 'vaultExpYear')),
  when('paymentMethodType', ['ach'], all(...requiredOfBank)),
  needs('wallet', all('service_wallet')),
);
export type PayFields = T.Static<typeof PayBody>;

/** The answer to an accepted payment (specification, "Pay responses", 200). */
export const PaidModel = T.Object({
  success: about(T.Unsafe<true>({ type: 'boolean', const: true }), 'Always true: a refusal has another status.'),
  transactionId: IdOf('transaction'),
  orderNumber: about(Integer({ minimum: 1 }), 'The number of the order, counted from 1.'),
  orderLabel: about(T.String(), 'The number as it is shown to the buyer.'),
  confirmationToken: about(T.String(), 'What shows the confirmation of this payment to its buyer.'),
  successUrl: about(text(), 'Where the buyer goes now; null where the page stays.'),
  status: about(
    T.Unsafe<'pending_settlement'>({ type: 'string', const: 'pending_settlement' }),
    'The payment was taken, and settles later.',
  ),
  amount: about(Cents(), 'Cents that were paid.'),
  currency: Currency(),
  processorType: about(OneOf(gatewayKinds), 'The gateway that took it.'),
  card: about(
    nullable(T.Object({ brand: about(T.String(), 'The brand of the card.'), last4: Last4('card number') })),
    'Null where a bank account pays.',
  ),
  bankAuthUrl: about(T.Optional(T.String()), 'Where the buyer authorizes the first instant debit of a bank account.'),
});
export type PayResponse = T.Static<typeof PaidModel>;

/**
 * The result of an attempt to pay (specification, "Pay responses"). Its id is a digest of the slug and the
 * `Idempotency-Key`; the record stores only a digest of the body.
 */
const CheckoutClaimModel = T.Object({
  id: T.String(),
  request: T.String(),
  /** The charge whose outcome was unknown at the time of the answer; null if the outcome was known. */
  attempt_id: nullable(T.String()),
  /** The 200 answer; null while the outcome is unknown. */
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

/** The right of a buyer to see the confirmation of a payment. Its id is the `confirmationToken`. */
const ConfirmationModel = T.Object({
  id: T.String(),
  transaction_id: T.String(),
  slug: T.String(),
  /**
   * The state of the buyer's authorization of an instant debit at the bank; null if no authorization is needed. In the
   * state `awaited`, the buyer was sent to the bank, and the debit waits for the buyer's answer.
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
