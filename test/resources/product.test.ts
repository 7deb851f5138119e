import { describe, expect, it } from 'vitest';
import type { AnyOperation } from '../../src/core/kernel/declare/operation.ts';
import type { Inventory, Product } from '../../src/payments/resources/product/model.ts';
import { resources } from '../../src/payments/resources/registry.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { Demo, eachTest, type Refusal } from '../support/demo.ts';
import type { Answer } from '../support/sandbox.ts';

type Fields = Record<string, unknown>;
type One = { data: Product };
type List = { data: Product[]; has_more: boolean };
type Stock = Refusal & { data: Inventory };

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

/** A product that must be made: a T-shirt, with whatever else is given. */
async function made(fields: Fields = {}): Promise<Product> {
  return (await demo.made<One>('/products', { name: 'T-shirt', price: 2500, ...fields })).data;
}

const read = async (id: string): Promise<Product> => (await demo.read<One>(`/products/${id}`)).data;
const patch = (id: string, fields: Fields) => demo.api.patch<Refusal & One>(`/products/${id}`, fields);
const adjust = (fields: Fields): Promise<Answer<Stock>> => demo.api.post('/inventory/adjust', fields);

describe('POST /products', () => {
  it('makes a product with every field of the answer', async () => {
    const answer = await demo.api.post<One>('/products', {
      name: 'T-shirt',
      description: 'Soft',
      sku: 'TS',
      image_url: 'https://shop.example/t.png',
      price: 2500,
      currency: 'eur',
      active: false,
      stock_quantity: 40,
      track_inventory: true,
      recurring: { interval: 'month', interval_count: 3 },
      variants: [
        { name: 'Large', sku: 'TS-L', price: 2700, stock_quantity: 7, track_inventory: true },
        { name: 'Small' },
      ],
      metadata: { shelf: 4 },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^prod_[0-9A-Za-z]{20}$/),
        object: 'product',
        livemode: false,
        created_at: '2026-03-01T09:00:00.000Z',
        updated_at: '2026-03-01T09:00:00.000Z',
        name: 'T-shirt',
        description: 'Soft',
        sku: 'TS',
        image_url: 'https://shop.example/t.png',
        price: 2500,
        currency: 'EUR',
        active: false,
        stock_quantity: 40,
        track_inventory: true,
        recurring: { interval: 'month', interval_count: 3 },
        variants: [
          {
            id: expect.stringMatching(/^var_[0-9A-Za-z]{20}$/),
            name: 'Large',
            sku: 'TS-L',
            price: 2700,
            stock_quantity: 7,
            track_inventory: true,
          },
          {
            id: expect.stringMatching(/^var_[0-9A-Za-z]{20}$/),
            name: 'Small',
            sku: null,
            price: null,
            stock_quantity: 0,
            track_inventory: false,
          },
        ],
        metadata: { shelf: 4 },
      },
    });
    expect(await demo.read(`/products/${answer.body.data.id}`)).toEqual(answer.body);
  });

  it('needs a name and a price alone', async () => {
    expect(await made()).toMatchObject({
      description: null,
      sku: null,
      image_url: null,
      currency: 'USD',
      active: true,
      stock_quantity: 0,
      track_inventory: false,
      recurring: null,
      variants: [],
      metadata: {},
    });
    expect(await made({ price: 0, recurring: { interval: 'year' } })).toMatchObject({
      price: 0,
      recurring: { interval: 'year', interval_count: 1 },
    });
  });

  it.each([
    ['no name', { name: undefined }, 'parameter_missing', 'name'],
    ['no price', { price: undefined }, 'parameter_missing', 'price'],
    ['a price below zero', { price: -1 }, 'parameter_invalid', 'price'],
    ['a price above the limit', { price: 100_000_000 }, 'amount_too_large', 'price'],
    ['a currency that is none', { currency: 'XYZ' }, 'parameter_invalid', 'currency'],
    ['an image of another scheme', { image_url: 'javascript:alert(1)' }, 'parameter_invalid', 'image_url'],
    ['a stock below zero', { stock_quantity: -1 }, 'parameter_invalid', 'stock_quantity'],
    ['an interval that is none', { recurring: { interval: 'hour' } }, 'parameter_invalid', 'recurring.interval'],
    ['no interval', { recurring: {} }, 'parameter_missing', 'recurring.interval'],
    [
      'a count of no intervals',
      { recurring: { interval: 'day', interval_count: 0 } },
      'parameter_invalid',
      'recurring.interval_count',
    ],
    ['a variant without a name', { variants: [{ price: 1 }] }, 'parameter_missing', 'variants.0.name'],
    ['a variant of another product', { variants: [{ id: 'var_1', name: 'L' }] }, 'parameter_invalid', 'variants.0.id'],
    [
      'a variant that is too expensive',
      { variants: [{ name: 'L', price: 100_000_000 }] },
      'amount_too_large',
      'variants.0.price',
    ],
    ['a variant that is a text', { variants: ['L'] }, 'parameter_invalid', 'variants.0'],
    ['101 variants', { variants: Array(101).fill({ name: 'L' }) }, 'parameter_invalid', 'variants'],
    ['metadata with a list', { metadata: { tags: ['x'] } }, 'parameter_invalid', 'metadata.tags'],
  ])('refuses %s', async (_what, fields, code, param) => {
    const answer = await demo.api.post<Refusal>('/products', { name: 'T-shirt', price: 2500, ...fields });
    expect(answer).toMatchObject({ status: 400, body: { type: 'invalid_request_error', code, param } });
    expect(await demo.read('/products')).toEqual({ data: [], has_more: false });
  });
});

