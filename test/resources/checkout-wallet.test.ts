import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Customer } from '../../src/payments/resources/customer/model.ts';
import type { PaymentMethod } from '../../src/payments/resources/payment-method/model.ts';
import type { Product } from '../../src/payments/resources/product/model.ts';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { Buyer } from '../support/buyer.ts';
import { load, pay, paymentLink, sentInvoice, session } from '../support/checkout.ts';
import { type Demo, eachTest } from '../support/demo.ts';

type Fields = Record<string, unknown>;

let onPayouts: Demo;
let demo: Demo;
let buyer: Buyer;
eachTest(async (fresh) => {
  onPayouts = fresh;
  demo = await fresh.on('gateway_a');
  buyer = new Buyer(demo);
});

const contact = {
  firstName: 'Grace',
  lastName: 'Hopper',
  address1: '2 Navy Way',
  address2: 'Unit 5',
  city: 'Arlington',
  state: 'VA',
  postalCode: '22202',
  country: 'us',
  phone: '+1 555 0100',
};
const sheet = { payerEmail: 'Grace@example.com', billingInfo: contact };
const walletA = (wallet_a_payment_data: unknown = 'walleta_dpan_visa') => ({ type: 'wallet_a', wallet_a_payment_data });
const walletB = (wallet_b_token: unknown = 'walletb_pan_visa') => ({ type: 'wallet_b', wallet_b_token });
const byWallet = (service_wallet: unknown = walletA(), fields: Fields = {}): Fields => ({
  service_wallet,
  wallet: sheet,
  ...fields,
});

const transaction = async (id: string): Promise<Transaction> => demo.transaction(id);
const count = async () => (await demo.read<{ data: unknown[] }>('/transactions')).data.length;
const product = async (fields: Fields = {}) =>
  (await demo.made<{ data: Product }>('/products', { name: 'Tea', price: 1200, ...fields })).data;
const monthly = { recurring: { interval: 'month', interval_count: 1 } };

async function prepared(slug: string, token = 'walletb_pan_visa') {
  type Opened = { prepared: string; threeDsRequired: boolean; cardRef: string | null };
  const { status, body } = await buyer.post<Opened>(`/api/checkout/${slug}/wallet`, { service_wallet: walletB(token) });
  expect(status).toBe(200);
  return { ...body, service_wallet: { type: 'wallet_b', prepared: body.prepared } };
}

describe('a checkout tells which wallets it can be paid by', () => {
  it('both on a card gateway, none where the workspace has none', async () => {
    const { slug } = await session(demo);
    expect((await load(buyer, slug)).body).toMatchObject({ walletsEnabled: true, wallets: ['wallet_a', 'wallet_b'] });
    await demo.configure({ wallets_enabled: false });
    expect((await load(buyer, slug)).body).toMatchObject({ walletsEnabled: false, wallets: [] });
    const elsewhere = await session(onPayouts);
    expect((await load(new Buyer(onPayouts), elsewhere.slug)).body).toMatchObject({ wallets: [] });
  });

  it('wallet_b alone where what is chosen is charged again and again', async () => {
    const [tea, box] = [await product(), await product({ name: 'Box', ...monthly })];
    const products = [tea, box].map(({ id }) => ({ product_id: id, quantity: 1 }));
    const { slug } = await paymentLink(demo, { products });
    expect((await load(buyer, slug)).body.wallets).toEqual(['wallet_b']);
    expect((await load(buyer, `${slug}?items=${tea.id}:1`)).body.wallets).toEqual(['wallet_a', 'wallet_b']);
  });
});

