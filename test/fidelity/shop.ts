import type { CapturedEmulator } from '../support/captured.ts';

const v1 = '/api/v1';

/** A day of a small shop: a product, a buyer, charges, a refund, payouts, a page, and what is refused. */
export async function shopDay(emulator: CapturedEmulator): Promise<void> {
  const ask = emulator.ask.bind(emulator);
  await ask('GET', `${v1}/balance`);
  const product = await ask('POST', `${v1}/products`, {
    name: 'Tea',
    price: 900,
    stock_quantity: 12,
    track_inventory: true,
  });
  const customer = await ask('POST', `${v1}/customers`, {
    email: 'ada@example.com',
    first_name: 'Ada',
    billing_address_1: '1 Main St',
    billing_city: 'New York',
    billing_state: 'NY',
    billing_postal_code: '10001',
    billing_country: 'US',
  });
  const card = await ask('POST', `${v1}/customers/${customer.data.id}/payment-methods`, {
    cc_number: '4000056655665556',
    cc_exp_month: '12',
    cc_exp_year: '2030',
  });
  const to = { customer_id: customer.data.id, payment_method_id: card.data.id, currency: 'USD' };
  const paid = await ask('POST', `${v1}/charges`, { ...to, amount: 4200, metadata: { order: 'o-1' } });
  await ask('POST', `${v1}/charges`, { ...to, amount: 4200, reference_id: 'r-1' });
  await ask('POST', `${v1}/charges`, { customer_id: customer.data.id });
  await ask('GET', `${v1}/transactions/${paid.data.id}`);
  await ask('GET', `${v1}/transactions?limit=1`);
  await emulator.advance(60_000);
  await ask('GET', `${v1}/transactions?customer_id=${customer.data.id}`);
  await ask('POST', `${v1}/transactions/${paid.data.id}/refund`, { amount: 1000 });
  await ask('GET', `${v1}/transactions/${paid.data.id}`);
  await ask('POST', `${v1}/payouts`, { ...to, amount: 500 });
  await ask('POST', `${v1}/payouts`, { ...to, amount: 53 });
  await emulator.advance(3_600_000);
  await ask('GET', `${v1}/payouts`);
  await ask('GET', `${v1}/balance`);
  const session = await ask('POST', `${v1}/checkout-sessions`, {
    line_items: [{ product_id: product.data.id, quantity: 2 }],
    success_url: 'https://shop.example/thanks',
    ui_mode: 'embedded',
  });
  await ask('GET', `/api/checkout/${session.data.slug}`);
  await ask('GET', `${v1}/checkout-sessions/${session.data.id}`);
  await ask('GET', `${v1}/customers/cus_unknown`);
  await ask('GET', `${v1}/account`);
  await ask('GET', `${v1}/products`);
}
