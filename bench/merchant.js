import { call, repeat } from './load.js';

export const auth = { Authorization: 'Bearer sk_test_demo' };

/** Makes a buyer with a saved debit card; returns the request that charges it. */
export async function chargeRequest(origin, email = 'buyer@example.com') {
  const { data, payment_method } = await call(origin, {
    method: 'POST',
    path: '/api/v1/customers',
    headers: auth,
    body: {
      email,
      first_name: 'Bo',
      last_name: 'Buyer',
      billing_address_1: '1 Main St',
      billing_city: 'Springfield',
      billing_state: 'IL',
      billing_postal_code: '62701',
      billing_country: 'US',
      cc_number: '4000056655665556',
      cc_exp_month: '12',
      cc_exp_year: '2099',
    },
  });
  const body = JSON.stringify({
    customer_id: data.id,
    payment_method_id: payment_method.id,
    amount: 4200,
    currency: 'USD',
    metadata: { cart: 'c-1' },
  });
  return { method: 'POST', path: '/api/v1/charges', headers: auth, body };
}

/** Charges `count` times over many connections. @returns the milliseconds it took */
export const chargeMany = (origin, request, count) => repeat({ origin, request, connections: 50, count });

export const listRequest = { path: '/api/v1/transactions', headers: auth };
export const filteredRequest = (customer) => ({ path: `/api/v1/transactions?customer_id=${customer}`, headers: auth });
export const getRequest = (id) => ({ path: `/api/v1/transactions/${id}`, headers: auth });

/**
 * Starts a server and requests a page.
 * @returns the server, and the milliseconds from the start of its process to the answer
 */
export async function startAndAsk(start) {
  const server = await start();
  const answered = await repeat({ origin: server.url, request: listRequest, connections: 1, count: 1 });
  return { server, elapsed: server.readyAfter + answered };
}

/** Moves the clock of an emulator. @returns the result, and the milliseconds it took */
export async function advance({ url }, by) {
  const begun = performance.now();
  const { data } = await call(url, { method: 'POST', path: '/_emulator/clock', body: { advance: by } });
  return { data, elapsed: performance.now() - begun };
}

/** The newest transactions of an emulator. */
export const newestTransactions = async (origin) => (await call(origin, listRequest)).data;
