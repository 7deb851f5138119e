import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { startEmulator } from './emulator.js';

const heard = [];
const application = createServer((request, response) => {
  heard.push(request.headers['service-event']);
  response.end();
});
let emulator;
before(async () => {
  await new Promise((resolve) => application.listen(0, resolve));
  emulator = await startEmulator({ hookPort: application.address().port });
});
after(async () => {
  await emulator.stop();
  application.close();
});
// The log has a section for each test, and of those that fail a record is left: run.html.
beforeEach(({ name }) => emulator.control('POST', '/markers', { text: name }));
afterEach(async ({ name, passed }) => {
  if (passed) return;
  await emulator.control('POST', '/markers', { text: name, failed: true });
  await emulator.record('run.html');
});

test('the merchant API answers at the mapped port', async () => {
  const headers = { authorization: `Bearer ${emulator.secretKey}` };
  const answer = await fetch(`${emulator.apiBase}/balance`, { headers });
  assert.equal(answer.status, 200);
});

test('a payout that is paid reaches the application', async () => {
  await emulator.control('POST', '/triggers/payout.paid', {});
  while (!heard.includes('payout.paid')) await new Promise((resolve) => setTimeout(resolve, 50));
});
