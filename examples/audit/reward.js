// A shop that gives a reward for each payment that it hears of, and forgets that a webhook may come twice.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const { EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key, EMULATOR_URL: emulator } = process.env;
const post = (url, body) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
};

let rewards = 0;
const shop = createServer(async (request, response) => {
  const { data } = JSON.parse(Buffer.concat(await request.toArray()));
  await post(`${api}/transactions/${data.transaction_id}/refund`, { amount: 500 });
  rewards++;
  response.end();
});
await new Promise((resolve) => shop.listen(0, resolve));
const url = `http://127.0.0.1:${shop.address().port}/`;
await post(`${emulator}/_emulator/webhook-endpoints`, { url, events: ['payment.completed'] });
await post(`${emulator}/_emulator/triggers/payment.completed`, {});
while (rewards === 0) await sleep(20);
await sleep(500);
process.exit();
