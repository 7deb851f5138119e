import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { terminalReport } from '../../src/audit/report/terminal.ts';
import { keepsRuns } from './kept-runs.ts';
import { type Application, card, charge, type Scene, type Sold, saveCard, tryOut, tryOutWith } from './scene.ts';

keepsRuns('knowing');

/** What an application keeps: the money that came and went, and other things that it notes. */
class Books {
  readonly paid: unknown[] = [];
  readonly back: unknown[] = [];
  readonly notes: unknown[] = [];
  readonly #seen = new Set<string>();

  /** Whether nothing was said of it before. */
  isNews(id: string): boolean {
    const isNews = !this.#seen.has(id);
    this.#seen.add(id);
    return isNews;
  }

  /** Hears of payments and disputes, and books each once. */
  async listen({ hear }: Scene): Promise<void> {
    await hear(({ id, type, data }) => {
      if (!this.isNews(id)) return;
      if (type === 'payment.completed') this.paid.push(data.amount);
      if (type === 'payment.disputed') this.back.push(data.amount);
    });
  }
}

/** Calls until it is not refused, and waits as long as a refusal asks. */
async function patiently<A extends { data?: unknown }>(calls: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await calls();
    if (answer.data !== undefined) return answer;
    await sleep(1_100);
  }
}

/** The same by an application with books, which waits until it hears that it is paid. */
async function sell(scene: Scene, books: Books): Promise<Sold> {
  const sold = await charge(scene);
  await scene.until(() => books.paid.length > 0);
  return sold;
}

/** An application that sells once, and then does something else. */
const seller =
  (further: (scene: Scene, books: Books, sold: Sold) => unknown = () => {}): Application =>
  async (scene) => {
    const books = new Books();
    await books.listen(scene);
    const sold = await sell(scene, books);
    await further(scene, books, sold);
    return books;
  };

describe('a list of which one page is read', () => {
  it('is not said to be read to its end where events told of the rest', async () => {
    const sellsTwo = async ({ ask, until }: Scene, books: Books, { customer_id }: Sold) => {
      await ask('POST', '/charges', { customer_id, amount: 700, reference_id: 'two' }, 'two');
      await ask('POST', '/_emulator/settle', {});
      await until(() => books.paid.length > 1);
      await ask('GET', '/transactions');
    };
    const { rule } = await tryOut(seller(sellsTwo), 'answer-grown');
    expect(rule('request/page-not-followed')).toMatchObject({
      state: 'incomplete',
      because: expect.stringMatching(
        /^The application did not request the second page of \/api\/v1\/transactions, but nothing differs/,
      ),
    });
    const readsOne = async ({ ask }: Scene, _books: Books, { customer_id }: Sold) => {
      await ask('POST', '/charges', { customer_id, amount: 700 }, 'two');
      await ask('GET', '/transactions?limit=1');
    };
    expect((await tryOut(seller(readsOne), 'answer-grown')).rule('request/page-not-followed').state).toBe('pass');
  });
});

describe('an event with fields that nobody knows yet', () => {
  it('must be answered 2xx, also where a list makes up for what is refused', async () => {
    const { rule } = await tryOut(async (scene) => {
      await scene.hear((event, answer) => answer(Object.keys(event).length === 4 ? 200 : 422));
      await charge(scene);
      const { data } = await scene.ask('GET', '/transactions');
      return data.map(({ amount }: { amount: number }) => amount);
    }, 'webhook-unknown');
    expect(rule('webhook/unknown-refused').findings).toMatchObject([
      {
        message: 'payment.completed was answered 422 when it had unknown fields, inside and outside its data.',
      },
    ]);
  });
});

