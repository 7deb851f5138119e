import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, charge, type Scene, saveCard, tryOut } from './scene.ts';

keepsRuns('handlers');

const success_url = 'http://localhost/';

/** A buyer pays a session on its page. @returns the session's id */
async function payOnPage({ ask }: Scene, order: string): Promise<string> {
  const { data } = await ask('POST', '/checkout-sessions', { amount: 700, success_url, metadata: { order } }, order);
  await ask('POST', '/_emulator/triggers/checkout_session.complete', { id: data.id });
  await ask('POST', '/_emulator/settle', {});
  return data.id;
}

describe('a handler that fails whenever an event comes', () => {
  /** Takes an order for paid as soon as its charge is accepted, and fails to handle what it hears afterwards. */
  const hasty: Application = async (scene) => {
    const orders: { payment: string; paid: boolean }[] = [];
    scene.outlive(() => ({ orders }));
    await scene.hear((_, answer) => answer(500));
    const { id } = await charge(scene);
    orders.push({ payment: id, paid: true });
  };

  it('loses events, and is asked all the same what it makes of money that does not come', async () => {
    const { rule, fails } = await tryOut(hasty, 'webhook/valid-refused', 'payment-failed');
    expect(rule('webhook/valid-refused')).toMatchObject({
      state: 'violation',
      findings: [
        {
          level: 'warning',
          message: 'All attempts at 1 payment.completed event were answered 500, so the event is lost.',
        },
      ],
    });
    expect(rule('async/failure-ignored')).toMatchObject({
      state: 'violation',
      findings: [{ adversity: 'payment-failed' }],
    });
    expect(fails).toBe(true);
  });
});

describe('the loss of an event', () => {
  /** One buyer comes back from the page, the other does not; the nightly job looks at what is open, or nobody does. */
  const shop =
    (looks: boolean): Application =>
    async (scene) => {
      const { ask, hear } = scene;
      const orders: Record<string, { paid: boolean }> = {};
      const open: string[] = [];
      scene.outlive(() => ({ orders }));
      const read = async (id: string) => {
        const { data } = await ask('GET', `/checkout-sessions/${id}`);
        if (data.status === 'complete') orders[data.metadata.order] = { paid: true };
      };
      await hear(({ data }) => read(data.checkout_session_id), ['payment.completed']);
      for (const order of ['returned', 'gone']) {
        orders[order] = { paid: false };
        open.push(await payOnPage(scene, order));
        if (order === 'returned') await read(open[0]!);
      }
      if (looks) for (const id of open) await read(id);
    };

  it('is tried on each, whichever the seed chooses first', async () => {
    const { rule } = await tryOut(shop(false), 'webhook-lost');
    expect(rule('webhook/never-reconciled')).toMatchObject({
      state: 'violation',
      findings: [
        {
          message: expect.stringMatching(
            /^orders\.gone\.paid is false instead of true\. payment\.completed of txn_\w+ was lost, and the application did not ask the API/,
          ),
        },
      ],
    });
    expect((await tryOut(shop(true), 'webhook-lost')).rule('webhook/never-reconciled').state).toBe('pass');
  });

  it('is not made up for by what the application reads only because the audit asks for its state', async () => {
    const asking: Application = async (scene) => {
      const { ask, hear, outlive } = scene;
      const order = { paid: false };
      let session = '';
      outlive(async () => {
        const { data } = await ask('GET', `/checkout-sessions/${session}`);
        return { order, page: data.status };
      });
      await hear(() => {
        order.paid = true;
      }, ['payment.completed']);
      session = await payOnPage(scene, 'order-1');
    };
    expect((await tryOut(asking, 'webhook-lost')).rule('webhook/never-reconciled')).toMatchObject({
      state: 'violation',
      findings: [{ message: expect.stringMatching(/^order\.paid is false instead of true\./) }],
    });
  });
});

