import type { Product } from '../../src/payments/resources/product/model.ts';
import type { Subscription } from '../../src/payments/resources/subscription/model.ts';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { cards, type Demo, type Refusal } from './demo.ts';
import type { Answer } from './sandbox.ts';

type Fields = Record<string, unknown>;
/** The subscription, or a refusal; a declined charge has its transaction for `data`. */
export type Answered = Answer<Omit<Refusal, 'data'> & { data: Subscription }>;

/** A recurring product: monthly, for 1900 cents, unless the fields say otherwise. */
export async function saveProduct(demo: Demo, fields: Fields = {}): Promise<Product> {
  const body = { name: 'Coffee club', price: 1900, recurring: { interval: 'month' }, ...fields };
  return (await demo.made<{ data: Product }>('/products', body)).data;
}

/** A customer with a saved card, and a recurring product. */
export async function prepare(demo: Demo, { card = cards.visaDebit as string, product = {} as Fields } = {}) {
  const customer = await demo.saveCustomer();
  const method = await demo.saveCard(customer, card, { cc_exp_year: '2049' });
  const { id: product_id } = await saveProduct(demo, product);
  return { customer, method, body: { customer_id: customer.id, product_id } };
}

/** A subscription that must be made: of a fresh customer to a monthly product unless the fields say otherwise. */
export async function subscribed(demo: Demo, fields: Fields = {}, product: Fields = {}): Promise<Subscription> {
  const { body } = await prepare(demo, { product });
  return (await demo.made<{ data: Subscription }>('/subscriptions', { ...body, ...fields })).data;
}

export const read = async (demo: Demo, { id }: { id: string }): Promise<Subscription> =>
  (await demo.read<{ data: Subscription }>(`/subscriptions/${id}`)).data;

export const move = (demo: Demo, { id }: { id: string }, verb: string, body?: unknown): Promise<Answered> =>
  demo.api.post(`/subscriptions/${id}/${verb}`, body);

/** The transactions of a subscription, oldest first. */
export async function paymentsOf(demo: Demo, { id }: { id: string }): Promise<Transaction[]> {
  const { data } = await demo.read<{ data: Transaction[] }>(`/transactions?limit=100&subscription_id=${id}`);
  return data.reverse();
}

/** The instrument is declined from now on; the rules of the workspace say so. */
export const declineAll = (demo: Demo, operation: string): Promise<void> =>
  demo.addRule({ operation }, { kind: 'decline', code: 'declined' });

/** Takes every rule of the workspace back. */
export async function approveAgain(demo: Demo): Promise<void> {
  const { data } = await demo.control<{ data: { id: string }[] }>('get', '/rules');
  for (const { id } of data) await demo.remove(`/rules/${id}`);
}
