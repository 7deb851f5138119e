import { describe, expect, it } from 'vitest';
import { pay as payOperation } from '../../src/payments/resources/checkout/buyer-operations.ts';
import type { CheckoutSession } from '../../src/payments/resources/checkout-session/model.ts';
import type { Product } from '../../src/payments/resources/product/model.ts';
import type { Subscription } from '../../src/payments/resources/subscription/model.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { Buyer } from '../support/buyer.ts';
import { ada, byBank, byCard, load, pay, paymentLink, sentInvoice, session } from '../support/checkout.ts';
import { cards, type Demo, eachTest, routing } from '../support/demo.ts';
import { paymentsOf, saveProduct } from '../support/subscriptions.ts';

let demo: Demo;
let buyer: Buyer;
eachTest((fresh) => {
  demo = fresh;
  buyer = new Buyer(fresh);
});

const product = async (fields: object = {}) =>
  (await demo.made<{ data: Product }>('/products', { name: 'Shoes', price: 5900, ...fields })).data;
const transactions = async () => (await demo.read<{ data: unknown[] }>('/transactions')).data;
const discounts = [{ code: 'SAVE10', percent_off: 10 }];

describe('loading a checkout', () => {
  it('tells everything that a page or an app needs of a session', async () => {
    await demo.configure({ discounts });
    const shoes = await product({ description: 'Red', image_url: 'https://shop.example.com/shoes.png' });
    const { slug } = await session(demo, {
      line_items: [{ product_id: shoes.id, quantity: 2 }],
      customer_email: 'ada@example.com',
      customer_phone: '+1 555 0100',
      email_field_mode: 'read_only',
      phone_field_mode: 'hidden',
      show_order_summary: false,
      discount_code: 'SAVE10',
    });
    const { status, body } = await load(buyer, slug);
    expect(status).toBe(200);
    expect(body).toEqual({
      slug,
      kind: 'session',
      status: 'open',
      amount: 10620,
      currency: 'USD',
      discountCode: 'SAVE10',
      discountAmount: 1180,
      sandbox: true,
      customFields: [],
      collectShippingAddress: false,
      cardEnabled: true,
      threeDsEnabled: false,
      walletsEnabled: false,
      wallets: [],
      vaultConfig: buyer.vaultConfig,
      workspaceId: demo.workspace,
      workspace: {
        name: expect.any(String),
        achEnabled: true,
        requireCheckoutPhone: false,
        achAuthorizationText: expect.stringMatching(/\{merchant\}.*\{amount\}/),
      },
      products: [
        {
          productId: shoes.id,
          name: 'Shoes',
          description: 'Red',
          price: 5900,
          quantity: 2,
          imageUrl: 'https://shop.example.com/shoes.png',
          available: null,
          recurring: null,
        },
      ],
      brand: { name: expect.any(String), logoUrl: null, color: expect.stringMatching(/^#/) },
      emailFieldMode: 'read_only',
      phoneFieldMode: 'hidden',
      customerEmail: 'ada@example.com',
      customerPhone: '+1 555 0100',
      showOrderSummary: false,
      locale: null,
    });
  });

  it('tells what a payment link asks beside the usual', async () => {
    const size = { id: 'size', label: 'Size', type: 'select', required: true, options: ['S', 'M'] };
    const { slug } = await paymentLink(demo, { custom_fields: [size], collect_shipping_address: true });
    expect((await load(buyer, slug)).body).toMatchObject({
      kind: 'payment_link',
      status: 'active',
      amount: 1800,
      customFields: [size],
      collectShippingAddress: true,
      products: [],
    });
  });

  it('tells an invoice, its lines and its customer', async () => {
    const { slug } = await sentInvoice(demo);
    expect((await load(buyer, slug)).body).toMatchObject({
      kind: 'invoice',
      status: 'sent',
      amount: 2500,
      products: [{ name: 'Consulting', price: 2500, quantity: 1 }],
      customerEmail: 'ada@example.com',
    });
  });

  it('tells how many of each product can be bought now', async () => {
    const product = await demo.made<{ data: { id: string } }>('/products', {
      name: 'Mug',
      price: 900,
      track_inventory: true,
      stock_quantity: 2,
    });
    const { slug } = await paymentLink(demo, { products: [{ product_id: product.data.id, quantity: 1 }] });
    expect((await load(buyer, slug)).body.products).toMatchObject([{ available: 2, quantity: 1 }]);
    await demo.made('/inventory/adjust', { product_id: product.data.id, quantity: 0 }, 200);
    expect((await load(buyer, slug)).body.products).toMatchObject([{ available: 0, quantity: 1 }]);
  });

  it('follows the settings of its workspace', async () => {
    await demo.configure({
      vault_enabled: false,
      ach_enabled: false,
      three_ds_enabled: true,
      require_checkout_phone: true,
      brand: { name: 'Shop', logo_url: null, color: '#123456' },
    });
    expect((await load(buyer, (await session(demo)).slug)).body).toMatchObject({
      cardEnabled: false,
      threeDsEnabled: true,
      vaultConfig: { enabled: false },
      workspace: { achEnabled: false, requireCheckoutPhone: true },
      brand: { color: '#123456' },
    });
    const onCards = await demo.on('gateway_a');
    const { body } = await load(new Buyer(onCards), (await session(onCards)).slug);
    expect(body).toMatchObject({ walletsEnabled: true, cardEnabled: true });
  });

  it('is of the mode that the checkout was made in', async () => {
    const { slug } = await session(demo.live);
    expect((await load(buyer, slug)).body).toMatchObject({
      sandbox: false,
      // The debit-and-payouts rail is off in live mode.
      cardEnabled: false,
      vaultConfig: { environment: 'live', vaultId: buyer.vaultId.replace('sandbox', 'live') },
    });
  });

  it('shows the price with a discount code', async () => {
    await demo.configure({ discounts });
    const { slug } = await session(demo);
    expect((await load(buyer, `${slug}?discountCode=SAVE10`)).body).toMatchObject({
      amount: 3780,
      discountAmount: 420,
    });
    const folded = await pay(buyer, slug, await byCard(buyer, cards.visaDebit, { discountCode: ' save10 ' }));
    const { transactionId } = folded.body as unknown as { transactionId: string };
    expect(await demo.transaction(transactionId)).toMatchObject({ amount: 3780, metadata: { discountCode: 'SAVE10' } });
    await demo.configure({ discounts: [...discounts, { code: 'save10', amount_off: 100 }] });
    const other = (await session(demo, { discount_code: 'save10' })).slug;
    expect((await load(buyer, other)).body).toMatchObject({ discountCode: 'save10', discountAmount: 100 });
    await demo.configure({ discounts: [{ code: 'ALL', percent_off: 100 }] });
    const notApplicable = { status: 400, body: { error: expect.stringContaining('at least 1 cent') } };
    const unpaid = (await session(demo)).slug;
    expect(await load(buyer, `${unpaid}?discountCode=all`)).toMatchObject(notApplicable);
    const all = await pay(buyer, unpaid, await byCard(buyer, cards.visaDebit, { discountCode: 'ALL' }));
    expect(all).toMatchObject(notApplicable);
    const { status, body } = await load(buyer, `${unpaid}?discountCode=NONE`);
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/No such discount code: 'NONE'/) }]);
  });

  it('is 404 for what is unknown, paid, expired, inactive or void', async () => {
    const paid = await session(demo);
    expect((await pay(buyer, paid.slug, await byCard(buyer))).status).toBe(200);
    const late = await session(demo);
    const off = await paymentLink(demo);
    await demo.sandbox.control.patch(`/payment-links/${off.id}?workspace=${demo.workspace}`, { status: 'inactive' });
    const voided = await sentInvoice(demo);
    await demo.api.post(`/invoices/${voided.id}/void`);
    await demo.advance('25h');
    for (const slug of ['api-nothing', paid.slug, late.slug, off.slug, voided.slug]) {
      const { status, body } = await load(buyer, slug);
      expect([slug, status, body]).toEqual([slug, 404, { error: expect.any(String) }]);
      const refused = await pay(buyer, slug, await byCard(buyer));
      expect([slug, refused.status, refused.body]).toEqual([slug, 404, { error: expect.any(String) }]);
    }
  });

  it('leaves out what a link no longer sells, and is 404 when nothing is left', async () => {
    const [shoes, socks] = [await product(), await product({ name: 'Socks', price: 900 })];
    const { slug } = await paymentLink(demo, {
      products: [
        { product_id: shoes.id, quantity: 1 },
        { product_id: socks.id, quantity: 2 },
      ],
    });
    await demo.api.patch(`/products/${shoes.id}`, { active: false });
    expect((await load(buyer, slug)).body).toMatchObject({ amount: 1800, products: [{ name: 'Socks', quantity: 2 }] });
    const paid = await pay(buyer, slug, await byCard(buyer));
    expect([paid.status, paid.body.amount]).toEqual([200, 1800]);
    await demo.api.patch(`/products/${socks.id}`, { active: false });
    expect((await load(buyer, slug)).status).toBe(404);
  });
});