describe('a payment by a wallet', () => {
  it('makes the transaction and the event that a charge of the same wallet makes', async () => {
    const made = await session(demo, { metadata: { cart: 'c-1' } });
    const { status, body } = await pay(buyer, made.slug, byWallet(walletA('walleta_pan_visa')));
    expect([status, body]).toMatchObject([
      200,
      { success: true, amount: 4200, card: { brand: 'visa', last4: '4242' } },
    ]);
    const charged = await demo.charged({ ...byWallet(walletA('walleta_pan_visa')), payment_method_id: undefined });
    const paid = await transaction(body.transactionId);
    const told = [
      'status',
      'rail',
      'wallet_type',
      'wallet_eci',
      'wallet_cryptogram_present',
      'buyer_name',
      'email',
    ] as const;
    const shown = ['card_last_four', 'card_brand', 'customer_id', 'payment_method_id', 'billing_city'] as const;
    for (const field of [...told, ...shown]) expect([field, paid[field]]).toEqual([field, charged[field]]);
    expect(paid).toMatchObject({
      wallet_type: 'wallet_a',
      checkout_session_id: made.id,
      buyer_name: 'Grace Hopper',
      email: 'Grace@example.com',
      billing_address_1: '2 Navy Way',
      billing_postal_code: '22202',
      billing_country: 'US',
      payment_method_id: null,
      metadata: { cart: 'c-1' },
    });
    const [event] = await demo.events(body.transactionId);
    expect(event).toMatchObject({
      type: 'payment.completed',
      data: { transaction_id: paid.id, checkout_session_id: made.id, source: 'api', amount: 4200 },
    });
    expect((await demo.read<{ data: { status: string } }>(`/checkout-sessions/${made.id}`)).data.status).toBe(
      'complete',
    );
  });

  it('records the indicator of a device token', async () => {
    const { slug } = await session(demo);
    const { body } = await pay(buyer, slug, byWallet(walletB('walletb_dpan_visa')));
    expect(await transaction(body.transactionId)).toMatchObject({
      wallet_type: 'wallet_b',
      wallet_eci: '05',
      wallet_cryptogram_present: true,
    });
  });

  it('saves the buyer’s own card of wallet_b, and nothing else', async () => {
    const saved = async ({ customer_id }: Transaction) =>
      (await demo.read<{ data: PaymentMethod[] }>(`/customers/${customer_id}/payment-methods`)).data;
    const { slug } = await paymentLink(demo);
    const paid = async (credential: unknown) =>
      transaction((await pay(buyer, slug, byWallet(credential))).body.transactionId);
    expect(await saved(await paid(walletA('walleta_pan_visa')))).toEqual([]);
    expect(await saved(await paid(walletB('walletb_dpan_visa')))).toEqual([]);
    const own = await paid(walletB());
    expect(await saved(own)).toMatchObject([{ id: own.payment_method_id, card: { last4: '4242' } }]);
  });

  it('pays an invoice, and takes the discount code of a session', async () => {
    await demo.configure({ discounts: [{ code: 'SAVE10', percent_off: 10 }] });
    const invoice = await sentInvoice(demo);
    const paidInvoice = await pay(buyer, invoice.slug, byWallet());
    expect(await transaction(paidInvoice.body.transactionId)).toMatchObject({ invoice_id: invoice.id, amount: 2500 });
    const { slug } = await session(demo);
    expect((await pay(buyer, slug, byWallet(walletA(), { discountCode: 'NONE' }))).status).toBe(400);
    expect((await pay(buyer, slug, byWallet(walletA(), { discountCode: 'SAVE10' }))).body.amount).toBe(3780);
  });

  it('asks for the answers and the shipping address of a link, which the sheet may give', async () => {
    const custom_fields = [{ id: 'mug', label: 'Your mug', type: 'text', required: true }];
    const { slug } = await paymentLink(demo, { custom_fields, collect_shipping_address: true });
    const customFieldValues = { mug: 'blue' };
    expect((await pay(buyer, slug, byWallet())).body.error).toMatch(/Your mug|shippingAddress/);
    expect((await pay(buyer, slug, byWallet(walletA(), { customFieldValues }))).body.error).toMatch(/shippingAddress/);
    const shippingInfo = { ...contact, address1: '3 Dock St', city: 'Norfolk' };
    const whole = byWallet(walletA(), { customFieldValues, wallet: { ...sheet, shippingInfo } });
    const { body } = await pay(buyer, slug, whole);
    expect(await transaction(body.transactionId)).toMatchObject({
      billing_city: 'Arlington',
      shipping_address_1: '3 Dock St',
      shipping_city: 'Norfolk',
      metadata: { customFields: { mug: 'blue' } },
    });
  });

  it('lets the fields of the body win over the sheet', async () => {
    const { slug } = await session(demo);
    const { body } = await pay(buyer, slug, byWallet(walletA(), { email: 'ada@example.com', billingCity: 'Norfolk' }));
    const paid = await transaction(body.transactionId);
    expect(paid).toMatchObject({ email: 'ada@example.com', billing_city: 'Norfolk', billing_address_1: '2 Navy Way' });
    const { data } = await demo.read<{ data: Customer }>(`/customers/${paid.customer_id}`);
    expect(data.email).toBe('ada@example.com');
  });

  it.each([
    ['email', { payerEmail: null }, /email/],
    ['a first name', { billingInfo: { ...contact, firstName: '' } }, /firstName/],
    ['a last name', { billingInfo: { ...contact, lastName: undefined } }, /lastName/],
    ['a country that is one', { billingInfo: { ...contact, country: 'Atlantis' } }, /wallet\.billingInfo\.country/],
    ['an address that is one', { payerEmail: 'nobody' }, /wallet\.payerEmail/],
  ])('needs %s from the sheet or the body', async (_what, fields, error) => {
    const { slug } = await session(demo);
    const answer = await pay(buyer, slug, byWallet(walletA(), { wallet: { ...sheet, ...fields } }));
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(error)]);
    expect(await count()).toBe(0);
  });

  it('needs no billing address, but a phone where the workspace wants one', async () => {
    const { firstName, lastName } = contact;
    const { slug } = await paymentLink(demo);
    const short = byWallet(walletA(), { wallet: { ...sheet, billingInfo: { firstName, lastName } } });
    expect((await pay(buyer, slug, short)).status).toBe(200);
    await demo.configure({ require_checkout_phone: true });
    expect((await pay(buyer, slug, short)).body.error).toMatch(/phone/);
    expect((await pay(buyer, slug, byWallet())).status).toBe(200);
  });

  it('holds to the contact that a session takes no other for', async () => {
    const { slug } = await session(demo, { customer_email: 'ada@example.com', email_field_mode: 'read_only' });
    expect((await pay(buyer, slug, byWallet())).body.error).toMatch(/read-only/);
    expect((await pay(buyer, slug, byWallet(walletA(), { email: 'ada@example.com' }))).status).toBe(200);
  });

  it('is declined as a card is, and lets its key go', async () => {
    const { slug } = await session(demo);
    const key = randomUUID();
    const { status, body } = await pay(buyer, slug, byWallet(walletA('walleta_pan_declined')), key);
    expect([status, body]).toMatchObject([400, { code: 'card_declined', status: 'declined' }]);
    expect(await transaction(body.transactionId ?? '')).toMatchObject({ status: 'failed', wallet_type: 'wallet_a' });
    expect((await pay(buyer, slug, byWallet(), key)).status).toBe(200);
  });

  it('is replayed under its key, and refused with another body', async () => {
    const { slug } = await session(demo);
    const { service_wallet } = await prepared(slug);
    const key = randomUUID();
    const first = await pay(buyer, slug, byWallet(service_wallet), key);
    const again = await pay(buyer, slug, byWallet(service_wallet), key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await pay(buyer, slug, byWallet(), key)).status).toBe(422);
    expect(await count()).toBe(1);
  });

  it('leaves no credential in the log', async () => {
    const { slug } = await session(demo);
    const { prepared: sealed, service_wallet } = await prepared(slug, 'walletb_pan_declined');
    await pay(buyer, slug, byWallet(service_wallet));
    await pay(buyer, slug, byWallet(walletA({ data: 'secret-cryptogram' })));
    const { data } = await demo.control<{ data: { id: string }[] }>('get', '/requests');
    const details = await Promise.all(data.map(({ id }) => demo.control('get', `/requests/${id}`)));
    const whole = JSON.stringify(details) + (await demo.exported());
    for (const secret of [sealed, 'secret-cryptogram', 'walletb_pan_declined']) expect(whole).not.toContain(secret);
    expect(whole).toContain('[redacted]');
  });
});

