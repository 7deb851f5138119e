import { describe, expect, it } from 'vitest';
import { cards, type Demo, eachTest } from '../support/demo.ts';
import { approveAgain, declineAll, move, paymentsOf, prepare, read, subscribed } from '../support/subscriptions.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const clockTo = (set: string) => demo.control('post', '/clock', { set });
const renewals = async (id: string) => (await demo.events(id)).filter(({ type }) => type === 'subscription.renewed');
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString();

describe('a renewal', () => {
  it("comes at the period's end, charges, and tells of it", async () => {
    const { id } = await subscribed(demo);
    await clockTo('2026-04-01T08:59:59.999Z');
    expect(await paymentsOf(demo, { id })).toHaveLength(1);
    await demo.advance('1ms');
    const payments = await paymentsOf(demo, { id });
    expect(payments).toHaveLength(2);
    expect(payments[1]).toMatchObject({ amount: 1900, created_at: '2026-04-01T09:00:00.000Z', subscription_id: id });
    expect(await read(demo, { id })).toMatchObject({
      status: 'active',
      current_period_start: '2026-04-01T09:00:00.000Z',
      current_period_end: '2026-05-01T09:00:00.000Z',
      latest_transaction_id: payments[1]!.id,
    });
    const [renewed] = await renewals(id);
    expect(renewed).toMatchObject({ created: Date.parse('2026-04-01T09:00:00Z') / 1000 });
    expect(renewed!.data).toEqual({
      subscription_id: id,
      transaction_id: payments[1]!.id,
      amount: 1900,
      currency: 'USD',
    });
  });

  it.each([
    [
      'month',
      1,
      '2027-01-31T10:00:00.000Z',
      ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31'],
    ],
    ['month', 1, '2028-01-30T23:59:59.999Z', ['2028-02-29', '2028-03-30', '2028-04-30']],
    ['month', 3, '2027-11-30T00:00:00.000Z', ['2028-02-29', '2028-05-30', '2028-08-30']],
    ['year', 1, '2028-02-29T12:00:00.000Z', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['week', 2, '2027-12-27T12:00:00.000Z', ['2028-01-10', '2028-01-24', '2028-02-07', '2028-02-21', '2028-03-06']],
    ['day', 10, '2028-02-25T12:00:00.000Z', ['2028-03-06', '2028-03-16']],
  ] as const)('every %s (x%i) from %s is counted from there', async (interval, interval_count, from, days) => {
    await clockTo(from);
    const { id } = await subscribed(demo, {}, { recurring: { interval, interval_count } });
    const time = from.slice(10);
    await clockTo(`${days.at(-1)}${time}`);
    expect((await renewals(id)).map(({ created }) => dateOf(created).slice(0, 10))).toEqual(days);
    const { current_period_start, current_period_end } = await read(demo, { id });
    expect(current_period_start).toBe(`${days.at(-1)}${time}`);
    expect(current_period_end! > current_period_start!).toBe(true);
  });

  it('of forty subscriptions for thirteen months comes at its own time for each', async () => {
    const { body } = await prepare(demo);
    const ids: string[] = [];
    for (let at = 0; at < 40; at++) {
      const answer = await demo.made<{ data: { id: string } }>('/subscriptions', { ...body, metadata: { at } });
      ids.push(answer.data.id);
      await demo.advance('1s');
    }
    const { summary } = await demo.advance('13mo');
    expect(summary).toMatchObject({ failed: 0 });
    const renewed = (await demo.events()).filter(({ type }) => type === 'subscription.renewed');
    expect(renewed).toHaveLength(520);
    expect(renewed.every(({ created }, at) => at === 0 || created >= renewed[at - 1]!.created)).toBe(true);
    for (const at of [0, 20, 39]) {
      const own = renewed.filter(({ data }) => data.subscription_id === ids[at]);
      const begun = Date.parse('2026-03-01T09:00:00Z') + at * 1000;
      expect(own.map(({ created }) => dateOf(created))).toEqual(
        Array.from({ length: 13 }, (_, month) => {
          const due = new Date(begun);
          due.setUTCMonth(due.getUTCMonth() + month + 1);
          return due.toISOString();
        }),
      );
    }
  });

  it('takes stock, and counts as missed where there is none', async () => {
    const { id, product_id } = await subscribed(demo, {}, { track_inventory: true, stock_quantity: 2 });
    await demo.advance('1mo');
    expect((await read(demo, { id })).status).toBe('active');
    await demo.advance('1mo');
    expect((await read(demo, { id })).status).toBe('past_due');
    await demo.made('/inventory/adjust', { product_id, delta: 5 }, 200);
    await demo.advance('1d');
    expect((await read(demo, { id })).status).toBe('active');
    expect(await paymentsOf(demo, { id })).toHaveLength(3);
  });
});

describe('a declined renewal', () => {
  it('makes it past due, and is tried again after 1, 3 and 5 days; then it is cancelled', async () => {
    const { id } = await subscribed(demo);
    await declineAll(demo, 'subscriptions.renew');
    await demo.advance('1mo');
    const [, missed] = await paymentsOf(demo, { id });
    expect(missed).toMatchObject({ status: 'failed', category: 'declined', subscription_id: id });
    expect(await read(demo, { id })).toMatchObject({
      status: 'past_due',
      current_period_end: '2026-04-01T09:00:00.000Z',
      latest_transaction_id: missed!.id,
    });
    await demo.advance('4d');
    expect((await read(demo, { id })).status).toBe('past_due');
    await clockTo('2026-04-06T08:59:59.999Z');
    expect((await read(demo, { id })).status).toBe('past_due');
    await demo.advance('1ms');
    expect(await read(demo, { id })).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'payment_failed',
      cancelled_at: '2026-04-06T09:00:00.000Z',
      cancel_at_period_end: false,
    });
    expect((await paymentsOf(demo, { id })).map(({ status, created_at }) => [status, created_at.slice(0, 10)])).toEqual(
      [
        ['settled', '2026-03-01'],
        ['failed', '2026-04-01'],
        ['failed', '2026-04-02'],
        ['failed', '2026-04-04'],
        ['failed', '2026-04-06'],
      ],
    );
    expect((await demo.events(id)).map(({ type, data }) => [type, data])).toEqual([
      ['subscription.created', expect.anything()],
      ['subscription.cancelled', { subscription_id: id, reason: 'payment_failed' }],
    ]);
    expect((await demo.advance('1y')).summary).toMatchObject({ jobs: 0 });
  });

  it.each([1, 3, 5])('that succeeds after %i days renews it, and the anchor stays', async (day) => {
    const { id } = await subscribed(demo);
    await declineAll(demo, 'subscriptions.renew');
    await demo.advance('1mo');
    await demo.advance(`${day * 24 - 1}h`);
    await approveAgain(demo);
    await demo.advance('1h');
    expect(await read(demo, { id })).toMatchObject({
      status: 'active',
      current_period_start: '2026-04-01T09:00:00.000Z',
      current_period_end: '2026-05-01T09:00:00.000Z',
    });
    const [renewed, ...others] = await renewals(id);
    expect(others).toEqual([]);
    expect(dateOf(renewed!.created)).toBe(`2026-04-0${day + 1}T09:00:00.000Z`);
    await demo.advance('1mo');
    expect(await renewals(id)).toHaveLength(2);
  });

  it('of a daily one goes on with the day on which it succeeds', async () => {
    const { id } = await subscribed(demo, {}, { recurring: { interval: 'day' } });
    await declineAll(demo, 'subscriptions.renew');
    await demo.advance('3d');
    await approveAgain(demo);
    await demo.advance('1d');
    expect(await read(demo, { id })).toMatchObject({
      status: 'active',
      current_period_start: '2026-03-05T09:00:00.000Z',
      current_period_end: '2026-03-06T09:00:00.000Z',
    });
  });

  it('counts anew after it was paid', async () => {
    const { id } = await subscribed(demo);
    await declineAll(demo, 'subscriptions.renew');
    await demo.advance('33d');
    await approveAgain(demo);
    await demo.advance('2d');
    expect((await read(demo, { id })).status).toBe('active');
    await declineAll(demo, 'subscriptions.renew');
    await clockTo('2026-05-06T08:59:59Z');
    expect((await read(demo, { id })).status).toBe('past_due');
    await demo.advance('1s');
    expect((await read(demo, { id })).status).toBe('cancelled');
  });

  it('leaves a scheduled one past due until its first payment succeeds, which activates it', async () => {
    const { id } = await subscribed(demo, { start_date: '2026-03-10T00:00:00Z' });
    await declineAll(demo, 'subscriptions.create');
    await clockTo('2026-03-10T00:00:00Z');
    expect(await read(demo, { id })).toMatchObject({ status: 'past_due', current_period_start: null });
    await approveAgain(demo);
    await demo.advance('1d');
    expect(await read(demo, { id })).toMatchObject({
      status: 'active',
      current_period_start: '2026-03-10T00:00:00.000Z',
      current_period_end: '2026-04-10T00:00:00.000Z',
    });
    expect(await demo.eventTypes(id)).toEqual(['subscription.scheduled', 'subscription.activated']);
  });

  it('cancels a scheduled one whose first payment never succeeds', async () => {
    const { id } = await subscribed(demo, { start_date: '2026-03-10T00:00:00Z' });
    await declineAll(demo, 'subscriptions.create');
    await clockTo('2026-03-15T00:00:00Z');
    expect(await read(demo, { id })).toMatchObject({ status: 'cancelled', cancel_reason: 'payment_failed' });
    expect(await demo.eventTypes(id)).toEqual(['subscription.scheduled', 'subscription.cancelled']);
  });

  it('follows a card that has expired meanwhile', async () => {
    const { customer, body } = await prepare(demo);
    await demo.saveCard(customer, cards.visaDebit, { cc_exp_month: '03', cc_exp_year: '2026' });
    const { data } = await demo.made<{ data: { id: string } }>('/subscriptions', body);
    await demo.advance('1mo');
    expect((await read(demo, data)).status).toBe('past_due');
    expect((await paymentsOf(demo, data)).at(-1)).toMatchObject({ status: 'failed', category: 'invalid_card' });
  });
});