describe('paying by card', () => {
  it('answers everything that a success has, and completes the session', async () => {
    const made = await session(demo);
    const { status, body } = await pay(buyer, made.slug, await byCard(buyer));
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      transactionId: expect.stringMatching(/^txn_/),
      orderNumber: 1,
      orderLabel: '#1',
      confirmationToken: expect.stringMatching(/^conf_/),
      successUrl: 'https://shop.example.com/thanks',
      status: 'pending_settlement',
      amount: 4200,
      currency: 'USD',
      processorType: 'debit_payouts',
      card: { brand: 'visa', last4: '5556' },
    });
    const { data } = await demo.read<{ data: CheckoutSession }>(`/checkout-sessions/${made.id}`);
    expect(data).toMatchObject({ status: 'complete', transaction_id: body.transactionId });
    expect(await demo.transaction(body.transactionId)).toMatchObject({
      checkout_session_id: made.id,
      buyer_name: 'Ada Lovelace',
      email: 'ada@example.com',
      billing_address_1: '1 Main St',
      billing_country: 'US',
      source: 'api',
    });
  });

  it('says pending_settlement on a gateway that settles without an event, too', async () => {
    const onCards = await demo.on('gateway_a');
    const by = new Buyer(onCards);
    const { body } = await pay(by, (await session(onCards)).slug, await byCard(by, cards.visaCredit));
    expect(body).toMatchObject({ success: true, status: 'pending_settlement', processorType: 'gateway_a' });
    expect(await onCards.eventTypes(body.transactionId)).toEqual(['payment.completed']);
  });

  it('tells in its event that a session, or a link, was paid', async () => {
    const made = await session(demo);
    const link = await paymentLink(demo);
    const one = (await pay(buyer, made.slug, await byCard(buyer))).body;
    const other = (await pay(buyer, link.slug, await byCard(buyer))).body;
    await demo.settle();
    const completed = (await demo.events()).filter(({ type }) => type === 'payment.completed');
    const dataOf = (id: string) => completed.find(({ data }) => data.transaction_id === id)?.data;
    expect(dataOf(one.transactionId)).toMatchObject({ source: 'api', checkout_session_id: made.id });
    expect(dataOf(one.transactionId)).not.toHaveProperty('payment_link_id');
    expect(dataOf(other.transactionId)).toMatchObject({ source: 'dashboard', payment_link_id: link.id });
  });

  it('lets a link be paid again and again, and shows no success address', async () => {
    const { slug } = await paymentLink(demo);
    for (const number of [1, 2]) {
      const { status, body } = await pay(buyer, slug, await byCard(buyer));
      expect([status, body.orderNumber, body.successUrl]).toEqual([200, number, null]);
    }
  });

  it('pays an invoice', async () => {
    const invoice = await sentInvoice(demo);
    const { status, body } = await pay(buyer, invoice.slug, await byCard(buyer, cards.visaDebit, { firstName: 'Bo' }));
    expect([status, body.amount]).toEqual([200, 2500]);
    expect(await demo.transaction(body.transactionId)).toMatchObject({
      invoice_id: invoice.id,
      buyer_name: 'Bo Lovelace',
      billing_city: 'Springfield',
    });
    await demo.settle();
    expect(await demo.read(`/invoices/${invoice.id}`)).toMatchObject({ data: { status: 'paid' } });
  });

  it.each(Object.keys(ada).filter((field) => field !== 'billingState'))('needs %s', async (field) => {
    const { slug } = await session(demo);
    const { [field]: _without, ...rest } = await byCard(buyer);
    for (const body of [rest, { ...rest, [field]: ' ' }]) {
      const answer = await pay(buyer, slug, body);
      expect([answer.status, answer.body]).toEqual([400, { error: `${field} is required.` }]);
    }
    expect(await transactions()).toEqual([]);
  });

  it('needs a phone number where the workspace requires one', async () => {
    await demo.configure({ require_checkout_phone: true });
    const { slug } = await session(demo);
    const refused = await pay(buyer, slug, await byCard(buyer));
    expect([refused.status, refused.body]).toEqual([400, { error: 'phone is required.' }]);
    expect((await pay(buyer, slug, await byCard(buyer, cards.visaDebit, { phone: '+1 555 0100' }))).status).toBe(200);
  });

  it.each([
    [{ email: 'nobody' }, /'nobody' is not a valid email address/],
    [{ billingCountry: 'XX' }, /billingCountry 'XX'/],
    [{ vaultPanAlias: undefined }, /vaultPanAlias is required/],
    [{ vaultPanAlias: 'tok_sandbox_unknown' }, /is not an alias/],
    [{ vaultPanAlias: '4000056655665556' }, /is not an alias/],
    [{ vaultExpMonth: '13' }, /vaultExpMonth/],
    [{ vaultExpYear: undefined }, /vaultExpYear is required/],
    [{ items: [{ productId: 'prod_1', quantity: 1 }] }, /items must match/],
    [{ discountCode: 'NONE' }, /No such discount code/],
    [{ customFieldValues: { size: 'M' } }, /no custom field 'size'/],
    [{ shippingAddress: { country: 'XX' } }, /shippingAddress.country/],
    [{ items: [{ productId: 'prod_1', quantity: 0 }] }, /items.0.quantity/],
    [{ email: 7 }, /email must be a string/],
  ])('refuses %j', async (fields, message) => {
    const { slug } = await session(demo);
    const { status, body } = await pay(buyer, slug, await byCard(buyer, cards.visaDebit, fields));
    expect([status, body]).toEqual([400, { error: expect.stringMatching(message) }]);
    expect(await transactions()).toEqual([]);
  });

  it('refuses an alias of the other environment, of another workspace, of another kind, and an old one', async () => {
    const { slug } = await session(demo);
    const [live, stranger] = [new Buyer(demo, { mode: 'live' }), new Buyer(await demo.on('gateway_a'))];
    const own = await byCard(buyer);
    const refusalOf = async (body: object) => {
      const answer = await pay(buyer, slug, body);
      return [answer.status, answer.body.error, Object.keys(answer.body)];
    };
    expect(await refusalOf(await byCard(live))).toEqual([400, expect.stringMatching(/live vault/), ['error']]);
    expect(await refusalOf(await byCard(stranger))).toEqual([400, expect.stringMatching(/is not an alias/), ['error']]);
    const swapped = { ...own, vaultPanAlias: own.vaultCvcAlias };
    expect(await refusalOf(swapped)).toEqual([400, expect.stringMatching(/security code/), ['error']]);
    await demo.advance('24h');
    const next = await session(demo);
    const late = await pay(buyer, next.slug, own);
    expect([late.status, late.body]).toEqual([400, { error: expect.stringMatching(/expired/) }]);
  });

  it('takes the session’s own items in any order, and those of a link as they were chosen', async () => {
    const [shoes, socks] = [await product(), await product({ name: 'Socks', price: 900 })];
    const made = await session(demo, {
      line_items: [
        { product_id: shoes.id, quantity: 1 },
        { product_id: socks.id, quantity: 2 },
      ],
    });
    const items = [
      { productId: socks.id, quantity: 2 },
      { productId: shoes.id, quantity: 1 },
    ];
    const paid = await pay(buyer, made.slug, await byCard(buyer, cards.visaDebit, { items }));
    expect([paid.status, paid.body.amount]).toEqual([200, 7700]);
    const link = await paymentLink(demo, {
      products: [
        { product_id: shoes.id, quantity: 1 },
        { product_id: socks.id, quantity: 1 },
      ],
    });
    const three = [{ productId: socks.id, quantity: 3 }];
    const chosen = await pay(buyer, link.slug, await byCard(buyer, cards.visaDebit, { items: three }));
    expect([chosen.status, chosen.body.amount]).toEqual([200, 2700]);
    const { line_items } = await demo.transaction(chosen.body.transactionId);
    expect(line_items).toMatchObject([{ name: 'Socks', quantity: 3, amount: 2700 }]);
    const other = [{ productId: 'prod_other', quantity: 1 }];
    const refused = await pay(buyer, link.slug, await byCard(buyer, cards.visaDebit, { items: other }));
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/does not sell/)]);
  });

  it('takes a discount off a session or a link, and none off an invoice', async () => {
    await demo.configure({ discounts });
    const body = () => byCard(buyer, cards.visaDebit, { discountCode: 'SAVE10' });
    const made = await session(demo);
    expect((await pay(buyer, made.slug, await body())).body.amount).toBe(3780);
    const { data } = await demo.read<{ data: CheckoutSession }>(`/checkout-sessions/${made.id}`);
    expect(data).toMatchObject({ amount: 3780, discount_amount: 420, discount_code: 'SAVE10' });
    const paid = (await pay(buyer, (await paymentLink(demo)).slug, await body())).body;
    expect(paid.amount).toBe(1620);
    expect((await demo.transaction(paid.transactionId)).metadata).toEqual({ discountCode: 'SAVE10' });
    const { status, body: refused } = await pay(buyer, (await sentInvoice(demo)).slug, await body());
    expect([status, refused.error]).toEqual([400, expect.stringMatching(/invoice does not accept a discount code/)]);
  });

  it('keeps where to send what was bought, and needs it where the link asks', async () => {
    const shippingAddress = { address1: '2 Side St', city: 'Boston', state: 'MA', postalCode: '02108', country: 'us' };
    const { slug } = await paymentLink(demo, { collect_shipping_address: true });
    const without = await pay(buyer, slug, await byCard(buyer));
    expect([without.status, without.body]).toEqual([400, { error: 'shippingAddress.address1 is required.' }]);
    const { city: _city, ...incomplete } = shippingAddress;
    const partly = await pay(buyer, slug, await byCard(buyer, cards.visaDebit, { shippingAddress: incomplete }));
    expect([partly.status, partly.body]).toEqual([400, { error: 'shippingAddress.city is required.' }]);
    const { body } = await pay(buyer, slug, await byCard(buyer, cards.visaDebit, { shippingAddress }));
    expect(await demo.transaction(body.transactionId)).toMatchObject({
      shipping_address_1: '2 Side St',
      shipping_city: 'Boston',
      shipping_state: 'MA',
      shipping_postal_code: '02108',
      shipping_country: 'US',
    });
  });

  it('checks the answers to a link’s custom fields, and keeps them in metadata.customFields', async () => {
    const field = (id: string, type: string, required: boolean, options?: string[]) => ({
      id,
      label: id,
      type,
      required,
      ...(options === undefined ? {} : { options }),
    });
    const { slug } = await paymentLink(demo, {
      custom_fields: [
        field('name', 'text', true),
        field('age', 'number', false),
        field('size', 'select', false, ['S', 'M']),
        field('terms', 'checkbox', true),
      ],
      metadata: { campaign: 'spring' },
    });
    const answered = async (customFieldValues: object) =>
      pay(buyer, slug, await byCard(buyer, cards.visaDebit, { customFieldValues }));
    for (const [values, message] of [
      [{ terms: true }, /name.*is required/],
      [{ name: 'Ada', terms: false }, /terms.*is required/],
      [{ name: 'Ada', terms: true, age: 'old' }, /age.*must be a number/],
      [{ name: 'Ada', terms: true, size: 'XL' }, /size.*one of S, M/],
      [{ name: 'A'.repeat(501), terms: true }, /name.*at most 500/],
      [{ name: { first: 'Ada' }, terms: true }, /name.*must be a string/],
      [{ name: 'Ada', terms: true, color: 'red' }, /no custom field 'color'/],
    ] as const) {
      const { status, body } = await answered(values);
      expect([status, body]).toEqual([400, { error: expect.stringMatching(message) }]);
    }
    const { body } = await answered({ name: 'Ada', age: '36', size: 'M', terms: true });
    const { metadata } = await demo.transaction(body.transactionId);
    expect(metadata).toEqual({ campaign: 'spring', customFields: { name: 'Ada', age: 36, size: 'M', terms: true } });
    await demo.settle();
    const [completed] = (await demo.events()).filter(({ type }) => type === 'payment.completed');
    expect(completed?.data.metadata).toEqual(metadata);
  });
});

