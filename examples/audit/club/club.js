// A climbing club without a webhook: what it wants to know it asks for, again and again, and its books follow what it is
// told. Members pay by the month, guests buy a pass on a page, lockers have a deposit, trainers are paid.
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Tables } from './table.js';

const { EMULATOR_URL = 'http://127.0.0.1:4747', EMULATOR_SECRET_KEY = 'sk_test_demo', SHOP_DATA, PORT } = process.env;
const api = `${EMULATOR_URL}/api/v1`;
const tables = new Tables(join(SHOP_DATA ?? join(tmpdir(), 'club'), new URL(EMULATOR_URL).port, 'club.json'));
const currency = 'USD';
const fee = 5_900;
const passPrice = 2_250;
const timeZone = 'America/Los_Angeles';

if (process.argv[2] === 'books') {
  console.log(JSON.stringify(books()));
  process.exit();
}

/** Calls the platform. An answer that says nothing final is waited for: the call is made again, as it was. */
async function platform(method, path, { body, key } = {}) {
  const headers = { authorization: `Bearer ${EMULATOR_SECRET_KEY}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  for (let pause = 100, tries = 0; ; pause = Math.min(pause * 2, 1_600), tries++) {
    let response = null;
    let answer = null;
    try {
      const signal = AbortSignal.timeout(15_000);
      response = await fetch(api + path, { method, headers, body: body && JSON.stringify(body), signal });
      answer = await response.json();
    } catch {
      response = null;
    }
    if (response?.ok) return answer;
    const isOpen =
      response === null || response.status === 429 || response.status >= 500 || answer.code === 'request_in_progress';
    if (!isOpen || tries > 60)
      throw Object.assign(new Error(answer?.error ?? 'no answer'), { status: response?.status, answer });
    await sleep(response?.status === 429 ? Number(response.headers.get('retry-after')) * 1_000 : pause);
  }
}

async function everything(path) {
  const found = [];
  for (let page = { has_more: true }; page.has_more; found.push(...page.data)) {
    const after = found.length === 0 ? '' : `&starting_after=${found.at(-1).id}`;
    page = await platform('GET', `${path}?limit=20${after}`);
  }
  return found;
}

/** The month in which the club books what came in at an instant: its own, and not Greenwich's. */
function monthOf(instant) {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit' }).formatToParts(
    new Date(instant),
  );
  const of = (type) => parts.find((part) => part.type === type).value;
  return `${of('year')}-${of('month')}`;
}

// What the desk does.

async function saveCard({ name, email, card }, attempt) {
  const { data, payment_method } = await platform('POST', '/customers', {
    body: { email, first_name: name, ...card },
    key: `card-${name}-${attempt}`,
  });
  return { customer_id: data.id, payment_method_id: payment_method.id };
}

async function join_({ name, email, card }) {
  const attempt = (tables.one('members', name)?.attempt ?? 0) + 1;
  tables.upsert('members', name, { email, attempt, standing: 'joining' });
  const payer = await saveCard({ name, email, card }, attempt);
  const reference_id = `membership-${name}-${attempt}`;
  try {
    const { data } = await platform('POST', '/subscriptions', {
      body: {
        ...payer,
        product_id: tables.one('products', 'membership').product_id,
        reference_id,
        metadata: { member: name },
      },
      key: reference_id,
    });
    return tables.upsert('members', name, { subscription_id: data.id, customer_id: payer.customer_id });
  } catch (error) {
    if (error.status !== 402) throw error;
    return tables.upsert('members', name, { standing: 'card declined' });
  }
}

async function leave({ name, now = false }) {
  const { subscription_id } = tables.one('members', name);
  tables.upsert('members', name, { notice: now ? 'at once' : 'to the end of the month' });
  await platform('POST', `/subscriptions/${subscription_id}/cancel`, {
    body: { immediate: now },
    key: `leave-${name}`,
  });
}

/** A deposit for a locker, which comes back in one part or in several. */
async function rentLocker({ locker, name, amount, card }) {
  tables.upsert('deposits', locker, { name, amount, status: 'asked', wanted: 0 });
  const payer = await saveCard({ ...tables.one('members', name), name, card }, `locker-${locker}`);
  const reference_id = `locker-${locker}`;
  const { data } = await platform('POST', '/charges', {
    body: { ...payer, amount, currency, reference_id, metadata: { locker } },
    key: reference_id,
  });
  return tables.upsert('deposits', locker, { payment_id: data.id });
}

async function returnDeposit({ locker, amount }) {
  const deposit = tables.one('deposits', locker);
  if (deposit.wanted + amount > deposit.amount) throw new Error('more than is left of the deposit');
  tables.upsert('deposits', locker, { wanted: deposit.wanted + amount });
  const key = `deposit-${locker}-${deposit.wanted}-${amount}`;
  try {
    await platform('POST', `/transactions/${deposit.payment_id}/refund`, { body: { amount }, key });
  } catch (error) {
    tables.upsert('deposits', locker, { wanted: tables.one('deposits', locker).wanted - amount });
    throw error;
  }
}

async function sellPass({ guest }) {
  tables.upsert('passes', guest, { status: 'open' });
  const body = {
    line_items: [{ product_id: tables.one('products', 'pass').product_id, quantity: 1 }],
    success_url: 'http://127.0.0.1/welcome',
    metadata: { guest },
  };
  const { data } = await platform('POST', '/checkout-sessions', { body, key: `pass-${guest}` });
  return tables.upsert('passes', guest, { session_id: data.id });
}

async function payTrainer({ trainer, hours, rate, account }) {
  const reference_id = `trainer-${trainer}`;
  const amount = hours * rate;
  tables.upsert('trainers', trainer, { amount, status: 'asked' });
  const person = { email: `${trainer}@club.example`, first_name: trainer, last_name: 'Trainer' };
  const { data: customer } = await platform('POST', '/customers', { body: person, key: `person-${trainer}` });
  const body = {
    customer_id: customer.id,
    bank_account: account,
    amount,
    currency,
    reference_id,
    metadata: { trainer },
  };
  const { data } = await platform('POST', '/payouts', { body, key: reference_id });
  return tables.upsert('trainers', trainer, { payout_id: data.id });
}

// What the rounds find.

const isIn = ({ status }) => ['settled', 'partially_refunded', 'refunded'].includes(status);

function standingOf({ notice }, subscription, payments, isLost) {
  if (isLost) return 'expelled';
  if (subscription.status === 'cancelled') return 'left';
  if (payments.some(({ status }) => status === 'disputed')) return 'suspended';
  if (subscription.status === 'past_due') return 'owing';
  const latest = payments.find(({ id }) => id === subscription.latest_transaction_id);
  if (latest?.status === 'pending_settlement') return 'waiting for the money';
  if (latest?.status === 'failed') return 'owing';
  return notice === undefined ? 'member' : 'member, leaving';
}

async function lookAtMembers(payments, lost) {
  for (const subscription of await everything('/subscriptions')) {
    const member = tables.one('members', subscription.metadata.member);
    if (member === undefined) continue;
    const own = payments.filter(({ subscription_id }) => subscription_id === subscription.id);
    const isLost = own.some(({ id }) => lost.has(id));
    const standing = standingOf(member, subscription, own, isLost);
    const months = own.filter((payment) => isIn(payment) && payment.total_refunded === 0).length;
    tables.upsert('members', member.id, { subscription_id: subscription.id, standing, months });
    if (isLost && subscription.status !== 'cancelled') {
      await platform('POST', `/subscriptions/${subscription.id}/cancel`, {
        body: { immediate: true },
        key: `expel-${member.id}`,
      });
    }
    // Money that was on its way when somebody left is given back.
    for (const { id, settled_at } of own.filter(({ status }) => status === 'settled')) {
      if (subscription.cancelled_at === null || settled_at <= subscription.cancelled_at) continue;
      await platform('POST', `/transactions/${id}/refund`, { body: {}, key: `late-${id}` });
    }
  }
}

function lookAtDeposits(payments) {
  for (const { id, payment_id, amount } of tables.select('deposits')) {
    const payment = payments.find((each) => each.id === payment_id);
    if (payment === undefined) continue;
    const { status, total_refunded: back } = payment;
    const named = { settled: 'held', partially_refunded: 'held', refunded: 'given back', pending_settlement: 'asked' };
    tables.upsert('deposits', id, { status: named[status] ?? status, left: isIn(payment) ? amount - back : 0 });
  }
}

async function lookAtPasses(payments) {
  for (const { id, session_id, status } of tables.select('passes')) {
    if (session_id === undefined) continue;
    const { data: session } = await platform('GET', `/checkout-sessions/${session_id}`);
    const payment = payments.find((each) => each.id === session.transaction_id);
    if (payment === undefined) continue;
    const isRight = payment.amount === passPrice && payment.currency === currency;
    if (isIn(payment) && isRight && status !== 'valid') {
      const body = { transaction_id: payment.id };
      await platform('POST', '/fulfillments', { body, key: `pass-of-${id}` }).catch((error) => {
        if (error.answer?.code !== 'already_fulfilled') throw error;
      });
    }
    const named = { settled: 'valid', pending_settlement: 'being paid', partially_refunded: 'valid' };
    tables.upsert('passes', id, { status: isRight ? (named[payment.status] ?? payment.status) : 'wrongly paid' });
  }
}

async function lookAtTrainers() {
  for (const { reference_id, status, returned } of await everything('/payouts')) {
    const trainer = tables.select('trainers', ({ id }) => `trainer-${id}` === reference_id)[0];
    if (trainer !== undefined) tables.upsert('trainers', trainer.id, { status: returned ? 'came back' : status });
  }
}

/** What came in, month by month, without what went back and what was lost. */
function keepBooks(payments, lost) {
  const months = {};
  for (const payment of payments) {
    if (payment.settled_at === null || payment.currency !== currency) continue;
    const month = monthOf(payment.settled_at);
    const kept = lost.has(payment.id) || payment.status === 'disputed' ? 0 : payment.amount - payment.total_refunded;
    months[month] = (months[month] ?? 0) + kept;
  }
  for (const [month, cents] of Object.entries(months)) tables.upsert('months', month, { cents });
}

async function round() {
  // Disputes first: a payment that is disputed meanwhile is known as such, whatever the order.
  const disputes = await everything('/disputes');
  const payments = await everything('/transactions');
  const lost = new Set(disputes.filter(({ status }) => status === 'lost').map(({ transaction_id }) => transaction_id));
  await lookAtMembers(payments, lost);
  lookAtDeposits(payments);
  await lookAtPasses(payments);
  await lookAtTrainers();
  keepBooks(payments, lost);
}

function books() {
  const told = (table, ...fields) =>
    Object.fromEntries(
      tables.select(table).map((row) => [row.id, Object.fromEntries(fields.map((field) => [field, row[field]]))]),
    );
  return {
    members: told('members', 'standing', 'months'),
    deposits: told('deposits', 'status', 'amount', 'wanted', 'left'),
    passes: told('passes', 'status'),
    trainers: told('trainers', 'status', 'amount'),
    months: told('months', 'cents'),
  };
}

const desk = {
  '/join': join_,
  '/leave': leave,
  '/lockers': rentLocker,
  '/lockers/return': returnDeposit,
  '/passes': sellPass,
  '/trainers': payTrainer,
};

const server = createServer(async (request, response) => {
  const answer = (status, value = {}) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (request.method === 'GET')
    return answer(200, { ...books(), sessions: tables.select('passes'), subscriptions: tables.select('members') });
  try {
    answer(200, await desk[request.url](await json(request)));
  } catch (error) {
    console.error(`${request.url}: ${error.message}`);
    answer(502, { error: error.message });
  }
});

async function open() {
  const membership = {
    name: 'Membership',
    sku: 'membership',
    price: fee,
    currency,
    recurring: { interval: 'month', interval_count: 1 },
  };
  const pass = { name: 'Pass for a day', sku: 'pass', price: passPrice, currency };
  for (const product of [membership, pass]) {
    const { data } = await platform('POST', '/products', { body: product, key: `product-${product.sku}` });
    tables.upsert('products', product.sku, { product_id: data.id });
  }
  server.listen(Number(PORT ?? 0), '127.0.0.1', () => console.log(`club http://127.0.0.1:${server.address().port}`));
  for (;;) {
    await round().catch((error) => console.error(`a round: ${error.message}`));
    await sleep(300);
  }
}

await open();
