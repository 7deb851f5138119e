// The worker of a courier service: takes what is on the spool, learns facts from it, and does what they ask for. It may be
// ended at any moment; what it was at is on the spool still, and is done again under the same keys.
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, list } from './api.js';
import { facts, finish, learn, prepare, waiting } from './disk.js';
import { partsOf, state } from './state.js';

/** How long it looks at nothing but the spool before it asks the platform what it has missed, in milliseconds. */
const trust = 1_500;
const currency = 'USD';

const commands = {
  async join({ id, email, account }) {
    const { id: customer } = await ask(
      'POST',
      '/customers',
      { email, first_name: id, last_name: 'Partner' },
      `partner-${id}`,
    );
    learn(`partner ${id}`, { kind: 'partner', name: id, customer, account });
  },

  async order({ id, meal, total, kitchen, rider, email, token }) {
    learn(`ordered ${id}`, { kind: 'ordered', order: id, meal, total, kitchen, rider, email });
    if (token !== undefined) return commands.charge({ id, token, attempt: 1 });
    const page = { amount: total, currency, customer_email: email, success_url: 'http://127.0.0.1/thanks' };
    const made = await ask('POST', '/checkout-sessions', { ...page, metadata: { order: id, meal } }, `page-${id}`);
    learn(`page ${id}`, { kind: 'page', order: id, session: made.id });
  },

  async charge({ id, token, attempt }) {
    const { total, email, meal } = state().orders[id];
    const reference_id = `${id}#${attempt}`;
    const charge = {
      payment_token: token,
      amount: total,
      currency,
      email,
      reference_id,
      metadata: { order: id, meal },
    };
    try {
      const { id: payment } = await ask('POST', '/charges', charge, reference_id);
      learn(`accepted ${payment}`, { kind: 'accepted', order: id, payment });
    } catch (error) {
      if (error.status !== 402) throw error;
      learn(`declined ${reference_id}`, { kind: 'declined', order: id });
    }
  },

  async refund({ id, amount, attempt }) {
    const { payments, claims, total } = state().orders[id];
    const paid = payments.find(({ completed }) => completed);
    const claim = `complaint-${id}-${attempt}`;
    const isNew = !facts().some(({ key }) => key === claim);
    if (paid === undefined || (isNew && claims + amount > total)) return;
    learn(claim, { kind: 'complained', order: id, amount });
    // What it comes to is told by its event.
    await ask('POST', `/transactions/${paid.id}/refund`, { amount }, claim);
  },
};

/** The order of a payment: by what it says, by what is known, or by what the platform says that it is about. */
async function orderOf({ transaction_id, checkout_session_id, metadata }) {
  if (metadata?.order) return metadata.order;
  const isOfIt = ({ payment, session }) => payment === transaction_id || (session && session === checkout_session_id);
  const known = facts().find(isOfIt);
  return known?.order ?? (await ask('GET', `/transactions/${transaction_id}`)).metadata.order;
}

async function hear({ type, data }) {
  if (type.startsWith('payout.')) return hearOfPayout(data);
  const { transaction_id: payment } = data;
  const order = payment === null ? undefined : await orderOf(data);
  if (state().orders[order] === undefined) return;
  const about = { order, payment };
  if (type === 'payment.completed') {
    const { amount } = data;
    learn(`completed ${payment}`, { kind: 'completed', ...about, amount, currency: data.currency });
  }
  if (type === 'payment.failed') learn(`failed ${payment}`, { kind: 'failed', ...about });
  if (type === 'payment.refunded') {
    learn(`refunded ${payment} ${data.total_refunded}`, { kind: 'refunded', order, total: data.total_refunded });
  }
  if (type === 'payment.disputed') learn(`disputed ${payment}`, { kind: 'disputed', ...about });
  if (type === 'dispute.won' || type === 'dispute.lost') decide(order, data.dispute_id, type === 'dispute.won');
}

const decide = (order, dispute, won) => learn(`decided ${dispute}`, { kind: 'decided', order, dispute, won });

function hearOfPayout({ id, status, returned, metadata: { order, who } }) {
  if (state().orders[order] === undefined) return;
  const about = { kind: 'share', order, who };
  if (status === 'paid') learn(`share ${id} paid`, { ...about, how: 'paid' });
  if (status === 'failed') learn(`share ${id} failed`, { ...about, how: 'failed' });
  if (returned) learn(`share ${id} returned`, { ...about, how: 'returned' });
}

/** What an order needs next, now that more is known: it is delivered once it is paid, and then its makers are paid. */
async function goOn(order) {
  if (order.status !== 'paid' || order.refunded > 0) return;
  const { id: transaction_id } = order.payments.find(({ completed }) => completed);
  if (!order.delivered) {
    await ask('POST', '/fulfillments', { transaction_id, carrier: 'bicycle' }, `deliver-${order.id}`).catch((error) => {
      if (error.body?.code !== 'already_fulfilled') throw error;
    });
    learn(`delivered ${order.id}`, { kind: 'delivered', order: order.id });
  }
  for (const [who, amount] of Object.entries(partsOf(order.total))) {
    if (order.shares[who]?.sent) continue;
    const { customer, account } = state().partners[order[who]];
    const reference_id = `${order.id}-${who}`;
    const metadata = { order: order.id, who };
    const payout = { customer_id: customer, bank_account: account, amount, currency, reference_id, metadata };
    await ask('POST', '/payouts', payout, reference_id);
    learn(`share ${reference_id}`, { kind: 'share', order: order.id, who, how: 'sent', amount });
  }
}

/** What no event told: as if it had just come. */
async function catchUp() {
  for (const payment of await list('/transactions')) {
    const data = { ...payment, transaction_id: payment.id };
    if (payment.settled_at !== null) await hear({ type: 'payment.completed', data });
    if (payment.status === 'failed') await hear({ type: 'payment.failed', data });
    if (payment.total_refunded > 0) await hear({ type: 'payment.refunded', data });
    if (payment.disputed_at !== null) await hear({ type: 'payment.disputed', data });
  }
  for (const { dispute_id, transaction_id, status } of await list('/disputes')) {
    if (['won', 'lost'].includes(status))
      await hear({ type: `dispute.${status}`, data: { dispute_id, transaction_id } });
  }
  for (const payout of await list('/payouts')) hearOfPayout(payout);
}

async function turn() {
  for (const item of waiting()) {
    try {
      await (item.event === undefined ? commands[item.command](item) : hear(item.event));
      finish(item);
    } catch (error) {
      console.error(`${item.command ?? item.event.type}: ${error.message}`);
    }
  }
  for (const order of Object.values(state().orders)) {
    await goOn(order).catch((error) => console.error(`${order.id}: ${error.message}`));
  }
}

prepare();
for (let since = Date.now(); ; await sleep(60)) {
  await turn();
  if (Date.now() - since < trust) continue;
  await catchUp().catch((error) => console.error(`catching up: ${error.message}`));
  since = Date.now();
}