describe('a declined payment', () => {
  it('is 400 card_declined, keeps the failed transaction, and leaves the session to be paid', async () => {
    const { slug } = await session(demo);
    const { status, body } = await pay(buyer, slug, await byCard(buyer, cards.declined));
    expect(status).toBe(400);
    expect(body).toEqual({
      error: expect.any(String),
      code: 'card_declined',
      declineCode: expect.any(String),
      status: 'declined',
      transactionId: expect.stringMatching(/^txn_/),
    });
    expect(await demo.transaction(body.transactionId!)).toMatchObject({
      status: 'failed',
      decline_code: body.declineCode,
    });
    expect((await load(buyer, slug)).status).toBe(200);
    expect((await pay(buyer, slug, await byCard(buyer))).status).toBe(200);
  });

  it('is one, too, for a card that the gateway was not asked about', async () => {
    const { status, body } = await pay(buyer, (await session(demo)).slug, await byCard(buyer, cards.visaCredit));
    expect([status, body.code, body.declineCode]).toEqual([400, 'card_declined', 'unsupported_card']);
  });

  it('comes from the security code that is missing where the workspace wants one', async () => {
    await demo.configure({ require_cvc: true });
    const { slug } = await session(demo);
    const refused = await pay(buyer, slug, await byCard(buyer, cards.visaDebit, { vaultCvcAlias: undefined }));
    expect([refused.status, refused.body.declineCode]).toEqual([400, 'incorrect_cvc']);
    expect((await pay(buyer, slug, await byCard(buyer))).status).toBe(200);
  });

  it('comes from a rule of the workspace for checkout.pay', async () => {
    await demo.addRule({ operation: 'checkout.pay', amount: 4200 }, { kind: 'decline', code: 'insufficient_funds' });
    const { body } = await pay(buyer, (await session(demo)).slug, await byCard(buyer));
    expect(body).toMatchObject({ code: 'card_declined', status: 'declined' });
    expect((await demo.charge({ payment_token: await demo.tokenize() })).status).toBe(201);
  });
});

