// What happens in the pictures of the manual.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A merchant's morning: a charge, a refund, a payout whose webhook fails at first, and its return. */
export async function makeHappen(url, receiver) {
  const call = async (path, body, headers = {}) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const api = (path, body) => call(`/api/v1${path}`, body, { authorization: 'Bearer sk_test_demo' });
  const control = (path, body = {}) => call(`/_emulator${path}`, body);
  const { data: customer, payment_method: card } = await api('/customers', {
    email: 'ada@example.com',
    first_name: 'Ada',
    billing_address_1: '1 Main St',
    billing_city: 'Springfield',
    billing_state: 'IL',
    billing_postal_code: '62701',
    billing_country: 'US',
    cc_number: '4000056655665556',
    cc_exp_month: '12',
    cc_exp_year: '2030',
  });
  const { data: charge } = await api('/charges', {
    customer_id: customer.id,
    payment_method_id: card.id,
    amount: 4200,
  });
  await control('/clock', { advance: '3s' });
  await api(`/transactions/${charge.id}/refund`, { amount: 1200 });
  await api('/charges', { customer_id: customer.id, payment_method_id: card.id, amount: 100_000_000 });
  await control('/clock', { advance: '40s' });
  receiver.status = 500;
  await control('/triggers/payout.created', { amount: 1500, set: { rail: 'ach' } });
  await sleep(500);
  receiver.status = 200;
  await control('/clock', { advance: '5s' });
  const { data: payouts } = await (await fetch(`${url}/_emulator/objects?kind=payout`)).json();
  await control('/triggers/payout.returned', { id: payouts.objects[0].id, code: 'R01' });
  await control('/triggers/subscription.created');
  receiver.status = 500;
  await control('/triggers/payment.disputed');
}

/** A webhook receiver that answers with its `status`. */
export async function startReceiver() {
  const own = { status: 200 };
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(own.status).end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(own, { port: server.address().port, close: () => server.close() });
}
