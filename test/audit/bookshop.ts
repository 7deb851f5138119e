import { writeFileSync } from 'node:fs';

/** What the bookshop of the trials does wrong; `right` is nothing. */
export type Bug =
  | 'right'
  | 'small'
  | 'racy'
  | 'keeping'
  | 'recounting'
  | 'reviving'
  | 'local'
  | 'booking'
  | 'quick'
  | 'ending'
  | 'failing';

/**
 * Writes a bookshop that goes on after the command that starts it, and keeps what it knows in `books-RUN.json`: two orders, of
 * one of which a part is given back, and a member. Its argument is what it does wrong: `small` takes bodies of 1 KB,
 * `racy` reads, changes and writes back all it knows, `keeping` counts the money of a lost dispute, `recounting` leaves it out
 * while the dispute is open alone, `reviving` takes a payment
 * for a renewal, `local` counts months in the zone of the machine, `booking` books refunds that are refused. Right as well, but
 * nothing to be seen of, are `quick`, which acknowledges an event and handles it then, `ending`, which ends its
 * subscriptions itself, and `failing`, whose third run fails.
 */
export function writeBookshop(file: string): void {
  writeFileSync(
    file,
    `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const { EMULATOR_URL: url, EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key, EMULATOR_RUN: run } = process.env;
const [bug, isShop] = process.argv.slice(2);
if (isShop === undefined) {
  const shop = spawn(process.execPath, [process.argv[1], bug, 'shop'], { stdio: ['ignore', 'pipe', 'inherit'] });
  shop.stdout.once('data', () => process.exit(bug === 'failing' && run === '3' ? 1 : 0));
  shop.once('exit', () => process.exit(1));
  await new Promise(() => {});
}

const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
const send = async (to, body) => (await (await fetch(to, { method: 'POST', body: JSON.stringify(body), headers })).json()).data;

let books = { orders: {}, members: {}, months: {}, payments: {} };
const paymentOf = (to, id) => (to.payments[id] ??= { paid: 0, refunded: 0, isDisputed: false, lost: false });
const save = () => {
  const payments = Object.values(books.payments);
  const earned = payments.reduce((sum, { paid, refunded, lost }) => sum + (lost && bug !== 'keeping' ? 0 : paid - refunded), 0);
  const counts = ({ isDisputed, lost }) => (bug === 'recounting' ? lost || !isDisputed : !isDisputed);
  const till = payments.filter(counts).reduce((sum, { paid, refunded }) => sum + paid - refunded, 0);
  writeFileSync('books-' + run + '.json', JSON.stringify({ ...books, ...(bug === 'recounting' ? {} : { earned }), till, payments, members: Object.entries(books.members).map(memberOf) }));
};

// The event of a payment may be here before that of the renewal which it is for.
const memberOf = ([id, member]) => {
  const paid = Object.entries(books.payments).filter(([payment, { paid }]) => paid > 0 && subscriptions[payment] === id);
  return { ...member, paid: paid.length };
};

const seen = new Set();
let turn = Promise.resolve();
const subscriptions = {};
function apply(to, { type, created, data }) {
  const order = to.orders[data.metadata?.order] ?? Object.values(to.orders).find(({ payment }) => payment === data.transaction_id);
  const subscription = data.subscription_id ?? data.subscription_ids?.[0] ?? subscriptions[data.transaction_id];
  if (data.transaction_id) subscriptions[data.transaction_id] = subscription;
  const member = to.members[subscription];
  if (type === 'subscription.created') to.members[data.subscription_id] ??= { isActive: true };
  if (type === 'subscription.cancelled' && member) member.isActive = false;
  if (type === 'payment.completed') {
    const at = new Date(created * 1000);
    const month = bug === 'local' ? at.getFullYear() + '-' + (at.getMonth() + 1) : at.getUTCFullYear() + '-' + (at.getUTCMonth() + 1);
    to.months[month] = (to.months[month] ?? 0) + data.amount;
    paymentOf(to, data.transaction_id).paid = data.amount;
    if (order) order.isPaid = true;
    if (member && bug === 'reviving') member.isActive = true;
  }
  if (type === 'payment.refunded') paymentOf(to, data.transaction_id).refunded += data.refunded_amount;
  if (order && type === 'payment.refunded' && bug !== 'booking') order.refunded += data.refunded_amount;
  if (type === 'payment.disputed') paymentOf(to, data.transaction_id).isDisputed = true;
  if (order && type === 'payment.disputed') order.isDisputed = true;
  if (type === 'dispute.lost') paymentOf(to, data.transaction_id).lost = true;
}

const server = createServer(async (request, response) => {
  const text = await new Response(request).text();
  if (bug === 'small' && text.length > 1024) return response.writeHead(413).end();
  const event = JSON.parse(text);
  if (seen.has(event.id)) return response.end();
  seen.add(event.id);
  if (bug === 'racy') {
    const copy = structuredClone(books);
    await sleep(60);
    apply(copy, event);
    books = copy;
  } else {
    turn = turn.then(() => sleep(20)).then(() => apply(books, event));
    if (bug === 'quick') response.end();
    await turn;
  }
  save();
  response.end();
}).listen(0, '127.0.0.1', async () => {
  await send(url + '/_emulator/webhook-endpoints', { url: 'http://127.0.0.1:' + server.address().port + '/' });
  const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2040', billing_postal_code: '62701' };
  const { id: customer_id } = await send(api + '/customers', { email: 'ada@example.com', ...card });
  const clock = (advance) => send(url + '/_emulator/clock', { advance });
  for (const [order, amount] of [['order-1', 1000], ['order-2', 2000]]) {
    books.orders[order] = { amount, isPaid: false, refunded: 0, isDisputed: false };
    const charge = await send(api + '/charges', { customer_id, amount, reference_id: order, metadata: { order } });
    books.orders[order].payment = charge.id;
  }
  await clock('6s');
  // The first part is less than the payment; a second one of 900 is more than is left.
  const { payment } = books.orders['order-1'];
  for (const amount of bug === 'booking' ? [300, 900] : [300]) {
    if (bug === 'booking') books.orders['order-1'].refunded += amount;
    await send(api + '/transactions/' + payment + '/refund', { amount });
  }
  const { id: product_id } = await send(api + '/products', { name: 'Club', price: 900, recurring: { interval: 'month' } });
  const first = await send(api + '/subscriptions', { customer_id, product_id, reference_id: 'club-1' });
  for (const advance of ['1h', '32d', '1h']) await clock(advance);
  if (bug === 'ending') {
    const { id } = await send(api + '/subscriptions', { customer_id, product_id, reference_id: 'club-2' });
    for (const each of [id, first.id]) await send(api + '/subscriptions/' + each + '/cancel', { immediate: true });
    await clock('1h');
  }
  await send(url + '/_emulator/settle', {});
  save();
  console.log('done');
});
`,
  );
}