describe('paying by bank', () => {
  it('takes an authorized debit of an account in the vault', async () => {
    const { slug } = await session(demo);
    const { status, body } = await pay(buyer, slug, await byBank(buyer));
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, status: 'pending_settlement', card: null });
    expect(await demo.transaction(body.transactionId)).toMatchObject({
      rail: 'ach',
      bank_last_four: '6789',
      card_last_four: null,
    });
  });

  it.each([
    [{ achAuthorized: false }, /set achAuthorized to true/],
    [{ achAuthorized: undefined }, /set achAuthorized to true/],
    [{ vaultBankAccountAlias: undefined }, /vaultBankAccountAlias is required/],
    [{ routingNumber: undefined }, /routingNumber is required/],
    [{ routingNumber: '123' }, /not a valid routing number/],
    [{ routingNumber: routing.unknown }, /No bank has/],
    [{ accountType: undefined }, /accountType is required/],
    [{ accountType: 'gold' }, /accountType must be one of checking, savings/],
    [{ accountHolderType: undefined }, /accountHolderType is required/],
    [{ paymentMethodType: undefined }, /set paymentMethodType to ach/],
    [{ billingCity: undefined }, /billingCity is required/],
    [{ vaultPanAlias: 'tok_sandbox_1' }, /not both/],
  ])('refuses %j', async (fields, message) => {
    const { status, body } = await pay(buyer, (await session(demo)).slug, await byBank(buyer, fields));
    expect([status, body]).toEqual([400, { error: expect.stringMatching(message) }]);
    expect(await transactions()).toEqual([]);
  });

  it('is refused where the workspace takes no bank debits', async () => {
    await demo.configure({ ach_enabled: false });
    const { status, body } = await pay(buyer, (await session(demo)).slug, await byBank(buyer));
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/ACH is not enabled/) }]);
  });

  it.each(['EUR', 'JPY', 'KWD'])('is offered and taken in US dollars, not in %s', async (currency) => {
    const { slug } = await session(demo, { currency });
    expect((await load(buyer, slug)).body.workspace.achEnabled).toBe(false);
    const { status, body } = await pay(buyer, slug, await byBank(buyer));
    expect([status, body]).toEqual([400, { error: `ACH supports only USD, not ${currency}.` }]);
    expect(await transactions()).toEqual([]);
    expect((await load(buyer, (await session(demo)).slug)).body.workspace.achEnabled).toBe(true);
  });

  it.each([
    [19, 'D019'],
    [21, 'M021'],
    [22, 'D021'],
  ])(
    'is an instant debit on the debit-and-payouts rail: %i cents fail with %s, and the session stays complete',
    async (amount, code) => {
      const made = await session(demo, { amount });
      const { body } = await pay(buyer, made.slug, await byBank(buyer));
      await demo.settle();
      expect(await demo.transaction(body.transactionId)).toMatchObject({ status: 'failed', error_code: code });
      expect(await demo.eventTypes(body.transactionId)).toEqual(['payment.failed']);
      const { data } = await demo.read<{ data: CheckoutSession }>(`/checkout-sessions/${made.id}`);
      expect(data.status).toBe('complete');
    },
  );
});

