// A small shop's server: orders, charges, checkout sessions, refunds, payouts to sellers, and a webhook receiver.
// It keeps its state in one file and needs nothing but Node 20.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const { EMULATOR_URL = 'http://127.0.0.1:4747', EMULATOR_SECRET_KEY = 'sk_test_demo', PORT = '0' } = process.env;
const { EMULATOR_WEBHOOK_SECRET = 'whsec_demo', SHOP_DATA = join(tmpdir(), 'audit-shop') } = process.env;
const api = `${EMULATOR_URL}/api/v1`;
const folder = `${SHOP_DATA}-${new URL(EMULATOR_URL).port}`;
const file = join(folder, 'shop.json');
const currency = 'USD';
/** How far the clock of who signs may be away from ours, in seconds. */
const tolerance = 300;
const events = [
  'payment.completed',
  'payment.failed',
  'payment.refunded',
  'payment.disputed',
  'dispute.*',
  'payout.*',
].flatMap((name) => everyOf(name));

function everyOf(name) {
  if (name === 'dispute.*')
    return ['created', 'updated', 'evidence_submitted', 'won', 'lost'].map((move) => `dispute.${move}`);
  if (name === 'payout.*') return ['created', 'updated', 'paid', 'failed', 'returned'].map((move) => `payout.${move}`);
  return [name];
}

const state = { products: {}, orders: {}, payouts: {}, sessions: {}, seen: {} };

function save() {
  writeFileSync(`${file}.new`, JSON.stringify(state, null, 2));
  renameSync(`${file}.new`, file);
}

if (process.argv[2] === 'state') {
  const { seen: _seen, ...told } = JSON.parse(readFileSync(file, 'utf8'));
  console.log(JSON.stringify(told));
  process.exit();
}

class Refused extends Error {
  constructor({ status, body }) {
    super(`${status} ${body.code ?? body.type}`);
    this.status = status;
    this.code = body.code;
  }
}

/**
 * Calls the API until it has said what became of the call. What has no answer, or an unknown outcome, is sent again as it
 * was: with the same reference and the same key, so that it happens once.
 */
async function call(method, path, body, key) {
  const headers = { authorization: `Bearer ${EMULATOR_SECRET_KEY}`, 'content-type': 'application/json' };
  if (key !== undefined) headers['idempotency-key'] = key;
  const patience = Date.now() + 30_000;
  for (;;) {
    const sent = { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(20_000) };
    const answer = await fetch(api + path, sent).then(read, () => null);
    if (answer !== null && answer.status < 300) return answer.body;
    if (!isOpen(answer) || Date.now() > patience)
      throw answer === null ? new Error(`${path}: no answer`) : new Refused(answer);
    await sleep(answer?.status === 429 ? answer.retryAfter * 1000 : 250);
  }
}

const read = async (response) => ({
  status: response.status,
  retryAfter: Number(response.headers.get('retry-after') ?? 1),
  body: await response.json(),
});

/** Whether nobody knows yet what became of a call, or nothing did and it may be sent again. */
const isOpen = (answer) =>
  answer === null || [429, 503].includes(answer.status) || answer.body.code === 'request_in_progress';

/** Every object of a list. */
async function all(path) {
  const found = [];
  for (let after = ''; ; after = `&starting_after=${found.at(-1).id}`) {
    const page = await call('GET', `${path}?limit=2${after}`);
    found.push(...page.data);
    if (!page.has_more) return found;
  }
}

const locks = new Map();

/** What is about one object is done one after the other. */
function locked(id, work) {
  const done = (locks.get(id) ?? Promise.resolve()).then(work);
  locks.set(
    id,
    done.catch(() => {}),
  );
  return done;
}

const catalogue = [
  { sku: 'mug', name: 'Mug', price: 2400 },
  { sku: 'tea', name: 'Tea, green / loose', price: 1150 },
  { sku: 'pot', name: 'Théière', price: 6300 },
];

async function stockUp() {
  const known = await all('/products');
  for (const { sku, name, price } of catalogue) {
    const made = known.find((product) => product.sku === sku) ?? (await create({ sku, name, price }));
    state.products[sku] = { id: made.id, price };
  }
  save();
}

async function create(product) {
  const stocked = { ...product, currency, track_inventory: true, stock_quantity: 50 };
  return (await call('POST', '/products', stocked, `product-${product.sku}`)).data;
}

function newOrder({ cart, sku, quantity, email }) {
  const total = state.products[sku].price * quantity;
  const order = {
    id: `order-${cart}`,
    sku,
    quantity,
    email,
    total,
    status: 'pending',
    attempts: 0,
    refunds: [],
    refunded: 0,
  };
  state.orders[order.id] = order;
  save();
  return order;
}

