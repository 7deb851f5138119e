// A day of the shop, as its tests play it: `node scenario.js node shop/shop.js`. It starts the application that it is
// told, plays buyers and sellers, and ends with 0 where all went well.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const { EMULATOR_URL, EMULATOR_PUBLISHABLE_KEY, EMULATOR_RUN } = process.env;
const [program, ...words] = process.argv.slice(2);
const debitCard = '4000056655665556';
const declinedCard = '4000000000000002';
const account = {
  routing_number: '021000021',
  account_number: '000123456789',
  account_type: 'checking',
  account_holder_type: 'personal',
  account_holder_name: 'Sam Seller',
};

const app = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
const shop = await new Promise((resolve, reject) => {
  createInterface(app.stdout).on('line', (line) => line.startsWith('shop ') && resolve(line.slice(5)));
  app.once('exit', (code) => reject(new Error(`the shop ended with ${code}`)));
  app.once('error', reject);
});

async function ask(method, url, body, headers = {}) {
  const sent = { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  const response = await fetch(url, sent);
  const answer = await response.json();
  assert.ok(response.ok, `${method} ${url}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

const post = (path, body) => ask('POST', shop + path, body);
const emulator = async (path, body) => (await ask('POST', `${EMULATOR_URL}/_emulator${path}`, body)).data;
const card = async (number) => {
  const entered = { number, exp_month: '12', exp_year: '2040', cvv: '123' };
  const key = { authorization: `Bearer ${EMULATOR_PUBLISHABLE_KEY}` };
  return (await ask('POST', `${EMULATOR_URL}/api/v1/tokens`, entered, key)).data.token;
};

/** Waits for what an event brings about; where it does not come, the shop's nightly job is run once. */
async function until(what, holds) {
  for (const patience of [6_000, 3_000]) {
    for (const end = Date.now() + patience; Date.now() < end; await sleep(50)) {
      if (holds(await ask('GET', `${shop}/state`))) return;
    }
    await post('/reconcile');
  }
  assert.fail(`it never came about that ${what}: ${JSON.stringify(await ask('GET', `${shop}/state`))}`);
}

/** The clock goes on by a few seconds, so that what is under way settles. */
const settle = () => emulator('/clock', { advance: '6s' });
const order = ({ orders }, cart) => orders[`order-${cart}`];

async function buyAndGiveBack() {
  const token = await card(debitCard);
  await post('/orders', { cart: 'a', sku: 'mug', quantity: 2, email: 'ada@example.com', token });
  await settle();
  await until('order a is fulfilled', (state) => order(state, 'a').fulfilled);
  const amount = order(await ask('GET', `${shop}/state`), 'a').total / 4;
  for (const _part of ['one mug', 'its saucer']) await post('/orders/refund', { id: 'order-a', amount });
  await until('the refunds are known', (state) => order(state, 'a').refunded === 2 * amount);
}

async function tryAnotherCard() {
  const first = await post('/orders', {
    cart: 'b',
    sku: 'tea',
    quantity: 1,
    email: 'bob@example.com',
    token: await card(declinedCard),
  });
  if (first.status === 'declined') await post('/orders/pay', { id: 'order-b', token: await card(debitCard) });
  await settle();
  await until('order b is fulfilled', (state) => order(state, 'b').fulfilled);
}

/** One buyer comes back from the page, the other closes the tab. */
async function payOnPages() {
  for (const cart of ['c', 'd']) {
    await post('/orders/session', { cart, sku: 'pot', quantity: 1, email: `${cart}@example.com` });
    const { session_id } = order(await ask('GET', `${shop}/state`), cart);
    await emulator('/triggers/checkout_session.complete', { id: session_id });
  }
  await settle();
  await post('/thanks', { id: 'order-c' });
  await until('order c is no longer open', (state) => order(state, 'c').status !== 'pending');
}

/** What is still open in the evening is looked up by the shop's nightly job. */
async function closeTheDay() {
  const isOpen = ({ orders }) => Object.values(orders).some(({ status }) => status === 'pending');
  for (const end = Date.now() + 6_000; isOpen(await ask('GET', `${shop}/state`)); await sleep(50)) {
    if (Date.now() > end) return post('/reconcile');
  }
}

async function buyMore() {
  const token = await card(debitCard);
  await post('/orders', { cart: 'e', sku: 'tea', quantity: 3, email: 'eve@example.com', token });
  await settle();
  await until('order e is fulfilled', (state) => order(state, 'e').fulfilled);
}

async function paySellers() {
  await post('/payouts', { seller: 'sam', amount: 1500, account });
  await post('/payouts', { seller: 'sue', amount: 53, account });
  await settle();
  const over = ({ payouts }) => Object.values(payouts).every(({ status }) => !['asked', 'pending'].includes(status));
  await until('the payouts have ended', over);
}

let status = 0;
try {
  await Promise.all([buyAndGiveBack(), tryAnotherCard(), buyMore(), paySellers()]);
  await ask('GET', `${shop}/report`);
  await payOnPages();
  // Somebody does not know the charge any more, and the bank agrees.
  await emulator('/triggers/payment.disputed', { id: order(await ask('GET', `${shop}/state`), 'e').transaction_id });
  const disputed = await ask('GET', `${EMULATOR_URL}/_emulator/events?type=dispute.created&limit=1`);
  await emulator('/triggers/dispute.lost', { id: disputed.data[0].data.dispute_id });
  await emulator('/settle', {});
  await closeTheDay();
} catch (error) {
  console.error(error.message);
  status = 1;
}
// An audit looks at the application after its scenario, and ends it then.
if (EMULATOR_RUN === undefined) app.kill();
process.exit(status);
