import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp, markName, markPrefix } from '../../src/emulator/fidelity/walk/clean-up.ts';
import { sendByFetch } from '../../src/emulator/fidelity/walk/send.ts';
import { declarations } from '../../src/sandbox/declarations.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

// biome-ignore lint/suspicious/noExplicitAny: single fields of answers are read
type Any = any;

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
});
afterAll(() => sandbox.stop());

const key = 'sk_test_demo';
const cleaned = () =>
  cleanUp(declarations().slices, { base: `${sandbox.url}/api/v1`, key, send: sendByFetch, wait: async () => {} });

/** What a shop has: with the mark of a walk, or without. */
async function stocked(metadata: object, tag: string) {
  const api = sandbox.as(key);
  const made = async (path: string, body: object): Promise<Any> => (await api.post<Any>(path, body)).body.data;
  const customer = await made('/customers', { email: `ada${tag}@example.com`, metadata });
  const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2049' };
  await made(`/customers/${customer.id}/payment-methods`, card);
  const product = await made('/products', { name: 'Tea', price: 900, recurring: { interval: 'month' }, metadata });
  const charge = await made('/charges', { customer_id: customer.id, amount: 500, metadata });
  const subscription = await made('/subscriptions', { customer_id: customer.id, product_id: product.id, metadata });
  const link = await made('/payout-links', { amount: 100, recipient_email: `prize${tag}@example.com` });
  const shown = async (path: string): Promise<Any> => (await api.get<Any>(path)).body.data;
  return async () => ({
    product: (await shown(`/products/${product.id}`)).active,
    charge: (await shown(`/transactions/${charge.id}`)).status,
    subscription: (await shown(`/subscriptions/${subscription.id}`)).status,
    link: (await shown(`/payout-links/${link.id}`)).status,
  });
}

test('a clean-up takes back what has the mark of a walk, and only that', async () => {
  const mark = `${markPrefix}m1`;
  const [ours, theirs] = [await stocked({ [markName]: mark }, `+${mark}`), await stocked({}, '')];
  const before = await theirs();
  const report = await cleaned();
  expect(await ours()).toEqual({
    product: false,
    charge: 'voided',
    subscription: 'cancelled',
    link: 'cancelled',
  });
  expect(await theirs()).toEqual(before);
  expect(report.filter(({ count }) => count > 0).map(({ kind, done, count }) => `${count} ${kind} ${done}`)).toEqual(
    expect.arrayContaining(['1 product made inactive', '1 subscription cancelled', '1 payout link cancelled']),
  );
  expect(report.filter(({ refused }) => refused > 0)).toEqual([]);
  // What is taken back is not taken back twice.
  expect((await cleaned()).filter(({ count, refused }) => count + refused > 0)).toEqual([]);
});