describe('PATCH /products/{id}', () => {
  it('that is empty changes nothing; null is refused where it is never null', async () => {
    const { data } = await demo.made<One>('/products', { name: 'Shirt', price: 100 });
    await demo.advance('1h');
    expect((await patch(data.id, {})).body.data).toEqual(data);
    for (const param of ['name', 'price', 'currency', 'active', 'stock_quantity', 'variants', 'metadata']) {
      const answer = await patch(data.id, { [param]: null });
      expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param } });
    }
    expect((await demo.read<One>(`/products/${data.id}`)).data).toEqual(data);
  });

  it('changes what is given, clears what is null, and leaves the rest', async () => {
    const { id } = await made({ description: 'Soft', sku: 'TS', recurring: { interval: 'day' }, metadata: { a: 1 } });
    await demo.advance('1s');
    const changes = { price: 2900, description: null, recurring: null, active: false, stock_quantity: 5 };
    const { status, body } = await patch(id, changes);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...changes,
      name: 'T-shirt',
      sku: 'TS',
      metadata: { a: 1 },
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:01.000Z',
    });
    expect(await read(id)).toEqual(body.data);
  });

  it('replaces the variants by a given list; one with the id of a variant that is there keeps it', async () => {
    const { id, variants } = await made({
      variants: [{ name: 'Large', sku: 'L', stock_quantity: 7, track_inventory: true }, { name: 'Small' }],
    });
    const [large, small] = variants;
    const given = [
      { name: 'Medium', price: 0 },
      { id: large!.id, price: 2600 },
    ];
    const { body } = await patch(id, { variants: given });
    expect(body.data.variants).toEqual([
      expect.objectContaining({ id: expect.stringMatching(/^var_/), name: 'Medium', price: 0 }),
      { id: large!.id, name: 'Large', sku: 'L', price: 2600, stock_quantity: 7, track_inventory: true },
    ]);
    expect(await adjust({ product_id: id, variant_id: small!.id, delta: 1 })).toMatchObject({ status: 404 });
    expect((await patch(id, { name: 'Shirt' })).body.data.variants).toEqual(body.data.variants);
    expect((await patch(id, { variants: [] })).body.data.variants).toEqual([]);
  });

  it('refuses the id of a variant that the product does not have, or one given twice', async () => {
    const { id, variants } = await made({ variants: [{ name: 'Large' }] });
    const other = await made({ variants: [{ name: 'Large' }] });
    const own = { id: variants[0]!.id };
    for (const [given, param] of [
      [[{ id: other.variants[0]!.id }], 'variants.0.id'],
      [[own, own], 'variants.1.id'],
      [[own, { name: null }], 'variants.1.name'],
    ] as const) {
      const answer = await patch(id, { variants: given });
      expect(answer, param).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param } });
    }
    expect((await read(id)).variants).toEqual(variants);
  });
});

