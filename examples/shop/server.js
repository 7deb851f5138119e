// A small shop's server: the secret key and the price stay here, the browser gets neither.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const { EMULATOR_URL = 'http://127.0.0.1:4747', PORT = '3000', SECRET_KEY = 'sk_test_demo_a' } = process.env;
const { PUBLISHABLE_KEY = 'pk_test_demo_a', WEBHOOK_SECRET = 'whsec_demo_a' } = process.env;
const price = 2400;
/** The orders by their ids. A real shop has them in its database: a reference must outlive the process. */
const orders = new Map();

const routes = {
  'GET /': () => file('index.html', 'text/html'),
  'GET /shop.js': () => file('shop.js', 'text/javascript'),
  'GET /shop.css': () => file('shop.css', 'text/css'),
  'GET /config': () => Response.json({ publishableKey: PUBLISHABLE_KEY, amount: price / 100 }),
  'GET /paid': () => Response.json([...orders.values()].flatMap(({ paid }) => paid ?? [])),
  'POST /order': (body) => {
    // A page that is loaded again goes on with its order.
    const order = orders.get(JSON.parse(body).order) ?? { id: randomUUID(), attempts: 0 };
    orders.set(order.id, order);
    return Response.json({ order: order.id, transaction: order.transaction });
  },
  'POST /session': async (body, { host }) => {
    const order = orders.get(JSON.parse(body).order);
    if (!order || order.charge || order.transaction)
      return Response.json({ error: 'This order is paid, or about to be; reload the page.' });
    const metadata = { order: order.id };
    const session = { ui_mode: 'embedded', amount: price, allowed_parent_origins: [`http://${host}`], metadata };
    order.session ??= call('/checkout-sessions', session);
    const { data, error } = await order.session;
    if (!data) order.session = undefined;
    return Response.json({ clientSecret: data?.client_secret, error });
  },
  'POST /pay': async (body) => {
    const { order: id, ...buyer } = JSON.parse(body);
    const order = orders.get(id);
    if (!order) return Response.json({ error: 'The shop does not know this order; reload the page.' });
    // A second click gets the answer of the first.
    order.paying ??= charge(order, buyer).finally(() => delete order.paying);
    return Response.json(await order.paying);
  },
  'POST /hook': (body, { 'service-signature': signature = '' }) => {
    // Over the exact bytes that came, compared in a time that tells nothing of the right one.
    const { t, v1 = '' } = Object.fromEntries(signature.split(',').map((pair) => pair.split('=')));
    const expected = createHmac('sha256', WEBHOOK_SECRET).update(`${t}.`).update(body).digest();
    const given = Buffer.from(v1, 'hex');
    const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isSigned) return new Response('Not signed.', { status: 401 });
    const { type, data } = JSON.parse(body);
    const order = orders.get(data.metadata?.order);
    if (type === 'payment.completed' && order) order.transaction = order.paid = data.transaction_id;
    return new Response('Thank you.');
  },
};

/** Charges an order. The charge and its reference are stored before the call, and stay until the outcome is known. */
async function charge(order, { token, paysioWallet, wallet, threeDS, email }) {
  if (order.transaction) return { id: order.transaction };
  const buyer = paysioWallet ? { service_wallet: paysioWallet, wallet } : { payment_token: token, email };
  order.charge ??= {
    ...buyer,
    three_ds: threeDS ?? undefined,
    amount: price,
    // One reference for an order; only after a decline, which moved no money, the next one.
    reference_id: `${order.id}-${++order.attempts}`,
    metadata: { order: order.id },
  };
  const { status, code, data, error } = await call('/charges', order.charge);
  // An unknown outcome is not a failure: whoever pays again sends the same charge, and the webhook tells if it was paid.
  if (status >= 500 || code === 'request_in_progress')
    return { error: 'No answer yet. Press Pay again in a moment: you pay only once.' };
  order.charge = undefined;
  if (status !== 201) return { error: `Not paid: ${error}` };
  order.transaction = data.id;
  return { id: data.id };
}

async function file(name, type) {
  const text = await readFile(new URL(`public/${name}`, import.meta.url), 'utf8');
  return new Response(text.replaceAll('{{EMULATOR_URL}}', EMULATOR_URL), { headers: { 'content-type': type } });
}
async function call(path, body) {
  const headers = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  // Without an answer the outcome is as unknown as after a 503.
  const answer = await fetch(`${EMULATOR_URL}/api/v1${path}`, init).catch(() => Response.json({}, { status: 503 }));
  return { status: answer.status, ...(await answer.json()) };
}

const server = createServer(async (request, response) => {
  const route = routes[`${request.method} ${request.url}`] ?? (() => new Response('Nothing here.', { status: 404 }));
  const asked = buffer(request).then((body) => route(body, request.headers));
  const answer = await asked.catch((error) => Response.json({ error: String(error) }, { status: 500 }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`shop http://127.0.0.1:${server.address().port}`));
