import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, card, charge, tryOut } from './scene.ts';

keepsRuns('failed-reads');

/** Sells three times to one customer, whom it looks up. @param isSure whether an answer says who is there */
const customers =
  (isSure: (answer: { error?: unknown }) => boolean): Application =>
  async ({ ask }) => {
    let known: string | undefined;
    for (let visits = 3; visits > 0; visits--) {
      const look = () => ask('GET', `/customers/${known}`);
      let answer = known === undefined ? {} : await look();
      // The buyer tries again.
      if (!isSure(answer)) answer = await look();
      if (answer.data === undefined) {
        known = (await ask('POST', '/customers', { email: 'ada@example.com', ...card })).data.id;
      }
    }
    return known === undefined ? 'nobody' : 'a customer';
  };

/** Sells a product three times, which it looks up in a list. */
const products =
  (isSure: (answer: { error?: unknown }) => boolean): Application =>
  async ({ ask }) => {
    for (let sales = 3; sales > 0; sales--) {
      let answer = await ask('GET', '/products');
      if (!isSure(answer)) answer = await ask('GET', '/products');
      if ((answer.data ?? []).length === 0) await ask('POST', '/products', { name: 'Tea', price: 900 });
    }
    return 'sold out';
  };

const isAnswer = ({ error }: { error?: unknown }): boolean => error === undefined;

describe('what cannot be read', () => {
  it.each([
    [
      'a customer, who is known by the e-mail address',
      customers,
      'note',
      'customers.get',
      'customers.create',
      'which changed the existing object',
    ],
    [
      'a product',
      products,
      'warning',
      'products.list',
      'products.create',
      'which created a duplicate of an existing object',
    ],
  ] as const)('is not what does not exist: %s', async (_, application, level, read, write, outcome) => {
    const careless = await tryOut(
      application(() => true),
      'read-failed',
    );
    const [finding] = careless.rule('request/error-taken-for-missing').findings;
    expect(finding).toMatchObject({
      level,
      message: `${read} was refused with 500, and then the application called ${write}, ${outcome}.`,
    });
    const right = await tryOut(application(isAnswer), 'read-failed');
    expect(right.rule('request/error-taken-for-missing')).toMatchObject({ state: 'pass' });
  });

  it('is not tried where nobody is looked up', async () => {
    const { rule } = await tryOut(async ({ ask }) => {
      await ask('POST', '/customers', { email: 'ada@example.com', ...card });
      return [];
    }, 'read-failed');
    expect(rule('request/error-taken-for-missing')).toMatchObject({
      state: 'inapplicable',
      because: 'The application did not read any object that it creates, or that an event reports',
    });
  });
});

describe('what an event reports', () => {
  /** Reads the customer and the payment of an event before it books the payment. */
  const reader =
    (isCareful: boolean): Application =>
    async (scene) => {
      const { ask, hear, outlive } = scene;
      const sales: { payment: string; email: string }[] = [];
      const seen = new Set<string>();
      outlive(() => ({ sales }));
      await hear(
        async ({ id, data }, answer) => {
          if (seen.has(id)) return;
          if (!isCareful) seen.add(id);
          const { data: customer } = await ask('GET', `/customers/${data.customer_id}`);
          const { data: payment } = await ask('GET', `/transactions/${data.transaction_id}`);
          if (payment === undefined || customer === undefined) return answer(500);
          seen.add(id);
          sales.push({ payment: payment.id, email: customer.email });
        },
        ['payment.completed'],
      );
      await charge(scene);
    };

  it('is read again when the event is retried, each kind of object', async () => {
    const { rule } = await tryOut(reader(false), 'read-failed');
    expect(rule('request/error-taken-for-missing').tried).toMatchObject([
      { tried: expect.arrayContaining(['customers.get', 'transactions.get']) },
    ]);
    expect(rule('webhook/retry-ignored')).toMatchObject({
      state: 'violation',
      findings: [
        {
          adversity: 'read-failed',
          message: expect.stringMatching(/payment\.completed was answered 500 when a call failed, and 2xx when it was/),
        },
      ],
    });
    const right = await tryOut(reader(true), 'read-failed');
    expect(right.report.rules.filter(({ state }) => state === 'violation')).toEqual([]);
  });
});
