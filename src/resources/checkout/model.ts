import { collection } from '../../engine/collection.ts';
import {
  Anything,
  about,
  assumed,
  Cents,
  Flag,
  Integer,
  nullable,
  OneOf,
  T,
  Text,
  Timestamp,
  Words,
} from '../../engine/schema.ts';
import { gatewayKinds, setting, settings } from '../../engine/settings.ts';
import { walletTypes } from '../../simulation/wallet-credentials.ts';
import { CheckoutSessionModel } from '../checkout-session/model.ts';
import { accountHolderTypes, accountTypes } from '../payment-method/model.ts';
import { intervals, Price } from '../product/model.ts';
import { ExpiryPart, VaultConfigModel } from '../token/vault.ts';
import { PayerInput } from '../transaction/wallet.ts';
import { ServiceWalletInput } from '../wallet/model.ts';

export const checkoutSettings = settings({
  require_checkout_phone: setting(T.Boolean(), false, 'the checkout refuses a payment without a phone number'),
  address_suggest: setting(T.Boolean(), false, 'the checkout suggests addresses as one types'),
});

const checkoutKinds = ['session', 'payment_link', 'invoice'] as const;

const text = () => nullable(T.String());

const OfferedProductModel = T.Object({
  productId: T.String(),
  name: assumed(T.String()),
  description: assumed(text()),
  price: about(assumed(Price()), 'Cents of one.'),
  quantity: assumed(T.Integer()),
  imageUrl: assumed(text()),
  recurring: assumed(nullable(T.Object({ interval: OneOf(intervals), interval_count: T.Integer() }))),
});

const AskedFieldModel = T.Object({
  id: T.String(),
  label: assumed(T.String()),
  type: assumed(OneOf(['text', 'number', 'select', 'checkbox'])),
  required: assumed(Flag()),
  options: assumed(nullable(T.Array(T.String()))),
});

const { email_field_mode, phone_field_mode } = CheckoutSessionModel.properties;

/** What a page or an app is told of what is to be paid (specification, "Public checkout client API", Load session). */
export const CheckoutModel = T.Object({
  slug: assumed(T.String()),
  kind: assumed(OneOf(checkoutKinds)),
  status: assumed(T.String()),
  amount: about(assumed(Cents()), 'Cents to pay: the discount is taken off.'),
  currency: assumed(T.String()),
  discountCode: assumed(text()),
  discountAmount: about(assumed(Integer({ minimum: 0 })), 'Cents taken off.'),
  sandbox: Flag(),
  customFields: T.Array(AskedFieldModel),
  collectShippingAddress: Flag(),
  cardEnabled: Flag(),
  threeDsEnabled: Flag(),
  walletsEnabled: about(assumed(Flag()), 'Whether the workspace can be paid by wallets.'),
  wallets: about(assumed(T.Array(OneOf(walletTypes))), 'Those that this order can be paid by.'),
  vaultConfig: VaultConfigModel,
  workspaceId: T.String(),
  workspace: T.Object({
    name: assumed(T.String()),
    achEnabled: Flag(),
    requireCheckoutPhone: Flag(),
    achAuthorizationText: about(T.String(), 'A template: {merchant} and {amount} stand for the name and the sum.'),
  }),
  products: T.Array(OfferedProductModel),
  brand: T.Object({ name: assumed(T.String()), logoUrl: assumed(text()), color: assumed(T.String()) }),
  emailFieldMode: assumed(email_field_mode),
  phoneFieldMode: assumed(phone_field_mode),
  customerEmail: assumed(text()),
  customerPhone: assumed(text()),
  showOrderSummary: assumed(Flag()),
});
export type Checkout = T.Static<typeof CheckoutModel>;

const given = (longest: number) => T.Optional(Text(longest));

const ShippingAddressInput = T.Object({
  address1: given(200),
  address2: assumed(given(200)),
  city: given(200),
  state: given(200),
  postalCode: given(200),
  country: given(200),
});
export type ShippingAddressFields = T.Static<typeof ShippingAddressInput>;

/** How many products a buyer may choose on the page of a link. */
export const mostItems = 100;

