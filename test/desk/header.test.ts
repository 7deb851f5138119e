import { describe, expect, test } from 'vitest';
import { spanOf } from '../../src/desk/model/cells.ts';
import { headerOf, injectedWords, retryWords } from '../../src/desk/model/header.ts';
import { deskOfEachTest } from './setup.ts';

const at = deskOfEachTest({ receiver: true });

const header = () => headerOf(at.session);
const badge = (view: string) => at.desk.views.find(({ name }) => name === view)!.badge?.(at.session) ?? null;

describe('the header', () => {
  test('is the address, the data set, the clock and how the receiver does', () => {
    expect(header()).toMatchObject({
      url: at.client.url,
      waiting: null,
      trouble: null,
      workspace: at.demo.workspace,
      mode: 'test',
      gateway: 'debit_payouts',
      clock: { now: '2026-03-01T09:00:00.000Z', mode: 'frozen', rate: 1, isOld: false },
      injected: [],
      hooks: { worst: { url: at.hook, tone: 'good', answer: null }, waiting: 0, others: 0 },
      storage: { kind: 'memory' },
    });
  });

  test('says which job is next, with its object', async () => {
    const id = await at.trigger('payout.created', {}, 'payout');
    await at.until(() => header().next).toBe(`transit ${id.slice(0, 7)}… in 1s`);
  });

  test('of a clock that runs goes on between two looks', async () => {
    await at.client.call('clock.move', { mode: 'running', rate: 1_000 });
    await at.until(() => header().clock?.mode).toBe('running');
    expect(header().clock?.rate).toBe(1_000);
    const before = header().clock!.now;
    const release = at.wire.hold(/GET \/_emulator\/status/);
    await at.until(() => header().clock!.now > before).toBe(true);
    release();
  });

  test('tells of the endpoint that fails, how many wait, when it is tried again, and how often it fails', async () => {
    at.receiver.answer({ status: 500 });
    await at.trigger('payout.created', { count: 3 });
    await at
      .until(() => header().hooks)
      .toMatchObject({
        worst: { tone: 'bad', answer: '500', failedPercent: 100 },
        waiting: 3,
        next: 'in 5m once the clock moves',
      });
    expect(badge('webhooks')).toEqual({ text: '3!', tone: 'bad' });
    expect(retryWords(header().hooks!)).toBe('webhooks: 3 to retry; last answer 500');
    at.receiver.answer({ status: 200 });
    await at.trigger('payout.created');
    // It answers, but what failed before waits still.
    await at.until(() => header().hooks?.worst).toMatchObject({ tone: 'wait', answer: '200', failedPercent: 75 });
    expect(badge('webhooks')).toEqual({ text: '3!', tone: 'wait' });
  });

  test('counts the retries of all endpoints together, as the badge does', async () => {
    at.receiver.answer({ status: 500 });
    await at.client.call('webhook_endpoints.create', { url: `${at.hook}/other` });
    await at.trigger('payout.created', { count: 2 });
    await at.until(() => retryWords(header().hooks!)).toBe('webhooks: 4 to retry; last answer 500');
    expect(badge('webhooks')).toEqual({ text: '4!', tone: 'bad' });
  });

  test('has one endpoint, the worst, and how many others there are', async () => {
    await at.client.call('webhook_endpoints.create', { url: 'http://127.0.0.1:9/other' });
    await at.trigger('payout.created');
    await at
      .until(() => header().hooks)
      .toMatchObject({
        worst: { url: 'http://127.0.0.1:9/other', tone: 'bad', p95: null },
        others: 1,
      });
  });

  test('says how soon webhooks are taken', async () => {
    await at.trigger('payout.created');
    await at.until(() => header().hooks?.worst?.p95).toEqual(expect.any(Number));
  });

  test('names one fault or rule, and counts several; so does the badge of their view', async () => {
    expect(injectedWords(header())).toBeNull();
    await at.client.call('rules.create', { when: {}, then: { kind: 'decline', code: 'insufficient_funds' } });
    await at.until(() => injectedWords(header())).toBe('all calls: decline, insufficient funds');
    await at.client.call('rules.update', {
      id: (await at.client.call('rules.list')).data[0]!.id,
      when: { rail: 'card' },
    });
    await at.until(() => injectedWords(header())).toBe('all calls, rail card: decline, insufficient funds');
    await at.client.call('faults.create', { kind: 'rate_limit', on: 'charges.create' });
    await at.until(() => injectedWords(header())).toBe('2 faults and rules');
    expect(header().injected).toContain('rate limit on charges.create');
    expect(badge('faults')).toEqual({ text: '2', tone: 'wait' });
    await at.client.call('rules.create', { when: { direction: 'in', times: 1 }, then: { kind: 'decline' } });
    await at.until(() => header().injected).toContain('next charge or renewal: decline');
  });
});

