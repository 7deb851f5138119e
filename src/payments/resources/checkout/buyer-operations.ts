import type { Kernel } from '../../../core/kernel/context.ts';
import { capabilityRequired } from '../../../core/kernel/declare/capability.ts';
import { bare, buyerOperation, type Owner } from '../../../core/kernel/declare/operation.ts';
import { about, assumed, Flag, nullable, T, Text } from '../../../core/kernel/declare/schema.ts';
import { invalid, notFound, resourceMissing } from '../../../core/kernel/errors.ts';
import { duplicateRequest } from '../../../core/kernel/idempotency.ts';
import { workspaces } from '../../../core/kernel/workspace.ts';
import { amountTooLarge } from '../../platform/checks.ts';
import { findAddress, suggestAddresses } from '../../simulation/addresses.ts';
import { gatewayUnavailable } from '../../simulation/gateways.ts';
import { pageSlug } from '../common/fields.ts';
import { discountNotApplicable } from '../product/discount.ts';
import { signCardRef } from '../three-ds/cards.ts';
import { tokenExpired } from '../token/actions.ts';
import { prepare, wallets } from '../wallet/actions.ts';
import { PrepareInput } from '../wallet/model.ts';
import { idempotencyKeyReused } from './claims.ts';
import { CheckoutModel, checkoutSettings, type Items, mostItems, PaidModel, PayBody } from './model.ts';
import { pageDeclined, payCheckout } from './pay.ts';
import { openTarget, ownerOfCheckout } from './payable-object.ts';
import { showCheckout } from './view.ts';

/** Returns the owner of the checkout in the path. */
const ownerOfSlug = (kernel: Kernel, { params }: { params: { slug: string } }): Owner | null =>
  ownerOfCheckout(kernel, params.slug);

export const loadCheckout = buyerOperation('GET /api/checkout/{slug}', {
  id: 'checkout.load',
  summary: 'Load the object to pay: a checkout session, a payment link or an invoice',
  params: pageSlug,
  query: T.Object({
    discountCode: about(assumed(T.Optional(Text(50))), 'The discount code to apply to the price.'),
    items: about(
      assumed(T.Optional(Text(4_000))),
      'The products and quantities that the buyer chose on a payment link, such as prod_1:2,prod_2:1. They determine the price.',
    ),
  }),
  answers: [200, bare(CheckoutModel)],
  refuses: [amountTooLarge, discountNotApplicable, resourceMissing],
  example: { params: { slug: 'api-demo' }, further: { discountCode: 'SAVE10', items: 'prod_cards:2' } },
  standIns: { ws_demo: 'workspaceId', vlt_demo_sandbox: 'vaultConfig.vaultId' },
  owner: ownerOfSlug,
  handle: (ctx, { params: { slug }, query: { discountCode, items } }) =>
    showCheckout(ctx, slug, openTarget(ctx, slug), { discountCode, items: readItems(items) }),
});

/**
 * Reads the products that a buyer chose on the page of a link, from a query such as `prod_1:2,prod_2:1`.
 * @throws 400 `parameter_invalid`
 */
function readItems(text: string | undefined): Items | undefined {
  if (text === undefined) return undefined;
  const items = text === '' ? [] : text.split(',').map(readItem);
  if (items.length > mostItems) throw invalid('items', `items must list at most ${mostItems} products.`);
  return items;
}

function readItem(text: string): Items[number] {
  const [, productId, quantity] = /^(\w{1,64}):([1-9]\d{0,8})$/.exec(text) ?? [];
  if (productId !== undefined && quantity !== undefined) return { productId, quantity: Number(quantity) };
  throw invalid('items', 'items must list product ids and quantities, such as prod_1:2,prod_2:1.');
}

export const pay = buyerOperation('POST /api/checkout/{slug}/pay', {
  id: 'checkout.pay',
  summary: 'Pay with a card or bank account from the vault, or with a wallet',
  effects: ['moves_money', 'asks_network'],
  params: pageSlug,
  rate: 30,
  spends: true,
  body: PayBody,
  answers: [200, bare(PaidModel)],
  refuses: [
    amountTooLarge,
    capabilityRequired,
    tokenExpired,
    pageDeclined,
    resourceMissing,
    duplicateRequest,
    idempotencyKeyReused,
    gatewayUnavailable,
  ],
  example: {
    params: { slug: 'api-demo' },
    body: {
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      billingAddress1: '1 Main Street',
      billingCity: 'Springfield',
      billingState: 'IL',
      billingPostalCode: '62701',
      billingCountry: 'US',
      vaultPanAlias: 'tok_sandbox_visa',
      vaultCvcAlias: 'tok_sandbox_cvc',
      vaultExpMonth: '12',
      vaultExpYear: '2030',
      clientMetadata: { platform: 'ios', appId: 'com.example.shop', language: 'en-US' },
    },
  },
  owner: ownerOfSlug,
  handle: (ctx, { params, ...input }) => payCheckout(ctx, params.slug, input),
});

