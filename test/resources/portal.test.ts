import { beforeEach, describe, expect, it } from 'vitest';
import type { MethodView, PortalView, SubscriptionView } from '../../src/payments/resources/portal/buyer-fields.ts';
import { Buyer, type ClientRefusal } from '../support/buyer.ts';
import { byCard, pay, sentInvoice, session } from '../support/checkout.ts';
import { cards, type Demo, eachTest } from '../support/demo.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { declineAll, paymentsOf, read, saveProduct, subscribed } from '../support/subscriptions.ts';

let demo: Demo;
let buyer: Buyer;
eachTest((fresh) => {
  demo = fresh;
});
beforeEach(() => {
  buyer = new Buyer(demo);
});

type Fields = Record<string, unknown>;

const addressOf = async (customerId: string): Promise<string> =>
  (await demo.control<{ data: { url: string } }>('post', `/customers/${customerId}/portal`)).data.url;
/** The path of a customer's portal in the client API. */
const portalOf = async (customerId: string | null): Promise<string> =>
  `/api${new URL(await addressOf(customerId ?? '')).pathname}`;

async function look(portal: string, query = ''): Promise<PortalView> {
  const { status, body } = await buyer.get<PortalView>(`${portal}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const act = <B = Fields>(path: string, body: Fields = {}) => buyer.post<B & ClientRefusal>(path, body);

describe('POST /_emulator/customers/{id}/portal', () => {
  it('gives one address a customer, the same each time', async () => {
    const ada = await demo.saveCustomer();
    const bo = await demo.saveCustomer({ email: 'bo@example.com' });
    const url = await addressOf(ada.id);
    expect(url).toMatch(new RegExp(`^${demo.sandbox.url}/portal/[0-9A-Za-z]{20}$`));
    expect(url).not.toContain(ada.id);
    expect(await addressOf(ada.id)).toBe(url);
    expect(await addressOf(bo.id)).not.toBe(url);
  });

  it('leads back to the shop, where it was said how, until that is taken away', async () => {
    const { id } = await demo.saveCustomer();
    const portal = await portalOf(id);
    const returnUrl = async () => (await look(portal)).returnUrl;
    expect(await returnUrl()).toBe(null);
    await demo.control('post', `/customers/${id}/portal`, { return_url: 'https://shop.example/account' });
    await portalOf(id);
    expect(await returnUrl()).toBe('https://shop.example/account');
    const path = `/customers/${id}/portal?workspace=${demo.workspace}`;
    const refused = await demo.sandbox.control.post(path, { return_url: 'javascript:alert(1)' });
    expect(refused).toMatchObject({ status: 400, body: { param: 'return_url' } });
    await demo.control('post', `/customers/${id}/portal`, { return_url: null });
    expect(await returnUrl()).toBe(null);
  });

  it('answers 404 for a customer that is not there', async () => {
    const answer = await demo.sandbox.control.post(`/customers/cus_none/portal?workspace=${demo.workspace}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'resource_missing' } });
  });
});