describe('a session that was paid', () => {
  /**
   * Makes an order active when its buyer comes back; or when it is told as well.
   * @param isGivenBack whether the payment of the other order is refunded in the end
   */
  const club =
    (isTold: boolean, isGivenBack = false): Application =>
    async (scene) => {
      const payments: Record<string, string> = {};
      const orders: { id: string; session: string | null; active: boolean }[] = [];
      scene.outlive(() => ({ orders }));
      const grant = (id: string, session: string | null) => {
        const order = orders.find((each) => each.id === id)!;
        Object.assign(order, { session: session ?? order.session, active: true });
      };
      await scene.hear(
        ({ data }) => {
          payments[data.metadata.order] = data.transaction_id;
          if (isTold) grant(data.metadata.order, null);
        },
        ['payment.completed'],
      );
      for (const id of ['order-1', 'order-2']) {
        orders.push({ id, session: null, active: false });
        const session = await payOnPage(scene, id);
        if (id === 'order-2') continue;
        const { data } = await scene.ask('GET', `/checkout-sessions/${session}`);
        if (data.status === 'complete') grant(id, session);
      }
      if (!isGivenBack) return;
      await scene.until(() => 'order-2' in payments);
      await scene.ask('POST', `/transactions/${payments['order-2']}/refund`, {}, 'back');
    };

  it('is worth as much where its buyer does not come back', async () => {
    const { rule } = await tryOut(club(false), 'async/fulfilled-on-redirect');
    expect(rule('async/fulfilled-on-redirect').findings).toMatchObject([
      {
        message: expect.stringMatching(
          /^cs_\w+ was paid but never read, and the application's entries about it grant nothing/,
        ),
      },
    ]);
    const back = await tryOut(club(false, true), 'async/fulfilled-on-redirect');
    expect(back.rule('async/fulfilled-on-redirect').state).toBe('incomplete');
    const told = await tryOut(club(true), 'async/fulfilled-on-redirect');
    expect(told.rule('async/fulfilled-on-redirect').state).toBe('incomplete');
  });
});

describe('what an application keeps of money that does not come', () => {
  it('must not grant anything, whatever else it notes', async () => {
    const { rule, fails } = await tryOut(async (scene) => {
      const orders: { payment: string; active: boolean }[] = [];
      const mails: string[] = [];
      scene.outlive(() => ({ orders, mails }));
      await scene.hear(({ type }) => mails.push(type), ['payment.completed', 'payment.failed']);
      const { id } = await charge(scene);
      orders.push({ payment: id, active: true });
      await scene.until(() => mails.length > 0);
    }, 'payment-failed');
    expect(rule('async/failure-ignored')).toMatchObject({
      state: 'violation',
      findings: [{ where: 'payment.failed' }],
    });
    expect(fails).toBe(true);
  });

  it('may be told in one place, and must not be forgotten in another', async () => {
    const { rule, fails } = await tryOut(async (scene) => {
      const orders: { payment: string; isOrderActive: boolean; copy: unknown }[] = [];
      const payments: Record<string, { paid: boolean }> = {};
      scene.outlive(() => ({ orders, payments }));
      await scene.hear(
        ({ type, data }) => {
          payments[data.transaction_id] = { paid: type === 'payment.completed' };
        },
        ['payment.completed', 'payment.failed'],
      );
      const { id } = await charge(scene);
      const { data: copy } = await scene.ask('GET', `/transactions/${id}`);
      orders.push({ payment: id, isOrderActive: true, copy });
      await scene.until(() => Object.keys(payments).length > 0);
    }, 'payment-failed');
    expect(rule('async/failure-ignored').findings).toMatchObject([
      {
        level: 'warning',
        message: expect.stringMatching(/^payment\.failed was sent for 1 payment or payout, but an entry/),
      },
    ]);
    expect(fails).toBe(false);
  });
});

describe('a handler of which a call fails', () => {
  /** Notes a gift, but reads its payment: one of the two first. */
  const charity =
    (first: 'notes' | 'reads'): Application =>
    async (scene) => {
      const { ask, hear, until } = scene;
      const gifts: { of: string; payment: string | null }[] = [];
      scene.outlive(() => ({ gifts }));
      await hear(
        async ({ data }) => {
          const gift = { of: 'ada', payment: null };
          if (first === 'notes') gifts.push(gift);
          const answer = await ask('GET', `/transactions/${data.transaction_id}`);
          if (answer.data === undefined) throw new Error('The payment could not be read.');
          if (first === 'reads') gifts.push(gift);
          Object.assign(gift, { payment: answer.data.id });
        },
        ['payment.completed'],
      );
      await charge(scene);
      await until(() => gifts.some(({ payment }) => payment !== null));
    };

  it('must not do again what it had done before', async () => {
    const { rule } = await tryOut(charity('notes'), 'answer-failed');
    expect(rule('webhook/effect-repeated')).toMatchObject({
      state: 'violation',
      findings: [
        {
          level: 'warning',
          adversity: 'answer-failed',
          message: expect.stringMatching(
            /^payment\.completed failed with GET \/api\/v1\/transactions\/txn_\w+, and when the event was retried, its handler repeated what /,
          ),
        },
      ],
    });
    const right = await tryOut(charity('reads'), 'answer-failed');
    expect(right.rule('webhook/effect-repeated').state).toBe('inapplicable');
  });
});