describe('POST /inventory/adjust', () => {
  it('changes a stock by a delta, or sets it, and says what it is now', async () => {
    const { id, variants } = await made({ track_inventory: true, stock_quantity: 5, variants: [{ name: 'Large' }] });
    const variant_id = variants[0]!.id;
    const down = await adjust({ product_id: id, delta: -2 });
    expect(down.status).toBe(200);
    expect(down.body).toEqual({
      data: { object: 'inventory', product_id: id, variant_id: null, stock_quantity: 3, track_inventory: true },
    });
    expect((await adjust({ product_id: id, quantity: 0 })).body.data.stock_quantity).toBe(0);
    expect((await adjust({ product_id: id, variant_id, delta: 9 })).body).toEqual({
      data: { object: 'inventory', product_id: id, variant_id, stock_quantity: 9, track_inventory: false },
    });
    expect((await adjust({ product_id: id, delta: 4 })).body.data.stock_quantity).toBe(4);
    expect(await read(id)).toMatchObject({ stock_quantity: 4, variants: [{ id: variant_id, stock_quantity: 9 }] });
  });

  it('is 409 where the result would be below zero, and changes nothing', async () => {
    const { id } = await made({ stock_quantity: 5 });
    const answer = await adjust({ product_id: id, delta: -6 });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ type: 'idempotency_error', code: 'insufficient_stock', param: 'delta' });
    expect((await read(id)).stock_quantity).toBe(5);
    expect((await adjust({ product_id: id, delta: -5 })).body.data.stock_quantity).toBe(0);
  });

  it('is 404 for a product or variant that is not there', async () => {
    const { id } = await made({ variants: [{ name: 'Large' }] });
    const other = await made({ variants: [{ name: 'Large' }] });
    for (const body of [
      { product_id: 'prod_none' },
      { product_id: id, variant_id: 'var_none' },
      { product_id: id, variant_id: other.variants[0]!.id },
    ]) {
      const answer = await adjust({ ...body, delta: 1 });
      expect(answer).toMatchObject({ status: 404, body: { type: 'not_found_error', code: 'resource_missing' } });
    }
  });

  it('takes exactly one of delta and quantity', async () => {
    const { id: product_id } = await made();
    expect(await adjust({ product_id })).toMatchObject({ status: 400, body: { code: 'parameter_missing' } });
    const both = await adjust({ product_id, delta: 1, quantity: 1 });
    expect(both).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'quantity' } });
    const tooMany = await adjust({ product_id, delta: 1_000_000_000 });
    expect(tooMany).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'delta' } });
  });

  it('is atomic: of 200 decrements at once of a stock of 100, exactly 100 succeed', async () => {
    const { id } = await made({ track_inventory: true, stock_quantity: 100 });
    const answers = await Promise.all(Array.from({ length: 200 }, () => adjust({ product_id: id, delta: -1 })));
    const left = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.stock_quantity);
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(100);
    for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { code: 'insufficient_stock' } });
    expect((await read(id)).stock_quantity).toBe(0);
  });

  it('may be called with a scoped key that has inventory:write', async () => {
    const { sandbox } = demo;
    const scoped = sandbox.as('sk_test_demo_scoped');
    const { body } = await scoped.post<One>('/products', { name: 'Cup', price: 900 });
    const answer = await scoped.post<Stock>('/inventory/adjust', { product_id: body.data.id, quantity: 3 });
    expect(answer).toMatchObject({ status: 200, body: { data: { stock_quantity: 3 } } });
    const whole = Demo.ofFixture(sandbox, 'ws_demo');
    expect(await whole.api.post('/inventory/adjust', { product_id: body.data.id, delta: 1 })).toMatchObject({
      status: 200,
    });
  });
});