describe('GET /api/portal/{slug}', () => {
  it('shows what a customer has, and nothing of others', async () => {
    const subscription = await subscribed(demo);
    await demo.charged({ customer_id: subscription.customer_id, amount: 2500 });
    await demo.charged({
      customer_id: (await demo.saveCustomer({ email: 'bo@example.com' })).id,
      ...(await someCard()),
    });
    const portal = await portalOf(subscription.customer_id);
    const view = await look(portal);
    expect(view).toMatchObject({
      sandbox: true,
      brand: { name: 'Demo Shop' },
      customer: { email: 'ada@example.com', name: 'Ada Lovelace' },
      hasMorePayments: false,
      invoices: [],
      blocks: [],
    });
    expect(view.payments.map(({ amount }) => amount)).toEqual([2500, 1900]);
    expect(view.payments[1]).toMatchObject({
      id: subscription.latest_transaction_id,
      description: 'Coffee club',
      paidWith: { type: 'card', brand: 'visa', last4: '5556' },
      receiptUrl: `${demo.sandbox.url}${portal.slice(4)}/receipts/${subscription.latest_transaction_id}`,
    });
    expect(view.subscriptions).toEqual([
      {
        id: subscription.id,
        name: 'Coffee club',
        status: 'active',
        amount: 1900,
        currency: 'USD',
        interval: 'month',
        intervalCount: 1,
        since: '2026-03-01T09:00:00.000Z',
        missed: null,
        nextChargeAt: '2026-04-01T09:00:00.000Z',
        endsAt: null,
        endedAt: null,
        cancelsAtOnce: false,
        paymentMethodId: subscription.payment_method_id,
        blocks: [],
      },
    ]);
    expect(view.paymentMethods).toMatchObject([
      { id: subscription.payment_method_id, card: { last4: '5556', expired: false }, paysFor: ['Coffee club'] },
    ]);
  });

  const someCard = async (): Promise<Fields> => ({ payment_token: await demo.tokenize() });

  it('has ten payments a page', async () => {
    const customer = await demo.saveCustomer();
    const { id: payment_method_id } = await demo.saveCard(customer);
    for (let at = 1; at <= 11; at++)
      await demo.charged({ customer_id: customer.id, payment_method_id, amount: at * 100 });
    const portal = await portalOf(customer.id);
    const first = await look(portal);
    expect(first.hasMorePayments).toBe(true);
    const second = await look(portal, `?paymentsAfter=${first.payments.at(-1)?.id}`);
    expect([first.payments.length, ...second.payments.map(({ amount }) => amount)]).toEqual([10, 100]);
    expect(await buyer.get(`${portal}?paymentsAfter=txn_none`)).toMatchObject({ status: 400 });
  });

  it('shows no receipt of a payment that failed, and what was refunded', async () => {
    const customer = await demo.saveCustomer();
    const { id: bad } = await demo.saveCard(customer, cards.declined);
    const { id: good } = await demo.saveCard(customer);
    await demo.charge({ customer_id: customer.id, payment_method_id: bad });
    const { id } = await demo.settled({ customer_id: customer.id, payment_method_id: good });
    await demo.api.post(`/transactions/${id}/refund`, { amount: 1200 });
    const { payments } = await look(await portalOf(customer.id));
    expect(payments).toMatchObject([
      { status: 'partially_refunded', totalRefunded: 1200, receiptUrl: expect.stringContaining(id) },
      { status: 'failed', receiptUrl: null },
    ]);
  });

  it('says why a payment failed, and why that of a subscription is missing', async () => {
    const subscription = await subscribed(demo);
    const { customer_id } = subscription;
    const chargedTo = async (number: string) =>
      demo.charge({ customer_id, payment_method_id: (await demo.saveCard({ id: customer_id }, number)).id });
    await chargedTo(cards.declined);
    await chargedTo('4000000000009995');
    const bank = await demo.saveBank({ id: customer_id });
    const debit = await demo.charged({ customer_id, payment_method_id: bank.id, rail: 'ach' });
    await demo.trigger('transaction.fail', { id: debit.id, code: 'D021' });
    const other = await demo.charged({ customer_id, payment_method_id: bank.id, rail: 'ach', amount: 900 });
    await demo.trigger('transaction.fail', { id: other.id, code: 'M021' });
    await declineAll(demo, 'subscriptions.renew');
    await demo.advance('P1M');
    const { payments, subscriptions } = await look(await portalOf(customer_id));
    expect(payments.map(({ failure }) => failure)).toEqual([
      'declined',
      'not_authorized',
      'insufficient_funds',
      'insufficient_funds',
      'declined',
      null,
    ]);
    expect(subscriptions).toMatchObject([{ status: 'past_due', missed: 'declined' }]);
  });

  it('says since when a method is saved, and with which order it came', async () => {
    const { slug } = await session(demo);
    const paid = await pay(buyer, slug, await byCard(buyer));
    const customer = await demo.saveCustomer();
    await demo.advance('PT1H');
    await demo.saveBank(customer);
    // The card of the order is known by now: paying with it again changes nothing about it.
    await pay(buyer, (await session(demo)).slug, await byCard(buyer));
    const { paymentMethods } = await look(await portalOf(customer.id));
    expect(paymentMethods).toMatchObject([
      { type: 'bank_account', savedAt: '2026-03-01T10:00:00.000Z', savedWithOrder: null },
      { type: 'card', savedAt: '2026-03-01T09:00:00.000Z', savedWithOrder: paid.body.orderNumber },
    ]);
  });

  it('shows invoices once they were sent, and those that are overdue', async () => {
    const invoice = await sentInvoice(demo);
    const { customer_id, line_items } = invoice;
    const product_id = line_items[0]!.product_id;
    await demo.made('/invoices', { customer_id, line_items: [{ product_id, quantity: 1 }] });
    const due = { customer_id, line_items: [{ product_id, quantity: 2 }], due_date: '2026-03-05', send: true };
    await demo.made('/invoices', due);
    await demo.advance('P5D');
    const { invoices } = await look(await portalOf(customer_id));
    expect(invoices).toMatchObject([
      { number: 'INV-0003', amount: 5000, overdue: true, dueDate: '2026-03-05T00:00:00.000Z', paidAt: null },
      { number: 'INV-0001', amount: 2500, overdue: false, url: `${demo.sandbox.url}/invoice/${invoice.slug}` },
    ]);
  });

  it('tells of each subscription when it is charged next', async () => {
    const later = await subscribed(demo, { start_date: '2026-03-20T00:00:00.000Z' });
    const { customer_id, product_id } = later;
    const body = { customer_id, product_id };
    const paused = (await demo.made<{ data: { id: string } }>('/subscriptions', body)).data;
    await demo.api.post(`/subscriptions/${paused.id}/pause`);
    const missed = (await demo.made<{ data: { id: string } }>('/subscriptions', body)).data;
    await demo.trigger('subscription.miss', { id: missed.id });
    const standing = ({ status, nextChargeAt, cancelsAtOnce }: SubscriptionView) => [
      status,
      nextChargeAt,
      cancelsAtOnce,
    ];
    expect((await look(await portalOf(customer_id))).subscriptions.map(standing)).toEqual([
      ['past_due', '2026-03-02T09:00:00.000Z', true],
      ['paused', null, true],
      ['scheduled', '2026-03-20T00:00:00.000Z', true],
    ]);
  });

  it('shows the blocks that apps have put at the customer and the subscriptions', async () => {
    const subscription = await subscribed(demo);
    const { customer_id } = subscription;
    const credentials = (await demo.control<{ data: Fields }>('post', '/apps', { name: 'Loyalty' })).data;
    const request = { grant_type: 'client_credentials', ...credentials };
    const app = demo.sandbox.as(
      (await demo.api.post<{ access_token: string }>('/oauth/token', request)).body.access_token,
    );
    const put = (object_type: string, object_id: string, content: Fields) =>
      app.post('/blocks', { object_type, object_id, block_type: 'loyalty', content });
    await put('customer', customer_id, { title: 'You have 42 points' });
    await put('subscription', subscription.id, { beans: 'Ethiopia' });
    const view = await look(await portalOf(customer_id));
    expect(view.blocks).toEqual([{ title: 'You have 42 points', lines: [], link: null }]);
    expect(view.subscriptions[0]?.blocks).toEqual([{ title: 'Loyalty', lines: ['Beans: Ethiopia'], link: null }]);
  });

  it('is nobody else’s: an unknown slug is 404', async () => {
    const answer = await buyer.get('/api/portal/nobody');
    expect(answer.status).toBe(404);
    expect(Object.keys(answer.body)).toEqual(['error']);
  });
});

