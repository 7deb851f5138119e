import { describe, expect, it } from 'vitest';
import { cards, type Demo, eachTest } from '../support/demo.ts';
import { approveAgain, declineAll, move, paymentsOf, prepare, read, subscribed } from '../support/subscriptions.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const clockTo = (set: string) => demo.control('post', '/clock', { set });
const lastEvent = async (id: string) => {
  const { type, data } = (await demo.events(id)).at(-1)!;
  return [type, data];
};

/** A subscription in each status but `active`. */
const inStatus: Record<string, () => Promise<{ id: string }>> = {
  scheduled: () => subscribed(demo, { start_date: '2026-06-01' }),
  paused: async () => (await move(demo, await subscribed(demo), 'pause')).body.data,
  past_due: async () => {
    const subscription = await subscribed(demo);
    await demo.trigger('subscription.miss', { id: subscription.id });
    return subscription;
  },
  cancelled: async () => (await move(demo, await subscribed(demo), 'cancel', { immediate: true })).body.data,
};

describe('cancel', () => {
  it("waits for the period's end, and says so", async () => {
    const { id } = await subscribed(demo);
    const answer = await move(demo, { id }, 'cancel');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'active',
          cancel_at_period_end: true,
          cancel_at: '2026-04-01T09:00:00.000Z',
          cancelled_at: null,
          cancel_reason: 'requested_by_merchant',
        },
      },
    });
    expect(await lastEvent(id)).toEqual([
      'subscription.cancel_scheduled',
      { subscription_id: id, reason: 'requested_by_merchant', cancel_at: '2026-04-01T09:00:00.000Z' },
    ]);
    await clockTo('2026-04-01T08:59:59.999Z');
    expect((await read(demo, { id })).status).toBe('active');
    await demo.advance('1ms');
    expect(await read(demo, { id })).toMatchObject({ status: 'cancelled', cancelled_at: '2026-04-01T09:00:00.000Z' });
    expect(await lastEvent(id)).toEqual([
      'subscription.cancelled',
      { subscription_id: id, reason: 'requested_by_merchant' },
    ]);
    expect(await paymentsOf(demo, { id })).toHaveLength(1);
    expect((await demo.advance('1y')).summary).toMatchObject({ jobs: 0 });
  });

  it('happens at once where that is asked for, with a reason of the caller', async () => {
    const { id } = await subscribed(demo);
    const answer = await move(demo, { id }, 'cancel', { immediate: true, reason: 'moved away' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'cancelled',
          cancel_at_period_end: false,
          cancel_at: null,
          cancelled_at: '2026-03-01T09:00:00.000Z',
          cancel_reason: 'moved away',
        },
      },
    });
    expect(await lastEvent(id)).toEqual(['subscription.cancelled', { subscription_id: id, reason: 'moved away' }]);
    await demo.advance('1y');
    expect(await paymentsOf(demo, { id })).toHaveLength(1);
  });

  it('ends a pending cancellation early', async () => {
    const { id } = await subscribed(demo);
    await move(demo, { id }, 'cancel', { reason: 'first' });
    expect(await move(demo, { id }, 'cancel', { immediate: true, reason: 'second' })).toMatchObject({
      body: { data: { status: 'cancelled', cancel_at: null, cancel_reason: 'second' } },
    });
    expect(await demo.eventTypes(id)).toEqual([
      'subscription.created',
      'subscription.cancel_scheduled',
      'subscription.cancelled',
    ]);
    await demo.advance('2mo');
    expect(await demo.eventTypes(id)).toHaveLength(3);
    const other = await subscribed(demo);
    await move(demo, other, 'cancel', { reason: 'first' });
    expect((await move(demo, other, 'cancel', { immediate: true })).body.data.cancel_reason).toBe('first');
  });

  it.each([
    ['cancelled', { immediate: true }, { immediate: true, reason: 'again' }],
    ['cancelled', { immediate: true }, {}],
    ['to be cancelled', {}, { reason: 'again' }],
  ])('changes nothing of one that is %s', async (_what, first, again) => {
    const { id } = await subscribed(demo);
    const before = (await move(demo, { id }, 'cancel', first)).body.data;
    await demo.advance('1h');
    const events = await demo.eventTypes(id);
    const answer = await move(demo, { id }, 'cancel', again);
    expect([answer.status, answer.body.data]).toEqual([200, before]);
    expect(await demo.eventTypes(id)).toEqual(events);
  });

  it.each(['scheduled', 'paused', 'past_due'])('happens at once to one that is %s', async (status) => {
    const { id } = await inStatus[status]!();
    expect((await read(demo, { id })).status).toBe(status);
    expect(await move(demo, { id }, 'cancel')).toMatchObject({
      status: 200,
      body: { data: { status: 'cancelled', cancel_reason: 'requested_by_merchant' } },
    });
    expect((await lastEvent(id))[0]).toBe('subscription.cancelled');
    const payments = await paymentsOf(demo, { id });
    await demo.advance('1y');
    expect(await paymentsOf(demo, { id })).toHaveLength(payments.length);
  });
});