describe('a renewal whose outcome is unknown', () => {
  it.each([
    ['approved', 'active', 2, 1],
    ['failed', 'past_due', 1, 0],
  ] as const)('waits until it is known: %s', async (resolve, status, payments, renewed) => {
    const { id } = await subscribed(demo);
    await demo.addRule({ operation: 'subscriptions.renew' }, { kind: 'unavailable', after: 3_600_000, resolve });
    await demo.advance('1mo');
    expect(await read(demo, { id })).toMatchObject({
      status: 'active',
      current_period_end: '2026-04-01T09:00:00.000Z',
    });
    const paused = await move(demo, { id }, 'pause');
    expect(paused).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    expect(paused.body.error).toContain('2026-04-01T10:00:00.000Z');
    expect(await demo.refusedTrigger('subscription.renewed', { id })).toMatchObject({ status: 400 });
    await demo.advance('59m');
    expect(await renewals(id)).toEqual([]);
    expect((await demo.advance('1m')).summary).toMatchObject({ failed: 0 });
    expect(await read(demo, { id })).toMatchObject({ status });
    expect(await paymentsOf(demo, { id })).toHaveLength(payments);
    expect(await renewals(id)).toHaveLength(renewed);
    await approveAgain(demo);
    await clockTo('2026-05-02T09:00:00Z');
    expect((await read(demo, { id })).current_period_end).toBe('2026-06-01T09:00:00.000Z');
  });
});

