import { describe, expect, it } from 'vitest';
import { namesLinked } from '../../src/audit/trial/state-items.ts';
import { keepsRuns } from './kept-runs.ts';
import { type Application, charge, saveCard, tryOut } from './scene.ts';

keepsRuns('granted');

interface Bank {
  readonly credits: { user_id: number; left: number; flag?: string }[];
  readonly refunds: unknown[];
}

/** What a bank shows of the user who paid: that the order belongs to the user, or nothing. */
const users = [{ id: 3, name: 'Ada' }];
const orders = [{ id: 7, user_id: 3, buyer: 'ada@example.com' }];

/**
 * Gives credits for each payment, and notes each refund.
 * @param back what it does besides when a payment is refunded
 * @param hears the types of events that it subscribes to
 * @param shows what else its state shows
 */
const bank =
  (
    back: (bank: Bank, payment: string) => void,
    hears = ['payment.completed', 'payment.refunded'],
    shows: object = { users, orders },
  ): Application =>
  async (scene) => {
    const ada = { user_id: 3, left: 2 };
    const kept = { credits: [{ user_id: 8, left: 1 }, ada], refunds: [] as unknown[] };
    scene.outlive(() => ({ ...shows, ...kept }));
    await scene.hear(({ type, data }) => {
      if (type === 'payment.completed') ada.left += 5;
      if (type !== 'payment.refunded') return;
      kept.refunds.push(`${data.refunded_amount} back`);
      back(kept, data.transaction_id);
    }, hears);
    await charge(scene);
    await scene.until(() => ada.left > 2);
  };

/** Keeps the credits. */
const keep = () => {};

/** Keeps the orders of credits as they were, and takes the credits back where it books payments, by their ids. */
const bookkeeper: Application = async (scene) => {
  const orders = { 'order-1': { credits: 5, state: 'open' } };
  const payments: Record<string, { credits: number }> = {};
  scene.outlive(() => ({
    orders,
    payments,
    available: Object.values(payments).reduce((sum, of) => sum + of.credits, 0),
  }));
  await scene.hear(
    ({ type, data }) => {
      const id = String(data.transaction_id);
      if (type === 'payment.completed') payments[id] = { credits: 5 };
      if (type === 'payment.completed') orders['order-1'].state = 'paid';
      if (type === 'payment.refunded') payments[id]!.credits = 0;
    },
    ['payment.completed', 'payment.refunded'],
  );
  await charge(scene);
  await scene.until(() => orders['order-1'].state === 'paid');
};

/** Two users pay in different ways. Ada has spent her credits, and owes them after a refund. */
const twoWays: Application = async (scene) => {
  const users: Record<string, { user: string; credits: number }> = {
    ada: { user: 'ada', credits: -5 },
    ben: { user: 'ben', credits: 0 },
  };
  scene.outlive(() => ({ users }));
  await scene.hear(
    ({ type, data }) => {
      const user = users[data.amount === 900 ? 'ada' : 'ben']!;
      if (type === 'payment.completed') user.credits += 5;
      if (type === 'payment.refunded') user.credits -= 5;
    },
    ['payment.completed', 'payment.refunded'],
  );
  const customer_id = await saveCard(scene);
  await scene.ask('POST', '/charges', { customer_id, amount: 900, reference_id: 'one' }, 'one');
  const more = { customer_id, amount: 700, reference_id: 'two', metadata: { user: 'ben' } };
  await scene.ask('POST', '/charges', more, 'two');
  await scene.ask('POST', '/_emulator/settle', {});
  await scene.until(() => users.ada!.credits === 0 && users.ben!.credits === 5);
};

/** Keeps the seats of each order, marks the orders whose money went back, and itself refunds the first one. */
const boxOffice: Application = async (scene) => {
  const orders: Record<string, { seats: number; state: string }> = {};
  scene.outlive(() => ({ orders }));
  let late = '';
  await scene.hear(
    ({ type, data }) => {
      const order = data.transaction_id === late ? 'order-1' : 'order-2';
      if (type === 'payment.completed') orders[order] = { seats: 2, state: 'paid' };
      if (type === 'payment.refunded') orders[order]!.state = 'refunded';
    },
    ['payment.completed', 'payment.refunded'],
  );
  const customer_id = await saveCard(scene);
  late = (await scene.ask('POST', '/charges', { customer_id, amount: 900, reference_id: 'one' }, 'one')).data.id;
  await scene.ask('POST', '/_emulator/settle', {});
  await scene.until(() => orders['order-1'] !== undefined);
  await scene.ask('POST', `/transactions/${late}/refund`, {}, 'back');
  await scene.until(() => orders['order-1']!.state === 'refunded');
  await scene.ask('POST', '/charges', { customer_id, amount: 700, reference_id: 'two' }, 'two');
  await scene.ask('POST', '/_emulator/settle', {});
  await scene.until(() => orders['order-2'] !== undefined);
};

