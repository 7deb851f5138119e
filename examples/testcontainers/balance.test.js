import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { startEmulatorContainer } from 'payments-emulator/testcontainers';

const heard = [];
const application = createServer((request, response) => {
  heard.push(request.headers['service-event']);
  response.end();
});
let emulator;
before(async () => {
  await new Promise((resolve) => application.listen(0, resolve));
  emulator = await startEmulatorContainer({ forwardTo: `http://localhost:${application.address().port}/hook` });
});
after(async () => {
  application.close();
  // There is none where its container did not start.
  await emulator?.stop();
});
// The log has a section for each test, but of those that fail a record is left: run.html.
beforeEach(({ name }) => emulator.mark(name));
afterEach(async ({ name, passed }) => {
  if (passed) return;
  await emulator.mark(name, { failed: true });
  await emulator.record('run.html');
});

test('the merchant API answers at the mapped port', async () => {
  const headers = { authorization: `Bearer ${emulator.secretKey}` };
  const answer = await fetch(`${emulator.apiBase}/balance`, { headers });
  assert.equal(answer.status, 200);
});

test('a payout that is paid reaches the application', async () => {
  await emulator.trigger('payout.paid');
  await emulator.events.waitFor('payout.paid', { delivered: true });
  assert.ok(heard.includes('payout.paid'));
});
