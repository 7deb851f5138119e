import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { call, open, shop } from './shop.js';

/** Calls the control API of the emulator. */
const control = (path, body) =>
  fetch(`${process.env.EMULATOR_URL}/_emulator${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

before(open);
after(() => shop.close());
// The log has a section for each test, and knows which of them failed.
beforeEach(({ name }) => control('/markers', { text: name }));
afterEach(async ({ name, passed }) => {
  if (!passed) await control('/markers', { text: name, failed: true });
});

/** A guest pays by card, and an hour passes. */
async function order(metadata) {
  const { token } = await call('POST', '/tokens', { number: '4000056655665556', exp_month: '12', exp_year: '2030' });
  const { id } = await call('POST', '/charges', { payment_token: token, amount: 4200, metadata });
  await control('/clock', { advance: '1h' });
  return call('GET', `/transactions/${id}`);
}

test('keeps what was paid for an order', async () => {
  const { total_refunded } = await order({});
  assert.equal(total_refunded, 0);
});

test('refunds an article that is sold out', async () => {
  const { total_refunded } = await order({ sold_out: '900' });
  assert.equal(total_refunded, 900);
});
