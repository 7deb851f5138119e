import { describe, expect, it } from 'vitest';
import type { Product } from '../../src/payments/resources/product/model.ts';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { cards, type Demo, eachTest, type Refusal } from '../support/demo.ts';

type Fields = Record<string, unknown>;

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

async function product(fields: Fields = {}, on = demo): Promise<Product> {
  return (await on.made<{ data: Product }>('/products', { name: 'T-shirt', price: 2500, ...fields })).data;
}

/** A product of which there are five, or so many. */
const tracked = (stock_quantity = 5, on = demo) => product({ track_inventory: true, stock_quantity }, on);
const stockOf = async ({ id }: { id: string }, on = demo): Promise<number> =>
  (await on.read<{ data: Product }>(`/products/${id}`)).data.stock_quantity;

/** A charge of what is ordered, with a fresh token of a good card unless the fields name another. */
async function order(fields: Fields, on = demo) {
  const instrument = 'payment_token' in fields ? {} : { payment_token: await on.tokenize() };
  return on.api.post<Refusal & { data: Transaction }>('/charges', { ...instrument, ...fields });
}

const lines = (...ordered: [product: { id: string }, quantity: number][]) => ({
  line_items: ordered.map(([{ id: product_id }, quantity]) => ({ product_id, quantity })),
});

const short = { status: 400, body: { type: 'invalid_request_error', code: 'insufficient_stock' } };
const transactions = async () => (await demo.read<{ data: Transaction[] }>('/transactions')).data;

