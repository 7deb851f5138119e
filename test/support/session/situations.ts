import { ada } from '../checkout.ts';
import { cards, routing, springfield } from '../demo.ts';
import { threeDsCards } from '../three-ds-cards.ts';
import type { Fields, Json, SessionCaller } from './session-caller.ts';

/** A session with what its situations share with its other steps. */
export interface Shop extends SessionCaller {
  fillForm(): Promise<void>;
  alias(number: string): Promise<Fields>;
  tokenOfBuyer(slug: string, alias: Fields, amount?: number): Promise<string | undefined>;
}

const card = { cc_number: cards.visaDebit, cc_exp_month: '12', cc_exp_year: '2049' };
const settlement = 5_000;

async function buyer(shop: Shop): Promise<string> {
  const email = `situation${++shop.count}@example.com`;
  const { data } = await shop.post('/customers', { email, ...springfield, ...card });
  return data?.id ?? 'cus_none';
}

async function token(shop: Shop, number: string): Promise<string> {
  const { data } = await shop.post('/tokens', { number, exp_month: '12', exp_year: '2049', cvv: '123' });
  return data?.token ?? 'ptok_none';
}

async function charged(shop: Shop, number: string = cards.visaDebit): Promise<string> {
  const { data } = await shop.post('/charges', { payment_token: await token(shop, number), amount: 4_200 });
  return data?.id ?? 'txn_none';
}

async function saved(shop: Shop, path: string, body: Fields): Promise<string> {
  return (await shop.post(path, body)).data?.id ?? 'none';
}

const plan = (shop: Shop): Promise<string> =>
  saved(shop, '/products', { name: 'Club', price: 1_900, recurring: { interval: 'month' } });

