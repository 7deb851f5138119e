import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLink, addProduct } from '../browser/shop.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('the price of a choice on a link', () => {
  let sandbox: TestSandbox;
  let address: string;
  let desk: string;
  let pen: string;

  beforeAll(async () => {
    sandbox = await createTestSandbox();
    desk = (await addProduct(sandbox)).id;
    pen = (await addProduct(sandbox, { name: 'Fountain pen', price: 2850 })).id;
    const products = [desk, pen].map((product_id) => ({ product_id, quantity: 1 }));
    address = `${sandbox.url}/api/checkout/${(await addLink(sandbox, { products })).slug}`;
  });
  afterAll(() => sandbox?.stop());

  const priceOf = async (query: Record<string, string>) => {
    const response = await fetch(`${address}?${new URLSearchParams(query)}`);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('is that of the chosen products, as often as they were chosen', async () => {
    expect((await priceOf({})).body).toMatchObject({ amount: 7750, discountAmount: 0 });
    expect((await priceOf({ items: `${pen}:3` })).body).toMatchObject({ amount: 8550 });
    expect((await priceOf({ items: `${pen}:2,${desk}:1` })).body).toMatchObject({ amount: 10_600 });
  });

  it('has the discount taken off', async () => {
    const { body } = await priceOf({ items: `${pen}:2`, discountCode: 'SAVE10' });
    expect(body).toMatchObject({ amount: 5130, discountAmount: 570, discountCode: 'SAVE10' });
  });

  it.each(['', 'prod_1', 'prod_1:0', 'prod_1:-1', 'prod_1:1.5', 'prod_none:1', ':2', 'a:1,,b:2', 'x:9999999999'])(
    "is refused for the choice '%s'",
    async (items) => {
      const { status, body } = await priceOf({ items });
      expect([status, typeof body.error]).toEqual([400, 'string']);
      expect(body).not.toHaveProperty('type');
    },
  );
});