describe('what is linked to money in a state', () => {
  const state = {
    payments: [
      { id: 'txn_1', order_id: 7, status: 'paid' },
      { id: 'txn_2', order_id: 8, status: 'paid' },
    ],
    orders: { 7: { user: 'ada', sku: 'tea' }, 8: { user: 'ben', sku: 'tea' }, 9: { user: 'ada', sku: 'mug' } },
    credits: { ada: 7, ben: 7 },
  };
  const linked = (others: readonly string[]) => [...namesLinked(state, new Set(['txn_1']), new Set(others))];

  it('is what its entries name, and what entries with these names name, but nothing that other money shares', () => {
    expect(linked(['txn_2'])).toEqual(expect.arrayContaining(['txn_1', 'order 7', 'ada']));
    for (const shared of ['tea', 'paid', 'ben', 'order 8']) expect(linked(['txn_2'])).not.toContain(shared);
    expect(linked(['ada'])).not.toContain('ada');
  });
});

describe('a refund that somebody else makes', () => {
  it('says nothing about an entry beside one that the application changed', async () => {
    expect((await tryOut(boxOffice, 'payment-refunded')).rule('async/failure-ignored').state).toBe('pass');
  });

  it('leaves the credits of a payment alone that was made in another way and not refunded', async () => {
    const { rule } = await tryOut(twoWays, 'payment-refunded');
    expect(rule('async/failure-ignored').findings).toEqual([]);
  });

  it('has taken credits back where the application books payments by ids that the platform generated', async () => {
    expect((await tryOut(bookkeeper, 'payment-refunded')).rule('async/failure-ignored').state).toBe('pass');
  });

  it('must take credits back, whatever else the application notes of it', async () => {
    const kept = await tryOut(bank(keep), 'payment-refunded');
    expect(kept.rule('async/failure-ignored')).toMatchObject({
      state: 'violation',
      findings: [
        {
          level: 'warning',
          message:
            'After payment.refunded, refunds[…] changed from nothing to "900 back", but credits[…] is still {"user_id":3,"left":7}.',
        },
      ],
    });
    expect(kept.fails).toBe(false);
  });

  it.each<[string, string, (bank: Bank) => void]>([
    ['takes them back', 'pass', ({ credits }) => void Object.assign(credits[1]!, { left: 2 })],
    ['flags the user', 'pass', ({ credits }) => void Object.assign(credits[1]!, { flag: 'refunded' })],
    ['takes others back', 'incomplete', ({ credits }) => void credits[0]!.left--],
  ])('is no violation of an application that %s', async (_, state, back) => {
    expect((await tryOut(bank(back), 'payment-refunded')).rule('async/failure-ignored').state).toBe(state);
  });

  it.each<[string, Parameters<typeof bank>]>([
    ['the state does not show whose they are', [keep, undefined, {}]],
    ['an entry about the payment changed', [({ refunds }, payment) => void refunds.push({ payment, for: 3 })]],
  ])('leaves kept credits undecided if %s', async (_, how) => {
    expect((await tryOut(bank(...how), 'payment-refunded')).rule('async/failure-ignored')).toMatchObject({
      state: 'incomplete',
      findings: [{ level: 'warning', message: expect.stringMatching(/"left":7|left is still 7/) }],
    });
  });

  it('must be subscribed to', async () => {
    const { rule } = await tryOut(bank(keep, ['payment.completed']), 'payment-refunded');
    expect(rule('webhook/ignored').findings.map(({ message }) => message)).toContain(
      'payment.refunded occurred once, but no endpoint subscribes to it.',
    );
    expect(rule('async/failure-ignored')).toMatchObject({
      state: 'incomplete',
      because: 'No endpoint subscribes to payment.refunded, so the application does not learn about it',
    });
  });
});