/** Calls in a row, which chance alone would seldom bring together. */
export const situations: readonly ((shop: Shop) => Promise<unknown>)[] = [
  async function changes(shop) {
    const product = await saved(shop, '/products', {
      name: 'A mug',
      price: 900,
      track_inventory: true,
      stock_quantity: 9,
    });
    await shop.patch(`/products/${product}`, { price: 950 });
    await shop.post('/inventory/adjust', { product_id: product, delta: -1 });
    await shop.patch('/account', { timezone: 'Europe/Berlin' });
    await shop.patch('/pixels', { google_analytics_id: 'G-EXAMPLE' });
    await shop.get(`/products/${product}`);
    const { data: links } = await shop.get('/payment-links');
    await shop.get(`/payment-links/${links?.[0]?.id}`);
    const customer = await buyer(shop);
    await shop.patch(`/customers/${customer}`, { phone: '+1 555 0100' });
    const { data: methods } = await shop.get(`/customers/${customer}/payment-methods`);
    await shop.ask('DELETE', `/customers/${customer}/payment-methods/${methods?.[0]?.id}`);
  },
  async function refundsInParts(shop) {
    const id = await charged(shop);
    await shop.pass(settlement);
    for (const body of [{ amount: 1_000 }, { amount: 500 }, {}]) await shop.post(`/transactions/${id}/refund`, body);
    await shop.get(`/transactions/${id}`);
  },
  async function oneRefundInPart(shop) {
    const id = await charged(shop);
    await shop.pass(settlement);
    await shop.post(`/transactions/${id}/refund`, { amount: 1_000 });
    await shop.get(`/transactions/${id}`);
  },
  async function voidTwice(shop) {
    const id = await charged(shop);
    for (let times = 0; times < 2; times++) await shop.post(`/transactions/${id}/void`);
    await shop.get(`/transactions/${id}`);
  },
  async function declinedCharges(shop) {
    for (const number of [cards.declined, '4000000000009995', '4000000000000127']) await charged(shop, number);
    await shop.post('/charges', { customer_id: await buyer(shop), amount: 100_000_000 });
  },
  async function disputedCharge(shop) {
    const id = await charged(shop, cards.chargeback);
    for (const span of [settlement, 120_000]) await shop.pass(span);
    const { data } = await shop.get(`/disputes?transaction_id=${id}`);
    await shop.get(`/disputes/${data?.[0]?.id}`);
  },
  async function twoMethods(shop) {
    const id = await buyer(shop);
    await shop.post(`/customers/${id}/payment-methods`, { ...card, cc_number: cards.mastercardDebit });
    await shop.get(`/customers/${id}/payment-methods`);
  },
  async function moreThanAPage(shop) {
    for (let count = 0; count < 5; count++) await buyer(shop);
    for (const path of ['/customers', '/customers?limit=2', '/transactions?limit=2', '/products']) await shop.get(path);
  },
  async function everyList(shop) {
    for (const path of [
      '/products',
      '/customers',
      '/transactions',
      '/subscriptions',
      '/invoices',
      '/payment-links',
      '/disputes',
    ]) {
      await shop.get(path);
    }
  },
  async function soldForNothing(shop) {
    await shop.post('/products', { name: 'A sample', price: 0 });
  },
  async function oneKey(shop) {
    const headers = { 'idempotency-key': `situation-${++shop.count}` };
    const body = { name: 'A mug', price: 900 };
    for (const sent of [body, body, { ...body, price: 950 }]) await shop.ask('POST', '/products', sent, { headers });
  },
  async function invoiceFromDraftToVoid(shop) {
    const line_items = [{ product_id: await saved(shop, '/products', { name: 'A mug', price: 900 }), quantity: 1 }];
    const customer_id = await buyer(shop);
    const draft = await saved(shop, '/invoices', { customer_id, line_items });
    for (let times = 0; times < 2; times++) await shop.post(`/invoices/${draft}/void`);
    const sent = await saved(shop, '/invoices', { customer_id, line_items, send: true });
    for (const move of ['send', 'void', 'send']) await shop.post(`/invoices/${sent}/${move}`);
    await shop.get(`/invoices/${sent}`);
  },
  async function subscriptionInEveryState(shop) {
    const order = { customer_id: await buyer(shop), product_id: await plan(shop) };
    const id = await saved(shop, '/subscriptions', { ...order, metadata: { plan: 'gold' } });
    for (const move of ['pause', 'pause', 'resume', 'resume']) await shop.post(`/subscriptions/${id}/${move}`);
    await shop.post(`/subscriptions/${id}/cancel`);
    await shop.post(`/subscriptions/${id}/resume`);
    await shop.post(`/subscriptions/${id}/cancel`, { immediate: true });
    await shop.get(`/subscriptions/${id}`);
    await shop.get('/subscriptions?metadata[plan]=gold');
  },
  async function renewal(shop) {
    const order = { customer_id: await buyer(shop), product_id: await plan(shop) };
    const id = await saved(shop, '/subscriptions', order);
    await shop.pass(31 * 86_400_000);
    await shop.get(`/transactions?subscription_id=${id}`);
  },
  async function fulfilled(shop) {
    const transaction_id = await charged(shop);
    for (let times = 0; times < 2; times++) await shop.post('/fulfillments', { transaction_id });
    await shop.get(`/fulfillments?transaction_id=${transaction_id}`);
  },
  async function paidOnAPage(shop) {
    const body = { amount: 4_200, success_url: 'https://shop.example/thanks' };
    const { data } = await shop.post('/checkout-sessions', body);
    const slug = data?.slug ?? 'none';
    shop.note('slug', slug);
    shop.note('cs', data?.id);
    await shop.client('GET', `/api/checkout/${slug}`);
    const alias = await shop.alias(threeDsCards.frictionlessApproves);
    const threeDsToken = await shop.tokenOfBuyer(slug, alias);
    const payment = { ...ada, ...alias, ...(threeDsToken === undefined ? {} : { threeDsToken }) };
    await shop.client('POST', `/api/checkout/${slug}/pay`, payment);
    await shop.client('GET', `/api/checkout/${slug}`);
    await shop.get(`/checkout-sessions/${data?.id}`);
  },
  async function discountOfEverything(shop) {
    const body = { amount: 300, success_url: 'https://shop.example/thanks', discount_code: 'MINUS5' };
    await shop.post('/checkout-sessions', body);
  },
  async function challenges(shop) {
    for (const number of [threeDsCards.challenge, threeDsCards.frictionless]) {
      const card = { token: await token(shop, number) };
      const { data: setup } = await shop.post('/three-ds/initialize', card);
      const { transaction_info } = setup ?? {};
      const { data } = await shop.post('/three-ds/authenticate', {
        ...card,
        transaction_info,
        amount: 4_200,
        currency: 'USD',
      });
      await shop.post('/three-ds/finish', { authentication_id: data?.authentication_id ?? 'auth_none' });
    }
    for (const number of [threeDsCards.challenge, threeDsCards.notEnrolled]) {
      await shop.tokenOfBuyer(shop.newest('slug'), await shop.alias(number));
    }
  },
];

