// An evening of the courier service: starts its two processes, orders, complains, pays on a page. `node courier/scenario.js`
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const { EMULATOR_URL, EMULATOR_PUBLISHABLE_KEY, EMULATOR_RUN } = process.env;
const start = (file) =>
  spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: ['ignore', 'pipe', 'inherit'] });
const web = start('web.js');
const url = await new Promise((resolve, reject) => {
  createInterface(web.stdout).on('line', (line) => resolve(line.split(' ')[1]));
  web.once('exit', (code) => reject(new Error(`the web process ended with ${code}`)));
});
const worker = start('worker.js');

async function call(address, body, headers = {}) {
  const init = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  };
  const response = await fetch(address, body === undefined ? {} : init);
  const answer = await response.json();
  assert.ok(response.ok, `${address}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

const emulator = (path, body) => call(`${EMULATOR_URL}/_emulator${path}`, body);
const order = (id) => call(`${url}/orders/${id}`);

async function card(number) {
  const entered = { number, exp_month: '10', exp_year: '2038', cvv: '999' };
  const { data } = await call(`${EMULATOR_URL}/api/v1/tokens`, entered, {
    authorization: `Bearer ${EMULATOR_PUBLISHABLE_KEY}`,
  });
  return data.token;
}

/** Waits until an order is as it should be; time goes on meanwhile. */
async function until(id, check) {
  for (const end = Date.now() + 20_000; ; await sleep(80)) {
    const now = await order(id);
    if (check(now)) return now;
    assert.ok(Date.now() < end, `${id} stays ${JSON.stringify(now)}`);
  }
}

const pass = (time) => emulator('/clock', { advance: time });
const isDelivered = ({ delivered, shares = {} }) => delivered && shares.kitchen && shares.rider;
const sharesHaveEnded = ({ shares }) => Object.values(shares).every(({ status }) => status !== 'on its way');
const evening = { kitchen: 'luigi', rider: 'rosa' };
const account = (last) => ({
  routing_number: '021000021',
  account_number: `00012345${last}`,
  account_type: 'checking',
  account_holder_type: 'business',
  account_holder_name: 'A Partner',
});

async function play() {
  for (const [at, id] of ['luigi', 'rosa'].entries()) {
    await call(`${url}/partners`, { id, email: `${id}@partners.example`, account: account(`67${at}`) });
  }
  const good = '4000056655665556';
  const pizza = { id: 'o1', meal: 'pizza', total: 2_335, email: 'ina@example.com', ...evening };
  await call(`${url}/orders`, { ...pizza, token: await card(good) });
  await until('o1', ({ status }) => status === 'pending' || status === 'paid');
  await pass('8s');
  await until('o1', isDelivered);
  await pass('20s');
  await until('o1', sharesHaveEnded);
  // The pizza was cold.
  await call(`${url}/complaints`, { id: 'o1', amount: 500, attempt: 1 });
  // And late.
  await call(`${url}/complaints`, { id: 'o1', amount: 300, attempt: 2 });
  await until('o1', ({ refunded }) => refunded === 800);

  const soup = { id: 'o2', meal: 'soup', total: 1_199, email: 'jon@example.com', ...evening };
  await call(`${url}/orders`, { ...soup, token: await card('4000000000000002') });
  await until('o2', ({ status }) => status === 'declined');
  await call(`${url}/cards`, { id: 'o2', token: await card(good), attempt: 2 });
  await until('o2', ({ status }) => status !== 'declined');
  await pass('8s');
  await until('o2', isDelivered);

  const cake = { id: 'o3', meal: 'crème brûlée', total: 4_010, email: 'kim@example.com', ...evening };
  await call(`${url}/orders`, cake);
  const { session } = await until('o3', (now) => now.session !== undefined);
  await emulator('/triggers/checkout_session.complete', { id: session });
  await pass('8s');
  await until('o3', ({ status, ...now }) => status === 'mispaid' || isDelivered(now));

  // Somebody has a change of mind after the meal, and the bank agrees.
  const { payments } = await order('o2');
  await emulator('/triggers/payment.disputed', { id: payments.find(({ completed }) => completed).id });
  await until('o2', ({ status }) => status === 'disputed');
  const { data } = await call(`${EMULATOR_URL}/_emulator/events?type=dispute.created&limit=1`);
  await emulator('/triggers/dispute.lost', { id: data[0].data.dispute_id });
  await until('o2', ({ status }) => status === 'lost');
  await pass('20s');
}

let status = 0;
try {
  await play();
} catch (error) {
  console.error(error.message);
  status = 1;
}
// An audit looks at the service after its evening, and ends it then.
if (EMULATOR_RUN === undefined) for (const each of [web, worker]) each.kill();
process.exit(status);
