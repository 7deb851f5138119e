// Six weeks of the climbing club: `node club/scenario.js`. It waits for what the club finds out by itself.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { EMULATOR_URL, EMULATOR_RUN } = process.env;
const app = spawn(process.execPath, [join(import.meta.dirname, 'club.js')], { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((resolve, reject) => {
  app.stdout.on('data', (chunk) => resolve(String(chunk).trim().slice(5)));
  app.once('exit', (code) => reject(new Error(`the club ended with ${code}`)));
});

async function send(address, body) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(
    address,
    body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  const answer = await response.json();
  if (!response.ok) throw new Error(`${address}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

const desk = (path, body) => send(url + path, body);
const sandbox = async (path, body) => (await send(`${EMULATOR_URL}/_emulator${path}`, body)).data;
const pass = (time) => sandbox('/clock', { advance: time });

async function until(what, holds) {
  for (const end = Date.now() + 20_000; ; await sleep(100)) {
    const books = await desk('/books');
    if (holds(books)) return books;
    assert.ok(Date.now() < end, `never: ${what}; ${JSON.stringify(books)}`);
  }
}

const card = (cc_number) => ({
  cc_number,
  cc_exp_month: '12',
  cc_exp_year: '2041',
  billing_address_1: '9 Rock Rd',
  billing_city: 'Reno',
  billing_state: 'NV',
  billing_postal_code: '89501',
  billing_country: 'US',
});
const debit = card('6011981111111113');
const declined = card('4000000000000002');

async function membersCome() {
  await desk('/join', { name: 'amy', email: 'amy@example.com', card: debit });
  const bad = await desk('/join', { name: 'bo', email: 'bo@example.com', card: declined });
  if (bad.standing === 'card declined') await desk('/join', { name: 'bo', email: 'bo@example.com', card: debit });
  await desk('/join', { name: 'cy', email: 'cy@example.com', card: debit });
  // Dee has second thoughts at once.
  await desk('/join', { name: 'dee', email: 'dee@example.com', card: debit });
  await desk('/leave', { name: 'dee', now: true });
  await pass('10s');
  const standing = ({ members }, name) => members[name]?.standing;
  await until('three are members', (books) => ['amy', 'bo', 'cy'].every((name) => standing(books, name) === 'member'));
  await until('dee has left', (books) => standing(books, 'dee') === 'left');
}

async function lockersAreRented() {
  await desk('/lockers', { locker: 'L7', name: 'amy', amount: 4_000, card: debit });
  await pass('10s');
  await until('the deposit is held', ({ deposits }) => deposits.L7.status === 'held');
  await desk('/lockers/return', { locker: 'L7', amount: 1_500 });
  await desk('/lockers/return', { locker: 'L7', amount: 2_500 });
  await assert.rejects(desk('/lockers/return', { locker: 'L7', amount: 1_000 }));
  await until('the deposit is given back', ({ deposits }) => deposits.L7.left === 0);
}

async function guestsCome() {
  const { session_id: id } = await desk('/passes', { guest: 'zoe' });
  await sandbox('/triggers/checkout_session.complete', { id });
  await until('zoe pays', ({ passes }) => passes.zoe.status !== 'open');
  await pass('10s');
  await until('zoe has paid', ({ passes }) => passes.zoe.status !== 'being paid');
}

async function trainersArePaid() {
  const account = {
    routing_number: '021000021',
    account_number: '000555444333',
    account_type: 'savings',
    account_holder_type: 'personal',
    account_holder_name: 'Tom Trainer',
  };
  await desk('/trainers', { trainer: 'tom', hours: 6, rate: 3_150, account });
  await desk('/trainers', { trainer: 'uli', hours: 1, rate: 60, account });
  await pass('20s');
  await until(
    'trainers are paid or not',
    ({ trainers }) => trainers.tom.status === 'paid' && trainers.uli.status === 'failed',
  );
}

async function aMonthLater() {
  await desk('/leave', { name: 'bo' });
  await pass('32d');
  await pass('10s');
  await until('amy has paid twice', ({ members }) => members.amy.months === 2);
  await until('bo has left', ({ members }) => members.bo.standing === 'left');
  const { subscriptions } = await desk('/books');
  const { subscription_id } = subscriptions.find(({ id }) => id === 'cy');
  const headers = { authorization: `Bearer ${process.env.EMULATOR_SECRET_KEY}` };
  const list = await fetch(`${EMULATOR_URL}/api/v1/transactions?subscription_id=${subscription_id}&limit=1`, {
    headers,
  });
  const [{ id }] = (await list.json()).data;
  await sandbox('/triggers/payment.disputed', { id });
  await until('cy is suspended', ({ members }) => members.cy.standing === 'suspended');
  const dispute = (await (await fetch(`${EMULATOR_URL}/api/v1/disputes?transaction_id=${id}`, { headers })).json())
    .data[0];
  await sandbox('/triggers/dispute.lost', { id: dispute.id });
  await until('cy is expelled', ({ members }) => members.cy.standing === 'expelled');
}

let status = 0;
try {
  await membersCome();
  await lockersAreRented();
  await guestsCome();
  await trainersArePaid();
  await aMonthLater();
} catch (error) {
  console.error(error.message);
  status = 1;
}
// An audit looks at the club after its scenario, and ends it then.
if (EMULATOR_RUN === undefined) app.kill();
process.exit(status);