const ItemsInput = T.Array(
  T.Object({ productId: Words(64), quantity: Integer({ minimum: 1, maximum: 999_999_999 }) }),
  { maxItems: mostItems },
);
export type Items = T.Static<typeof ItemsInput>;

/**
 * What pays, and for what (specification, "Pay body"): a card in the vault, a bank account there, or a wallet (assumed: the
 * specification shows wallets on the checkout, and no field for them).
 */
export const PayBody = T.Object({
  email: given(254),
  firstName: given(100),
  lastName: given(100),
  phone: given(50),
  billingAddress1: given(200),
  billingAddress2: assumed(given(200)),
  billingCity: given(200),
  billingState: given(200),
  billingPostalCode: given(200),
  billingCountry: given(200),
  paymentMethodType: T.Optional(OneOf(['card', 'ach'], ['card'])),
  vaultPanAlias: given(100),
  vaultCvcAlias: given(100),
  vaultExpMonth: T.Optional(ExpiryPart()),
  vaultExpYear: T.Optional(ExpiryPart()),
  vaultBin: about(given(20), 'As the card field showed it; what the vault kept decides.'),
  vaultBrand: about(given(40), 'As the card field showed it; what the vault kept decides.'),
  vaultLast4: about(given(10), 'As the card field showed it; what the vault kept decides.'),
  threeDsToken: given(200),
  service_wallet: about(assumed(T.Optional(ServiceWalletInput)), 'As POST /charges takes it, in the place of a card.'),
  wallet: about(assumed(T.Optional(PayerInput)), 'The contact of the wallet’s sheet; fields of this body win over it.'),
  vaultBankAccountAlias: given(100),
  vaultBankLast4: about(given(10), 'As the account field showed it; what the vault kept decides.'),
  routingNumber: given(20),
  accountType: T.Optional(OneOf(accountTypes)),
  accountHolderType: T.Optional(OneOf(accountHolderTypes)),
  achAuthorized: T.Optional(Flag()),
  items: T.Optional(ItemsInput),
  discountCode: given(50),
  customFieldValues: T.Optional(Anything()),
  shippingAddress: T.Optional(ShippingAddressInput),
  clientMetadata: T.Optional(Anything()),
});
export type PayFields = T.Static<typeof PayBody>;

/** What a payment that was taken answers (specification, "Pay responses", 200). */
export const PaidModel = T.Object({
  success: T.Unsafe<true>({ type: 'boolean', const: true }),
  transactionId: T.String(),
  orderNumber: Integer({ minimum: 1 }),
  orderLabel: T.String(),
  confirmationToken: T.String(),
  successUrl: text(),
  status: T.Unsafe<'pending_settlement'>({ type: 'string', const: 'pending_settlement' }),
  amount: Cents(),
  currency: T.String(),
  processorType: OneOf(gatewayKinds),
  card: about(nullable(T.Object({ brand: T.String(), last4: T.String() })), 'Null where a bank account pays.'),
  bankAuthUrl: about(T.Optional(T.String()), 'Where the buyer authorizes the first instant debit of a bank account.'),
});
export type Paid = T.Static<typeof PaidModel>;

/**
 * What became of an attempt to pay (specification, "Pay responses"). Its id is a digest of the slug and the
 * `Idempotency-Key`; of the body a digest is kept, and nothing else.
 */
const CheckoutClaimModel = T.Object({
  id: T.String(),
  request: T.String(),
  /** The charge whose outcome was unknown when the attempt was answered; null where it was known. */
  attempt_id: nullable(T.String()),
  /** The 200 that was answered; null while the outcome is unknown. */
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

/** What a buyer shows to see the confirmation of a payment. Its id is the `confirmationToken`. */
const ConfirmationModel = T.Object({
  id: T.String(),
  transaction_id: T.String(),
  slug: T.String(),
  /** What became of the buyer's authorization of an instant debit at the bank; null where none is asked for. */
  bank_auth: nullable(OneOf(['asked', 'given', 'refused'])),
  created_at: Timestamp(),
});
export type Confirmation = Readonly<T.Static<typeof ConfirmationModel>>;

export const confirmations = collection('confirmation', { model: ConfirmationModel, prefix: 'conf', indexes: [] });
