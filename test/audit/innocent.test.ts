import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../src/core/base/instants.ts';
import { keepsRuns } from './kept-runs.ts';
import { type Application, card, type Scene, tryOut } from './scene.ts';

// Each of these applications is right, or wrong in another way than its first verdict said.
keepsRuns('innocent');

interface Told {
  id: string;
  type: string;
  data: { transaction_id: string; checkout_session_id?: string; amount: number; metadata: { order?: string } };
}

/** What is wrong with an application, as `rule: adversity`. */
const blamed = async (application: Application, ...only: string[]): Promise<string[]> => {
  const { report } = await tryOut(application, ...only);
  return report.rules.flatMap(({ id, state, findings }) =>
    state === 'violation' ? findings.map(({ adversity, message }) => `${id}: ${adversity}: ${message}`) : [],
  );
};

type Entry = { readonly order: string; readonly is: string; readonly cents: number };

/** What an order costs, in cents. */
const price = 900;

/**
 * Keeps a journal of what happened to its orders, and derives everything from it. An event is answered 202 once it is in
 * the inbox; a worker takes it from there, reads what it is about, and notes what follows in the outbox, which it sends
 * afterwards. Open orders are looked up again and again. The page of an order is part of what the shop shows.
 */
class EventSourcedShop {
  readonly #ask: Scene['ask'];
  readonly #journal: Entry[] = [];
  readonly #pages = new Map<string, { session: string; url: string }>();
  readonly #seen = new Set<string>();
  readonly #outbox = new Map<string, () => Promise<unknown>>();
  #work = Promise.resolve();

  constructor(ask: Scene['ask']) {
    this.#ask = ask;
  }

  get state() {
    const orders = [...this.#pages].map(([order, { url }]) => {
      const own = this.#journal.filter((entry) => entry.order === order);
      return [order, { url, status: own.at(-1)!.is, paid: own.reduce((sum, { cents }) => sum + cents, 0) }] as const;
    });
    return { orders: Object.fromEntries(orders), revenue: orders.reduce((sum, [, { paid }]) => sum + paid, 0) };
  }

  has(order: string, is: string): boolean {
    return this.#journal.some((entry) => entry.order === order && entry.is === is);
  }

  /** Opens the page of an order. @returns the id of its session */
  async open(order: string): Promise<string> {
    const page = { amount: price, success_url: 'http://127.0.0.1/thanks', metadata: { order } };
    const { data } = await this.#ask('POST', '/checkout-sessions', page, `open ${order}`);
    this.#pages.set(order, { session: data.id, url: data.url });
    this.#journal.push({ order, is: 'opened', cents: 0 });
    return data.id;
  }

  hear(event: Told, answer: (status: number) => void, { isSigned }: { isSigned: boolean }): void {
    answer(isSigned ? 202 : 401);
    const { transaction_id } = event.data;
    if (!isSigned || transaction_id === undefined || this.#seen.has(event.id)) return;
    this.#seen.add(event.id);
    this.#later(() => this.#look(transaction_id));
  }

  /** Looks for what was paid of the orders that are open. */
  sweep(): void {
    this.#later(async () => {
      for (const [order, { session }] of this.#pages) {
        if (this.has(order, 'paid')) continue;
        const { data } = await this.#ask('GET', `/checkout-sessions/${session}`);
        if (typeof data?.transaction_id === 'string') await this.#look(data.transaction_id);
      }
    });
  }

  #later(work: () => Promise<unknown>): void {
    this.#work = this.#work
      .then(
        async () => {
          await work();
          await this.#send();
        },
        () => {},
      )
      .catch(() => {});
  }

  async #look(transaction: string): Promise<void> {
    const { data: payment } = await this.#ask('GET', `/transactions/${transaction}`);
    const order = payment?.metadata?.order;
    if (!this.#pages.has(order) || payment.status === 'pending_settlement') return;
    const note = (is: string, cents: number) => this.has(order, is) || this.#journal.push({ order, is, cents });
    if (payment.status === 'failed') note('unpaid', 0);
    else if (payment.amount !== price || payment.currency !== 'USD') note('paid wrongly', 0);
    else if (!this.has(order, 'paid')) {
      note('paid', price);
      this.#outbox.set(order, () =>
        this.#ask('POST', '/fulfillments', { transaction_id: transaction }, `ship ${order}`).then(() =>
          note('shipped', 0),
        ),
      );
    }
    if (payment.total_refunded > 0) note('given back', -payment.total_refunded);
    if (payment.status === 'disputed') note('disputed', -price);
  }

  async #send(): Promise<void> {
    for (const [order, send] of this.#outbox) {
      await send();
      this.#outbox.delete(order);
    }
  }
}

const eventSourcedShop: Application = async ({ ask, hear, until, outlive }) => {
  const shop = new EventSourcedShop(ask);
  outlive(() => shop.state);
  await hear((...told) => shop.hear(...told));
  const sweeping = setInterval(() => shop.sweep(), 300);
  sweeping.unref();
  for (const order of ['order-1', 'order-2']) {
    const id = await shop.open(order);
    await ask('POST', '/_emulator/triggers/checkout_session.complete', { id });
    await ask('POST', '/_emulator/settle', {});
    await until(() => shop.has(order, 'shipped') || shop.has(order, 'paid wrongly') || shop.has(order, 'unpaid'));
  }
  clearInterval(sweeping);
  setTimeout(() => shop.sweep(), 300).unref();
};

