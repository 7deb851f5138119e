// The web process of a courier service: what comes in is put on the spool and acknowledged; the worker does it. It calls nobody.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { platform } from './api.js';
import { prepare, spool } from './disk.js';
import { report, state } from './state.js';

const { EMULATOR_WEBHOOK_SECRET: secret = 'whsec_demo', PORT = '0' } = process.env;

if (process.argv[2] === 'report') {
  console.log(JSON.stringify(report()));
  process.exit();
}

const digest = (t, body) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');

function isAuthentic(header, body) {
  const pairs = new Map(
    String(header)
      .split(',')
      .map((pair) => pair.trim().split('=')),
  );
  const age = Date.now() / 1_000 - Number(pairs.get('t'));
  const [own, theirs] = [digest(pairs.get('t'), body), pairs.get('v1') ?? ''];
  return Math.abs(age) < 240 && own.length === theirs.length && timingSafeEqual(Buffer.from(own), Buffer.from(theirs));
}

const interesting = /^(payment|dispute|payout)\./;

function hook(request, body) {
  if (!isAuthentic(request.headers['service-signature'], body)) return [401];
  const event = JSON.parse(body);
  if (interesting.test(event.type)) spool(event.id, { event });
  return [202];
}

/** A command has a name, by which it is done once however often it is sent. */
function command(kind, body) {
  const wish = JSON.parse(body);
  spool(`${kind} ${wish.id} ${wish.attempt ?? ''}`, { command: kind, ...wish });
  return [202, {}];
}

const posts = { '/partners': 'join', '/orders': 'order', '/cards': 'charge', '/complaints': 'refund' };

const server = createServer(async (request, response) => {
  const body = await text(request);
  const { method, url } = request;
  let answer = [404, {}];
  if (url === '/hook') answer = hook(request, body);
  else if (method === 'POST' && posts[url]) answer = command(posts[url], body);
  else if (url.startsWith('/orders/'))
    answer = [200, { ...state().orders[url.slice(8)], ...report().orders[url.slice(8)] }];
  else if (url === '/partners') answer = [200, Object.keys(state().partners)];
  const [status, value] = answer;
  response.writeHead(status, { 'content-type': 'application/json' }).end(value && JSON.stringify(value));
});

prepare();
server.listen(Number(PORT), '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  await fetch(`${platform}/_emulator/webhook-endpoints`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${url}/hook`, secret }),
  });
  console.log(`courier ${url}`);
});