describe('a cancellation while the outcome of a renewal is unknown', () => {
  const awaiting = async (resolve: 'approved' | 'failed') => {
    const { id } = await subscribed(demo);
    await demo.addRule({ operation: 'subscriptions.renew' }, { kind: 'unavailable', after: 3_600_000, resolve });
    await demo.advance('1mo');
    return id;
  };

  it('is for the end of the period that is paid for after all', async () => {
    const id = await awaiting('approved');
    const answer = await move(demo, { id }, 'cancel', { reason: 'moved' });
    const cancel_at = '2026-05-01T09:00:00.000Z';
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { status: 'active', cancel_at_period_end: true, cancel_at } },
    });
    expect(await move(demo, { id }, 'resume')).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    await demo.advance('1h');
    expect(await read(demo, { id })).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at,
      cancel_reason: 'moved',
      current_period_end: cancel_at,
    });
    expect(await renewals(id)).toHaveLength(1);
    await clockTo(cancel_at);
    expect(await read(demo, { id })).toMatchObject({ status: 'cancelled', cancel_reason: 'moved' });
    expect(await paymentsOf(demo, { id })).toHaveLength(2);
  });

  it('is at once where it is not', async () => {
    const id = await awaiting('failed');
    expect((await move(demo, { id }, 'cancel')).body.data).toMatchObject({ status: 'active' });
    await demo.advance('1h');
    expect(await read(demo, { id })).toMatchObject({ status: 'cancelled', cancelled_at: '2026-04-01T10:00:00.000Z' });
    expect((await demo.advance('2mo')).summary).toMatchObject({ failed: 0 });
    expect(await paymentsOf(demo, { id })).toHaveLength(1);
  });

  it('at once is at once', async () => {
    const id = await awaiting('failed');
    expect((await move(demo, { id }, 'cancel', { immediate: true })).body.data).toMatchObject({ status: 'cancelled' });
    expect((await demo.advance('2mo')).summary).toMatchObject({ failed: 0 });
  });
});

