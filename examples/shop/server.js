// A small shop's server: the secret key and the price stay here, the browser gets neither.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const { EMULATOR_URL = 'http://127.0.0.1:4747', PORT = '3000', SECRET_KEY = 'sk_test_demo_a' } = process.env;
const { PUBLISHABLE_KEY = 'pk_test_demo_a', WEBHOOK_SECRET = 'whsec_demo_a' } = process.env;
const price = 2400;
const paid = [];

const routes = {
  'GET /': () => file('index.html', 'text/html'),
  'GET /shop.js': () => file('shop.js', 'text/javascript'),
  'GET /shop.css': () => file('shop.css', 'text/css'),
  'GET /config': () => Response.json({ publishableKey: PUBLISHABLE_KEY, amount: price / 100 }),
  'GET /paid': () => Response.json(paid),
  'POST /session': async (_body, { host }) => {
    const session = { ui_mode: 'embedded', amount: price, allowed_parent_origins: [`http://${host}`] };
    const { data, error } = await call('/checkout-sessions', session);
    return Response.json({ clientSecret: data?.client_secret, error });
  },
  'POST /pay': async (body) => {
    const { token, paysioWallet, wallet, threeDS, email } = JSON.parse(body);
    const buyer = paysioWallet ? { service_wallet: paysioWallet, wallet } : { payment_token: token, email };
    const charge = { ...buyer, three_ds: threeDS ?? undefined, amount: price, reference_id: randomUUID() };
    const { data, error, category } = await call('/charges', charge);
    // An unknown outcome is no failure: the webhook tells if it was paid after all.
    const unknown = category === 'gateway_unavailable' && 'Your bank has not answered yet; do not pay again.';
    return Response.json(error ? { error: unknown || error } : { id: data.id });
  },
  'POST /hook': (body, { 'service-signature': signature = '' }) => {
    // Over the exact bytes that came, compared in a time that tells nothing of the right one.
    const { t, v1 = '' } = Object.fromEntries(signature.split(',').map((pair) => pair.split('=')));
    const expected = createHmac('sha256', WEBHOOK_SECRET).update(`${t}.`).update(body).digest();
    const given = Buffer.from(v1, 'hex');
    const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isSigned) return new Response('Not signed.', { status: 401 });
    const { type, data } = JSON.parse(body);
    if (type === 'payment.completed') paid.push(data.transaction_id);
    return new Response('Thank you.');
  },
};

async function file(name, type) {
  const text = await readFile(new URL(`public/${name}`, import.meta.url), 'utf8');
  return new Response(text.replaceAll('{{EMULATOR_URL}}', EMULATOR_URL), { headers: { 'content-type': type } });
}
async function call(path, body) {
  const headers = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' };
  return (await fetch(`${EMULATOR_URL}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

const server = createServer(async (request, response) => {
  const route = routes[`${request.method} ${request.url}`] ?? (() => new Response('Nothing here.', { status: 404 }));
  const asked = buffer(request).then((body) => route(body, request.headers));
  const answer = await asked.catch((error) => Response.json({ error: String(error) }, { status: 500 }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`shop http://127.0.0.1:${server.address().port}`));