describe('an event that never arrives', () => {
  /** Sends what is paid, by a charge and on a page, when it hears of it or finds it in a list: all of it, or what it knows already. */
  const sender =
    (finds: 'all' | 'known'): Application =>
    async (scene) => {
      const { ask, hear } = scene;
      const books = new Books();
      const send = async (id: string) => {
        if (!books.isNews(id)) return;
        await ask('POST', '/fulfillments', { transaction_id: id }, `send-${id}`);
        books.paid.push(id);
      };
      await hear(({ type, data }) => type === 'payment.completed' && send(data.transaction_id));
      const { id: known } = await charge(scene);
      const { data: page } = await ask('POST', '/checkout-sessions', { amount: 700, success_url: 'http://localhost/' });
      await ask('POST', '/_emulator/triggers/checkout_session.complete', { id: page.id });
      await ask('POST', '/_emulator/settle', {});
      for (let rounds = 50; books.paid.length < 2 && rounds > 0; rounds--) {
        await sleep(100);
        for (const { id, status } of (await ask('GET', '/transactions')).data) {
          if (status === 'settled' && (finds === 'all' || id === known)) await send(id);
        }
      }
      return books.paid.length;
    };

  it('may be of an object that nothing had told of, which must be found as well', async () => {
    const { rule } = await tryOut(sender('known'), 'webhook-lost');
    expect(rule('webhook/never-reconciled')).toMatchObject({
      state: 'violation',
      findings: [
        {
          message: expect.stringMatching(
            /^The state is 1 instead of 2\. payment\.completed of txn_\w+ was lost; the application read the object afterwards, but did not act on it\.$/,
          ),
          evidence: { effects: [expect.stringMatching(/^-1 {2}fulfillments\.create/)] },
        },
      ],
    });
    expect((await tryOut(sender('all'), 'webhook-lost')).rule('webhook/never-reconciled').state).toBe('pass');
  });
});

describe('what a trial takes for its own doing', () => {
  it('is not what the scenario brings about itself: a dispute in each run says nothing of an audit that found no moment', async () => {
    const disputes = async ({ ask, until }: Scene, books: Books, { id }: Sold) => {
      await ask('POST', '/_emulator/triggers/payment.disputed', { id });
      await until(() => books.back.length > 0);
    };
    const { rule, fails } = await tryOut(seller(disputes), 'payment-disputed');
    const { state, because, nextStep, tried } = rule('async/failure-ignored');
    expect({ state, because, fails }).toEqual({
      state: 'incomplete',
      because: 'payment-disputed had no opportunity, and no money came back',
      fails: false,
    });
    expect(nextStep).toMatch(/^start the application with --serve/);
    expect(tried.find(({ adversity }) => adversity === 'payment-disputed')).toMatchObject({
      tried: [],
      notTried: ['payment.disputed'],
    });
  });

  it('is not what comes back of a payment that nobody but a trigger made', async () => {
    const { rule } = await tryOut(async ({ run, ask, hear, until }) => {
      const heard: string[] = [];
      await hear(({ type }) => heard.push(type));
      await ask('POST', '/_emulator/triggers/payment.completed', {});
      await until(() => heard.length > 0);
      // It waits for the dispute that the audit brings about, which its controls do without.
      if (run > 2) await until(() => heard.length > 1);
      return [];
    }, 'payment-disputed');
    expect(rule('async/failure-ignored')).toMatchObject({
      state: 'incomplete',
      because: 'payment-disputed brought back only money that the application did not handle itself',
    });
  });

  it('is not judged by what never arrived, as the command ended before', async () => {
    // It ends as soon as it has settled: what comes later than that finds nobody.
    const { rule } = await tryOut(async (scene) => {
      const books = new Books();
      await books.listen(scene);
      await charge(scene);
      return books;
    }, 'webhook-late');
    expect(rule('webhook/order-assumed').because).toMatch(
      /^(Under webhook-late, the run ended before |webhook-late had no opportunity)/,
    );
  });

  it('is an order of events that took place: a scenario that waits for each leaves none to try', async () => {
    const { rule } = await tryOut(async (scene) => {
      const { ask, hear, until } = scene;
      const heard: string[] = [];
      await hear(({ type }) => heard.push(type));
      const { id } = await charge(scene);
      await until(() => heard.includes('payment.completed'));
      await ask('POST', `/transactions/${id}/refund`, {}, 'back');
      await until(() => heard.length > 1);
      return heard;
    }, 'webhook-swapped');
    expect(rule('webhook/order-assumed')).toMatchObject({
      state: 'incomplete',
      because: 'webhook-swapped had no opportunity for payment.completed',
    });
  });
});

