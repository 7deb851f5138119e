import { describe, expect, it } from 'vitest';
import type { Payout } from '../../src/payments/resources/payout/model.ts';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { type BalanceView, type Demo, eachTest, type LedgerEntry, type Refusal } from '../support/demo.ts';
import { Walk } from '../support/walk.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

describe('GET /balance', () => {
  it('answers the accounts of a currency, USD where none is named', async () => {
    const usd = {
      object: 'balance',
      currency: 'USD',
      available: 1_000_000,
      reserved: 0,
      held: 0,
      pending: 0,
      livemode: false,
    };
    expect(await demo.read('/balance')).toEqual({ data: usd });
    expect(await demo.read('/balance?currency=usd')).toEqual({ data: usd });
    expect(await demo.read('/balance?currency=EUR')).toEqual({ data: { ...usd, currency: 'EUR', available: 0 } });
  });

  it.each(['XYZ', 'US', '', 'USD&currency=EUR'])('refuses currency=%s', async (currency) => {
    const answer = await demo.api.get<Refusal>(`/balance?currency=${currency}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'currency' } });
  });

  it('needs the capability in the mode of the key', async () => {
    const [onA, onB] = [await demo.on('gateway_a'), await demo.on('gateway_b')];
    for (const caller of [demo.live.api, onA.api, onB.publishable]) {
      const answer = await caller.get<Refusal>('/balance');
      expect(answer).toMatchObject({ status: 400, body: { code: 'capability_required' } });
    }
    await demo.configure({ debit_payouts_enabled: { live: true } });
    const live = await demo.live.publishable.get('/balance');
    expect(live).toMatchObject({ status: 200, body: { data: { available: 0, livemode: true } } });
  });
});

describe('settled money that is not available yet, and fees', () => {
  const lag = { available_after: '2d', fee: { percent: 2.9, fixed: 30 } };
  const of = async (subject: string) =>
    (await demo.ledger())
      .reverse()
      .filter((entry) => entry.subject === subject && entry.amount < 0)
      .map(({ kind, account, amount }) => `${kind} ${account} ${amount}`);
  const seen = async () => {
    const { available, pending } = await demo.balance();
    return { available: available - 1_000_000, pending };
  };

  it('are off by default, and set like other settings', async () => {
    const settingsOf = async (path: string) =>
      (await demo.control<{ data: { settings: Record<string, unknown> } }>('get', path)).data.settings;
    const path = `/workspaces/${demo.workspace}`;
    expect(await settingsOf(path)).toMatchObject({ available_after: 0, fee: { percent: 0, fixed: 0 } });
    await demo.configure({ available_after: '2d', fee: { fixed: 30 } });
    expect(await settingsOf(path)).toMatchObject({ available_after: 172_800_000, fee: { percent: 0, fixed: 30 } });
    for (const settings of [
      { available_after: 'soon' },
      { available_after: '1mo' },
      { available_after: -1 },
      { fee: { percent: 101 } },
      { fee: { fixed: 0.5 } },
      { fee: { flat: 1 } },
    ]) {
      expect((await demo.sandbox.control.patch(path, { settings })).status, JSON.stringify(settings)).toBe(400);
    }
  });

  it('is pending until its time, less the fee; then a job makes it available', async () => {
    await demo.configure(lag);
    const { id } = await demo.settled({ amount: 10_000 });
    expect(await seen()).toEqual({ available: 0, pending: 9_680 });
    await demo.advance('47h');
    expect((await demo.payout({ ...(await recipient()), amount: 1_000_001 })).body.code).toBe('insufficient_funds');
    const { ran } = await demo.advance('1h');
    expect(ran.map(({ job }) => job.kind)).toEqual(['transaction.available']);
    expect(await seen()).toEqual({ available: 9_680, pending: 0 });
    expect(await of(id)).toEqual(['charge external -10000', 'fee pending -320', 'settlement pending -9680']);
  });

  it('is not taken back by a refund whose body is null', async () => {
    const { id } = await demo.settled({ amount: 2_000 });
    const answer = await demo.api.post<Refusal>(`/transactions/${id}/refund`, null);
    expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'body' } });
    expect(await demo.read(`/transactions/${id}`)).toMatchObject({ data: { total_refunded: 0 } });
  });

  it('is taken back by a refund, what is pending first; the fee is not given back', async () => {
    await demo.configure(lag);
    const { id } = await demo.settled({ amount: 10_000 });
    await demo.made(`/transactions/${id}/refund`, { amount: 4_000 }, 200);
    expect(await seen()).toEqual({ available: 0, pending: 5_680 });
    await demo.made(`/transactions/${id}/refund`, undefined, 200);
    expect(await seen()).toEqual({ available: -320, pending: 0 });
    await demo.advance('2d');
    expect(await seen()).toEqual({ available: -320, pending: 0 });
    const later = await demo.settled({ amount: 10_000 });
    await demo.advance('2d');
    await demo.made(`/transactions/${later.id}/refund`, undefined, 200);
    expect(await seen()).toEqual({ available: -640, pending: 0 });
  });

  it.each([
    ['inside the time', '1h', { available: -320, pending: 10_000 }],
    ['after it', '3d', { available: 9_680, pending: 0 }],
  ])('is taken back by a dispute, and given back where it is won %s', async (_when, wait, won) => {
    await demo.configure(lag);
    const { id } = await demo.settled({ amount: 10_000 });
    await demo.trigger('payment.disputed', { id });
    expect(await seen()).toEqual({ available: -320, pending: 0 });
    await demo.advance(wait);
    const dispute = await demo.disputeOf({ id });
    for (const move of ['dispute.fight', 'dispute.submit', 'dispute.won']) await demo.trigger(move, { id: dispute.id });
    expect(await seen()).toEqual(won);
    await demo.advance('3d');
    expect(await seen()).toEqual({ available: 9_680, pending: 0 });
  });

  it('keeps no more of a charge than there is', async () => {
    await demo.configure({ fee: { percent: 0, fixed: 30 } });
    const { id } = await demo.settled({ amount: 20 });
    expect(await seen()).toEqual({ available: 0, pending: 0 });
    expect(await of(id)).toEqual(['charge external -20', 'fee pending -20']);
  });

  async function recipient() {
    const customer = await demo.saveCustomer();
    return { customer_id: customer.id, payment_method_id: (await demo.saveCard(customer)).id };
  }
});

describe('the ledger', () => {
  it('follows the money of a charge, its refund and a payout, each movement summing to zero', async () => {
    const { id } = await demo.settled({ amount: 500 });
    await demo.api.post(`/transactions/${id}/refund`, { amount: 200 });
    const payout = await demo.paidOut({ amount: 300 });
    await demo.settle();
    const lines = (await demo.ledger()).reverse().map(({ kind, account, amount, subject }) => {
      const about =
        subject === id
          ? 'charge'
          : subject === payout.id
            ? 'payout'
            : subject === demo.workspace
              ? 'workspace'
              : subject;
      return `${about}: ${kind} ${account} ${amount}`;
    });
    expect(lines).toEqual([
      'workspace: opening available 1000000',
      'workspace: opening external -1000000',
      'charge: charge pending 500',
      'charge: charge external -500',
      'charge: settlement available 500',
      'charge: settlement pending -500',
      'charge: refund external 200',
      'charge: refund available -200',
      'payout: payout reserved 300',
      'payout: payout available -300',
      'payout: payout_paid external 300',
      'payout: payout_paid reserved -300',
    ]);
  });

  it.each([
    [1, {}],
    [4, { available_after: '2d', fee: { percent: 2.9, fixed: 30 } }],
  ])('balances after every one of 100 random steps (seed %i, settings %j)', async (seed, settings) => {
    await demo.configure(settings);
    const walk = new Walk(demo, seed);
    await walk.begin();
    const books = new Books();
    books.enter(await demo.ledger());
    const taken = new Set<string>();
    for (let n = 1; n <= 100; n++) {
      const step = await walk.step();
      taken.add(step);
      books.enter(await newEntries(books));
      for (const currency of ['USD', 'EUR']) {
        const { available, reserved, held, pending } = await demo.balance(currency);
        expect({ available, reserved, held, pending }, `${n}: ${step} ${currency}`).toEqual(books.sums(currency));
        expect(Math.min(reserved, held, pending)).toBeGreaterThanOrEqual(0);
      }
    }
    expect(taken.size).toBeGreaterThan(12);
    const whole = new Books();
    whole.enter(await demo.ledger());
    expect(whole.sums('USD')).toEqual(books.sums('USD'));
    // What has settled becomes available in the end.
    await demo.advance('3d');
    await holdAgainstObjects();
  });

  /** The newest movements that the books do not have yet. */
  async function newEntries(books: Books): Promise<LedgerEntry[]> {
    const newest = await demo.newestEntries();
    return books.hasAny(newest) ? newest.filter(({ id }) => !books.has(id)) : demo.ledger();
  }

  /** What is pending and reserved is what the unsettled charges and payouts say. */
  async function holdAgainstObjects(): Promise<void> {
    const transactions = await allOf<Transaction>('/transactions');
    const payouts = await allOf<Payout>('/payouts');
    const sumOf = (list: { status: string; amount: number; currency: string }[], status: string, currency: string) =>
      list
        .filter((one) => one.status === status && one.currency === currency)
        .reduce((sum, { amount }) => sum + amount, 0);
    for (const currency of ['USD', 'EUR']) {
      expect(await demo.balance(currency)).toMatchObject({
        pending: sumOf(transactions, 'pending_settlement', currency),
        reserved: sumOf(payouts, 'pending', currency),
      });
    }
    expect(transactions.map(({ order_number }) => order_number)).toEqual(
      transactions.map((_, n) => transactions.length - n),
    );
    expect(payouts.map(({ payout_number }) => payout_number)).toEqual(payouts.map((_, n) => payouts.length - n));
  }

  async function allOf<T extends { id: string }>(path: string): Promise<T[]> {
    const all: T[] = [];
    for (let after = ''; ; after = `&starting_after=${all.at(-1)!.id}`) {
      const { data, has_more } = await demo.read<{ data: T[]; has_more: boolean }>(`${path}?limit=100${after}`);
      all.push(...data);
      if (!has_more) return all;
    }
  }
});

/** Keeps the accounts by the entries of the ledger alone. */
class Books {
  readonly #known = new Set<string>();
  readonly #sums = new Map<string, number>();

  has(id: string): boolean {
    return this.#known.has(id);
  }

  hasAny(entries: readonly LedgerEntry[]): boolean {
    return entries.some(({ id }) => this.#known.has(id));
  }

  enter(entries: readonly LedgerEntry[]): void {
    const groups = new Map<string, { sum: number; currencies: Set<string> }>();
    for (const { id, group, account, currency, amount } of entries) {
      if (this.#known.has(id)) continue;
      this.#known.add(id);
      expect(Number.isSafeInteger(amount), `${id} moves ${amount}`).toBe(true);
      const key = `${currency} ${account}`;
      this.#sums.set(key, (this.#sums.get(key) ?? 0) + amount);
      const { sum, currencies } = groups.get(group) ?? { sum: 0, currencies: new Set<string>() };
      groups.set(group, { sum: sum + amount, currencies: currencies.add(currency) });
    }
    for (const [group, { sum, currencies }] of groups) {
      expect(sum, `the entries of ${group}`).toBe(0);
      expect(currencies.size).toBe(1);
    }
  }

  sums(currency: string): Omit<BalanceView, 'currency'> {
    const of = (account: string) => this.#sums.get(`${currency} ${account}`) ?? 0;
    return { available: of('available'), reserved: of('reserved'), held: of('held'), pending: of('pending') };
  }
}