describe('an application that keeps whole objects', () => {
  it('may keep fields that nobody knows yet', async () => {
    const { rule } = await tryOut(async (scene) => {
      const kept: unknown[] = [];
      scene.outlive(() => ({ kept }));
      await scene.hear(({ type, data }) => type === 'payment.completed' && kept.push(data));
      await charge(scene);
      await scene.until(() => kept.length > 0);
    }, 'webhook-unknown');
    expect(rule('webhook/unknown-refused').state).toBe('pass');
  });
});

describe('what no endpoint subscribes to', () => {
  it('comes all the same: a payout that goes back', async () => {
    const { rule } = await tryOut(async (scene) => {
      const { ask, hear } = scene;
      const payees: Record<string, { paid: boolean }> = {};
      scene.outlive(() => ({ payees }));
      await hear(() => {}, ['payment.completed']);
      await ask('POST', '/_emulator/triggers/payment.completed', { amount: 90_000 });
      const customer_id = await saveCard(scene);
      const bank = { type: 'bank_account', routing_number: '021000021', account_number: '000123456789' };
      const holder = { account_type: 'checking', account_holder_type: 'personal', account_holder_name: 'Ada' };
      const { data: method } = await ask(
        'POST',
        `/customers/${customer_id}/payment-methods`,
        { ...bank, ...holder },
        'bank',
      );
      const payout = { amount: 500, customer_id, payment_method_id: method.id, reference_id: 'pay-1' };
      const { data } = await ask('POST', '/payouts', payout, 'pay-1');
      payees[data.id] = { paid: true };
      await ask('POST', '/_emulator/settle', {});
    }, 'payout-returned');
    expect(rule('webhook/ignored')).toMatchObject({
      state: 'violation',
      findings: [{ message: expect.stringMatching(/^payout\.returned occurred once, but no endpoint subscribes/) }],
    });
  });

  it('is not waited for: that a page began a subscription is told by its payments alone', async () => {
    const { rule } = await tryOut(async (scene) => {
      const { ask, hear, until } = scene;
      const paid: unknown[] = [];
      scene.outlive(() => ({ paid }));
      await hear(({ data }) => paid.push(data.subscription_ids), ['payment.completed']);
      const plan = { name: 'Club', price: 900, recurring: { interval: 'month', interval_count: 1 } };
      const { data: product } = await ask('POST', '/products', plan, 'plan');
      const line_items = [{ product_id: product.id, quantity: 1 }];
      const { data } = await ask('POST', '/checkout-sessions', { line_items, success_url }, 'club');
      await ask('POST', '/_emulator/triggers/checkout_session.complete', { id: data.id });
      await ask('POST', '/_emulator/settle', {});
      await until(() => paid.length > 0);
    }, 'subscription-ended');
    expect(rule('async/paid-after-end')).toMatchObject({
      state: 'incomplete',
      because: 'Every subscription was started on a page, and none was renewed',
    });
  });
});

describe('a trial of an application that bears nothing', () => {
  it('tries each of its calls, though it gives up at the first that fails', async () => {
    const { rule } = await tryOut(async ({ ask }) => {
      const must = async (path: string, body: object, name: string) => {
        const { data } = await ask('POST', path, body, name);
        if (data === undefined) throw new Error(`${name} was refused.`);
        return data;
      };
      const { id: product_id } = await must('/products', { name: 'Tea', price: 900 }, 'tea');
      await must('/customers', { email: 'ada@example.com' }, 'ada');
      await must('/checkout-sessions', { line_items: [{ product_id, quantity: 1 }], success_url }, 'page');
    }, 'rate-limited');
    expect(rule('request/rate-limit-ignored').tried).toMatchObject([
      { tried: ['products.create', 'customers.create', 'checkout_sessions.create'] },
    ]);
  });

  it('does not try copies at once again where copies in turn show the same', async () => {
    const counter: Application = async (scene) => {
      const orders: string[] = [];
      scene.outlive(() => ({ orders }));
      await scene.hear(({ type }) => orders.push(type), ['payment.completed']);
      await charge(scene);
      await scene.until(() => orders.length > 0);
    };
    const { rule, lines } = await tryOut(counter, 'webhook-twice', 'webhook-twice-at-once');
    expect(rule('webhook/effect-repeated').findings).toMatchObject([{ adversity: 'webhook-twice' }]);
    expect(lines.filter((line) => line.startsWith('webhook-twice-at-once, again'))).toEqual([]);
  });
});
