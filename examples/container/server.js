// An application of one file: `POST /orders` charges a test card, and a signed webhook says when the money is there.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { PAYMENTS_API, PAYMENTS_KEY, PAYMENTS_WEBHOOK_SECRET, PORT = '3000' } = process.env;
const orders = new Map();

async function call(path, body) {
  const answer = await fetch(`${PAYMENTS_API}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PAYMENTS_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, ...(await answer.json()) };
}

/** Charges 42.00 for a new order. */
async function order() {
  const id = `order-${randomUUID()}`;
  // The order, whose id is the reference of its charge, is stored before the call: sent again, it is paid once.
  orders.set(id, { id, charge: null, status: 'new' });
  const card = { number: '4000056655665556', exp_month: '12', exp_year: '2040', cvv: '123' };
  const { data: token } = await call('/tokens', card);
  const { status, data } = await call('/charges', { payment_token: token.token, amount: 4200, reference_id: id });
  return Object.assign(orders.get(id), { charge: data.id, status: status === 201 ? 'pending' : 'failed' });
}

/** Whether one of the signatures is that of the bytes as they came. */
function isSigned(header, bytes) {
  const parts = header.split(',').map((pair) => pair.split('='));
  const t = parts.find(([name]) => name === 't')?.[1];
  const wanted = createHmac('sha256', PAYMENTS_WEBHOOK_SECRET).update(`${t}.`).update(bytes).digest();
  return parts.some(([name, value]) => {
    const given = Buffer.from(name === 'v1' ? value : '', 'hex');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

async function answer(request, bytes) {
  if (request.method === 'POST' && request.url === '/orders') return [201, await order()];
  if (request.method === 'GET' && request.url === '/orders') return [200, [...orders.values()]];
  if (request.method !== 'POST' || request.url !== '/webhooks') return [404, {}];
  if (!isSigned(request.headers['service-signature'] ?? '', bytes)) return [401, {}];
  const { type, data } = JSON.parse(bytes);
  const paid = [...orders.values()].find(({ charge }) => charge === data.transaction_id);
  if (type === 'payment.completed' && paid !== undefined) paid.status = 'paid';
  return [200, {}];
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const [status, body] = await answer(request, Buffer.concat(chunks)).catch((error) => [500, { error: error.message }]);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}).listen(Number(PORT), () => process.stdout.write(`ready ${PORT}\n`));

process.on('SIGTERM', () => process.exit(0));
