import { defineClientOperation, type Owner } from '../../engine/client-operation.ts';
import type { Engine } from '../../engine/engine.ts';
import { notFound } from '../../engine/errors.ts';
import { about, assumed, Flag, nullable, T, Text } from '../../engine/schema.ts';
import { findAddress, suggestAddresses } from '../../simulation/addresses.ts';
import { signCardRef } from '../three-ds/client-card-ref.ts';
import { prepare } from '../wallet/actions.ts';
import { PrepareInput } from '../wallet/model.ts';
import { CheckoutModel, PaidModel, PayBody } from './model.ts';
import { payCheckout } from './pay.ts';
import { readQueriedItems } from './queried-items.ts';
import { openTarget, ownerOfCheckout } from './target.ts';
import { showCheckout } from './view.ts';

export const loadCheckout = defineClientOperation({
  id: 'checkout.load',
  method: 'GET',
  path: '/api/checkout/{slug}',
  summary: 'Load what is to be paid: a checkout session, a payment link or an invoice',
  query: T.Object({
    discountCode: about(assumed(T.Optional(Text(50))), 'Shows the price with this code.'),
    items: about(assumed(T.Optional(Text(4_000))), 'Shows the price of this choice on a link: prod_1:2,prod_2:1.'),
  }),
  success: 200,
  answer: CheckoutModel,
  errors: [400, 404],
  example: { params: { slug: 'api-demo' } },
  owner: (engine, { params }) => ownerOfCheckout(engine, params.slug ?? ''),
  handle: (ctx, { params, query }) => {
    const slug = params.slug ?? '';
    const { discountCode, items } = query;
    return showCheckout(ctx, slug, openTarget(ctx, slug), { discountCode, items: readQueriedItems(items) });
  },
});

export const pay = defineClientOperation({
  id: 'checkout.pay',
  method: 'POST',
  path: '/api/checkout/{slug}/pay',
  summary: 'Pay by a card or a bank account in the vault, or by a wallet',
  rate: 30,
  body: PayBody,
  success: 200,
  answer: PaidModel,
  errors: [400, 402, 404, 409, 422, 503],
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
      vaultPanAlias: 'tok_sandbox_1',
      vaultCvcAlias: 'tok_sandbox_2',
      vaultExpMonth: '12',
      vaultExpYear: '2030',
      clientMetadata: { platform: 'ios', appId: 'com.example.shop', language: 'en-US' },
    },
  },
  owner: (engine, { params }) => ownerOfCheckout(engine, params.slug ?? ''),
  handle: (ctx, { params, ...input }) => payCheckout(ctx, params.slug ?? '', input),
});

export const prepareWalletPayment = defineClientOperation({
  id: 'checkout.prepare_wallet',
  method: 'POST',
  path: '/api/checkout/{slug}/wallet',
  summary: 'Open a wallet_b credential once, and seal it for a payment',
  assumed: true,
  body: T.Object({ service_wallet: PrepareInput }),
  success: 200,
  answer: T.Object({
    prepared: about(T.String(), 'For `service_wallet.prepared` of pay; single use, 15 minutes.'),
    threeDsRequired: about(Flag(), 'Whether a step-up should run before paying.'),
    cardRef: about(nullable(T.String()), 'What init and authenticate take where one should; null otherwise.'),
  }),
  errors: [400, 404],
  example: {
    params: { slug: 'api-demo' },
    body: { service_wallet: { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa' } },
  },
  owner: (engine, { params }) => ownerOfCheckout(engine, params.slug ?? ''),
  handle: (ctx, { params, body }) => {
    openTarget(ctx, params.slug ?? '');
    const { prepared, opened, reason } = prepare(ctx, body.service_wallet);
    const cardRef = reason === null ? signCardRef(ctx, opened.card, opened.behaviour) : null;
    return { prepared, threeDsRequired: cardRef !== null, cardRef };
  },
});

const Slug = () =>
  about(assumed(T.Optional(Text(100))), 'The checkout that asks; without one the first workspace decides.');

/**
 * Whose setting decides: the checkout's that asks, else the first workspace's; the service has one for all.
 * @throws 404 for a slug that names no checkout
 */
function ownerOfQuestion(engine: Engine, slug: string | undefined): Owner | null {
  if (slug !== undefined) {
    const owner = ownerOfCheckout(engine, slug);
    if (owner === null) throw notFound('slug', slug);
    return owner;
  }
  for (const workspace of engine.allWorkspaces()) return { workspace, mode: 'test' };
  return null;
}

export const suggestAddress = defineClientOperation({
  id: 'checkout.address_suggest',
  method: 'GET',
  path: '/api/checkout/address-suggest',
  summary: 'Suggest addresses that begin like what was typed; none where the workspace has no provider',
  query: T.Object({
    q: assumed(T.Optional(Text(200))),
    country: about(assumed(T.Optional(Text(2))), 'ISO 3166-1 alpha-2'),
    slug: Slug(),
  }),
  success: 200,
  answer: T.Object({ suggestions: assumed(T.Array(T.Object({ id: T.String(), text: T.String() }))) }),
  errors: [400, 404],
  example: { query: { q: '12 Maple', country: 'US' } },
  owner: (engine, { query }) => ownerOfQuestion(engine, query.slug),
  handle: ({ settings }, { query }) => ({
    suggestions: settings.address_suggest ? suggestAddresses(query.q ?? '', query.country) : [],
  }),
});

const SuggestedAddressModel = T.Object({
  address1: T.String(),
  city: T.String(),
  state: T.String(),
  postalCode: T.String(),
  country: T.String(),
});

export const addressDetails = defineClientOperation({
  id: 'checkout.address_details',
  method: 'GET',
  path: '/api/checkout/address-details',
  summary: 'Read a suggested address; null where there is none of that id, or no provider',
  query: T.Object({ id: assumed(T.Optional(Text(100))), slug: Slug() }),
  success: 200,
  answer: T.Object({ address: assumed(nullable(SuggestedAddressModel)) }),
  errors: [400, 404],
  example: { query: { id: 'addr_us_1' } },
  owner: (engine, { query }) => ownerOfQuestion(engine, query.slug),
  handle: ({ settings }, { query }) => ({
    address: settings.address_suggest ? findAddress(query.id ?? '') : null,
  }),
});