describe('what an order costs', () => {
  it('a product_id: the price of one of it', async () => {
    const { id } = await product({ currency: 'eur' });
    const { status, body } = await order({ product_id: id });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ amount: 2500, currency: 'EUR', status: 'pending_settlement' });
    expect(body.data.line_items).toEqual([
      { product_id: id, variant_id: null, name: 'T-shirt', quantity: 1, unit_amount: 2500, amount: 2500 },
    ]);
    expect(await demo.read(`/transactions/${body.data.id}`)).toEqual(body);
    expect(await demo.balance('EUR')).toMatchObject({ pending: 2500 });
  });

  it('line_items: the sum of the lines, a variant at its own price or at its product’s', async () => {
    const shirt = await product({ variants: [{ name: 'Large', price: 2700 }, { name: 'Small' }] });
    const cup = await product({ name: 'Cup', price: 0 });
    const [large, small] = shirt.variants;
    const { status, body } = await order({
      line_items: [
        { product_id: shirt.id, variant_id: large!.id, quantity: 2 },
        { product_id: shirt.id, variant_id: small!.id, quantity: 1 },
        { product_id: cup.id, variant_id: null, quantity: 3 },
      ],
      currency: 'usd',
    });
    expect(status).toBe(201);
    expect(body.data.amount).toBe(7900);
    const of = { product_id: shirt.id };
    expect(body.data.line_items).toEqual([
      { ...of, variant_id: large!.id, name: 'T-shirt (Large)', quantity: 2, unit_amount: 2700, amount: 5400 },
      { ...of, variant_id: small!.id, name: 'T-shirt (Small)', quantity: 1, unit_amount: 2500, amount: 2500 },
      { product_id: cup.id, variant_id: null, name: 'Cup', quantity: 3, unit_amount: 0, amount: 0 },
    ]);
  });

  it('decides its outcome as an amount would', async () => {
    const { id } = await product({ price: 99 });
    const onA = await demo.on('gateway_a');
    const cheap = await product({ price: 99 }, onA);
    expect((await order({ product_id: id })).status).toBe(201);
    expect(await order({ product_id: cheap.id }, onA)).toMatchObject({ status: 402, body: { data: { amount: 99 } } });
  });

  it('does not change with the product afterwards', async () => {
    const { id } = await product();
    const { body } = await order({ product_id: id });
    await demo.api.patch(`/products/${id}`, { price: 1, name: 'Rag', active: false });
    expect((await demo.transaction(body.data.id)).line_items).toEqual(body.data.line_items);
  });

  it('is refused where it cannot be told, and nothing is done', async () => {
    const shirt = await product();
    const other = await product({ variants: [{ name: 'Large' }] });
    const inEuro = await product({ currency: 'EUR' });
    const { id: retired } = await product({ active: false });
    const { id: free } = await product({ price: 0 });
    const dear = await product({ price: 99_999_999 });
    const line = { product_id: shirt.id, quantity: 1 };
    const payment_token = await demo.tokenize();
    for (const [fields, code, param] of [
      [{}, 'parameter_missing', 'amount'],
      [{ amount: 100, product_id: shirt.id }, 'parameter_invalid', 'product_id'],
      [{ amount: 100, ...lines([shirt, 1]) }, 'parameter_invalid', 'line_items'],
      [{ product_id: shirt.id, ...lines([shirt, 1]) }, 'parameter_invalid', 'line_items'],
      [{ product_id: 'prod_none' }, 'parameter_invalid', 'product_id'],
      [{ product_id: retired }, 'parameter_invalid', 'product_id'],
      [{ product_id: free }, 'parameter_invalid', 'product_id'],
      [{ product_id: shirt.id, currency: 'EUR' }, 'parameter_invalid', 'currency'],
      [{ product_id: shirt.id, currency: 'XYZ' }, 'parameter_invalid', 'currency'],
      [{ line_items: [] }, 'parameter_invalid', 'line_items'],
      [
        { line_items: [line, { product_id: 'prod_none', quantity: 1 }] },
        'parameter_invalid',
        'line_items.1.product_id',
      ],
      [{ line_items: [line, { product_id: retired, quantity: 1 }] }, 'parameter_invalid', 'line_items.1.product_id'],
      [{ line_items: [{ ...line, variant_id: 'var_none' }] }, 'parameter_invalid', 'line_items.0.variant_id'],
      [
        { line_items: [{ ...line, variant_id: other.variants[0]!.id }] },
        'parameter_invalid',
        'line_items.0.variant_id',
      ],
      [{ line_items: [{ ...line, quantity: 0 }] }, 'parameter_invalid', 'line_items.0.quantity'],
      [{ line_items: [{ ...line, quantity: 1.5 }] }, 'parameter_invalid', 'line_items.0.quantity'],
      [{ line_items: [{ product_id: shirt.id }] }, 'parameter_missing', 'line_items.0.quantity'],
      [{ line_items: [{ quantity: 1 }] }, 'parameter_missing', 'line_items.0.product_id'],
      [{ line_items: ['prod_1'] }, 'parameter_invalid', 'line_items.0'],
      [{ line_items: Array(101).fill(line) }, 'parameter_invalid', 'line_items'],
      [lines([shirt, 1], [inEuro, 1]), 'parameter_invalid', 'line_items.1.product_id'],
      [lines([{ id: free }, 9]), 'parameter_invalid', 'line_items'],
      [lines([dear, 2]), 'amount_too_large', 'line_items'],
      [lines([dear, 1], [shirt, 1]), 'amount_too_large', 'line_items'],
      [lines([dear, 999_999_999]), 'amount_too_large', 'line_items'],
    ] as const) {
      const answer = await order({ payment_token, ...fields });
      expect(answer, JSON.stringify(fields).slice(0, 200)).toMatchObject({
        status: 400,
        body: { type: 'invalid_request_error', code, param },
      });
    }
    expect(await transactions()).toEqual([]);
    expect((await order({ payment_token, product_id: shirt.id })).status).toBe(201);
  });

  it('is not found out with the products of the other mode', async () => {
    const { id } = await product();
    const onA = await demo.on('gateway_a');
    const inTest = await product({}, onA);
    expect(await order({ product_id: inTest.id }, onA.live)).toMatchObject({ status: 400 });
    expect(await order({ product_id: id }, onA)).toMatchObject({ status: 400 });
    const { data } = await onA.live.made<{ data: Product }>('/products', { name: 'Cup', price: 900 });
    expect(await order({ product_id: data.id }, onA.live)).toMatchObject({ body: { data: { livemode: true } } });
  });
});

