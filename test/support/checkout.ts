import { randomUUID } from 'node:crypto';
import type { Checkout, PayResponse } from '../../src/payments/resources/checkout/model.ts';
import type { CheckoutSession } from '../../src/payments/resources/checkout-session/model.ts';
import type { Invoice } from '../../src/payments/resources/invoice/model.ts';
import type { PaymentLink } from '../../src/payments/resources/payment-link/model.ts';
import type { Buyer, ClientRefusal } from './buyer.ts';
import { cards, type Demo, routing } from './demo.ts';
import type { Answer } from './sandbox.ts';

type Fields = Record<string, unknown>;

/** What a refusal of a payment says. */
export interface PayRefusal extends ClientRefusal {
  declineCode?: string | null;
  status?: string;
  transactionId?: string;
}
export type PayAnswer = Answer<Omit<PayResponse, 'status'> & PayRefusal>;

/** Who pays, as pages and apps send it. */
export const ada = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  billingAddress1: '1 Main St',
  billingCity: 'Springfield',
  billingState: 'IL',
  billingPostalCode: '62701',
  billingCountry: 'US',
};

/** Somebody else, who types into the pages. */
export const grace = {
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
  billingAddress1: '12 Harbor Street',
  billingCity: 'Arlington',
  billingState: 'VA',
  billingPostalCode: '22201',
  billingCountry: 'US',
};

/** The slug of a fresh session of 42.00, unless the fields say otherwise. */
export async function session(demo: Demo, fields: Fields = {}): Promise<CheckoutSession> {
  const what = 'line_items' in fields ? {} : { amount: 4200 };
  const body = { success_url: 'https://shop.example.com/thanks', ...what, ...fields };
  return (await demo.made<{ data: CheckoutSession }>('/checkout-sessions', body)).data;
}

/** A fresh link of 18.00, unless the fields say otherwise. */
export async function paymentLink(demo: Demo, fields: Fields = {}): Promise<PaymentLink> {
  const what = 'products' in fields ? {} : { amount: 1800 };
  const body = { name: 'Coffee', ...what, ...fields };
  return (await demo.control<{ data: PaymentLink }>('post', '/payment-links', body)).data;
}

/** A fresh invoice of 25.00 that was sent, with the slug of its pages. */
export async function sentInvoice(demo: Demo): Promise<Invoice & { slug: string }> {
  const customer = await demo.saveCustomer();
  const product = await demo.made<{ data: { id: string } }>('/products', { name: 'Consulting', price: 2500 });
  const body = { customer_id: customer.id, line_items: [{ product_id: product.data.id, quantity: 1 }], send: true };
  const { data } = await demo.made<{ data: Invoice & { pay_url: string } }>('/invoices', body);
  return { ...data, slug: data.pay_url.split('/').at(-1) ?? '' };
}

export const load = (buyer: Buyer, slug: string): Promise<Answer<Checkout & ClientRefusal>> =>
  buyer.get(`/api/checkout/${slug}`);

/** The body of a payment by a card that was just entered. */
export const byCard = async (buyer: Buyer, number: string = cards.visaDebit, fields: Fields = {}): Promise<Fields> => ({
  ...ada,
  ...(await buyer.aliases(number)),
  ...fields,
});

/** The body of a payment by a bank account that was just entered. */
export const byBank = async (buyer: Buyer, fields: Fields = {}): Promise<Fields> => ({
  ...ada,
  paymentMethodType: 'ach',
  vaultBankAccountAlias: await buyer.bankAlias(),
  vaultBankLast4: '6789',
  routingNumber: routing.instant,
  accountType: 'checking',
  accountHolderType: 'personal',
  achAuthorized: true,
  ...fields,
});

/** Pays under an Idempotency-Key: a fresh one, unless one is given; with null, without one. */
export const pay = (buyer: Buyer, slug: string, body: unknown, key: string | null = randomUUID()): Promise<PayAnswer> =>
  buyer.post(`/api/checkout/${slug}/pay`, body, key === null ? {} : { 'idempotency-key': key });
