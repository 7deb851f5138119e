import { emulatorTest } from 'payments-emulator/vitest';
import { expect } from 'vitest';
import { startShop } from '../testing-app/shop.js';

// One emulator a file, or that of emulator exec; a workspace and a shop a test, so that tests may run at once. If one fails,
// its error names the record of the emulator: records/shop.test.js.html.
const test = emulatorTest({ freeze: true, clock: '2026-03-01T09:00:00Z', seed: 1, record: 'records' }).extend({
  shop: async ({ workspace }, use) => {
    const shop = await startShop(workspace);
    await workspace.webhooks.add({ url: shop.hook, secret: workspace.webhookSecret });
    await use(shop);
    await shop.stop();
  },
});

test.concurrent('an order is paid when the webhook says so', async ({ workspace, shop }) => {
  const order = await shop.order(4200);
  expect(order.status).toBe('pending');
  await expect(workspace).not.toHaveEmittedEvent('payment.completed');
  await workspace.clock.advance('2s');
  await expect(workspace).toHaveReceivedEvent('payment.completed', { id: order.transaction });
  expect(order.status).toBe('paid');
});

test.concurrent('a declined card is told to the buyer', async ({ workspace, shop }) => {
  expect(await shop.order(4200, '4000000000009995')).toEqual({ status: 'failed', reason: 'insufficient_funds' });
  await expect(workspace).not.toHaveEmittedEvent('payment.completed');
});

test.concurrent('a webhook that comes twice counts once', async ({ workspace, shop }) => {
  await workspace.faults.add({ on: 'delivery', kind: 'duplicate', times: 1 });
  const order = await shop.order(4200);
  await workspace.settle();
  expect(order).toMatchObject({ status: 'paid', mails: 1 });
});

test.concurrent('a dispute weeks later is noticed', async ({ workspace, shop }) => {
  const order = await shop.order(4200);
  await workspace.clock.advance('3w');
  await workspace.trigger('payment.disputed', { id: order.transaction });
  await workspace.events.waitFor('payment.disputed', { id: order.transaction, delivered: true });
  expect(order.status).toBe('disputed');
});