describe('the stock of what is ordered', () => {
  it('is taken when a charge is accepted, and stays taken when it settles and is refunded', async () => {
    const shirt = await tracked();
    const { body } = await order(lines([shirt, 2]));
    expect(await stockOf(shirt)).toBe(3);
    await demo.settle();
    await demo.api.post(`/transactions/${body.data.id}/refund`);
    expect((await demo.transaction(body.data.id)).status).toBe('refunded');
    expect(await stockOf(shirt)).toBe(3);
  });

  it('is named where it is short as the buyer knows it', async () => {
    const wanted = async (on: Product, quantity: number, variant_id?: string) =>
      (await order({ line_items: [{ product_id: on.id, variant_id, quantity }] })).body.error;
    const stocked = { track_inventory: true, stock_quantity: 1 };
    const shirt = await product({ name: 'Linen shirt', ...stocked, variants: [{ name: 'Large', ...stocked }] });
    expect(await wanted(shirt, 2)).toBe('Only 1 of Linen shirt is in stock; the order requires 2.');
    expect(await wanted(shirt, 3, shirt.variants[0]!.id)).toBe(
      'Only 1 of Linen shirt (Large) is in stock; the order requires 3.',
    );
    await order(lines([shirt, 1]));
    expect(await wanted(shirt, 1)).toBe('Linen shirt is out of stock.');
  });

  it('of a variant is its own', async () => {
    const shirt = await product({
      track_inventory: true,
      stock_quantity: 5,
      variants: [
        { name: 'Large', track_inventory: true, stock_quantity: 2 },
        { name: 'Small', stock_quantity: 1 },
      ],
    });
    const of = (variant: number, quantity: number) => ({
      line_items: [{ product_id: shirt.id, variant_id: shirt.variants[variant]!.id, quantity }],
    });
    expect(await order(of(0, 3))).toMatchObject(short);
    expect((await order(of(0, 2))).status).toBe(201);
    expect((await order(of(1, 9))).status).toBe(201);
    const { data } = await demo.read<{ data: Product }>(`/products/${shirt.id}`);
    expect(data.stock_quantity).toBe(5);
    expect(data.variants.map(({ stock_quantity }) => stock_quantity)).toEqual([0, 1]);
  });

  it('of what is not tracked is never short and never counted', async () => {
    const cup = await product({ stock_quantity: 1 });
    const { body, status } = await order(lines([cup, 7]));
    expect([status, await stockOf(cup)]).toEqual([201, 1]);
    await demo.api.patch(`/products/${cup.id}`, { track_inventory: true });
    await demo.api.post(`/transactions/${body.data.id}/void`);
    expect(await stockOf(cup)).toBe(1);
  });

  it('that is short refuses the order before anything is done', async () => {
    const shirt = await tracked(5);
    const cup = await tracked(1);
    const payment_token = await demo.tokenize();
    const before = await demo.exported();
    for (const fields of [lines([shirt, 6]), lines([shirt, 2], [cup, 2]), lines([shirt, 3], [shirt, 3])]) {
      expect(await order({ payment_token, reference_id: 'r-1', ...fields })).toMatchObject(short);
    }
    expect(await demo.exported()).toBe(before);
    const declining = await demo.tokenize(cards.declined);
    expect(await order({ payment_token: declining, ...lines([shirt, 6]) })).toMatchObject(short);
    expect((await order({ payment_token, reference_id: 'r-1', ...lines([shirt, 5]) })).status).toBe(201);
    expect(await order({ product_id: shirt.id })).toMatchObject(short);
  });

  it('comes back when the transaction is voided, or fails, once', async () => {
    const shirt = await tracked();
    const voided = await order(lines([shirt, 2], [shirt, 1]));
    const failed = await order(lines([shirt, 2]));
    expect(await stockOf(shirt)).toBe(0);
    await demo.api.post(`/transactions/${voided.body.data.id}/void`);
    expect(await stockOf(shirt)).toBe(3);
    await demo.trigger('payment.failed', { id: failed.body.data.id });
    expect(await stockOf(shirt)).toBe(5);
    await demo.api.post(`/transactions/${voided.body.data.id}/void`);
    expect(await stockOf(shirt)).toBe(5);
  });

  it('comes back when a debit that was planned to fail does so at its settlement', async () => {
    const shirt = await product({ price: 19, track_inventory: true, stock_quantity: 1 });
    const customer = await demo.saveCustomer();
    const bank = await demo.saveBank(customer);
    const instant = { rail: 'ach', return_url: 'https://shop.example/back', payment_method_id: bank.id };
    await demo.made('/charges', { ...instant, product_id: shirt.id });
    expect(await stockOf(shirt)).toBe(0);
    await demo.advance('4s');
    expect(await stockOf(shirt)).toBe(1);
  });

  it('comes back on a card gateway when an approved charge is voided', async () => {
    const onA = await demo.on('gateway_a');
    const shirt = await tracked(5, onA);
    const { body } = await order(lines([shirt, 4]), onA);
    expect(await stockOf(shirt, onA)).toBe(1);
    await onA.api.post(`/transactions/${body.data.id}/void`);
    expect(await stockOf(shirt, onA)).toBe(5);
  });

  it('comes back as far as the product and its variant are still there', async () => {
    const shirt = await product({
      track_inventory: true,
      stock_quantity: 5,
      variants: [{ name: 'Large', track_inventory: true, stock_quantity: 2 }],
    });
    const variant_id = shirt.variants[0]!.id;
    const { body } = await order({
      line_items: [
        { product_id: shirt.id, variant_id, quantity: 1 },
        { product_id: shirt.id, quantity: 2 },
      ],
    });
    await demo.api.patch(`/products/${shirt.id}`, { variants: [], track_inventory: false });
    expect((await demo.api.post(`/transactions/${body.data.id}/void`)).status).toBe(200);
    expect(await stockOf(shirt)).toBe(5);
  });

  it('is not taken by a declined charge, which shows what was ordered', async () => {
    const shirt = await tracked();
    const payment_token = await demo.tokenize(cards.declined);
    const { status, body } = await order({ payment_token, ...lines([shirt, 2]) });
    expect(status).toBe(402);
    expect(body.data?.line_items).toMatchObject([{ product_id: shirt.id, quantity: 2, amount: 5000 }]);
    expect(await stockOf(shirt)).toBe(5);
  });

  it('goes once, however many buy at the same time', async () => {
    const shirt = await tracked(7);
    const customer = await demo.saveCustomer();
    const { id } = await demo.saveCard(customer);
    const buy = () => demo.api.post('/charges', { payment_method_id: id, product_id: shirt.id });
    const answers = await Promise.all(Array.from({ length: 30 }, buy));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(23);
    expect(await stockOf(shirt)).toBe(0);
    expect(await demo.balance()).toMatchObject({ pending: 7 * 2500 });
  });
});