/** Ships an order once its payment settles, and then sells a membership, which it grants at once. */
const club: Application = async (scene) => {
  const { ask } = scene;
  const kept = { shipped: 0, members: [] as string[] };
  scene.outlive(() => kept);
  let order = '';
  await scene.hear(
    ({ type, data }) => {
      if (type === 'payment.completed' && data.transaction_id === order) kept.shipped++;
    },
    ['payment.completed', 'payment.failed'],
  );
  const customer_id = await saveCard(scene);
  order = (await ask('POST', '/charges', { customer_id, amount: 900, reference_id: 'one' }, 'one')).data.id;
  await ask('POST', '/_emulator/settle', {});
  await scene.until(() => kept.shipped === 1);
  const plan = { name: 'Club', price: 500, recurring: { interval: 'month' } };
  const product_id = (await ask('POST', '/products', plan, 'club')).data.id;
  await ask('POST', '/subscriptions', { customer_id, product_id }, 'ada');
  kept.members.push('ada');
  await ask('POST', '/_emulator/settle', {});
};

describe('a payment that fails later', () => {
  it('is tried for each operation, because the scenario may end at the first one', async () => {
    const { rule } = await tryOut(club, 'payment-failed');
    expect(rule('async/failure-ignored').findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^No payment of subscriptions\.create was settled, but the application ends in the same state/,
      ),
    ]);
  });
});

/** Sells credits. An order that the buyer has cancelled gets its money back when that arrives, and stays as it is. */
const canceller: Application = async (scene) => {
  const { ask, hear, outlive, until } = scene;
  const orders = [
    { credits: 100, status: 'paid', payment: '' },
    { credits: 100, status: 'cancelled', payment: '' },
  ];
  const heard: string[] = [];
  outlive(() => ({ orders }));
  await hear(
    async ({ type, data }) => {
      const order = orders.find(({ payment }) => payment === data.transaction_id);
      if (type === 'payment.completed' && order?.status === 'cancelled')
        await ask('POST', `/transactions/${data.transaction_id}/refund`, {}, 'back');
      if (type === 'payment.failed' && order?.status === 'paid') Object.assign(order, { credits: 0, status: 'failed' });
      heard.push(type);
    },
    ['payment.completed', 'payment.failed'],
  );
  const customer_id = await saveCard(scene);
  for (const [at, order] of orders.entries()) {
    const body = { customer_id, amount: 900, reference_id: `order ${at}` };
    order.payment = (await ask('POST', '/charges', body, `order ${at}`)).data.id;
  }
  await ask('POST', '/_emulator/settle', {});
  await until(() => heard.length === orders.length);
};

describe('an order that is as in the control runs although its payment fails', () => {
  it('grants nothing if the money of the payment went back there', async () => {
    const { rule } = await tryOut(canceller, 'payment-failed');
    expect(rule('async/failure-ignored')).toMatchObject({ state: 'pass', findings: [] });
  });
});

/** Stops to ship an order whose payment is charged back, and goes on to grant a membership whose payment is. */
const halfWatchful: Application = async (scene) => {
  const { ask, hear, outlive } = scene;
  const kept = { shipped: true, members: ['ada'] };
  outlive(() => kept);
  let order = '';
  await hear(
    ({ type, data }) => {
      if (type === 'payment.disputed' && data.transaction_id === order) kept.shipped = false;
    },
    ['payment.completed', 'payment.disputed'],
  );
  const customer_id = await saveCard(scene);
  order = (await ask('POST', '/charges', { customer_id, amount: 900, reference_id: 'one' }, 'one')).data.id;
  const plan = { name: 'Club', price: 500, recurring: { interval: 'month' } };
  const product_id = (await ask('POST', '/products', plan, 'club')).data.id;
  await ask('POST', '/subscriptions', { customer_id, product_id }, 'ada');
  await ask('POST', '/_emulator/settle', {});
};

describe('a payment that is charged back', () => {
  it('is tried for each way in which payments come about, because a reaction to one hides that others are ignored', async () => {
    const { rule } = await tryOut(halfWatchful, 'payment-disputed');
    expect(rule('async/failure-ignored').findings.map(({ message }) => message)).toEqual([
      'payment.disputed of subscriptions.create was answered 2xx, and nothing changed, neither in the state of the application nor in its actions.',
    ]);
  });
});
