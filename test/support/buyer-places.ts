import type { PayoutLink } from '../../src/payments/resources/payout-link/model.ts';
import type { ThreeDsResult } from '../../src/payments/resources/three-ds/model.ts';
import { Buyer } from './buyer.ts';
import { byBank, byCard, pay, paymentLink, sentInvoice, session } from './checkout.ts';
import type { Demo } from './demo.ts';
import { subscribed } from './subscriptions.ts';

/** A page of buyers and recipients: its address, and what is posted there where it is not just opened. */
export interface Place {
  readonly name: string;
  readonly url: string;
  readonly posted?: Readonly<Record<string, string>>;
}

/** One of each kind of page of buyers, with something of everything in it. What merchants name stands in capitals. */
export async function buyerPlaces(demo: Demo): Promise<Place[]> {
  const { sandbox } = demo;
  const buyer = new Buyer(demo);
  const made = async <T>(path: string, body: object) => (await demo.made<{ data: T }>(path, body)).data;
  const plan = await made<{ id: string }>('/products', {
    name: 'KAFFA',
    price: 1800,
    recurring: { interval: 'month' },
  });
  const cup = await made<{ id: string }>('/products', {
    name: 'TASSE',
    price: 900,
    track_inventory: true,
    stock_quantity: 3,
  });
  const link = await paymentLink(demo, {
    name: 'ESPRESSO',
    products: [plan, cup].map(({ id }) => ({ product_id: id, quantity: 1 })),
    collect_shipping_address: true,
    custom_fields: [
      { id: 'a', label: 'GRAVUR', type: 'text' },
      { id: 'b', label: 'FARBE', type: 'select', options: ['A', 'B'] },
    ],
  });
  const { slug, client_secret } = await session(demo, { ui_mode: 'embedded' });
  const byCardSession = await session(demo);
  const paid = (await pay(buyer, byCardSession.slug, await byCard(buyer))).body;
  const byBankSession = await session(demo);
  const debit = (await pay(buyer, byBankSession.slug, await byBank(buyer, { email: 'bob@example.com' }))).body;
  const payout = { amount: 1500, recipient_email: 'rita@example.com' };
  const claim = await made<PayoutLink>('/payout-links', payout);
  const cancelled = await made<PayoutLink>('/payout-links', payout);
  await demo.api.post(`/payout-links/${cancelled.id}/cancel`);
  const request = await made<PayoutLink>('/payout-links', { type: 'request', currency: 'USD' });
  const invoice = await sentInvoice(demo);
  const subscription = await subscribed(demo);
  const portalPath = `/customers/${subscription.customer_id}/portal`;
  const { data: portal } = await demo.control<{ data: { url: string } }>('post', portalPath);
  const receipt = /\/portal\/[\w-]+\/receipts\/\w+/.exec(await (await fetch(portal.url)).text())?.[0] ?? '';
  const token = await demo.tokenize('4000000000003220');
  const asked = { token, amount: 4200, currency: 'USD', redirect_url: `${sandbox.url}/acs/return` };
  const { challenge } = (await demo.made<{ data: ThreeDsResult }>('/three-ds/authenticate', asked, 200)).data;
  const at = (name: string, path: string): Place => ({ name, url: new URL(path, sandbox.url).href });
  return [
    at('checkout', `/pay/${link.slug}`),
    at('embedded', `/embed/${client_secret}`),
    at('confirmation', `/pay/${byCardSession.slug}/confirmation?token=${paid.confirmationToken}`),
    at('confirmation of a debit', `/pay/${byBankSession.slug}/confirmation?token=${debit.confirmationToken}`),
    at('bank', debit.bankAuthUrl ?? ''),
    { ...at('challenge', challenge!.url), posted: { creq: challenge!.creq } },
    at('claim', claim.url),
    at('cancelled claim', cancelled.url),
    at('request', request.url),
    at('invoice', `/invoice/${invoice.slug}`),
    at('portal', portal.url),
    at('receipt', receipt),
    at('paid', `/pay/${byCardSession.slug}`),
    at('unknown', '/pay/nothing'),
    at('wallet', `/sdk/v1/wallet?wallet=wallet_a&checkout=${slug}&origin=${encodeURIComponent(sandbox.url)}`),
  ];
}
