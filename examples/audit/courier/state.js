// What the facts come to. Facts come in any order, but some of them late: the sum of them is the same.
import { facts } from './disk.js';

/** What the rider gets of a meal's price, in percent. */
const ridersShare = 18;

/** The parts of a price in whole cents, which are all of it: the kitchen has what the rider has not. */
export function partsOf(total) {
  const rider = Math.floor((total * ridersShare) / 100);
  return { kitchen: total - rider, rider };
}

const settledPayment = (order) => order.payments.find(({ completed }) => completed);

function statusOf(order) {
  const paid = settledPayment(order);
  if (paid === undefined) {
    const isOpen = order.payments.some(({ failed }) => !failed);
    return isOpen ? 'pending' : order.payments.length + order.declines > 0 ? 'declined' : 'new';
  }
  if (order.disputes.some(({ lost }) => lost)) return 'lost';
  if (paid.disputed && !order.disputes.some(({ won }) => won)) return 'disputed';
  if (paid.amount !== order.total || paid.currency !== 'USD') return 'mispaid';
  return order.refunded >= order.total ? 'refunded' : 'paid';
}

const statusOfShare = ({ returned, failed, paid }) =>
  returned ? 'owed, the bank sent it back' : failed ? 'owed, it failed' : paid ? 'paid' : 'on its way';

/** Orders by their names, partners, and what each rider has ridden. */
export function state() {
  const world = { orders: {}, partners: {}, rides: {} };
  const orders = [];
  const orderOf = (id) => orders.find((order) => order.id === id);
  const paymentOf = (order, id) => {
    const known = order.payments.find((payment) => payment.id === id);
    if (known !== undefined) return known;
    order.payments.push({ id });
    return order.payments.at(-1);
  };
  const disputeOf = (order, id) => {
    const known = order.disputes.find((dispute) => dispute.id === id);
    if (known !== undefined) return known;
    order.disputes.push({ id });
    return order.disputes.at(-1);
  };
  const shareOf = (order, who) => {
    order.shares[who] ??= {};
    return order.shares[who];
  };
  const grow = {
    partner: ({ name, customer, account }) => (world.partners[name] = { customer, account }),
    ordered: ({ order, ...rest }) =>
      orders.push({ id: order, ...rest, payments: [], declines: 0, claims: 0, disputes: [], refunded: 0, shares: {} }),
    page: ({ order, session }) => (orderOf(order).session = session),
    declined: ({ order }) => (orderOf(order).declines += 1),
    accepted: ({ order, payment }) => paymentOf(orderOf(order), payment),
    completed: ({ order, payment, amount, currency }) => {
      Object.assign(paymentOf(orderOf(order), payment), { completed: true, amount, currency });
      const { rider } = orderOf(order);
      world.rides[rider] = (world.rides[rider] ?? 0) + 1;
    },
    failed: ({ order, payment }) => (paymentOf(orderOf(order), payment).failed = true),
    complained: ({ order, amount }) => (orderOf(order).claims += amount),
    refunded: ({ order, total }) => (orderOf(order).refunded = Math.max(orderOf(order).refunded, total)),
    disputed: ({ order, payment }) => (paymentOf(orderOf(order), payment).disputed = true),
    decided: ({ order, dispute, won }) =>
      Object.assign(disputeOf(orderOf(order), dispute), won ? { won } : { lost: true }),
    delivered: ({ order }) => (orderOf(order).delivered = true),
    share: ({ order, who, how, amount }) =>
      Object.assign(shareOf(orderOf(order), who), { [how]: true }, amount && { amount }),
  };
  for (const { kind, key: _key, ...fact } of facts()) grow[kind](fact);
  for (const order of orders) world.orders[order.id] = { ...order, status: statusOf(order) };
  return world;
}

/** What of an order's price is the service's to keep, in cents. */
const keptOf = ({ status, total, refunded }) => (['paid', 'refunded'].includes(status) ? total - refunded : 0);

/** What people read: no ids of the platform, and what was taken in all. */
export function report() {
  const { orders, rides } = state();
  const all = Object.values(orders);
  const told = all.map(({ id, total, status, refunded, delivered = false, shares }) => {
    const given = Object.entries(shares).map(([who, share]) => [
      who,
      { amount: share.amount, status: statusOfShare(share) },
    ]);
    return [id, { total, status, refunded, delivered, shares: Object.fromEntries(given) }];
  });
  return { orders: Object.fromEntries(told), rides, taken: all.reduce((sum, order) => sum + keptOf(order), 0) };
}