describe('the authorization of a first instant debit', () => {
  const openPage = (url: string, decision?: string) =>
    decision === undefined
      ? fetch(url, { redirect: 'manual' })
      : fetch(url.split('?')[0]!, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ token: new URL(url).searchParams.get('token') ?? '', decision }),
        });
  const debit = async () => {
    const { slug } = await session(demo);
    return { slug, ...(await pay(buyer, slug, await byBank(buyer))).body };
  };

  it('is asked for once for an account of a customer, on the debit-and-payouts rail alone', async () => {
    const first = await debit();
    expect(first.bankAuthUrl).toBe(`${demo.sandbox.url}/pay/${first.slug}/bank-auth?token=${first.confirmationToken}`);
    // Until it is given, the bank knows nobody; then it knows this account alone.
    expect(await debit()).toHaveProperty('bankAuthUrl');
    await openPage(first.bankAuthUrl ?? '', 'given');
    expect(await debit()).not.toHaveProperty('bankAuthUrl');
    const { slug } = await session(demo);
    const fields = { vaultBankAccountAlias: await buyer.bankAlias('55556789') };
    expect((await pay(buyer, slug, await byBank(buyer, fields))).body).toHaveProperty('bankAuthUrl');
    const elsewhere = await byBank(buyer, { routingNumber: '011401533' });
    expect((await pay(buyer, (await session(demo)).slug, elsewhere)).body).toHaveProperty('bankAuthUrl');
    const onCards = await demo.on('gateway_a');
    const by = new Buyer(onCards);
    expect((await pay(by, (await session(onCards)).slug, await byBank(by))).body).not.toHaveProperty('bankAuthUrl');
  });

  it('leads to a page of the bank, and from there to the confirmation', async () => {
    const { bankAuthUrl = '', slug, confirmationToken, transactionId } = await debit();
    const page = await openPage(bankAuthUrl);
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringMatching(/default-src 'none'/),
    ]);
    expect(await page.text()).toMatch(/\$42\.00.*Ending in 6789/s);
    const confirmation = `/pay/${slug}/confirmation?token=${confirmationToken}`;
    expect(await (await fetch(`${demo.sandbox.url}${confirmation}`)).text()).toContain('/bank-auth?token=');
    const given = await openPage(bankAuthUrl, 'given');
    expect([given.status, given.headers.get('location')]).toEqual([303, confirmation]);
    expect(await (await fetch(`${demo.sandbox.url}${confirmation}`)).text()).not.toContain('/bank-auth?token=');
    expect((await openPage(bankAuthUrl)).status).toBe(303);
    await demo.settle();
    expect((await demo.transaction(transactionId)).status).toBe('settled');
  });

  it('fails the debit when it is refused, and the next one is asked for again', async () => {
    const { bankAuthUrl = '', transactionId } = await debit();
    expect((await openPage(bankAuthUrl, 'refused')).status).toBe(303);
    expect(await demo.transaction(transactionId)).toMatchObject({ status: 'failed', error_code: 'M021' });
    expect(await demo.eventTypes(transactionId)).toEqual(['payment.failed']);
    expect(await debit()).toHaveProperty('bankAuthUrl');
  });

  it('is waited for once the buyer is at the bank, and asked for no longer than 24 hours', async () => {
    const asked = await debit();
    await openPage(asked.bankAuthUrl ?? '');
    await demo.settle();
    await demo.advance('23h');
    expect(await demo.transaction(asked.transactionId)).toMatchObject({ status: 'pending_settlement' });
    await demo.advance('1h');
    expect(await demo.transaction(asked.transactionId)).toMatchObject({ status: 'failed', error_code: 'M021' });
    const { url } = await fetch(asked.bankAuthUrl ?? '');
    expect(await (await fetch(url)).text()).toContain('The debit was not authorized');
  });

  it('is waited for by the confirmation too, and settles the debit whenever it is given', async () => {
    const { bankAuthUrl = '', slug, confirmationToken, transactionId } = await debit();
    await fetch(`${demo.sandbox.url}/pay/${slug}/confirmation?token=${confirmationToken}`);
    await demo.advance('10h');
    expect((await demo.transaction(transactionId)).status).toBe('pending_settlement');
    await openPage(bankAuthUrl, 'given');
    await demo.advance('1h');
    expect((await demo.transaction(transactionId)).status).toBe('settled');
    await demo.advance('24h');
    expect(await demo.eventTypes(transactionId)).toEqual(['payment.completed']);
  });

  it.each([
    ['payment.completed', {}, 'settled', 'on its way|Thank you'],
    ['payment.failed', { code: 'M021' }, 'failed', 'You refused the debit'],
    ['payment.voided', {}, 'voided', 'voided|cancelled'],
  ])('is answered by a trigger of %s too', async (type, given, status, said) => {
    const { bankAuthUrl = '', transactionId } = await debit();
    await openPage(bankAuthUrl);
    await demo.control('post', `/triggers/${type}`, { id: transactionId, ...given });
    expect((await demo.transaction(transactionId)).status).toBe(status);
    const { url } = await openPage(bankAuthUrl).then(({ headers }) =>
      fetch(new URL(headers.get('location') ?? '', demo.sandbox.url)),
    );
    expect(await (await fetch(url)).text()).toMatch(new RegExp(said));
    const { data } = await demo.control<{ data: { upcoming: { kind: string }[] } }>('get', '/clock');
    expect(data.upcoming.map(({ kind }) => kind)).not.toContain('checkout.bank_auth_expire');
  });

  it('is waited for by nobody where the address is never opened', async () => {
    const { transactionId } = await debit();
    await demo.advance('1h');
    expect((await demo.transaction(transactionId)).status).toBe('settled');
  });

  it('changes nothing once the debit has settled, and is unknown elsewhere', async () => {
    const { bankAuthUrl = '', slug, transactionId } = await debit();
    await demo.settle();
    expect((await openPage(bankAuthUrl, 'refused')).status).toBe(303);
    expect((await demo.transaction(transactionId)).status).toBe('settled');
    const other = await session(demo);
    expect((await openPage(bankAuthUrl.replace(slug, other.slug))).status).toBe(404);
    expect((await openPage(bankAuthUrl.replace(/token=.*/, 'token=conf_none'))).status).toBe(404);
  });
});