describe('products', () => {
  it('are listed newest first, page by page', async () => {
    const ids: string[] = [];
    for (let n = 1; n <= 12; n++) ids.unshift((await made({ name: `Shirt ${n}` })).id);
    const first = await demo.read<List>('/products');
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 10), true]);
    const rest = await demo.read<List>(`/products?starting_after=${ids[9]}&limit=5`);
    expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([ids.slice(10), false]);
    for (const query of ['limit=0', 'limit=101', 'starting_after=prod_none']) {
      const answer = await demo.api.get<Refusal>(`/products?${query}`);
      expect(answer, query).toMatchObject({ status: 400, body: { code: 'parameter_invalid' } });
    }
  });

  it('keep their place in the list and their id when their stock changes', async () => {
    const first = await made();
    const second = await made();
    await adjust({ product_id: first.id, delta: 1 });
    expect((await demo.read<List>('/products')).data.map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  it('are apart in test and live mode', async () => {
    const { id } = await made();
    const { live } = demo;
    const inLive = await live.made<One>('/products', { name: 'T-shirt', price: 1 });
    expect(inLive.data.livemode).toBe(true);
    const missing = { status: 404, body: { type: 'not_found_error', code: 'resource_missing' } };
    for (const answer of [
      await live.api.get(`/products/${id}`),
      await live.api.patch(`/products/${id}`, {}),
      await live.api.post('/inventory/adjust', { product_id: id, delta: 1 }),
      await demo.api.get('/products/prod_none'),
      await demo.api.patch('/products/prod_none', { name: 'x' }),
    ]) {
      expect(answer).toMatchObject(missing);
    }
    expect((await live.read<List>('/products')).data).toEqual([inLive.data]);
  });

  it('may be read with a publishable key, and not written', async () => {
    const { id } = await made();
    const { publishable } = demo;
    expect((await publishable.get(`/products/${id}`)).status).toBe(200);
    expect((await publishable.get('/products')).status).toBe(200);
    for (const answer of [
      await publishable.post('/products', { name: 'x', price: 1 }),
      await publishable.patch(`/products/${id}`, { name: 'x' }),
      await publishable.post('/inventory/adjust', { product_id: id, delta: 1 }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { type: 'permission_error', code: 'secret_key_required' } });
    }
  });
});

const whole = {
  name: 'T-shirt',
  price: 2500,
  description: 'Soft',
  sku: 'TS',
  image_url: 'https://shop.example/t.png',
  currency: 'USD',
  active: true,
  stock_quantity: 4,
  track_inventory: true,
  recurring: { interval: 'month', interval_count: 2 },
  variants: [{ name: 'Large', price: 2600 }],
  metadata: { a: 1 },
};

describe.each(['products.create', 'products.update', 'inventory.adjust'])('%s', (id) => {
  const { operations } = resources.find(({ name }) => name === 'product')!;
  const { method, path, body, status: success } = operations.find((operation) => operation.id === id) as AnyOperation;
  const send = (at: string, text: string): Promise<Answer<Refusal>> =>
    method === 'PATCH' ? demo.api.patch(at, text) : demo.api.post(at, text);

  it('refuses every body that its schema does not allow, and changes nothing', async () => {
    const { id: product_id } = await made({ stock_quantity: 4 });
    const at = path.replace('{id}', product_id);
    const goods: Fields[] =
      id === 'inventory.adjust'
        ? [
            { product_id, delta: 1 },
            { product_id, quantity: 3 },
          ]
        : [whole];
    const before = await demo.exported();
    for (const good of goods) {
      for (const { what, field, text } of badBodies(body as Shape, good)) {
        // Which of two that exclude each other a refusal names is its own business.
        const pair = (name: string) => (name === 'quantity' ? 'delta' : name);
        const answer = await send(at, text);
        const isId = field.endsWith('_id') && answer.status === 404;
        expect(isId ? 400 : answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBe(400);
        if (!isId) expect(pair(answer.body.param?.split('.')[0] ?? ''), what).toBe(pair(field.split('.')[0]!));
      }
      expect(await demo.exported()).toBe(before);
    }
    for (const good of goods) expect(await send(at, JSON.stringify(good))).toMatchObject({ status: success });
  });
});