describe('pause', () => {
  it('stops billing, and says so', async () => {
    const { id } = await subscribed(demo);
    await demo.advance('1d');
    expect(await move(demo, { id }, 'pause')).toMatchObject({
      status: 200,
      body: { data: { status: 'paused', paused_at: '2026-03-02T09:00:00.000Z' } },
    });
    expect(await lastEvent(id)).toEqual(['subscription.paused', { subscription_id: id }]);
    await demo.advance('1y');
    expect(await paymentsOf(demo, { id })).toHaveLength(1);
    expect((await read(demo, { id })).status).toBe('paused');
  });

  it.each(Object.keys(inStatus))('is refused to one that is %s: 400', async (status) => {
    const subscription = await inStatus[status]!();
    const before = await read(demo, subscription);
    const answer = await move(demo, subscription, 'pause');
    expect(answer).toMatchObject({ status: 400, body: { type: 'invalid_request_error', code: 'invalid_state' } });
    expect(answer.body.error).toContain(`${before.id} is ${status}; pause requires the state active`);
    expect(await read(demo, subscription)).toEqual(before);
  });

  it('is refused to one that is to be cancelled, until that is taken back', async () => {
    const { id } = await subscribed(demo);
    await move(demo, { id }, 'cancel');
    expect(await move(demo, { id }, 'pause')).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    await move(demo, { id }, 'resume');
    expect((await move(demo, { id }, 'pause')).status).toBe(200);
  });
});

describe('resume', () => {
  it("within the period goes on with it: nothing is charged before the period's end", async () => {
    const { id } = await subscribed(demo);
    await move(demo, { id }, 'pause');
    await demo.advance('10d');
    expect(await move(demo, { id }, 'resume')).toMatchObject({
      status: 200,
      body: { data: { status: 'active', paused_at: null, current_period_end: '2026-04-01T09:00:00.000Z' } },
    });
    expect(await lastEvent(id)).toEqual(['subscription.resumed', { subscription_id: id }]);
    expect(await paymentsOf(demo, { id })).toHaveLength(1);
    await clockTo('2026-04-01T09:00:00Z');
    expect(await paymentsOf(demo, { id })).toHaveLength(2);
  });

  it("after the period's end begins a new one and charges at once", async () => {
    const { id } = await subscribed(demo);
    await move(demo, { id }, 'pause');
    await clockTo('2026-04-10T12:00:00Z');
    const answer = await move(demo, { id }, 'resume');
    const [, payment] = await paymentsOf(demo, { id });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'active',
          paused_at: null,
          current_period_start: '2026-04-10T12:00:00.000Z',
          current_period_end: '2026-05-10T12:00:00.000Z',
          latest_transaction_id: payment!.id,
        },
      },
    });
    expect(await demo.eventTypes(id)).toEqual(['subscription.created', 'subscription.paused', 'subscription.resumed']);
    await clockTo('2026-05-10T12:00:00Z');
    expect(await paymentsOf(demo, { id })).toHaveLength(3);
  });

  it("after the period's end stays paused where that charge is declined: 402", async () => {
    const { id } = await subscribed(demo);
    await move(demo, { id }, 'pause');
    await demo.advance('2mo');
    await declineAll(demo, 'subscriptions.resume');
    const answer = await move(demo, { id }, 'resume');
    expect(answer).toMatchObject({ status: 402, body: { type: 'card_error', data: { subscription_id: id } } });
    expect(await read(demo, { id })).toMatchObject({ status: 'paused', latest_transaction_id: answer.body.data.id });
    await approveAgain(demo);
    expect((await move(demo, { id }, 'resume')).body.data.status).toBe('active');
  });

  it.each([
    ['approved', 'active'],
    ['failed', 'paused'],
  ] as const)("after the period's end waits for an unknown outcome: %s", async (resolve, status) => {
    const { id } = await subscribed(demo);
    await move(demo, { id }, 'pause');
    await demo.advance('2mo');
    await demo.addRule({ operation: 'subscriptions.resume' }, { kind: 'unavailable', after: 60_000, resolve });
    expect(await move(demo, { id }, 'resume')).toMatchObject({ status: 503 });
    expect((await read(demo, { id })).status).toBe('paused');
    expect(await move(demo, { id }, 'resume')).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    await demo.advance('1m');
    expect((await read(demo, { id })).status).toBe(status);
    expect((await demo.eventTypes(id)).includes('subscription.resumed')).toBe(status === 'active');
  });

  it('takes a pending cancellation back, without an event', async () => {
    const { id } = await subscribed(demo);
    await move(demo, { id }, 'cancel', { reason: 'mistake' });
    const events = await demo.eventTypes(id);
    expect(await move(demo, { id }, 'resume')).toMatchObject({
      status: 200,
      body: { data: { status: 'active', cancel_at_period_end: false, cancel_at: null, cancel_reason: null } },
    });
    expect(await demo.eventTypes(id)).toEqual(events);
    await demo.advance('1mo');
    expect(await lastEvent(id)).toEqual(['subscription.renewed', expect.anything()]);
  });

  it.each(['scheduled', 'past_due', 'cancelled', 'active'])('is refused to one that is %s: 400', async (status) => {
    const subscription = status === 'active' ? await subscribed(demo) : await inStatus[status]!();
    const answer = await move(demo, subscription, 'resume');
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    expect(answer.body.error).toContain(`is ${status}; resume requires the state paused`);
  });
});