describe('an application without webhooks', () => {
  interface Payment {
    amount: number;
    status: string;
  }
  const isSettled = ({ status }: Payment) => status === 'settled';

  it.each([
    ['asks what became of a payment', isSettled, 'pass'],
    ['asks, and takes an accepted payment for a paid one', () => true, 'violation'],
  ])('that %s is judged where payments fail later', async (_, isPaid, state) => {
    const { rule } = await tryOut(async (scene) => {
      const { id } = await charge(scene);
      const { data } = await scene.ask('GET', `/transactions/${id}`);
      return isPaid(data) ? [data.amount] : [];
    }, 'payment-failed');
    expect(rule('async/failure-ignored').state).toBe(state);
  });

  it.each([
    ['books what a list shows as settled', isSettled, 'pass'],
    ['books all that a list shows', () => true, 'violation'],
  ])('that asks again and again, and %s is judged as well', async (_, isPaid, state) => {
    const { rule } = await tryOut(async (scene) => {
      const { ask } = scene;
      const customer_id = await saveCard(scene);
      await ask('POST', '/charges', { customer_id, amount: 900, reference_id: 'one' }, 'one');
      let paid: number[] = [];
      for (let rounds = 3; rounds > 0; rounds--) {
        const { data } = await ask('GET', '/transactions');
        paid = data.filter(isPaid).map(({ amount }: Payment) => amount);
        await ask('POST', '/_emulator/settle', {});
      }
      return paid;
    }, 'payment-failed');
    expect(rule('async/failure-ignored').state).toBe(state);
  });
});

describe('an application that acknowledges first', () => {
  it('is told that it was not tried how it bears a call that fails, and why', async () => {
    const { rule } = await tryOut(async (scene) => {
      const { ask, hear } = scene;
      const books = new Books();
      // The event is acknowledged in this turn; the work is done in a later one.
      const send = async ({ transaction_id, amount }: { transaction_id: string; amount: number }) => {
        await sleep(100);
        await ask('POST', '/fulfillments', { transaction_id }, 'send');
        books.paid.push(amount);
      };
      const unlessEnded = () => {};
      await hear(({ type, data }) => {
        if (type === 'payment.completed') void send(data).catch(unlessEnded);
      });
      await sell(scene, books);
      return books;
    }, 'answer-failed');
    expect(rule('webhook/failed-but-acknowledged')).toMatchObject({
      state: 'incomplete',
      because:
        'The application made no call while it handled an event, and it is unclear whether an event that it had already answered or a user caused fulfillments.create',
    });
    expect(rule('webhook/retry-ignored').state).toBe('inapplicable');
  });
});

/** A shop that counts its stock at the platform: each paid order takes one, each refund puts one back. */
const stockkeeper =
  (
    guard: 'before' | 'after' | 'none',
    take: (scene: Scene, product: string, by: number) => Promise<unknown>,
  ): Application =>
  async (scene) => {
    const { ask, hear, until } = scene;
    const seen = new Set<string>();
    let taken = 0;
    const tea = { name: 'Tea', price: 900, track_inventory: true, stock_quantity: 40 };
    const { id: product } = (await ask('POST', '/products', tea, 'tea')).data;
    await hear(
      async ({ id, type }) => {
        if (guard !== 'none' && seen.has(id)) return;
        if (guard === 'before') seen.add(id);
        await take(scene, product, type === 'payment.completed' ? -1 : 1);
        if (guard === 'after') seen.add(id);
        taken++;
      },
      ['payment.completed', 'payment.refunded'],
    );
    const { id } = await charge(scene);
    const stock = async (): Promise<number> => (await ask('GET', `/products/${product}`)).data.stock_quantity;
    await until(() => taken > 0);
    const sold = await stock();
    const soon = taken;
    await ask('POST', `/transactions/${id}/refund`, {}, 'back');
    await until(() => taken > soon);
    return { sold, left: await stock() };
  };

/** Reads the stock, and writes what it should be then. */
async function recount({ ask }: Scene, product: string, by: number): Promise<void> {
  const { data } = await ask('GET', `/products/${product}`);
  await ask('PATCH', `/products/${product}`, { stock_quantity: data.stock_quantity + by });
}

describe('a handler with a guard that does not hold', () => {
  it('is found where copies at once are a moment apart', async () => {
    const racy = await tryOut(stockkeeper('after', recount), 'webhook-twice', 'webhook-twice-at-once');
    const { state, findings } = racy.rule('webhook/effect-repeated');
    expect([state, new Set(findings.map(({ adversity }) => adversity))]).toEqual([
      'violation',
      new Set(['webhook-twice-at-once']),
    ]);
    const right = await tryOut(stockkeeper('before', recount), 'webhook-twice', 'webhook-twice-at-once');
    expect(right.rule('webhook/effect-repeated').state).toBe('pass');
  });

  it('is found by any write that two copies at once repeat, and copies in turn do not', async () => {
    const note = ({ ask }: Scene, product: string, by: number) =>
      ask('PATCH', `/products/${product}`, { description: by < 0 ? 'sold' : 'back' });
    const guarded = await tryOut(stockkeeper('after', note), 'webhook-twice', 'webhook-twice-at-once');
    expect(guarded.rule('webhook/effect-repeated').findings.map(({ message }) => message)).toContain(
      'Two simultaneous copies of an event made products.update twice; two successive copies made it once.',
    );
    const open = await tryOut(stockkeeper('none', note), 'webhook-twice', 'webhook-twice-at-once');
    expect(open.rule('webhook/effect-repeated').state).toBe('pass');
  });
});