describe('an accepted charge that fails at its settlement', () => {
  it('makes the subscription past due; the period stays as it is when it is paid', async () => {
    const { id } = await subscribed(demo);
    await demo.advance('1mo');
    const [, renewal] = await paymentsOf(demo, { id });
    await demo.trigger('payment.failed', { id: renewal!.id, code: 'M003' });
    expect(await read(demo, { id })).toMatchObject({ status: 'past_due' });
    await demo.advance('1d');
    expect(await read(demo, { id })).toMatchObject({
      status: 'active',
      current_period_start: '2026-04-01T09:00:00.000Z',
      current_period_end: '2026-05-01T09:00:00.000Z',
    });
    await clockTo('2026-05-01T09:00:00Z');
    expect((await renewals(id)).map(({ created }) => dateOf(created).slice(0, 10))).toEqual([
      '2026-04-01',
      '2026-04-02',
      '2026-05-01',
    ]);
  });

  it('is charged again at once where it was paused meanwhile, and billing goes on', async () => {
    const { id } = await subscribed(demo);
    await demo.advance('1mo');
    const [, renewal] = await paymentsOf(demo, { id });
    await move(demo, { id }, 'pause');
    await demo.trigger('payment.failed', { id: renewal!.id, code: 'M003' });
    expect(await read(demo, { id })).toMatchObject({ status: 'paused' });
    await demo.advance('5d');
    expect((await move(demo, { id }, 'resume')).status).toBe(200);
    expect(await paymentsOf(demo, { id })).toHaveLength(3);
    expect(await read(demo, { id })).toMatchObject({
      status: 'active',
      current_period_start: '2026-04-06T09:00:00.000Z',
      current_period_end: '2026-05-06T09:00:00.000Z',
    });
  });

  it('is charged again where it was to be cancelled, and that is taken back', async () => {
    const { id } = await subscribed(demo);
    await demo.advance('1mo');
    const [, renewal] = await paymentsOf(demo, { id });
    await move(demo, { id }, 'cancel');
    await demo.trigger('payment.failed', { id: renewal!.id, code: 'M003' });
    await demo.advance('5d');
    expect(await paymentsOf(demo, { id })).toHaveLength(2);
    for (const way of ['resume', 'cancel', 'resume']) expect((await move(demo, { id }, way)).status).toBe(200);
    await demo.advance('1s');
    expect(await paymentsOf(demo, { id })).toHaveLength(3);
    expect(await read(demo, { id })).toMatchObject({
      status: 'active',
      current_period_start: '2026-04-01T09:00:00.000Z',
      current_period_end: '2026-05-01T09:00:00.000Z',
    });
    await clockTo('2026-05-01T09:00:00Z');
    expect(await paymentsOf(demo, { id })).toHaveLength(4);
  });

  it('ends at the end of its period where it was to be cancelled', async () => {
    const { id } = await subscribed(demo);
    await move(demo, { id }, 'cancel');
    const [first] = await paymentsOf(demo, { id });
    await demo.trigger('payment.failed', { id: first!.id });
    await demo.advance('2mo');
    expect(await read(demo, { id })).toMatchObject({ status: 'cancelled' });
    expect(await paymentsOf(demo, { id })).toHaveLength(1);
  });

  it('keeps the anchor of one that was paused and began anew', async () => {
    const { id } = await subscribed(demo);
    await move(demo, { id }, 'pause');
    await clockTo('2026-05-10T12:00:00Z');
    await move(demo, { id }, 'resume');
    const [, charged] = await paymentsOf(demo, { id });
    await demo.trigger('payment.failed', { id: charged!.id });
    await demo.advance('1d');
    expect(await read(demo, { id })).toMatchObject({
      status: 'active',
      current_period_start: '2026-05-10T12:00:00.000Z',
      current_period_end: '2026-06-10T12:00:00.000Z',
    });
  });

  it('of another payment, or of one that is no longer active, changes nothing', async () => {
    const { id } = await subscribed(demo);
    const other = await demo.charged();
    await demo.trigger('payment.failed', { id: other.id });
    expect((await read(demo, { id })).status).toBe('active');
    await move(demo, { id }, 'cancel', { immediate: true });
    const [first] = await paymentsOf(demo, { id });
    await demo.trigger('payment.failed', { id: first!.id });
    expect((await read(demo, { id })).status).toBe('cancelled');
  });
});
