/**
 * An application with bugs: it pays a reward each time that it is told of a payment, tries a failed charge again with another
 * reference, and misspells a field.
 */
export const cashback = `
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const { EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key, EMULATOR_URL: emulator } = process.env;
const post = async (url, body) => {
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};

let rewards = 0;
const server = createServer(async (request, response) => {
  const { type, data } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  if (type === 'payment.completed') {
    await post(api + '/transactions/' + data.transaction_id + '/refund', { amount: 500 });
    rewards++;
  }
  response.end();
});
await new Promise((resolve) => server.listen(0, resolve));
const url = 'http://127.0.0.1:' + server.address().port + '/';
await post(emulator + '/_emulator/webhook-endpoints', { url, events: ['payment.completed'] });
const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030', billing_postal_code: '62701' };
const customer = await post(api + '/customers', { email: 'ada@example.com', fullname: 'Ada', ...card });
const charge = () =>
  post(api + '/charges', { customer_id: customer.body.data.id, amount: 4200, reference_id: randomUUID() });
if ((await charge()).status === 503) await charge();
while (rewards === 0) {
  await post(emulator + '/_emulator/settle', {});
  await sleep(20);
}
await sleep(Number(process.argv[2] ?? 500));
process.exit();
`;
