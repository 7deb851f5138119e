import { assertionMatchers, auditMatchers, connectEmulator } from 'payments-emulator';
import { startShop } from '../testing-app/shop.js';

expect.extend({ ...assertionMatchers, ...auditMatchers });

const control = async (path, body = {}) => {
  const answer = await fetch(`${process.env.EMULATOR_URL}/_emulator${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data, error } = await answer.json();
  if (!answer.ok) throw new Error(error);
  return data;
};

let workspace;
let shop;
beforeEach(async () => {
  // A workspace of its own with its own keys and clock: test files may run at once.
  workspace = await control('/workspaces');
  // Whose calls they are, for whoever reads the log.
  await control(`/markers?workspace=${workspace.id}`, { text: expect.getState().currentTestName });
  const { api_base: apiBase, keys, webhook_secret: webhookSecret } = workspace;
  shop = await startShop({ apiBase, secretKey: keys.secret.test, webhookSecret });
  await control(`/webhook-endpoints?workspace=${workspace.id}`, { url: shop.hook, secret: webhookSecret });
});
afterEach(() => shop.stop());

test('an order is paid when the webhook says so', async () => {
  const order = await shop.order(4200);
  expect(order.status).toBe('pending');
  await control(`/clock?workspace=${workspace.id}`, { advance: '2s' });
  expect(order.status).toBe('paid');
});

test('a declined card is told to the buyer', async () => {
  expect(await shop.order(4200, '4000000000000127')).toEqual({ status: 'failed', reason: 'incorrect_cvc' });
});

test('nothing that the shop does would break in production', async () => {
  await shop.order(4200);
  await control(`/clock?workspace=${workspace.id}`, { advance: '2s' });
  const emulator = await connectEmulator(process.env.EMULATOR_URL, { workspace: workspace.id });
  await expect(emulator).toHaveRequested('POST /charges', { amount: 4200 }, { times: 1 });
  await expect(emulator).toHaveDelivered('payment.completed');
  expect(await emulator.audit()).toHaveNoViolations();
  await emulator.stop();
});