describe('a correct shop with an inbox, an outbox and a journal', () => {
  it('has no finding under any adversity', async () => {
    expect(await blamed(eventSourcedShop)).toEqual([]);
  });
});

/** The charge of a buyer, settled. */
const sell = async ({ ask }: Scene, name: string): Promise<string> => {
  const buyer = await ask('POST', '/customers', { email: `${name}@example.com`, ...card }, name);
  const sold = { customer_id: buyer.data.id, amount: 900, reference_id: `order-${name}`, metadata: { order: name } };
  return (await ask('POST', '/charges', sold, `order-${name}`)).data.id;
};

describe('a call that fails while an event is handled', () => {
  /** Notes what is paid, slowly, and calls nobody meanwhile. A user gives up when a refund does not succeed. */
  const slowNotes: Application = async (scene) => {
    const { ask, hear, until, outlive } = scene;
    const paid: string[] = [];
    let open = 0;
    let isRefunded: boolean | null = null;
    outlive(() => ({ paid: [...paid].sort(), isRefunded }));
    await hear(
      async ({ data }: Told) => {
        open++;
        await sleep(400);
        paid.push(data.metadata.order!);
        open--;
      },
      ['payment.completed'],
    );
    const ada = await sell(scene, 'ada');
    await ask('POST', '/_emulator/settle', {});
    await until(() => paid.length === 1);
    await sell(scene, 'bob');
    const settled = ask('POST', '/_emulator/settle', {});
    await Promise.race([sleep(300), until(() => open === 1)]);
    const answer = await ask('POST', `/transactions/${ada}/refund`, { amount: 300 });
    isRefunded = answer.data !== undefined;
    await settled;
  };

  it('is not the call of its handler because it came in the same moment', async () => {
    expect(await blamed(slowNotes, 'answer-failed')).toEqual([]);
  });
});

describe('a refusal that the application also gives in the control runs', () => {
  /** Refuses a payment for an order that has expired. */
  const strict: Application = async (scene) => {
    const { ask, hear, until } = scene;
    const orders = { kim: 'open', lee: 'expired' } as Record<string, string>;
    let heard = 0;
    await hear(({ data }: Told, answer) => {
      heard++;
      const { order = '' } = data?.metadata ?? {};
      if (orders[order] === 'expired') answer(400);
      else if (orders[order] !== undefined) orders[order] = 'paid';
    });
    for (const name of ['kim', 'lee']) await sell(scene, name);
    await ask('POST', '/_emulator/settle', {});
    await until(() => heard > 1);
    return { orders };
  };

  it.each(['webhook-large', 'webhook-unknown'])('is not the doing of %s', async (adversity) => {
    expect(await blamed(strict, adversity)).toEqual([]);
  });
});

describe('a reservation with a time limit', () => {
  interface Seat {
    status: string;
    isReturned: boolean;
  }

  /** Keeps seats for five minutes, and gives back what is paid later. The seat of Eve is returned at once. */
  const reservations =
    (buyers: readonly string[], types = ['payment.completed', 'payment.refunded']): Application =>
    async (scene) => {
      const { ask, hear, outlive } = scene;
      const seats: Record<string, Seat> = {};
      const names = new Map<string, string>();
      outlive(() => seats);
      const now = async () => Date.parse((await ask('GET', '/_emulator/clock')).data.now);
      const end = (await now()) + 5 * minuteMs;
      await hear(async ({ type, data }: Told) => {
        const seat = seats[names.get(data.transaction_id)!]!;
        const isLate = (await now()) > end;
        await sleep(100);
        if (type === 'payment.refunded') seat.isReturned = true;
        else seat.status = isLate ? 'expired' : 'taken';
      }, types);
      const sold: string[] = [];
      for (const name of buyers) {
        seats[name] = { status: 'reserved', isReturned: false };
        const id = await sell(scene, name);
        names.set(id, name);
        sold.push(id);
      }
      await ask('POST', '/_emulator/settle', {});
      for (const id of sold.slice(0, -1)) await ask('POST', `/transactions/${id}/refund`, {}, `back ${id}`);
      await sleep(500);
      await ask('POST', '/_emulator/clock', { advance: '6m' });
      if (sold.length > 1) await ask('POST', `/transactions/${sold.at(-1)}/refund`, {}, 'last back');
      await sleep(500);
    };

  it('is not a lost update where a held event merely came late', async () => {
    const { rule } = await tryOut(reservations(['eve', 'kai']), 'webhook-late', 'webhook-at-once');
    expect(rule('webhook/lost-update')).toMatchObject({
      state: 'incomplete',
      because: 'Under webhook-at-once the application ends in the same state as under webhook-late',
    });
  });

  it('is not a wrong order where nothing overtook the event', async () => {
    expect(await blamed(reservations(['kai']), 'webhook-late')).toEqual([]);
  });

  it('is told with what came first, and no more than a warning where that was no event', async () => {
    const { rule } = await tryOut(reservations(['eve', 'kai'], ['payment.completed']), 'webhook-late');
    expect(rule('webhook/order-assumed').findings).toMatchObject([
      {
        level: 'warning',
        message: expect.stringMatching(
          /^eve\.status is "expired" instead of "taken"\. payment\.completed arrived late, after POST \S+\/refund, and the application/,
        ),
        fix: expect.stringMatching(/^If this difference is wrong: act once for each change/),
      },
    ]);
  });
});