export const prepareWalletPayment = buyerOperation('POST /api/checkout/{slug}/wallet', {
  id: 'checkout.prepare_wallet',
  summary: 'Open a wallet_b credential once and seal it for a payment',
  params: pageSlug,
  assumed: true,
  body: T.Object({ service_wallet: about(PrepareInput, 'The credential from the wallet sheet.') }),
  answers: [
    200,
    bare(
      T.Object({
        prepared: about(
          T.String(),
          'A single-use value for `service_wallet.prepared` in the pay request, valid for 15 minutes.',
        ),
        threeDsRequired: about(Flag(), 'Whether a 3-D Secure step-up should run before the payment.'),
        cardRef: about(
          nullable(T.String()),
          'The card reference for init and authenticate; null if no step-up is required.',
        ),
      }),
    ),
  ],
  capability: wallets,
  refuses: [resourceMissing],
  example: {
    params: { slug: 'api-demo' },
    body: { service_wallet: { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa' } },
  },
  owner: ownerOfSlug,
  handle: (ctx, { params, body }) => {
    openTarget(ctx, params.slug);
    const { prepared, opened, reason } = prepare(ctx, body.service_wallet);
    const cardRef = reason === null ? signCardRef(ctx, opened.card, opened.behaviour) : null;
    return { prepared, threeDsRequired: cardRef !== null, cardRef };
  },
});

const Slug = () =>
  about(assumed(T.Optional(Text(100))), 'The checkout slug. If omitted, the settings of the first workspace apply.');

/**
 * Returns the owner whose settings apply: the owner of the checkout in the query. Without a checkout, the settings of
 * the first workspace apply, because the service has one setting for all workspaces.
 * @throws 404 for a slug that no checkout has
 */
function ownerOfQuestion(kernel: Kernel, { query: { slug } }: { query: { slug?: string } }): Owner | null {
  if (slug !== undefined) {
    const owner = ownerOfCheckout(kernel, slug);
    if (owner === null) throw notFound('slug', slug);
    return owner;
  }
  for (const workspace of kernel.state.root.of(workspaces).oldestFirst()) return { workspace, mode: 'test' };
  return null;
}

export const suggestAddress = buyerOperation('GET /api/checkout/address-suggest', {
  id: 'checkout.address_suggest',
  summary: 'Suggest addresses that match the input; the list is empty if the workspace has no provider',
  query: T.Object({
    q: about(assumed(T.Optional(Text(200))), 'The text that the buyer has typed so far.'),
    country: about(assumed(T.Optional(Text(2))), 'Returns only addresses in this country (ISO 3166-1 alpha-2 code).'),
    slug: Slug(),
  }),
  answers: [
    200,
    bare(
      T.Object({
        suggestions: about(
          assumed(
            T.Array(
              T.Object({
                id: about(T.String(), 'The id to send to address-details for the full address.'),
                text: about(T.String(), 'The address on a single line.'),
              }),
            ),
          ),
          'Addresses that start with the input; empty if the workspace has no provider.',
        ),
      }),
    ),
  ],
  refuses: [resourceMissing],
  example: { query: { q: '12 Maple', country: 'US' }, further: { slug: 'api-demo' } },
  owner: ownerOfQuestion,
  handle: (ctx, { query }) => ({
    suggestions: checkoutSettings.of(ctx).address_suggest ? suggestAddresses(query.q ?? '', query.country) : [],
  }),
});

const SuggestedAddressModel = T.Object({
  address1: about(T.String(), 'Street and number.'),
  city: about(T.String(), "The city's name."),
  state: about(T.String(), 'State or region.'),
  postalCode: about(T.String(), 'ZIP or postal code.'),
  country: about(T.String(), 'ISO 3166-1 alpha-2 country code.'),
});

export const addressDetails = buyerOperation('GET /api/checkout/address-details', {
  id: 'checkout.address_details',
  summary: 'Read a suggested address; null if the id is unknown or the workspace has no provider',
  query: T.Object({ id: about(assumed(T.Optional(Text(100))), 'The id of a suggestion.'), slug: Slug() }),
  answers: [
    200,
    bare(
      T.Object({
        address: about(assumed(nullable(SuggestedAddressModel)), 'The full address; null if the id is unknown.'),
      }),
    ),
  ],
  refuses: [resourceMissing],
  example: { query: { id: 'addr_us_1' }, further: { slug: 'api-demo' } },
  owner: ownerOfQuestion,
  handle: (ctx, { query }) => ({
    address: checkoutSettings.of(ctx).address_suggest ? findAddress(query.id ?? '') : null,
  }),
});