describe('a call that a handler makes about something else than its event', () => {
  it('is let fail, and its failure must not be swallowed', async () => {
    const { rule } = await tryOut(stockkeeper('before', recount), 'answer-failed');
    expect(rule('webhook/failed-but-acknowledged')).toMatchObject({ state: 'violation' });
    expect(rule('webhook/failed-but-acknowledged').tried).toMatchObject([{ tried: ['products.update'] }]);
  });
});

/** Has an order for each payment, and counts what it heard of. @param marks whether a dispute is told to the order */
const clerk =
  (marks: boolean): Application =>
  async (scene) => {
    const orders: { payment: string; status: string }[] = [];
    const mails: string[] = [];
    scene.outlive(() => ({ orders, mails }));
    await scene.hear(
      ({ type, data }) => {
        mails.push(type);
        const order = orders.find(({ payment }) => payment === data.transaction_id);
        if (type === 'payment.completed') orders.push({ payment: data.transaction_id, status: 'paid' });
        if (type !== 'payment.completed' && marks && order !== undefined) order.status = type;
      },
      ['payment.completed', 'payment.disputed', 'payment.refunded'],
    );
    await charge(scene);
    await scene.until(() => orders.length > 0);
  };

describe('what an application keeps of a payment', () => {
  it('must change when it goes back, whatever else has changed', async () => {
    const kept = (await tryOut(clerk(false), 'payment-disputed')).rule('async/failure-ignored');
    expect(kept).toMatchObject({
      state: 'violation',
      findings: [
        {
          message: expect.stringMatching(/the entries of the application about that payment or payout did not change/),
        },
      ],
    });
    expect((await tryOut(clerk(true), 'payment-disputed')).rule('async/failure-ignored').state).toBe('pass');
  });

  it('must not be what it would be if a renewal were paid', async () => {
    const member =
      (grants: string): Application =>
      async (scene) => {
        const { ask, hear, until } = scene;
        const members: Record<string, { paidPeriods: number; active: boolean }> = {};
        const heard: string[] = [];
        scene.outlive(() => ({ members, heard }));
        const ofTransaction = new Map<string, string>();
        await hear(({ type, data }) => {
          heard.push(type);
          const id = data.subscription_id ?? ofTransaction.get(data.transaction_id) ?? data.subscription_ids?.[0];
          if (id === undefined) return;
          if (data.transaction_id) ofTransaction.set(data.transaction_id, id);
          members[id] ??= { paidPeriods: 0, active: true };
          if (type === grants) members[id].paidPeriods++;
        });
        const plan = { name: 'Club', price: 900, recurring: { interval: 'month', interval_count: 1 } };
        const { id: product_id } = (await ask('POST', '/products', plan, 'plan')).data;
        const customer_id = await saveCard(scene);
        await ask('POST', '/subscriptions', { customer_id, product_id }, 'club');
        for (const advance of ['1h', '32d', '1h']) await ask('POST', '/_emulator/clock', { advance });
        await until(() => heard.includes('subscription.renewed'));
      };
    const early = await tryOut(member('subscription.renewed'), 'renewal-failed');
    expect(early.rule('async/failure-ignored').state).toBe('violation');
    const right = await tryOut(member('payment.completed'), 'renewal-failed');
    expect(right.rule('async/failure-ignored').state).toBe('pass');
  });
});

