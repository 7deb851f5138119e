// A small shop's server: the secret key and the price stay here, the browser gets neither.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const { EMULATOR_URL = 'http://127.0.0.1:4747', PORT = '3000', SECRET_KEY = 'sk_test_demo_a' } = process.env;
const { PUBLISHABLE_KEY = 'pk_test_demo_a', WEBHOOK_SECRET = 'whsec_demo_a' } = process.env;
const price = 2400;
const paid = [];

const files = {
  '/': ['index.html', 'text/html'],
  '/shop.js': ['shop.js', 'text/javascript'],
  '/shop.css': ['shop.css', 'text/css'],
};
const policy =
  `default-src 'none'; script-src 'self' ${EMULATOR_URL}; style-src 'self'; img-src data:; frame-src ${EMULATOR_URL}; ` +
  `connect-src 'self' ${EMULATOR_URL}; form-action 'self' ${EMULATOR_URL}`;

const routes = {
  'GET /config': () => ({ publishableKey: PUBLISHABLE_KEY, amount: price / 100 }),
  'GET /paid': () => paid,
  'POST /session': async (_body, { headers: { host } }) => {
    const session = { ui_mode: 'embedded', amount: price, allowed_parent_origins: [`http://${host}`] };
    const { data, error } = await call('/checkout-sessions', session);
    return { clientSecret: data?.client_secret, error };
  },
  'POST /pay': async ({ token, paysioWallet, wallet, threeDS, email }) => {
    const instrument = paysioWallet ? { service_wallet: paysioWallet, wallet } : { payment_token: token, email };
    const { data, error, category } = await call('/charges', {
      ...instrument,
      ...(threeDS ? { three_ds: threeDS } : {}),
      amount: price,
      reference_id: randomUUID(),
    });
    // An unknown outcome is no failure: the webhook tells if it was paid after all.
    const unknown = category === 'gateway_unavailable';
    return error ? { error: unknown ? 'Your bank has not answered yet; do not pay again.' : error } : { id: data.id };
  },
  'POST /hook': ({ type, data }) => {
    if (type === 'payment.completed') paid.push(data.transaction_id);
    return {};
  },
};

const server = createServer(async (request, response) => {
  const send = (status, type, body) =>
    response
      .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy })
      .end(body);
  try {
    const [file, type] = files[request.url] ?? [];
    const handle = routes[`${request.method} ${request.url}`];
    if (file) {
      const text = await readFile(new URL(`public/${file}`, import.meta.url), 'utf8');
      return send(200, type, text.replaceAll('{{EMULATOR_URL}}', EMULATOR_URL));
    }
    if (!handle) return send(404, 'text/plain', 'Nothing is here.');
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const isHook = request.url === '/hook';
    if (isHook && !isSigned(bytes, request.headers['service-signature'])) return send(401, 'text/plain', 'Not signed.');
    send(200, 'application/json', JSON.stringify(await handle(JSON.parse(bytes.toString() || '{}'), request)));
  } catch (error) {
    send(500, 'application/json', JSON.stringify({ error: String(error) }));
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`shop http://127.0.0.1:${server.address().port}`));

/** Over the exact bytes that came, compared in a time that tells nothing of the right one. */
function isSigned(bytes, header = '') {
  const { t, v1 = '' } = Object.fromEntries(header.split(',').map((pair) => pair.split('=')));
  const expected = createHmac('sha256', WEBHOOK_SECRET).update(`${t}.`).update(bytes).digest('hex');
  return v1.length === expected.length && timingSafeEqual(Buffer.from(v1), Buffer.from(expected));
}

async function call(path, body) {
  const headers = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' };
  return (await fetch(`${EMULATOR_URL}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}