describe('what is done in a portal', () => {
  it('cancels at the end of the period, as the API does, and takes that back', async () => {
    const subscription = await subscribed(demo);
    const portal = await portalOf(subscription.customer_id);
    const path = `${portal}/subscriptions/${subscription.id}`;
    expect(await act(`${path}/keep`)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('is active') },
    });
    const cancelled = await act(`${path}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { endsAt: '2026-04-01T09:00:00.000Z', nextChargeAt: null } });
    expect(await read(demo, subscription)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_reason: 'requested_by_customer',
    });
    const kept = await act(`${path}/keep`);
    expect(kept).toMatchObject({ status: 200, body: { endsAt: null, nextChargeAt: '2026-04-01T09:00:00.000Z' } });
    await act(`${path}/cancel`);
    await demo.advance('P1M');
    const view = await look(portal);
    expect(view.subscriptions).toMatchObject([{ status: 'cancelled', endedAt: '2026-04-01T09:00:00.000Z' }]);
    expect(await paymentsOf(demo, subscription)).toHaveLength(1);
    const sent = await demo.eventTypes(subscription.id);
    expect(sent.filter((type) => type !== 'subscription.created')).toEqual([
      'subscription.cancel_scheduled',
      'subscription.cancel_scheduled',
      'subscription.cancelled',
    ]);
  });

  it('saves a card by its aliases, once, and charges a subscription to it from then on', async () => {
    const subscription = await subscribed(demo);
    const portal = await portalOf(subscription.customer_id);
    const aliases = await buyer.aliases(cards.mastercardDebit);
    const first = await act<MethodView>(`${portal}/payment-methods`, aliases);
    expect(first).toMatchObject({
      status: 200,
      body: { card: { brand: 'mastercard', last4: '8210', expYear: '2030' } },
    });
    const again = await act<MethodView>(`${portal}/payment-methods`, aliases);
    expect(again.body.id).toBe(first.body.id);
    const path = `${portal}/subscriptions/${subscription.id}/payment-method`;
    const changed = await act(path, { paymentMethodId: first.body.id });
    expect(changed).toMatchObject({ status: 200, body: { paymentMethodId: first.body.id } });
    await demo.advance('P1M');
    expect((await paymentsOf(demo, subscription)).map(({ card_last_four }) => card_last_four)).toEqual([
      '5556',
      '8210',
    ]);
  });

  it('refuses at once a card that could never be charged here', async () => {
    const credit = await buyer.aliases(cards.visaCredit);
    const portal = await portalOf((await demo.saveCustomer()).id);
    const refused = await act(`${portal}/payment-methods`, credit);
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('debit and prepaid cards') } });
    expect((await look(portal)).paymentMethods).toEqual([]);
    await demo.configure({ gateway: 'gateway_a' });
    expect((await act(`${portal}/payment-methods`, await buyer.aliases(cards.visaCredit))).status).toBe(200);
  });

  it('saves a card for who was there before the debit-and-payouts rail so that subscriptions can be charged to it', async () => {
    await demo.configure({ gateway: 'gateway_a', debit_payouts_enabled: { test: false, live: false } });
    const { customer_id, id } = await subscribed(demo);
    const portal = await portalOf(customer_id);
    await demo.configure({ gateway: 'debit_payouts', debit_payouts_enabled: { test: true, live: true } });
    const saved = await act<MethodView>(`${portal}/payment-methods`, await buyer.aliases(cards.mastercardDebit));
    const changed = await act(`${portal}/subscriptions/${id}/payment-method`, { paymentMethodId: saved.body.id });
    expect(changed).toMatchObject({ status: 200, body: { paymentMethodId: saved.body.id } });
  });

  it('changes what a customer is called, and where they are reached and sent to', async () => {
    const customer = await demo.saveCustomer({ phone: '+1 555 0100' });
    const portal = await portalOf(customer.id);
    const change = (body: Fields) => act(`${portal}/details`, body);
    const read = async () => (await demo.read<{ data: Fields }>(`/customers/${customer.id}`)).data;
    const named = await change({ email: 'countess@example.com', lastName: 'King', phone: '' });
    expect(named).toMatchObject({
      status: 200,
      body: { email: 'countess@example.com', name: 'Ada King', phone: null, shippingAddress: null },
    });
    const address = { address1: '5 Rue de la Paix', city: 'Paris', postalCode: '75002', country: 'fr' };
    expect(await change({ shippingAddress: address })).toMatchObject({
      status: 200,
      body: { shippingAddress: { ...address, country: 'FR', state: null } },
    });
    expect(await read()).toMatchObject({
      email: 'countess@example.com',
      last_name: 'King',
      phone: null,
      billing_city: 'Springfield',
      shipping_address_1: '5 Rue de la Paix',
      shipping_country: 'FR',
    });
    await demo.saveCustomer({ email: 'bo@example.com' });
    const refusedFor = async (body: Fields) => {
      const answer = await change(body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      return [answer.headers.get('x-emulator-param'), answer.body.error];
    };
    // It is not told whose address it is.
    expect(await refusedFor({ email: 'BO@example.com' })).toEqual(['email', 'This email address is already in use.']);
    expect((await refusedFor({ email: 'nowhere' }))[0]).toBe('email');
    expect((await refusedFor({ shippingAddress: { ...address, city: ' ' } }))[0]).toBe('shippingAddress.city');
    expect((await refusedFor({ shippingAddress: { ...address, country: 'QQ' } }))[0]).toBe('shippingAddress.country');
    expect((await refusedFor({ lastName: 'x'.repeat(101) }))[0]).toBe('lastName');
    expect((await act('/api/portal/nobody/details', { lastName: 'King' })).status).toBe(404);
    expect(await read()).toMatchObject({ email: 'countess@example.com', shipping_city: 'Paris' });
    expect(await change({ shippingAddress: null })).toMatchObject({ body: { shippingAddress: null } });
    expect(await read()).toMatchObject({ shipping_address_1: null, shipping_country: null });
  });

  it('removes a saved method that pays for nothing, with its event', async () => {
    const subscription = await subscribed(demo);
    const { customer_id, payment_method_id } = subscription;
    const spare = await demo.saveCard({ id: customer_id }, cards.mastercardDebit);
    const portal = await portalOf(customer_id);
    const used = await act(`${portal}/payment-methods/${payment_method_id}/remove`);
    expect(used).toMatchObject({ status: 400, body: { error: expect.stringContaining(subscription.id) } });
    const removed = await act(`${portal}/payment-methods/${spare.id}/remove`);
    expect(removed).toMatchObject({ status: 200, body: { id: spare.id, removed: true } });
    expect((await look(portal)).paymentMethods.map(({ id }) => id)).toEqual([payment_method_id]);
    expect(await act(`${portal}/payment-methods/${spare.id}/remove`)).toMatchObject({ status: 404 });
  });

  it('is refused for what is somebody else’s, has ended or cannot be charged', async () => {
    const subscription = await subscribed(demo);
    const { customer_id } = subscription;
    const other = await demo.saveCustomer({ email: 'bo@example.com' });
    const theirs = await demo.saveCard(other);
    const own = `/subscriptions/${subscription.id}`;
    const stranger = await portalOf(other.id);
    const portal = await portalOf(customer_id);
    const old = await demo.saveCard({ id: customer_id }, cards.visaCredit, { cc_exp_year: '2026', cc_exp_month: '3' });
    const change = (paymentMethodId: string) => act(`${portal}${own}/payment-method`, { paymentMethodId });
    for (const verb of ['cancel', 'keep']) expect((await act(`${stranger}${own}/${verb}`)).status, verb).toBe(404);
    expect((await act(`${stranger}/payment-methods/${subscription.payment_method_id}/remove`)).status).toBe(404);
    expect((await change(theirs.id)).status).toBe(404);
    await demo.advance('P35D');
    expect((await change(old.id)).status).toBe(400);
    await demo.api.post(`${own}/cancel`, { immediate: true });
    expect(await change(subscription.payment_method_id)).toMatchObject({ status: 400 });
    const expired = await act(`${portal}/payment-methods`, await buyer.aliases(cards.visaDebit, '03/26'));
    expect(expired).toMatchObject({ status: 400, body: { error: 'This card has expired.' } });
    expect((await act(`${portal}/payment-methods`, { vaultExpMonth: '1', vaultExpYear: '30' })).status).toBe(400);
  });

  it('adds no card where the workspace has no vault', async () => {
    const aliases = await buyer.aliases();
    await demo.configure({ vault_enabled: false });
    const portal = await portalOf((await demo.saveCustomer()).id);
    expect(await act(`${portal}/payment-methods`, aliases)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('vault is disabled') },
    });
    expect((await look(portal)).vaultConfig.enabled).toBe(false);
  });

  it('tries a missed payment with the method that was chosen meanwhile', async () => {
    const subscription = await subscribed(demo);
    await declineAll(demo, 'subscriptions.renew');
    await demo.advance('P1M');
    const { body } = await act<MethodView>(
      `${await portalOf(subscription.customer_id)}/payment-methods`,
      await buyer.aliases(cards.mastercardDebit),
    );
    const { data: rules } = await demo.control<{ data: { id: string }[] }>('get', '/rules');
    for (const { id } of rules) await demo.remove(`/rules/${id}`);
    const path = `${await portalOf(subscription.customer_id)}/subscriptions/${subscription.id}/payment-method`;
    await act(path, { paymentMethodId: body.id });
    await demo.advance('P1D');
    expect(await read(demo, subscription)).toMatchObject({ status: 'active' });
    expect((await paymentsOf(demo, subscription)).at(-1)).toMatchObject({ card_last_four: '8210' });
  });
});

describe('how often', () => {
  it('something may be changed: 30 times a minute from one address', async () => {
    const limited = await createTestSandbox({ rateLimit: true });
    try {
      const { body } = await limited.api.post<{ data: { id: string } }>('/customers', { email: 'ada@example.com' });
      const { data } = (await limited.control.post<{ data: { url: string } }>(`/customers/${body.data.id}/portal`))
        .body;
      const path = `${limited.url}/api${new URL(data.url).pathname}/subscriptions/sub_none/cancel`;
      const statuses = new Set<number>();
      for (let at = 0; at < 31; at++) statuses.add((await fetch(path, { method: 'POST', body: '' })).status);
      expect([...statuses]).toEqual([404, 429]);
    } finally {
      await limited.stop();
    }
  });
});

describe('where a portal is linked', () => {
  const portalLink = /href="(\/portal\/\w+)"/;
  const confirmationOf = async (slug: string, token: string) =>
    (await fetch(`${demo.sandbox.url}/pay/${slug}/confirmation?token=${token}`)).text();

  it('is the confirmation of a payment, with the address that the control API gives', async () => {
    const { slug } = await session(demo);
    const { body } = await pay(buyer, slug, await byCard(buyer));
    const [, path] = portalLink.exec(await confirmationOf(slug, String(body.confirmationToken))) ?? [];
    const { data } = await demo.read<{ data: { customer_id: string }[] }>('/transactions');
    expect(`${demo.sandbox.url}${path}`).toBe(await addressOf(data[0]!.customer_id));
  });

  it('holds the subscription that was begun there', async () => {
    const club = await saveProduct(demo);
    const { slug } = await session(demo, { line_items: [{ product_id: club.id, quantity: 1 }] });
    const { body } = await pay(buyer, slug, await byCard(buyer));
    const [, path] = portalLink.exec(await confirmationOf(slug, String(body.confirmationToken))) ?? [];
    expect((await look(`/api${path}`)).subscriptions).toMatchObject([{ name: 'Coffee club', status: 'active' }]);
  });
});
