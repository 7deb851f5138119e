import { setTimeout as sleep } from 'node:timers/promises';
import type { Application } from './scene.ts';

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

interface Order {
  amount: number;
  payment?: string;
  isPaid: boolean;
  refunded: number;
  isDisputed: boolean;
}

interface Payment {
  paid: number;
  refunded: number;
  isDisputed: boolean;
  lost: boolean;
}

interface Event {
  type: string;
  created: number;
  // biome-ignore lint/suspicious/noExplicitAny: each type of event has other data
  data: any;
}

/** What a bookshop knows: orders, members by their subscription, what came in in each month, and payments. */
class Books {
  orders: Record<string, Order> = {};
  members: Record<string, { isActive: boolean }> = {};
  months: Record<string, number> = {};
  payments: Record<string, Payment> = {};
  /** The subscription that a payment is for. */
  readonly #subscriptions: Record<string, string | undefined>;
  readonly #bug: Bug;
  readonly #zone: string;

  constructor(bug: Bug, zone: string, subscriptions: Record<string, string | undefined> = {}) {
    this.#bug = bug;
    this.#zone = zone;
    this.#subscriptions = subscriptions;
  }

  copy(): Books {
    const { orders, members, months, payments } = this;
    const copied = structuredClone({ orders, members, months, payments });
    return Object.assign(new Books(this.#bug, this.#zone, this.#subscriptions), copied);
  }

  paymentOf(id: string): Payment {
    this.payments[id] ??= { paid: 0, refunded: 0, isDisputed: false, lost: false };
    return this.payments[id];
  }

  apply({ type, created, data }: Event): void {
    const { transaction_id } = data;
    const order =
      this.orders[data.metadata?.order] ?? Object.values(this.orders).find(({ payment }) => payment === transaction_id);
    const known = this.#subscriptions[transaction_id];
    const subscription = data.subscription_id ?? data.subscription_ids?.[0] ?? known;
    if (transaction_id) this.#subscriptions[transaction_id] = subscription;
    const member = this.members[subscription];
    if (type === 'subscription.created') this.members[data.subscription_id] ??= { isActive: true };
    if (type === 'subscription.cancelled' && member) member.isActive = false;
    if (type === 'payment.completed') {
      const timeZone = this.#bug === 'local' ? this.#zone : 'UTC';
      const month = new Date(created * 1000).toLocaleDateString('en', { timeZone, year: 'numeric', month: 'numeric' });
      this.months[month] = (this.months[month] ?? 0) + data.amount;
      this.paymentOf(transaction_id).paid = data.amount;
      if (order) order.isPaid = true;
      if (member && this.#bug === 'reviving') member.isActive = true;
    }
    if (type === 'payment.refunded') this.paymentOf(transaction_id).refunded += data.refunded_amount;
    if (order && type === 'payment.refunded' && this.#bug !== 'booking') order.refunded += data.refunded_amount;
    if (type === 'payment.disputed') this.paymentOf(transaction_id).isDisputed = true;
    if (order && type === 'payment.disputed') order.isDisputed = true;
    if (type === 'dispute.lost') this.paymentOf(transaction_id).lost = true;
  }

  /** The books with what follows from them. */
  state(): unknown {
    const bug = this.#bug;
    const payments = Object.values(this.payments);
    const left = ({ paid, refunded }: Payment) => paid - refunded;
    const sum = (some: Payment[]) => some.reduce((all, each) => all + left(each), 0);
    const earned = sum(payments.filter(({ lost }) => !lost || bug === 'keeping'));
    const till = sum(payments.filter(({ isDisputed, lost }) => !isDisputed || (lost && bug === 'recounting')));
    // The event of a payment may be here before that of the renewal which it is for.
    const members = Object.entries(this.members).map(([id, member]) => {
      const own = Object.entries(this.payments).filter(([payment]) => this.#subscriptions[payment] === id);
      return { ...member, paid: own.filter(([, { paid }]) => paid > 0).length };
    });
    const { orders, months } = this;
    return { orders, months, payments, members, till, ...(bug === 'recounting' ? {} : { earned }) };
  }
}

/**
 * A bookshop that goes on after its scenario: two orders, of one of which a part is given back, and a member.
 * @param bug what it does wrong: `small` takes bodies of 1 KB, `racy` reads, changes and writes back all it knows,
 * `keeping` counts the money of a lost dispute, `recounting` leaves it out while the dispute is open alone, `reviving`
 * takes a payment for a renewal, `local` counts months in the zone of the machine, `booking` books refunds that are
 * refused. Right as well, but nothing to be seen of, are `quick`, which acknowledges an event and handles it then,
 * `ending`, which ends its subscriptions itself, and `failing`, whose third run fails.
 */
export const bookshop =
  (bug: Bug): Application =>
  async ({ ask, hear, outlive, run, zone }) => {
    let books = new Books(bug, zone);
    outlive(() => books.state());
    const seen = new Set<string>();
    let turn: Promise<unknown> = Promise.resolve();
    await hear(async (event, answer) => {
      if (bug === 'small' && JSON.stringify(event).length > 1024) return answer(413);
      if (seen.has(event.id)) return;
      seen.add(event.id);
      if (bug === 'racy') {
        const copy = books.copy();
        await sleep(60);
        copy.apply(event);
        books = copy;
        return;
      }
      turn = turn.then(() => sleep(20)).then(() => books.apply(event));
      if (bug !== 'quick') await turn;
    });
    const card = {
      cc_number: '4000056655665556',
      cc_exp_month: '12',
      cc_exp_year: '2040',
      billing_postal_code: '62701',
    };
    const send = async (path: string, body: object) => (await ask('POST', path, body)).data;
    const clock = (advance: string) => send('/_emulator/clock', { advance });
    const { id: customer_id } = await send('/customers', { email: 'ada@example.com', ...card });
    for (const [order, amount] of [
      ['order-1', 1000],
      ['order-2', 2000],
    ] as const) {
      books.orders[order] = { amount, isPaid: false, refunded: 0, isDisputed: false };
      const charge = await send('/charges', { customer_id, amount, reference_id: order, metadata: { order } });
      books.orders[order]!.payment = charge.id;
    }
    await clock('6s');
    // The first part is less than the payment; a second one of 900 is more than is left.
    const { payment } = books.orders['order-1']!;
    for (const amount of bug === 'booking' ? [300, 900] : [300]) {
      if (bug === 'booking') books.orders['order-1']!.refunded += amount;
      await send(`/transactions/${payment}/refund`, { amount });
    }
    const club = { name: 'Club', price: 900, recurring: { interval: 'month' } };
    const { id: product_id } = await send('/products', club);
    const first = await send('/subscriptions', { customer_id, product_id, reference_id: 'club-1' });
    for (const advance of ['1h', '32d', '1h']) await clock(advance);
    if (bug === 'ending') {
      const { id } = await send('/subscriptions', { customer_id, product_id, reference_id: 'club-2' });
      for (const each of [id, first.id]) await send(`/subscriptions/${each}/cancel`, { immediate: true });
      await clock('1h');
    }
    await send('/_emulator/settle', {});
    if (bug === 'failing' && run === 3) throw new Error('It fails this time.');
    return null;
  };