/** Charges a card. A declined one may be followed by another, under a reference of its own. */
async function charge(order, token) {
  order.attempts += 1;
  order.status = 'pending';
  save();
  const reference_id = `${order.id}-${order.attempts}`;
  const amount = order.total;
  const metadata = { order_id: order.id };
  try {
    const sent = { payment_token: token, amount, currency, email: order.email, reference_id, metadata };
    const { data } = await call('POST', '/charges', sent, reference_id);
    order.transaction_id = data.id;
    if (data.status === 'settled') await locked(order.id, () => fulfil(order, data));
  } catch (error) {
    if (error.status !== 402) throw error;
    order.status = 'declined';
  }
  save();
  return order;
}

/** An order that is paid on the page of a checkout session. */
async function openSession(order) {
  const success_url = 'http://127.0.0.1/thanks';
  const metadata = { order_id: order.id };
  const lines = { line_items: [{ product_id: state.products[order.sku].id, quantity: order.quantity }] };
  const { data } = await call('POST', '/checkout-sessions', { ...lines, success_url, metadata }, `session-${order.id}`);
  order.session_id = data.id;
  state.sessions[data.id] = order.id;
  save();
  return { ...order, url: data.url };
}

/** What there is to do once an order is paid: each step is taken once, whoever comes first. */
async function fulfil(order, payment) {
  if (payment.amount !== order.total || payment.currency !== currency) {
    order.status = 'underpaid';
    save();
    return;
  }
  order.transaction_id = payment.id;
  if (order.status === 'pending') order.status = 'paid';
  save();
  if (order.session_id === undefined && !order.taken) {
    const product_id = state.products[order.sku].id;
    await call('POST', '/inventory/adjust', { product_id, delta: -order.quantity }, `stock-${order.id}`);
    order.taken = true;
  }
  if (!order.fulfilled) {
    await call('POST', '/fulfillments', { transaction_id: payment.id }, `fulfil-${order.id}`).catch(unlessFulfilled);
    order.fulfilled = true;
  }
  save();
}

function unlessFulfilled(error) {
  if (error.code !== 'already_fulfilled') throw error;
}

/** Makes an order what its payment is: the API is asked, because events come late, twice and in any order. */
async function refresh(order, id) {
  const { data } = await call('GET', `/transactions/${id}`);
  if (data.status === 'settled' || data.status === 'partially_refunded') await fulfil(order, data);
  if (data.status === 'failed' && order.status === 'pending') order.status = 'failed';
  if (data.status === 'disputed') order.status = 'disputed';
  if (data.status === 'refunded') order.status = 'refunded';
  save();
}

async function refund(order, amount) {
  const entry = { amount, status: 'asked' };
  // Written down before it is asked for: the event may be here before the answer is.
  order.refunds.push(entry);
  save();
  const key = `refund-${order.id}-${order.refunds.length}`;
  await call('POST', `/transactions/${order.transaction_id}/refund`, { amount }, key);
  if (!order.refunds.includes(entry)) order.refunds.push(entry);
  save();
  return order;
}

function refunded(order, { refunded_amount }) {
  const asked = order.refunds.find(({ status, amount }) => status === 'asked' && amount === refunded_amount);
  if (asked === undefined) order.refunds.push({ amount: refunded_amount, status: 'done' });
  else asked.status = 'done';
  order.refunded += refunded_amount;
}

async function payOut({ seller, amount, account }) {
  const reference_id = `payout-${seller}`;
  const payout = { id: reference_id, seller, amount, status: 'asked' };
  state.payouts[reference_id] = payout;
  save();
  const who = { email: `${seller}@example.com`, first_name: seller, last_name: 'Seller' };
  const customer = await call('POST', '/customers', who, `seller-${seller}`);
  const to = { customer_id: customer.data.id, bank_account: account };
  const metadata = { seller };
  const { data } = await call('POST', '/payouts', { amount, currency, ...to, reference_id, metadata }, reference_id);
  payout.payout_id = data.id;
  if (payout.status === 'asked') payout.status = data.status;
  save();
  return payout;
}

/** What the seller reads. */
const shownAs = { pending: 'on its way', paid: 'arrived', failed: 'did not arrive', canceled: 'taken back' };

async function refreshPayout(payout, known) {
  const { data } = await call('GET', `/payouts/${known.id}`);
  payout.status = data.returned ? 'returned' : data.status;
  payout.shown = shownAs[data.status];
  save();
}

