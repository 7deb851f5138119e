// The tests of the box office, which open it in their own process: `node --test tickets/office.test.js`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BoxOffice } from './office.js';
import { settings } from './settings.js';

const office = new BoxOffice(settings);
const address = { billing_address_1: '1 Main St', billing_city: 'Springfield', billing_state: 'IL' };
const card = (cc_number) => ({
  cc_number,
  cc_exp_month: '11',
  cc_exp_year: '2039',
  ...address,
  billing_postal_code: '62701',
  billing_country: 'US',
});
const good = card('5200828282828210');
const empty = card('4000000000009995');

async function sandbox(path, body) {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${settings.platform}/_emulator${path}`, body === undefined ? {} : sent);
  assert.ok(response.ok, `${path}: ${response.status}`);
  return (await response.json()).data;
}

/** Time goes on by what a payment needs to settle. */
const wait = () => sandbox('/clock', { advance: '10s' });

async function until(what, check) {
  for (const patience of [4_000, 4_000]) {
    for (const end = Date.now() + patience; Date.now() < end; await sleep(40)) if (check()) return;
    // No event has told of it.
    await office.catchUp();
  }
  assert.ok(check(), `${what}: ${JSON.stringify(office.booking(what) ?? office.artist(what))}`);
}

before(async () => {
  const url = await office.open();
  await sandbox('/webhook-endpoints', { url, secret: settings.secret });
  await office.addShow({ id: 'hamlet', name: 'Hamlet – a tragedy', price: 1_995, seats: 120 });
  await office.addShow({ id: 'revue', name: 'Revue «Été»', price: 3_333, seats: 80 });
});

after(async () => {
  await sandbox('/settle', {});
  await office.close();
});

describe('the box office', () => {
  it('sells seats by card and sends the tickets once they are paid', async () => {
    await office.book({ id: 'b1', show: 'hamlet', seats: 2, patron: { email: 'ann@example.com', card: good } });
    await wait();
    await until('b1', () => office.booking('b1').tickets.length === 2);
    assert.equal(office.booking('b1').price, 3_990);
  });

  it('takes back single seats of a group', async () => {
    await office.book({ id: 'b2', show: 'hamlet', seats: 7, patron: { email: 'ben@example.com', card: good } });
    await wait();
    await until('b2', () => office.booking('b2').tickets.length === 7);
    assert.equal(office.booking('b2').price, 12_569);
    await office.giveBack('b2', [1, 3]);
    await office.giveBack('b2', [6]);
    await office.giveBack('b2');
    await until('b2', () => office.booking('b2').given.length === 7);
  });

  it('asks for another card where the first is declined', async () => {
    const order = { id: 'b3', show: 'revue', seats: 1 };
    const { status } = await office.book({ ...order, patron: { email: 'cat@example.com', card: empty } });
    assert.equal(status, 'declined');
    await office.payAgain('b3', { email: 'cat@example.com', card: good });
    await wait();
    await until('b3', () => office.booking('b3').tickets.length === 1);
  });

  it('sells on a page, whether the patron comes back or not', async () => {
    const { id } = await office.bookOnPage({ id: 'b4', show: 'revue', seats: 3, email: 'dan@example.com' });
    await sandbox('/triggers/checkout_session.complete', { id });
    await wait();
    await until('b4', () => !['new', 'pending'].includes(office.booking('b4').status));
  });

  it('sells at the counter', async () => {
    const before = await office.sellAtCounter({ id: 'c1', show: 'revue', seats: 4 });
    assert.equal(await office.sellAtCounter({ id: 'c2', show: 'revue', seats: 2 }), before - 2);
  });

  it('pays artists', async () => {
    const account = {
      routing_number: '021000021',
      account_number: '000987654321',
      account_type: 'checking',
      account_holder_type: 'personal',
      account_holder_name: 'Mia Artist',
    };
    await office.payArtist({ name: 'mia', evening: 'friday', amount: 2_500, account });
    await office.payArtist({ name: 'lou', evening: 'friday', amount: 58, account });
    await wait();
    await until('mia', () => office.artist('mia').status === 'paid');
    await until('lou', () => office.artist('lou').status === 'failed');
  });

  it('counts a seat as lost when its payment is charged back for good', async () => {
    await office.book({ id: 'b5', show: 'hamlet', seats: 1, patron: { email: 'eve@example.com', card: good } });
    await wait();
    await until('b5', () => office.booking('b5').status === 'paid');
    const { payment_id } = office.booking('b5');
    await sandbox('/triggers/payment.disputed', { id: payment_id });
    await until('b5', () => office.booking('b5').status === 'disputed');
    const [{ data }] = await sandbox('/events?type=dispute.created');
    await sandbox('/triggers/dispute.lost', { id: data.dispute_id });
    await until('b5', () => office.booking('b5').status === 'lost');
  });

  it('knows what it has taken', async () => {
    const sold = ['b1', 'b3'].reduce((sum, id) => sum + office.booking(id).price, 0);
    assert.ok((await office.takings()) >= sold);
  });
});
