// The same shop in another shape: what comes in is written down and acknowledged, and one worker does all the rest later,
// again and again until it is done. Events only say where to look.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const { EMULATOR_URL = 'http://127.0.0.1:4747', EMULATOR_SECRET_KEY = 'sk_test_demo', PORT = '0' } = process.env;
const { EMULATOR_WEBHOOK_SECRET = 'whsec_demo', SHOP_DATA = join(tmpdir(), 'audit-queue') } = process.env;
const folder = `${SHOP_DATA}-${new URL(EMULATOR_URL).port}`;
const file = join(folder, 'queue.json');

class Store {
  data = { prices: {}, orders: {}, payouts: {}, queue: [], known: {} };

  save() {
    writeFileSync(`${file}.new`, JSON.stringify(this.data));
    renameSync(`${file}.new`, file);
  }
}

class Refusal extends Error {
  constructor(status, body) {
    super(`${status} ${body.code ?? body.type}`);
    Object.assign(this, { status, code: body.code });
  }
}

/** Nothing is known of a call: it may have been done. It is made again as it was. */
class Unknown extends Error {}

class Api {
  async #once(method, path, body, key) {
    const headers = { authorization: `Bearer ${EMULATOR_SECRET_KEY}`, 'content-type': 'application/json' };
    if (key) headers['idempotency-key'] = key;
    const sent = { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(15_000) };
    const response = await fetch(`${EMULATOR_URL}/api/v1${path}`, sent).catch(() => null);
    if (response === null) throw new Unknown('no answer');
    const answer = await response.json();
    if (response.ok) return answer;
    if (response.status === 429) {
      await sleep(1000 * Number(response.headers.get('retry-after') ?? 1));
      throw new Unknown('429');
    }
    if (response.status >= 500 || answer.code === 'request_in_progress') throw new Unknown(String(response.status));
    throw new Refusal(response.status, answer);
  }

  /** Goes on until the platform has said what became of a call. */
  async call(method, path, body, key) {
    for (let pause = 200; ; pause = Math.min(pause * 2, 2_000)) {
      try {
        return await this.#once(method, path, body, key);
      } catch (error) {
        if (!(error instanceof Unknown)) throw error;
        await sleep(pause);
      }
    }
  }

  get = async (path) => (await this.call('GET', path)).data;
  post = async (path, body, key) => (await this.call('POST', path, body, key)).data;

  async *list(path) {
    for (let query = '?limit=3'; ; ) {
      const { data, has_more } = await this.call('GET', path + query);
      yield* data;
      if (!has_more) return;
      query = `?limit=3&starting_after=${data.at(-1).id}`;
    }
  }
}

const store = new Store();
const api = new Api();

/** One job after the other; a job that fails goes to the end of the queue. */
class Worker {
  #running = false;

  add(job) {
    store.data.queue.push(job);
    store.save();
    void this.#run();
  }

  async #run() {
    if (this.#running) return;
    this.#running = true;
    while (store.data.queue.length > 0) {
      const [job] = store.data.queue;
      try {
        await jobs[job.kind](job);
        store.data.queue.splice(store.data.queue.indexOf(job), 1);
      } catch (error) {
        console.error(`${job.kind}: ${error.message}`);
        store.data.queue.push(...store.data.queue.splice(store.data.queue.indexOf(job), 1));
        await sleep(300);
      }
      store.save();
    }
    this.#running = false;
  }
}

const jobs = {
  /** An event names an object: its present state decides. */
  async look({ object, id }) {
    if (object === 'payout') return applyPayout(await api.get(`/payouts/${id}`));
    return applyPayment(await api.get(`/transactions/${id}`));
  },
  async fulfil({ order: id }) {
    const order = store.data.orders[id];
    const product_id = store.data.prices[order.sku].id;
    const { quantity, transaction_id } = order;
    if (!order.session_id) await api.post('/inventory/adjust', { product_id, delta: -quantity }, `take-${id}`);
    try {
      await api.post('/fulfillments', { transaction_id }, `send-${id}`);
    } catch (error) {
      if (error.code !== 'already_fulfilled') throw error;
    }
    order.fulfilled = true;
  },
};

const worker = new Worker();
const ended = { failed: 'failed', voided: 'failed', disputed: 'disputed', refunded: 'refunded' };

function applyPayment(payment) {
  const order = store.data.orders[payment.metadata.order];
  if (order === undefined) return;
  order.transaction_id = payment.id;
  order.refunded = payment.total_refunded ?? 0;
  if (['settled', 'partially_refunded'].includes(payment.status)) {
    const isWhole = payment.amount === order.total && payment.currency === 'USD';
    if (isWhole && order.status === 'pending') worker.add({ kind: 'fulfil', order: order.id });
    order.status = isWhole ? 'paid' : 'underpaid';
  } else if (payment.status in ended) {
    if (payment.status !== 'failed' || order.status === 'pending') order.status = ended[payment.status];
  }
}

function applyPayout(payout) {
  const own = store.data.payouts[payout.reference_id];
  if (own !== undefined) own.status = payout.returned ? 'returned' : payout.status;
}

