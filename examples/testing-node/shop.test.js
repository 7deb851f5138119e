import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { startEmulator } from 'payments-emulator';
import { startShop } from '../testing-app/shop.js';

let emulator;
let workspace;
let shop;
before(async () => {
  // Under emulator exec it is a part of that emulator, so that its log and its audit are of these tests.
  emulator = await startEmulator({
    attach: true,
    freeze: true,
    clock: '2026-03-01T09:00:00Z',
    seed: 1,
    onWarning: () => {},
  });
});
after(() => emulator.stop());
// A workspace of its own for every test: other keys, other data, its own clock.
beforeEach(async ({ name }) => {
  workspace = await emulator.workspaces.create();
  await workspace.mark(name);
  shop = await startShop(workspace);
  await workspace.webhooks.add({ url: shop.hook, secret: workspace.webhookSecret });
});
afterEach(async ({ name, passed }) => {
  if (!passed) {
    await workspace.mark(name, { failed: true });
    await emulator.record('run.html');
  }
  await shop.stop();
});

test('an order is paid when the webhook says so', async () => {
  const order = await shop.order(4200);
  assert.equal(order.status, 'pending');
  await workspace.clock.advance('2s');
  await workspace.events.waitFor('payment.completed', { id: order.transaction, delivered: true });
  assert.equal(order.status, 'paid');
});

test('a declined card is told to the buyer', async () => {
  assert.deepEqual(await shop.order(4200, '4000000000000002'), { status: 'failed', reason: 'card_declined' });
});

test('a receiver that was down gets the webhook again', async () => {
  await workspace.faults.add({ on: 'delivery', kind: 'drop', times: 1 });
  const order = await shop.order(4200);
  await workspace.clock.advance('2s');
  assert.equal(order.status, 'pending');
  await workspace.clock.advance('5m');
  await workspace.events.waitFor('payment.completed', { delivered: true });
  assert.equal(order.status, 'paid');
});