describe('a body of the wrong shape', () => {
  it('is refused, and nothing is charged', async () => {
    const { slug } = await session(demo);
    const shape = payOperation.body as unknown as Shape;
    const both = [await byCard(buyer), await byBank(buyer)].flatMap((good) =>
      badBodies(shape, { ...good, shippingAddress: { city: 'Boston' }, items: [] }),
    );
    // What is wrong with a field is wrong with it however somebody pays.
    for (const [what, { text }] of new Map(both.map((bad) => [bad.what, bad]))) {
      const { status, body } = await pay(buyer, slug, text);
      expect([status, Object.keys(body)], what).toEqual([400, ['error']]);
    }
    expect(await transactions()).toEqual([]);
  });
});

describe('what a client says of itself', () => {
  const clientMetadata = {
    platform: 'ios',
    sdk: 'ios-app/2.0.0',
    appId: 'com.example.shop',
    osVersion: '18.1',
    deviceModel: 'iPhone17,1',
    language: 'de-DE',
    timezone: 'Europe/Berlin',
    screenWidth: 390,
    screenHeight: 844,
  };
  const noted = async (by: Buyer, fields: Record<string, unknown>) => {
    const { slug } = await session(demo, { metadata: { cart: 'c-1' } });
    const { status, body } = await pay(by, slug, await byCard(by, cards.visaDebit, fields));
    expect(status, JSON.stringify(body)).toBe(200);
    return demo.transaction(body.transactionId);
  };

  it('is noted on no subscription that the payment begins, nor on its renewals', async () => {
    await demo.configure({ discounts });
    const club = await saveProduct(demo);
    const { slug } = await session(demo, {
      line_items: [{ product_id: club.id, quantity: 1 }],
      metadata: { plan: 'gold' },
    });
    const paid = await pay(
      buyer,
      slug,
      await byCard(buyer, cards.visaDebit, { clientMetadata, discountCode: 'SAVE10' }),
    );
    const { metadata } = await demo.transaction(paid.body.transactionId);
    expect(metadata).toMatchObject({ plan: 'gold', language: 'de-DE', os: 'iOS', discountCode: 'SAVE10' });
    await demo.advance('P1M');
    const [subscription] = (await demo.read<{ data: Subscription[] }>('/subscriptions')).data;
    const [first, renewal] = await paymentsOf(demo, subscription!);
    expect(first!.metadata).toEqual(metadata);
    expect([subscription!.metadata, renewal!.metadata]).toEqual([{ plan: 'gold' }, { plan: 'gold' }]);
  });

  it('is noted on the transaction, beside the metadata of the merchant', async () => {
    const { metadata, sdk } = await noted(new Buyer(demo, { sdk: 'ios/1.4.0' }), { clientMetadata });
    expect(sdk).toBe('ios/1.4.0');
    expect(metadata).toEqual({
      cart: 'c-1',
      client: {
        platform: 'ios',
        sdk: 'ios-app/2.0.0',
        appId: 'com.example.shop',
        osVersion: '18.1',
        deviceModel: 'iPhone17,1',
      },
      language: 'de-DE',
      timezoneClient: 'Europe/Berlin',
      deviceType: 'mobile',
      os: 'iOS',
      screen: { width: 390, height: 844 },
    });
  });

  it('falls back to the header where the body names no SDK, and drops what is malformed or too long', async () => {
    const malformed = {
      platform: 'windows',
      sdk: 'Not An SDK',
      appId: 'a'.repeat(129),
      osVersion: 'o'.repeat(33),
      deviceModel: 'd'.repeat(65),
      language: 'l'.repeat(36),
      timezone: 't'.repeat(65),
      screenWidth: '390',
      screenHeight: 844,
      battery: 0.5,
    };
    const { metadata } = await noted(new Buyer(demo, { sdk: 'web/1.0.0' }), { clientMetadata: malformed });
    expect(metadata).toEqual({ cart: 'c-1', client: { sdk: 'web/1.0.0' } });
  });

  it('is a phone only where the platform is said to be one', async () => {
    const { metadata } = await noted(buyer, { clientMetadata: { platform: 'android' } });
    expect(metadata).toMatchObject({ deviceType: 'mobile', os: 'Android' });
    const web = await noted(buyer, { clientMetadata: { platform: 'web' } });
    expect(web.metadata).toEqual({ cart: 'c-1', client: { platform: 'web' } });
  });

  it('is ignored, never refused, where the header is malformed', async () => {
    for (const sdk of ['iOS/1.0', 'ios', `ios/${'1'.repeat(64)}`, 'ios/1 0']) {
      const { metadata, sdk: recorded } = await noted(new Buyer(demo, { sdk }), {});
      expect([recorded, metadata]).toEqual([null, { cart: 'c-1' }]);
    }
  });
});