async function charge(order, token) {
  order.tries += 1;
  order.status = 'pending';
  store.save();
  const reference_id = `${order.id}/${order.tries}`;
  const { total: amount, email } = order;
  const sent = { payment_token: token, amount, currency: 'USD', email, reference_id, metadata: { order: order.id } };
  try {
    order.transaction_id = (await api.post('/charges', sent, reference_id)).id;
  } catch (error) {
    if (error.status !== 402) throw error;
    order.status = 'declined';
  }
  store.save();
  return order;
}

function place({ cart, sku, quantity, email }) {
  const total = store.data.prices[sku].price * quantity;
  const order = { id: `order-${cart}`, sku, quantity, email, total, status: 'pending', tries: 0, refunded: 0 };
  store.data.orders[order.id] = order;
  store.save();
  return order;
}

const routes = {
  '/orders': (body) => charge(place(body), body.token),
  '/orders/pay': ({ id, token }) => charge(store.data.orders[id], token),
  '/orders/session': async (body) => {
    const order = place(body);
    const line_items = [{ product_id: store.data.prices[order.sku].id, quantity: order.quantity }];
    const asked = { line_items, success_url: 'http://127.0.0.1/thanks', metadata: { order: order.id } };
    order.session_id = (await api.post('/checkout-sessions', asked, `session-${order.id}`)).id;
    store.save();
    return order;
  },
  '/orders/refund': async ({ id, amount }) => {
    const order = store.data.orders[id];
    order.asked = (order.asked ?? 0) + 1;
    store.save();
    await api.post(`/transactions/${order.transaction_id}/refund`, { amount }, `refund-${id}-${order.asked}`);
    return order;
  },
  '/payouts': async ({ seller, amount, account }) => {
    const reference_id = `seller-${seller}`;
    const payout = { id: reference_id, amount, status: 'asked' };
    store.data.payouts[reference_id] = payout;
    store.save();
    const person = { email: `${seller}@example.com`, first_name: seller, last_name: 'Seller' };
    const { id } = await api.post('/customers', person, `customer-${seller}`);
    const to = { customer_id: id, bank_account: account, metadata: { seller } };
    const made = await api.post('/payouts', { amount, currency: 'USD', ...to, reference_id }, reference_id);
    payout.payout_id = made.id;
    if (payout.status === 'asked') payout.status = made.status;
    store.save();
    return payout;
  },
  '/thanks': async ({ id }) => {
    const { transaction_id } = await api.get(`/checkout-sessions/${store.data.orders[id].session_id}`);
    if (transaction_id !== null) worker.add({ kind: 'look', object: 'payment', id: transaction_id });
    return store.data.orders[id];
  },
  '/reconcile': async () => {
    for await (const payment of api.list('/transactions')) {
      if (store.data.orders[payment.metadata.order]?.status === 'pending') applyPayment(payment);
    }
    for await (const payout of api.list('/payouts')) {
      if (store.data.payouts[payout.reference_id]?.status === 'pending') applyPayout(payout);
    }
    store.save();
    return {};
  },
};

async function report() {
  let payments = 0;
  for await (const { status } of api.list('/transactions')) payments += status === 'failed' ? 0 : 1;
  return { payments };
}

function isOurs(header = '', body) {
  const parts = Object.fromEntries(header.split(',').map((pair) => pair.trim().split('=')));
  const { t, v1 = '' } = parts;
  const wanted = createHmac('sha256', EMULATOR_WEBHOOK_SECRET).update(`${t}.`).update(body).digest('hex');
  const isSigned = v1.length === wanted.length && timingSafeEqual(Buffer.from(v1), Buffer.from(wanted));
  return isSigned && Math.abs(Date.now() / 1000 - Number(t)) < 300;
}

function receive({ 'service-signature': signature }, body) {
  if (!isOurs(signature, body)) return 401;
  const { id, type, data } = JSON.parse(body);
  if (store.data.known[id]) return 200;
  store.data.known[id] = true;
  if (type.startsWith('payout.')) worker.add({ kind: 'look', object: 'payout', id: data.id });
  else if (data.transaction_id) worker.add({ kind: 'look', object: 'payment', id: data.transaction_id });
  return 200;
}

if (process.argv[2] === 'state') {
  const { orders, payouts } = JSON.parse(readFileSync(file, 'utf8'));
  console.log(JSON.stringify({ orders, payouts }));
  process.exit();
}

mkdirSync(folder, { recursive: true });
const prices = { mug: 2400, tea: 1150, pot: 6300 };
for (const [sku, price] of Object.entries(prices)) {
  const product = { sku, name: `A ${sku}`, price, currency: 'USD', track_inventory: true, stock_quantity: 40 };
  store.data.prices[sku] = { id: (await api.post('/products', product, `make-${sku}`)).id, price };
}
store.save();

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const answer = (status, value) => response.writeHead(status).end(value === undefined ? '' : JSON.stringify(value));
  if (request.url === '/hook') return answer(receive(request.headers, body));
  if (request.url === '/state') return answer(200, store.data);
  try {
    if (request.url === '/report') return answer(200, await report());
    answer(200, await routes[request.url](JSON.parse(body.length === 0 ? '{}' : body)));
  } catch (error) {
    answer(502, { error: error.message });
  }
});

server.listen(Number(PORT), '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const endpoint = { url: `${url}/hook`, secret: EMULATOR_WEBHOOK_SECRET };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${EMULATOR_URL}/_emulator/webhook-endpoints`, {
    method: 'POST',
    headers,
    body: JSON.stringify(endpoint),
  });
  console.log(`shop ${url}`);
});