describe('an application that pays out, refunds and keeps stock', () => {
  /** Pays a payee, but takes note of payouts by their ids: when it asks for them, or when it hears that they are paid. */
  const payer =
    (notes: 'when asked' | 'when paid'): Application =>
    async (scene) => {
      const { ask, hear, until } = scene;
      const payees: Record<string, { paid: boolean }> = {};
      const heard: string[] = [];
      scene.outlive(() => ({ payees, heard }));
      await hear(
        ({ type, data }) => {
          heard.push(type);
          payees[data.id] = { paid: notes === 'when asked' || type === 'payout.paid' };
        },
        ['payout.paid', 'payout.failed'],
      );
      await ask('POST', '/_emulator/triggers/payment.completed', { amount: 90_000 });
      const customer_id = await saveCard(scene);
      const [method] = (await ask('GET', `/customers/${customer_id}/payment-methods`)).data;
      const payout = { amount: 500, customer_id, payment_method_id: method.id, reference_id: 'pay-1' };
      await ask('POST', '/payouts', payout, 'pay-1');
      await ask('POST', '/_emulator/settle', {});
      await until(() => heard.length > 0);
    };

  it('must learn that a payout failed', async () => {
    const early = await tryOut(payer('when asked'), 'payout-failed');
    expect(early.rule('async/failure-ignored').findings).toMatchObject([
      {
        message: expect.stringMatching(
          /^No payout was paid, but .*: either it treats an accepted payout as paid, or it does not book this money at all\.$/,
        ),
      },
    ]);
    const right = await tryOut(payer('when paid'), 'payout-failed');
    expect(right.rule('async/failure-ignored').state).toBe('pass');
  });

  it('must learn of a refund that somebody else made', async () => {
    const kept = await tryOut(clerk(false), 'payment-refunded');
    expect(kept.rule('async/failure-ignored')).toMatchObject({
      state: 'violation',
      findings: [{ adversity: 'payment-refunded' }],
    });
    expect((await tryOut(clerk(true), 'payment-refunded')).rule('async/failure-ignored').state).toBe('pass');
  });

  it('must put back what it took from the stock for a payment that fails', async () => {
    const reserver =
      (putsBack: boolean): Application =>
      async (scene) => {
        const { ask, hear, until } = scene;
        const order = { status: 'open' };
        scene.outlive(() => order);
        const tea = { name: 'Tea', price: 900, track_inventory: true, stock_quantity: 40 };
        const { id: product_id } = (await ask('POST', '/products', tea, 'tea')).data;
        await hear(
          async ({ type }) => {
            if (type === 'payment.failed' && putsBack) await ask('POST', '/inventory/adjust', { product_id, delta: 1 });
            order.status = type;
          },
          ['payment.completed', 'payment.failed'],
        );
        await ask('POST', '/inventory/adjust', { product_id, delta: -1 }, 'take');
        await charge(scene);
        await until(() => order.status !== 'open');
      };
    const kept = await tryOut(reserver(false), 'payment-failed');
    expect(kept.rule('async/failure-ignored').findings).toMatchObject([
      { level: 'warning', message: expect.stringContaining('the application did not put 1 piece back into stock') },
    ]);
    expect((await tryOut(reserver(true), 'payment-failed')).rule('async/failure-ignored').state).toBe('pass');
  });
});