describe('3-D Secure', () => {
  it('is asked for before a card is charged, where the workspace and the card need it', async () => {
    await demo.configure({ three_ds_enabled: true });
    const { slug } = await session(demo);
    const without = await pay(buyer, slug, await byCard(buyer));
    expect([without.status, without.body]).toEqual([402, { error: expect.any(String), code: '3ds_required' }]);
    const wrong = await pay(buyer, slug, await byCard(buyer, cards.visaDebit, { threeDsToken: '3dst_none' }));
    expect([wrong.status, wrong.body]).toEqual([402, { error: expect.any(String), code: '3ds_failed' }]);
    expect(await transactions()).toEqual([]);
    expect((await pay(buyer, slug, await byBank(buyer))).status).toBe(200);
  });
});

describe('address suggestions', () => {
  const suggest = async (query: string) =>
    (await buyer.get<{ suggestions: { id: string; text: string }[] }>(`/api/checkout/address-suggest?${query}`)).body;
  const details = async (query: string) => (await buyer.get(`/api/checkout/address-details?${query}`)).body;

  it('are none where the workspace has no provider', async () => {
    const { slug } = await session(demo);
    expect(await suggest(`q=maple&slug=${slug}`)).toEqual({ suggestions: [] });
    expect(await details(`id=addr_us_1&slug=${slug}`)).toEqual({ address: null });
    expect(await suggest('q=maple')).toEqual({ suggestions: [] });
  });

  it('come from the bundled provider where the setting is on', async () => {
    await demo.configure({ address_suggest: true });
    const { slug } = await session(demo);
    const { suggestions } = await suggest(`q=12%20mapl&country=us&slug=${slug}`);
    expect(suggestions).toEqual([{ id: expect.any(String), text: '12 Maple Street, Springfield, IL 62701, US' }]);
    expect(await details(`id=${suggestions[0]!.id}&slug=${slug}`)).toEqual({
      address: { address1: '12 Maple Street', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' },
    });
    expect((await suggest(`q=montreal%20lilas&slug=${slug}`)).suggestions).toHaveLength(1);
    expect((await suggest(`q=maple&country=GB&slug=${slug}`)).suggestions).toEqual([]);
    expect((await suggest(`q=m&slug=${slug}`)).suggestions).toEqual([]);
    expect(await details(`id=addr_none&slug=${slug}`)).toEqual({ address: null });
  });
});