describe('a prepared credential', () => {
  it('works once, for 15 minutes, in its own workspace and mode', async () => {
    const { slug } = await paymentLink(demo);
    const { service_wallet } = await prepared(slug);
    expect((await pay(buyer, slug, byWallet(service_wallet))).status).toBe(200);
    expect((await pay(buyer, slug, byWallet(service_wallet))).body.error).toMatch(/was already used/);
    const late = await prepared(slug);
    await demo.advance('15m');
    expect((await pay(buyer, slug, byWallet(late.service_wallet))).body.error).toMatch(/has expired/);
    const live = await paymentLink(demo.live);
    const fresh = await prepared(slug);
    expect((await pay(buyer, live.slug, byWallet(fresh.service_wallet))).body.error).toMatch(
      /was not prepared in this workspace/,
    );
    expect((await pay(buyer, slug, byWallet(fresh.service_wallet))).status).toBe(200);
  });

  it('may come from the merchant’s own page', async () => {
    const { data } = await demo.made<{ data: { prepared: string } }>(
      '/wallets/prepare',
      { service_wallet: walletB() },
      200,
    );
    const { slug } = await session(demo);
    expect((await pay(buyer, slug, byWallet({ type: 'wallet_b', prepared: data.prepared }))).status).toBe(200);
  });

  it('is not made for what cannot be paid, or by wallet_a', async () => {
    const { slug } = await session(demo);
    const ask = (at: string, service_wallet: unknown) => buyer.post(`/api/checkout/${at}/wallet`, { service_wallet });
    expect((await ask('api-nothing', walletB())).status).toBe(404);
    expect((await ask(slug, walletA())).status).toBe(400);
    expect((await ask(slug, { type: 'wallet_b' })).status).toBe(400);
    await pay(buyer, slug, byWallet());
    expect((await ask(slug, walletB())).status).toBe(404);
  });
});

