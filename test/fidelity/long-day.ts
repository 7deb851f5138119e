import type { CapturedEmulator } from '../support/captured.ts';

const v1 = '/api/v1';
const minute = 60_000;
const debit = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030' };
const prepaid = { cc_number: '5105105105105100', cc_exp_month: '11', cc_exp_year: '2031' };

const people = [
  {
    ...{
      email: 'Ada.Smith+shop@example.com',
      first_name: 'Ada',
      company: 'Analytical Ltd',
      billing_address_1: '1 Main St',
    },
    ...{ billing_city: 'Austin', billing_state: 'TX', billing_postal_code: '78701', billing_country: 'US' },
  },
  {
    ...{ email: 'ben2@example.com', first_name: 'Ben', company: 'Ben & Sons', billing_address_1: '2 Side St' },
    ...{ billing_city: 'Reno', billing_state: 'NV', billing_postal_code: '89501', billing_country: 'US' },
  },
];

/** A day of a larger shop: two buyers with cards of their own, and each resource that has money in it. */
export async function longDay(emulator: CapturedEmulator): Promise<void> {
  const post = (path: string, body?: object) => emulator.ask('POST', v1 + path, body);
  const get = (path: string) => emulator.ask('GET', v1 + path);
  await get('/account');
  await get('/balance');
  const tea = await post('/products', { name: 'Tea', price: 900, stock_quantity: 12, track_inventory: true });
  const club = await post('/products', { name: 'Club', price: 1_900, recurring: { interval: 'month' } });
  await post('/products', { name: 'Sugar', price: -1 });
  for (const [at, person] of people.entries()) {
    const { data: customer } = await post('/customers', person);
    const card = at === 0 ? debit : prepaid;
    const { data: method } = await post(`/customers/${customer.id}/payment-methods`, card);
    const of = { customer_id: customer.id, payment_method_id: method.id, currency: 'USD' };
    const paid = await post('/charges', { ...of, amount: 4_200 + at, reference_id: `order-a${at}` });
    const part = await post('/charges', { ...of, amount: 2_500 + at });
    const gone = await post('/charges', { ...of, amount: 1_100 + at });
    await post('/charges', { customer_id: customer.id, ...(at === 0 ? {} : { currency: 'USD' }) });
    await post('/charges', { amount: 700 + at, payment_token: `ptok_unknown_${at}` });
    const { data: token } = await post('/tokens', { number: '4000000000000002', exp_month: '12', exp_year: '2031' });
    await post('/charges', { amount: 3_300 + at, payment_token: token.token });
    await post(`/transactions/${gone.data.id}/void`);
    await post(`/transactions/${gone.data.id}/void`);
    await emulator.advance(minute);
    await post(`/transactions/${paid.data.id}/refund`, { amount: 1_000 + at });
    await post(`/transactions/${part.data.id}/refund`);
    await get(`/transactions/${paid.data.id}`);
    await get(`/transactions?customer_id=${customer.id}`);
    await post('/payouts', { ...of, amount: 500 + at });
    await emulator.advance(10 * minute);
    await get('/payouts?limit=1');
    await get('/balance');
    await post('/account-checks', { card: { number: card.cc_number, exp_month: '12', exp_year: '2030' } });
    await post('/payout-links', { amount: 1_500 + at, recipient_email: `prize${at}@example.com` });
    await post('/invoices', {
      ...{ customer_id: customer.id, due_date: `2026-04-1${at}`, send: true },
      line_items: [{ product_id: tea.data.id, quantity: at + 1 }],
    });
    const plan = await post('/subscriptions', { customer_id: customer.id, product_id: club.data.id });
    await post(`/subscriptions/${plan.data.id}/pause`);
    await get(`/customers/cus_unknown${at}`);
    await get(`/invoices/inv_unknown${at}`);
  }
  await post('/account-checks', { bank_account: { routing_number: '021000021', account_number: '000123456789' } });
  await get('/payouts');
  await get('/customers');
  await get('/balance');
}