/** What an event is about, among what is ours; undefined for what others made. */
const orderOf = ({ metadata, transaction_id, checkout_session_id }) =>
  state.orders[metadata?.order_id] ??
  state.orders[state.sessions[checkout_session_id]] ??
  Object.values(state.orders).find((order) => order.transaction_id === transaction_id);

async function handle({ id, type, data }) {
  const order = orderOf(data);
  const payout = state.payouts[data.reference_id];
  await locked(order?.id ?? payout?.id ?? id, async () => {
    if (state.seen[id]) return;
    if (type.startsWith('payment.') && order !== undefined) await refresh(order, data.transaction_id);
    if (type.startsWith('payout.') && payout !== undefined) await refreshPayout(payout, data);
    // Kept together: what failed above is done again when the event comes again.
    if (type === 'payment.refunded' && order !== undefined) refunded(order, data);
    state.seen[id] = true;
    save();
  });
}

/** The payment of an order's session; null where nobody has paid it. */
async function paymentOf({ session_id }) {
  return session_id === undefined ? null : (await call('GET', `/checkout-sessions/${session_id}`)).data.transaction_id;
}

/** Makes up for events that never came: what has been open for long is asked for. */
async function reconcile() {
  for (const order of Object.values(state.orders).filter(({ status }) => status === 'pending')) {
    const payment = order.transaction_id ?? (await paymentOf(order));
    if (payment !== null) await locked(order.id, () => refresh(order, payment));
  }
  for (const payout of Object.values(state.payouts)) {
    if (payout.status === 'pending') await locked(payout.id, () => refreshPayout(payout, { id: payout.payout_id }));
  }
}

/** What was taken in all, for the books. */
async function report() {
  const payments = (await all('/transactions')).filter(({ status }) => status !== 'failed');
  state.report = { payments: payments.length, amount: payments.reduce((sum, { amount }) => sum + amount, 0) };
  save();
  return state.report;
}

function isSigned(header, body) {
  const { t, v1 = '' } = signatureOf(header);
  const wanted = createHmac('sha256', EMULATOR_WEBHOOK_SECRET).update(`${t}.`).update(body).digest('hex');
  return v1.length === wanted.length && timingSafeEqual(Buffer.from(v1), Buffer.from(wanted));
}

const signatureOf = (header = '') => Object.fromEntries(header.split(',').map((pair) => pair.trim().split('=')));
const isFresh = (header) => Math.abs(Date.now() / 1000 - Number(signatureOf(header).t)) <= tolerance;

async function receive(headers, body) {
  const signature = headers['service-signature'];
  if (!isSigned(signature, body)) return { status: 401 };
  if (!isFresh(signature)) return { status: 401 };
  const event = JSON.parse(body);
  if (!events.includes(event.type)) return { status: 200 };
  try {
    await handle(event);
    return { status: 200 };
  } catch (error) {
    console.error(`${event.type}: ${error.message}`);
    return { status: 500 };
  }
}

const json = (body) => JSON.parse(body.length === 0 ? '{}' : body);

const routes = {
  'POST /orders': (body) => charge(newOrder(json(body)), json(body).token),
  'POST /orders/pay': (body) => charge(state.orders[json(body).id], json(body).token),
  'POST /orders/session': (body) => openSession(newOrder(json(body))),
  'POST /orders/refund': (body) => refund(state.orders[json(body).id], json(body).amount),
  'POST /payouts': (body) => payOut(json(body)),
  'POST /reconcile': reconcile,
  'GET /report': report,
  'GET /state': () => state,
  // The browser comes back from the page of a session; the event tells as well, and may be late.
  'POST /thanks': async (body) => {
    const order = state.orders[json(body).id];
    const payment = await paymentOf(order);
    if (payment !== null) await locked(order.id, () => refresh(order, payment));
    return order;
  },
};

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  if (request.url === '/hook') {
    const { status } = await receive(request.headers, body);
    response.writeHead(status).end();
    return;
  }
  const route = routes[`${request.method} ${request.url}`];
  try {
    const answer = route === undefined ? undefined : await route(body);
    response.writeHead(route === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
  } catch (error) {
    console.error(`${request.url}: ${error.message}`);
    response.writeHead(502).end(JSON.stringify({ error: error.message }));
  }
});

mkdirSync(folder, { recursive: true });
await stockUp();
server.listen(Number(PORT), '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  // What the settings of the workspace would say elsewhere.
  const endpoint = { url: `${url}/hook`, events, secret: EMULATOR_WEBHOOK_SECRET };
  await fetch(`${EMULATOR_URL}/_emulator/webhook-endpoints`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(endpoint),
  });
  console.log(`shop ${url}`);
});