describe('3-D Secure of a wallet on a page', () => {
  const stepUp = async (slug: string, amount = 42) => {
    const opened = await prepared(slug, 'walletb_pan_challenge');
    const named = { workspaceId: demo.workspace, sandbox: true, cardRef: opened.cardRef, amount };
    const call = (step: string, body: Fields) => buyer.post<Fields>(`/api/vault/3ds/${step}`, { ...named, ...body });
    const { transactionInfo } = (await call('init', {})).body as { transactionInfo: { authentication_id: string } };
    const asked = await call('authenticate', { currency: 'USD', transactionInfo });
    expect(asked.body).toMatchObject({ challengeRequired: true });
    await demo.trigger('three_ds.approve', { id: transactionInfo.authentication_id });
    const { threeDsToken } = (await call('finish', { transactionInfo })).body;
    return { ...opened, threeDsToken };
  };

  it('is wanted of a card of wallet_b where it is on, and its result is recorded', async () => {
    await demo.configure({ three_ds_enabled: true });
    const { slug } = await session(demo);
    const { service_wallet, threeDsToken, threeDsRequired } = await stepUp(slug);
    expect([threeDsRequired, threeDsToken]).toEqual([true, expect.any(String)]);
    const { body } = await pay(buyer, slug, byWallet(service_wallet, { threeDsToken }));
    expect(await transaction(body.transactionId)).toMatchObject({ three_ds_status: 'Y', wallet_type: 'wallet_b' });
  });

  it('is bound to what is paid', async () => {
    await demo.configure({ three_ds_enabled: true });
    const { slug } = await session(demo, { amount: 4300 });
    const { service_wallet, threeDsToken } = await stepUp(slug);
    const { status, body } = await pay(buyer, slug, byWallet(service_wallet, { threeDsToken }));
    expect([status, body.code]).toEqual([402, '3ds_failed']);
  });

  it('is asked of no device token, and refused with one', async () => {
    await demo.configure({ three_ds_enabled: true });
    const { slug } = await session(demo);
    const { threeDsRequired, cardRef, service_wallet } = await prepared(slug, 'walletb_dpan_visa');
    expect([threeDsRequired, cardRef]).toEqual([false, null]);
    const refused = await pay(buyer, slug, byWallet(service_wallet, { threeDsToken: '3dst_x' }));
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/threeDsToken/)]);
    expect((await pay(buyer, slug, byWallet(service_wallet))).status).toBe(200);
  });
});

describe('a wallet is refused', () => {
  it.each([
    ['beside a card', { vaultPanAlias: 'tok_sandbox_1' }, /vaultPanAlias cannot be combined/],
    ['as a bank debit', { paymentMethodType: 'ach' }, /cannot be combined with paymentMethodType ach/],
    ['without what its sheet gave', { service_wallet: { type: 'wallet_a' } }, /wallet_a_payment_data/],
    ['of no known type', { service_wallet: { type: 'wallet_c' } }, /service_wallet\.type/],
    ['as a contact alone', { service_wallet: undefined }, /wallet|billing/],
  ])('%s', async (_what, fields, error) => {
    const { slug } = await session(demo);
    const answer = await pay(buyer, slug, byWallet(walletA(), fields));
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(error)]);
    expect(await count()).toBe(0);
  });

  it('where the workspace has none', async () => {
    const { slug } = await session(onPayouts);
    const answer = await pay(new Buyer(onPayouts), slug, byWallet());
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/debit_payouts/)]);
    await demo.configure({ wallets_enabled: false });
    const off = await pay(buyer, (await session(demo)).slug, byWallet());
    expect([off.status, off.body.error]).toEqual([400, expect.stringMatching(/not enabled/)]);
  });

  it('for what is charged again and again, where it cannot be saved', async () => {
    const box = await product({ name: 'Box', ...monthly });
    const { slug } = await paymentLink(demo, { products: [{ product_id: box.id, quantity: 1 }] });
    for (const credential of [walletA('walleta_pan_visa'), walletB('walletb_dpan_visa')]) {
      const answer = await pay(buyer, slug, byWallet(credential));
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/has recurring charges/)]);
    }
    const { body } = await pay(buyer, slug, byWallet(walletB()));
    const { subscription_id, payment_method_id } = await transaction(body.transactionId);
    const { data } = await demo.read<{ data: object }>(`/subscriptions/${subscription_id}`);
    expect(data).toMatchObject({ status: 'active', payment_method_id });
  });
});