describe('the stock of an order whose outcome is unknown', () => {
  it('is taken, and stays taken with the transaction when it was charged after all', async () => {
    const shirt = await tracked();
    const payment_token = await demo.tokenize(cards.unavailableCharged);
    const body = { payment_token, reference_id: 'r-1', ...lines([shirt, 2]) };
    expect((await order(body)).status).toBe(503);
    expect(await stockOf(shirt)).toBe(3);
    expect((await order(body)).status).toBe(409);
    await demo.advance('30s');
    expect(await stockOf(shirt)).toBe(3);
    const [made] = await transactions();
    expect(made).toMatchObject({ amount: 5000, line_items: [{ product_id: shirt.id, quantity: 2 }] });
    expect(await order(body)).toMatchObject({ status: 201, body: { data: { id: made!.id } } });
    expect(await stockOf(shirt)).toBe(3);
    await demo.api.post(`/transactions/${made!.id}/void`);
    expect(await stockOf(shirt)).toBe(5);
  });

  it('is given back when it was not charged, and taken by the next attempt', async () => {
    const shirt = await tracked(2);
    const customer = await demo.saveCustomer();
    const refused = await demo.saveCard(customer, cards.unavailableNotCharged);
    const body = { payment_method_id: refused.id, reference_id: 'r-1', ...lines([shirt, 2]) };
    for (const _attempt of [1, 2]) {
      expect((await demo.api.post('/charges', body)).status).toBe(503);
      expect(await stockOf(shirt)).toBe(0);
      expect(await demo.exported()).toContain('"spent":{"stock":');
      await demo.advance('30s');
      expect(await stockOf(shirt)).toBe(2);
      expect(await demo.exported()).not.toContain('"spent":{"stock":');
    }
    const { id } = await demo.saveCard(customer);
    expect((await demo.api.post('/charges', { ...body, payment_method_id: id })).status).toBe(201);
    expect(await stockOf(shirt)).toBe(0);
  });

  it('is kept apart from that of a transaction whose id the reference repeats', async () => {
    await demo.configure({ settlement: { mode: 'manual' } });
    const shirt = await tracked();
    const { body } = await order(lines([shirt, 1]));
    const payment_token = await demo.tokenize(cards.unavailableNotCharged);
    await order({ payment_token, reference_id: body.data.id, ...lines([shirt, 3]) });
    await demo.advance('30s');
    expect(await stockOf(shirt)).toBe(4);
    await demo.api.post(`/transactions/${body.data.id}/void`);
    expect(await stockOf(shirt)).toBe(5);
  });

  it('is kept where an injected fault makes it so', async () => {
    const shirt = await tracked();
    await demo.control('post', '/faults', { on: 'POST /charges', kind: 'unavailable', times: 1, resolve: 'failed' });
    expect((await order(lines([shirt, 2]))).status).toBe(503);
    expect(await stockOf(shirt)).toBe(3);
    await demo.advance('30s');
    expect(await stockOf(shirt)).toBe(5);
  });
});