describe('a trial', () => {
  it('says how many runs it makes and about how long they take, and of each how it ended and whether it differed', async () => {
    const { lines } = await tryOut(stockkeeper('after', recount), 'webhook-twice', 'webhook-twice-at-once');
    const inTurn = (line: string) => line.replaceAll(/\d+\.\d s|about .*? s;/g, '');
    expect(lines.slice(0, 4).map(inTurn)).toEqual([
      expect.stringMatching(/^control 1: passed \(/),
      expect.stringMatching(/^control 2: passed \(/),
      expect.stringMatching(
        /^The command passed 2 times without any adversity\. The audit now runs it 4 times more with adversities/,
      ),
      expect.stringMatching(/^\d of 4 {2}webhook-twice/),
    ]);
    expect(lines.filter((line) => /webhook-twice: passed \(/.test(line))).toHaveLength(1);
    expect(lines.filter((line) => /at-once: passed, another outcome \(/.test(line)).length).toBeGreaterThan(0);
  });
});

describe('a receiver that looks at no time stamp', () => {
  it('is told that it takes what was signed long ago, and what was signed for later', async () => {
    const { rule } = await tryOut(seller(), 'webhook-forged');
    expect(rule('webhook/stale-accepted').findings).toMatchObject([
      { message: expect.stringMatching(/that was signed an hour ago, and to one that was signed an hour ahead\.$/) },
    ]);
  });
});

describe('a handler that answers 500 to a refused call', () => {
  it('is not said to repeat it too early: the platform sends the event again when it likes', async () => {
    const { rule } = await tryOut(async (scene) => {
      const { ask, hear, until } = scene;
      const sent: string[] = [];
      await hear(async ({ type, data }, answer) => {
        if (type !== 'payment.completed' || sent.includes(data.transaction_id)) return;
        const made = await ask('POST', '/fulfillments', { transaction_id: data.transaction_id }, data.transaction_id);
        if (made.id === undefined) answer(500);
        else sent.push(data.transaction_id);
      });
      const customer_id = (await patiently(() => ask('POST', '/customers', { email: 'a@example.com', ...card }, 'ada')))
        .data.id;
      const body = { customer_id, amount: 900, reference_id: 'one' };
      await patiently(() => ask('POST', '/charges', body, 'one'));
      await ask('POST', '/_emulator/settle', {});
      for (let tries = 0; sent.length === 0 && tries < 5; tries++)
        await ask('POST', '/_emulator/clock', { advance: '1h' });
      await until(() => sent.length > 0);
      return sent.length;
    }, 'rate-limited');
    expect(rule('request/rate-limit-ignored').findings).toEqual([]);
  });
});

describe('a finding', () => {
  it('is none where a test fails because it expects what the adversity changed', async () => {
    const { rule, fails, report } = await tryOut(async (scene) => {
      const books = new Books();
      scene.outlive(() => books);
      let heard = 0;
      await scene.hear(
        ({ id, data }) => {
          heard++;
          if (books.isNews(id)) books.paid.push(data.amount);
        },
        ['payment.completed'],
      );
      await sell(scene, books);
      await sleep(200);
      if (heard !== 1) throw new Error(`There were ${heard} deliveries, not one.`);
      return books;
    }, 'webhook-twice');
    expect(rule('webhook/effect-repeated')).toMatchObject({
      state: 'incomplete',
      because: expect.stringContaining('the scenario failed'),
    });
    expect(fails).toBe(false);
    expect(report.outputs).toMatchObject([
      { adversity: 'webhook-twice', status: 1, lines: ['Error: There were 2 deliveries, not one.'] },
    ]);
    const shown = (isVerbose: boolean) => terminalReport(report, (_, text) => text, isVerbose);
    expect(shown(false)).toMatch(/\n {6}Run \d+ \(webhook-twice\): The scenario ended with status 1: /);
    expect(shown(true)).toMatch(
      /Last output of the command in run \d+ \(webhook-twice\), which ended with status 1\n {2}Error: There were 2 deliveries, not one\./,
    );
  });

  it('is none where the scenario fails without any adversity as soon as it is run again', async () => {
    const { rule, fails, report } = await tryOut(async (scene) => {
      const books = new Books();
      await scene.hear(({ type, data }) => type === 'payment.completed' && books.paid.push(data.amount));
      await sell(scene, books);
      await sleep(100);
      if (scene.run > 3) throw new Error('It fails by itself.');
      return books;
    }, 'webhook-twice');
    expect(rule('webhook/effect-repeated')).toMatchObject({
      state: 'incomplete',
      because: expect.stringMatching(
        /in run 3, but the scenario also failed without any adversity when the audit ran it again$/,
      ),
    });
    expect(report.weak[0]!.message).toBe(
      'The scenario ran again without any adversity and ended with status 1, so it may be unreliable.',
    );
    expect(fails).toBe(false);
  });
});

describe('a pass', () => {
  it('says on what each rule was tried', async () => {
    const { rule } = await tryOut(seller(), 'webhook-twice', 'webhook-unknown');
    expect(rule('webhook/effect-repeated')).toMatchObject({
      state: 'pass',
      tried: [{ adversity: 'webhook-twice', tried: ['payment.completed'], notTried: [], of: 1, because: null }],
    });
    expect(rule('webhook/effect-repeated').took).toBeGreaterThan(0);
  });

  it('is none of a sample', async () => {
    const many: Application = async ({ ask, hear, until }) => {
      const heard: string[] = [];
      await hear(({ type }) => heard.push(type));
      for (const type of ['payment.completed', 'payment.failed', 'payout.paid', 'payment.refunded']) {
        await ask('POST', `/_emulator/triggers/${type}`, {});
      }
      await ask('POST', '/_emulator/settle', {});
      await until(() => heard.includes('payment.refunded'));
      return heard;
    };
    const sample = { quick: true };
    const { rule } = await tryOutWith(sample, many, 'webhook-forged');
    const { state, because, tried } = rule('webhook/stale-accepted');
    expect(state).toBe('violation');
    expect(because).toBeNull();
    expect(tried[0]!.tried).toHaveLength(3);
    const { rule: other } = await tryOutWith(sample, many, 'webhook-respelled');
    expect(other('webhook/valid-refused')).toMatchObject({ state: 'incomplete', nextStep: 'leave out --quick' });
    expect(other('webhook/valid-refused').because).toMatch(/^The audit tried only 3 of \d kinds of events$/);
  });
});
