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

type Entry = {
  readonly order: string;
  readonly is: 'opened' | 'paid' | 'shipped' | 'refunded';
  readonly cents: number;
};

/**
 * Keeps a journal of what happened to its orders, and derives everything from it. An event is answered 202 once it is in
 * the inbox; a worker takes it from there, reads what it is about, and notes what follows in the outbox, which another
 * worker sends. The page of an order is part of what it shows.
 */
const eventSourcedShop: Application = async ({ ask, hear, until, outlive }) => {
  const journal: Entry[] = [];
  const pages = new Map<string, { session: string; url: string }>();
  const inbox = new Map<string, Told | null>();
  const outbox = new Map<string, () => Promise<unknown>>();
  const has = (order: string, is: Entry['is']) => journal.some((entry) => entry.order === order && entry.is === is);
  const ordersShown = () =>
    Object.fromEntries(
      [...pages].map(([order, { url }]) => {
        const own = journal.filter((entry) => entry.order === order);
        const paid = own.reduce(
          (sum, { is, cents }) => sum + (is === 'paid' ? cents : is === 'refunded' ? -cents : 0),
          0,
        );
        return [order, { url, status: own.at(-1)!.is, paid }];
      }),
    );
  outlive(() => ({
    orders: ordersShown(),
    revenue: Object.values(ordersShown()).reduce((sum, { paid }) => sum + paid, 0),
  }));

  const send = async () => {
    for (const [name, work] of outbox) {
      await work();
      outbox.delete(name);
    }
  };
  const handle = async (event: Told) => {
    const { data: payment } = await ask('GET', `/transactions/${event.data.transaction_id}`);
    const { order } = payment.metadata ?? {};
    if (order === undefined || !pages.has(order)) return;
    const cents = payment.amount - (payment.refunded_amount ?? 0);
    if (['settled', 'refunded', 'partially_refunded'].includes(payment.status) && !has(order, 'paid')) {
      journal.push({ order, is: 'paid', cents: payment.amount });
      outbox.set(`ship ${order}`, async () => {
        await ask('POST', '/fulfillments', { transaction_id: payment.id }, `ship ${order}`);
        journal.push({ order, is: 'shipped', cents: 0 });
      });
    }
    if (cents < payment.amount && !has(order, 'refunded'))
      journal.push({ order, is: 'refunded', cents: payment.amount - cents });
  };
  let working = Promise.resolve();
  const work = () => {
    working = working
      .then(async () => {
        for (const [id, event] of inbox) {
          if (event === null) continue;
          await handle(event);
          inbox.set(id, null);
        }
        await send();
      })
      .catch(() => {});
  };
  await hear(
    (event: Told, answer) => {
      answer(202);
      if (!inbox.has(event.id)) inbox.set(event.id, event);
      work();
    },
    ['payment.completed', 'payment.refunded', 'payment.failed', 'payment.disputed'],
  );

  for (const order of ['o1', 'o2']) {
    const page = { amount: 900, success_url: 'http://127.0.0.1/thanks', metadata: { order } };
    const { data } = await ask('POST', '/checkout-sessions', page, `open ${order}`);
    pages.set(order, { session: data.id, url: data.url });
    journal.push({ order, is: 'opened', cents: 0 });
    await ask('POST', '/_emulator/triggers/checkout_session.complete', { id: data.id });
    await ask('POST', '/_emulator/settle', {});
    if (order === 'o1') await until(() => has(order, 'paid'));
  }
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
    void ask('POST', '/_emulator/settle', {}).catch(() => {});
    await until(() => open === 1);
    const answer = await ask('POST', `/transactions/${ada}/refund`, { amount: 300 });
    isRefunded = answer.data !== undefined;
    await until(() => paid.length === 2);
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
  /** Keeps a seat for five minutes, and gives back what is paid later. */
  const reservations: Application = async (scene) => {
    const { ask, hear, until, outlive } = scene;
    const seats: Record<string, { status: string; until: number }> = {};
    outlive(() => Object.fromEntries(Object.entries(seats).map(([seat, { status }]) => [seat, status])));
    const now = async () => Date.parse((await ask('GET', '/_emulator/clock')).now);
    let heard = 0;
    await hear(
      async ({ type, data }: Told) => {
        const seat = seats[data.metadata.order!]!;
        if (type === 'payment.refunded') seat.status = 'returned';
        else if ((await now()) > seat.until) seat.status = 'expired';
        else seat.status = 'taken';
        heard++;
      },
      ['payment.completed', 'payment.refunded'],
    );
    seats.eve = { status: 'reserved', until: (await now()) + 5 * minuteMs };
    const sold = await sell(scene, 'eve');
    await ask('POST', '/_emulator/settle', {});
    const isLate = () => heard > 0;
    await until(isLate).catch(() => {});
    await ask('POST', '/_emulator/clock', { advance: '6m' });
    await ask('POST', `/transactions/${sold}/refund`, { amount: 300 });
  };

  it('is not a lost update, nor a wrong order, where the event merely came after it', async () => {
    expect(await blamed(reservations, 'webhook-late', 'webhook-at-once')).toEqual([]);
  });
});