describe('an order repeated under its reference_id', () => {
  it('is the same order, whatever became of the product meanwhile', async () => {
    const shirt = await tracked(1);
    const body = { payment_token: await demo.tokenize(), reference_id: 'r-1', product_id: shirt.id };
    const first = await order(body);
    await demo.api.patch(`/products/${shirt.id}`, { active: false, price: 1 });
    expect(await order(body)).toMatchObject({ status: 201, body: { data: { id: first.body.data.id, amount: 2500 } } });
    expect(await stockOf(shirt)).toBe(0);
    const other = await order({ ...body, product_id: undefined, ...lines([shirt, 1]) });
    expect(other).toMatchObject({ status: 409, body: { code: 'reference_id_reused' } });
  });
});

describe('triggers', () => {
  it('make a fresh payment of a product, or of a list of them', async () => {
    const shirt = await tracked();
    await demo.trigger('payment.completed', { set: { product_id: shirt.id } });
    expect(await transactions()).toMatchObject([{ status: 'settled', amount: 2500 }]);
    await demo.trigger('payment.failed', { set: lines([shirt, 2]) });
    expect(await transactions()).toMatchObject([{ status: 'failed', amount: 5000 }, { status: 'settled' }]);
    expect(await stockOf(shirt)).toBe(4);
  });

  it('refuse what is not an order', async () => {
    const shirt = await product();
    for (const line_items of [[], ['x'], [{ product_id: shirt.id }], [{ product_id: shirt.id, quantity: 0 }], [null]]) {
      const answer = await demo.refusedTrigger('payment.completed', { set: { line_items } });
      expect(answer, JSON.stringify(line_items)).toMatchObject({ status: 400, body: { param: 'set' } });
    }
    const nested = { 'line_items.0.product_id': shirt.id };
    expect((await demo.refusedTrigger('payment.completed', { set: nested })).status).toBe(400);
    expect(await transactions()).toEqual([]);
  });
});