describe('the pulse', () => {
  test('has the requests of the last minute, and how many were refused', async () => {
    await at.demo.api.get('/balance');
    await at.demo.api.post('/charges', { amount: 1 });
    const last = () => at.session.pulse.last(performance.now());
    const sum = (of: 'requests' | 'errors') => last().reduce((total, bar) => total + bar[of], 0);
    await at.until(() => [sum('requests'), sum('errors')]).toEqual([2, 1]);
  });

  test('has those that a flood left out', async () => {
    await at.wire.flood(async () => {
      for (let call = 0; call < 3; call++) await at.demo.api.get('/balance');
    });
    const last = () => at.session.pulse.last(performance.now());
    await at.until(() => last().reduce((total, { requests }) => total + requests, 0)).toBe(3);
  });
});

describe('the views', () => {
  test('are those of the kinds that the emulator has, in their places; kinds that share one are its parts', async () => {
    expect(at.desk.views.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    const { data: kinds } = await at.client.call('kinds.list');
    const parts = at.desk.views.flatMap(({ kinds: own = [] }) => own.map(({ name }) => name));
    expect(parts.sort()).toEqual(kinds.map(({ name }) => name).sort());
    const checkout = at.desk.views.find(({ name }) => name === 'checkout')!;
    expect(checkout.kinds!.length).toBeGreaterThan(3);
  });

  test('count their objects, as the emulator counts them', async () => {
    expect(badge('payouts')).toBeNull();
    await at.trigger('payout.created', { count: 2 });
    await at.until(() => badge('payouts')).toMatchObject({ text: '2' });
    expect(badge('checkout')).toBeNull();
  });

  test('have cells that say what they stand for, and how to say it in fewer letters', async () => {
    const id = await at.trigger('payment.completed', { amount: 4200 }, 'transaction');
    at.go('payments');
    const row = await at.row(id);
    expect(at.desk.view.columns.map(({ name, right = false }) => `${name}${right ? ' right' : ''}`)).toEqual([
      'created',
      'id',
      'amount right',
      'state',
      'person',
      '',
    ]);
    const [made, named, money, state] = row.cells().map(spanOf);
    expect(made).toMatchObject({ text: '09:00:00', tone: 'dim', at: '2026-03-01T09:00:00.000Z' });
    expect(named).toEqual({ text: id, shorter: [`${id.slice(0, 8)}…`], id });
    expect(money!.text).toBe('$42.00');
    expect(state).toEqual({ text: 'settled', tone: 'good' });
  });

  test('have their parts side by side: each has rows and a place of its own', async () => {
    await at.trigger('invoice.send');
    at.go('checkout');
    const titles: string[] = [];
    for (const kind of at.desk.view.kinds!) {
      if (at.desk.rows.length > 0) titles.push(kind.title);
      await at.until(() => at.desk.pending.rows).toBe(false);
      if (kind.title === 'Invoices') await at.row(/inv_\w+ .*sent/);
      at.desk.goToPart(1);
    }
    expect(at.desk.position.part).toBe(0);
    at.desk.goToPart(-1);
    expect(at.desk.position.part).toBe(at.desk.view.kinds!.length - 1);
  });

  test('show mail, and money by its accounts', async () => {
    await at.trigger('invoice.send');
    at.go('mail');
    await at.row(/^09:00:00 {2}\S+@\S+ {2}.*Invoice.* {2}\S+\.pdf$/i);
    at.go('ledger');
    await at.row(/available {2}\$10,000\.00 {2}opening/);
  });

  test('without rows say how there come to be some, in words of whoever draws it', async () => {
    const { ways } = await import('./setup.ts');
    const said = Object.fromEntries(at.desk.views.map(({ name, empty }) => [name, empty(ways, at.session)]));
    expect(said).toMatchObject({
      payments: 'No payments yet. Create a charge through the API, or trigger one.',
      disputes: 'No disputes. To create one, trigger one and type "dispute".',
      checkout: 'None yet. There are other kinds.',
    });
    expect(Object.values(said).join()).not.toMatch(/[{}]/);
  });
});