describe('a payment method', () => {
  const remove = ({ customer_id, id }: { customer_id: string; id: string }) =>
    demo.api.delete(`/customers/${customer_id}/payment-methods/${id}`);

  it.each([...Object.keys(inStatus), 'active'])('of a subscription that is %s', async (status) => {
    const subscription = await (status === 'active' ? subscribed(demo) : inStatus[status]!());
    const { customer_id, payment_method_id } = await read(demo, subscription);
    const answer = await remove({ customer_id, id: payment_method_id });
    if (status === 'cancelled') {
      expect(answer).toMatchObject({ status: 200, body: { data: { deleted: true } } });
      return;
    }
    expect(answer).toMatchObject({ status: 400, body: { type: 'invalid_request_error', code: 'invalid_state' } });
    expect(answer.body.error).toContain(subscription.id);
    const { data } = await demo.read<{ data: { id: string }[] }>(`/customers/${customer_id}/payment-methods`);
    expect(data.map(({ id }) => id)).toContain(payment_method_id);
  });

  it('that no subscription uses may be deleted', async () => {
    const { customer, body } = await prepare(demo);
    await demo.made('/subscriptions', body);
    expect((await remove(await demo.saveCard(customer, cards.mastercardDebit))).status).toBe(200);
  });
});

describe('a trigger', () => {
  const now = '2026-03-01T09:00:00.000Z';
  const theClock = async () => (await demo.control<{ data: { now: string } }>('get', '/clock')).data.now;

  it('renews a subscription now: its job is moved, the clock stays', async () => {
    const { id } = await subscribed(demo);
    const { objects, events } = await demo.trigger('subscription.renewed', { id });
    expect(objects).toContainEqual(expect.objectContaining({ id, object: 'subscription', status: 'active' }));
    expect(events.map(({ type }) => type)).toEqual(['subscription.renewed']);
    expect(await theClock()).toBe(now);
    expect((await demo.events(id)).at(-1)!.created).toBe(Date.parse(now) / 1000);
    expect(await read(demo, { id })).toMatchObject({
      current_period_start: '2026-04-01T09:00:00.000Z',
      current_period_end: '2026-05-01T09:00:00.000Z',
    });
    await clockTo('2026-04-30T00:00:00Z');
    expect(await paymentsOf(demo, { id })).toHaveLength(2);
    await clockTo('2026-05-01T09:00:00Z');
    expect(await paymentsOf(demo, { id })).toHaveLength(3);
  });

  it('activates a scheduled subscription now, and its periods count from now', async () => {
    const { id } = await subscribed(demo, { start_date: '2026-06-01' });
    const { events } = await demo.trigger('subscription.activated', { id });
    expect(events.map(({ type }) => type)).toEqual(['subscription.activated']);
    expect(await theClock()).toBe(now);
    expect(await read(demo, { id })).toMatchObject({
      status: 'active',
      start_date: now,
      current_period_start: now,
      current_period_end: '2026-04-01T09:00:00.000Z',
    });
    await clockTo('2026-06-02T00:00:00Z');
    expect(await paymentsOf(demo, { id })).toHaveLength(4);
  });

  it('renews with what the network says: a card that is declined makes it past due', async () => {
    const { id } = await subscribed(demo);
    await declineAll(demo, 'subscriptions.renew');
    const { objects, events } = await demo.trigger('subscription.renewed', { id });
    expect(objects).toContainEqual(expect.objectContaining({ id, object: 'subscription', status: 'past_due' }));
    expect(events).toEqual([]);
    await approveAgain(demo);
    await demo.trigger('subscription.renewed', { id });
    expect(await read(demo, { id })).toMatchObject({
      status: 'active',
      current_period_end: '2026-05-01T09:00:00.000Z',
    });
  });

  it("ends one that is to be cancelled before its period's end", async () => {
    const { id } = await subscribed(demo);
    await demo.trigger('subscription.cancel_scheduled', { id, reason: 'too dear' });
    await demo.trigger('subscription.end', { id });
    expect(await read(demo, { id })).toMatchObject({ status: 'cancelled', cancel_reason: 'too dear' });
    expect((await demo.advance('2mo')).summary.failed).toBe(0);
  });

  it('cancels with the reason that it is given, whatever the status', async () => {
    for (const status of ['scheduled', 'paused', 'past_due']) {
      const { id } = await inStatus[status]!();
      await demo.trigger('subscription.cancelled', { id, reason: 'closed shop' });
      expect(await lastEvent(id)).toEqual(['subscription.cancelled', { subscription_id: id, reason: 'closed shop' }]);
    }
  });

  it.each([
    ['subscription.created', 'active'],
    ['subscription.renewed', 'active'],
    ['subscription.cancel_scheduled', 'active'],
    ['subscription.cancelled', 'cancelled'],
    ['subscription.paused', 'paused'],
    ['subscription.resumed', 'active'],
    ['subscription.scheduled', 'scheduled'],
    ['subscription.activated', 'active'],
    ['subscription.miss', 'past_due'],
    ['subscription.miss_start', 'past_due'],
    ['subscription.start_late', 'active'],
    ['subscription.recover', 'active'],
    ['subscription.give_up', 'cancelled'],
    ['subscription.end', 'cancelled'],
    ['subscription.keep', 'active'],
  ])('brings %s about on a fresh subscription of any workspace', async (name, status) => {
    for (const each of [demo, await demo.on('gateway_a'), await demo.on('gateway_b')]) {
      const { objects, events } = await each.trigger(name, { amount: 2500, set: { 'metadata.plan': 'gold' } });
      const made = objects.find(({ object }) => object === 'subscription')!;
      expect(made.status).toBe(status);
      const { data } = await each.read<{ data: { amount: number; metadata: unknown } }>(`/subscriptions/${made.id}`);
      expect(data).toMatchObject({ amount: 2500, metadata: { plan: 'gold' } });
      const isEvent = /^subscription\.(created|renewed|scheduled|activated|resumed)$/.test(name);
      if (isEvent) expect(events.map(({ type }) => type)).toContain(name);
      expect((await each.advance('13mo')).summary.failed).toBe(0);
    }
  });

  it('is refused where the move is not legal, and says what it needs', async () => {
    const { id } = await subscribed(demo);
    for (const [name, needs] of [
      ['subscription.activated', 'requires scheduled or past_due (unstarted)'],
      ['subscription.resumed', 'requires the state paused'],
      ['subscription.end', 'requires the state active (cancellation_pending)'],
      ['subscription.recover', 'requires the state past_due'],
    ] as const) {
      const answer = await demo.refusedTrigger(name, { id });
      expect(answer, name).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
      expect(answer.body.error).toContain(needs);
    }
  });
});