/** Situations of workspaces with the debit-and-payouts rail. */
export const payoutSituations: readonly ((shop: Shop) => Promise<unknown>)[] = [
  async function onePayoutTwice(shop) {
    const bank_account = { routing_number: routing.instant, account_number: '000123456789' };
    const reference_id = `situation-${++shop.count}`;
    const body = { amount: 1_500, customer_id: await buyer(shop), bank_account, reference_id };
    for (let times = 0; times < 2; times++) await shop.post('/payouts', body);
    await shop.pass(settlement);
  },
  async function failedPayout(shop) {
    const bank_account = { routing_number: routing.instant, account_number: '000123456789' };
    const { data } = await shop.post('/payouts', { amount: 51, customer_id: await buyer(shop), bank_account });
    await shop.pass(settlement);
    await shop.get(`/payouts/${data?.id}`);
  },
  async function formRejectedTwice(shop) {
    await shop.post('/payout-links', { type: 'request' }).then(({ data }: Json) => shop.note('form', data?.slug));
    for (let times = 0; times < 3; times++) await shop.fillForm();
    const id = shop.newest('preq');
    for (const move of ['reject', 'reject', 'approve']) await shop.post(`/payout-requests/${id}/${move}`);
  },
  async function linkCancelledTwice(shop) {
    const id = await saved(shop, '/payout-links', { amount: 1_500, recipient_email: 'rita@example.com' });
    await shop.get('/balance');
    for (let times = 0; times < 2; times++) await shop.post(`/payout-links/${id}/cancel`);
  },
  async function linkClaimed(shop) {
    const { data } = await shop.post('/payout-links', { amount: 1_500, recipient_email: 'rita@example.com' });
    const slug = data?.slug ?? 'none';
    await shop.client('GET', `/api/claims/${slug}`);
    const { firstName, lastName, billingPostalCode } = ada;
    const body = { firstName, lastName, billingPostalCode, ...(await shop.alias(cards.visaDebit)) };
    for (let times = 0; times < 2; times++) await shop.client('POST', `/api/claims/${slug}`, body);
  },
  async function everyPayoutList(shop) {
    for (const path of ['/payouts', '/payout-links', '/payout-requests']) await shop.get(path);
  },
  async function formApproved(shop) {
    await shop.post('/payout-links', { type: 'request' }).then(({ data }: Json) => shop.note('form', data?.slug));
    for (let times = 0; times < 3; times++) await shop.fillForm();
    const id = shop.newest('preq');
    for (const body of [{ amount: 99_999_999 }, { amount: 900 }, undefined])
      await shop.post(`/payout-requests/${id}/approve`, body);
  },
  async function accountsChecked(shop) {
    await shop.post('/account-checks', { card: { number: cards.visaDebit, exp_month: '12', exp_year: '2049' } });
    await shop.post('/account-checks', { card: { number: cards.visaCredit, exp_month: '12', exp_year: '2049' } });
  },
];

/** Situations of workspaces that take wallets. */
export const walletSituations: readonly ((shop: Shop) => Promise<unknown>)[] = [
  async function walletOnAPage(shop) {
    const { data } = await shop.post('/checkout-sessions', { amount: 4_200, ui_mode: 'embedded' });
    const service_wallet = { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa' };
    await shop.client('POST', `/api/checkout/${data?.slug}/wallet`, { service_wallet });
  },
  async function domainThere(shop) {
    const domain = 'situation.example';
    await shop.post('/wallets/wallet-a-session', { domain });
    await shop.post('/wallets/wallet-a/domains', { domain });
    for (let times = 0; times < 2; times++) await shop.ask('DELETE', `/wallets/wallet-a/domains/${domain}`);
  },
];
