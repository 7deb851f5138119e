import { afterEach, describe, expect, it } from 'vitest';
import { lintReport } from '../../src/audit/lint.ts';
import { readObservedRuns } from '../../src/audit/observed/observed-run.ts';
import { createClient } from '../../src/client/node-client.ts';
import { startReceiver } from '../support/receiver.ts';
import { keepsRuns } from './kept-runs.ts';
import { liveStage, payer, type Stage, stage } from './stage.ts';

let on: Stage;
afterEach(() => on.stop());
keepsRuns('answers');

const post = (path: string, body: object = {}) => on.sandbox.control.post(path, body);

/** Brings an event about and waits until its first attempt was answered. */
async function tell(type = 'payment.completed', count = 1) {
  await post(`/triggers/${type}`, { count });
  expect((await on.sandbox.control.get('/idle?within=20s')).status).toBe(200);
}

describe('how an application answers its webhooks', () => {
  it('has no word where nothing was delivered', async () => {
    on = await stage();
    const nothing = { state: 'inapplicable', because: 'No webhook was sent' };
    for (const rule of ['webhook/redirects', 'webhook/slow', 'webhook/valid-refused']) {
      expect(await on.judge(rule)).toMatchObject(nothing);
    }
  });

  it('passes what is answered at once', async () => {
    on = await stage();
    await tell();
    for (const rule of ['webhook/redirects', 'webhook/slow', 'webhook/valid-refused']) {
      expect(await on.judge(rule)).toEqual({ state: 'pass' });
    }
  });

  it('finds redirects, with where they lead', async () => {
    on = await stage({}, { status: 308, headers: { location: '/webhooks/' } });
    await tell('payment.completed', 2);
    const [found, ...others] = await on.findings('webhook/redirects');
    expect(others).toEqual([]);
    expect(found!.message).toBe(`${on.receiver.url}/ answered 2 deliveries with 308, a redirect to /webhooks/.`);
    expect(found!.evidence.deliveries).toHaveLength(2);
  });

  it('finds slow answers, but none that a fault made so', async () => {
    on = await stage({}, async () => {
      await new Promise((resolve) => setTimeout(resolve, 5_100));
      return {};
    });
    await tell();
    expect(await on.findings('webhook/slow')).toMatchObject([
      {
        level: 'warning',
        message: expect.stringMatching(/took up to 5\.\d s to answer 1 delivery; the limit is 10 s/),
      },
    ]);
  });
});

describe('a correctly signed delivery', () => {
  it('is not refused', async () => {
    on = await stage({}, { status: 401 });
    await tell();
    expect(await on.findings('webhook/valid-refused')).toMatchObject([
      { message: expect.stringContaining('with 401. It accepts none: check that it has the secret') },
    ]);
  });

  it('is another thing than a wrongly signed or an old one', async () => {
    on = await stage({}, { status: 401 });
    await post('/faults', { kind: 'bad_signature', on: 'delivery', times: 1 });
    await tell();
    expect(await on.judge('webhook/valid-refused')).toMatchObject({ state: 'inapplicable' });
  });

  it('may be refused where its time stamp is that of a clock that was moved', async () => {
    on = await stage({ signatureTime: 'emulated' }, { status: 401 });
    await tell();
    expect(await on.judge('webhook/valid-refused')).toMatchObject({ state: 'inapplicable' });
  });

  it('may be answered 400 for what it says; in other bytes it is taken all the same', async () => {
    on = await stage({}, ({ headers }) => ({ status: headers['service-event'] === 'payout.created' ? 400 : 200 }));
    await tell();
    await tell('payout.created');
    expect(await on.judge('webhook/valid-refused')).toMatchObject({ state: 'incomplete' });
    on.receiver.answer(({ body }) => ({ status: body.includes('.0') ? 400 : 200 }));
    await post('/faults', { kind: 'odd_bytes', on: 'delivery', times: 1 });
    await tell();
    expect(await on.findings('webhook/valid-refused')).toMatchObject([
      { message: expect.stringContaining('look at the bytes in which these differ') },
    ]);
  });
});

describe('the endpoints', () => {
  it('are not two at one address', async () => {
    on = await stage();
    const rule = 'webhook/endpoint-twice';
    const url = `${on.receiver.url}/`;
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await post('/webhook-endpoints', { url, again: true, events: ['payout.paid'] });
    await tell('payout.paid');
    const [found] = await on.findings(rule);
    expect(found!.message).toMatch(
      new RegExp(`^whe_\\w+ and whe_\\w+ \\(test\\) both send payout\\.paid to ${url}\\.$`),
    );
    expect(found!.evidence.deliveries).toHaveLength(2);
  });

  it('hear of money that comes back', async () => {
    on = await stage();
    const rule = 'webhook/ignored';
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    await tell('payout.returned');
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await post('/webhook-endpoints', { url: `${on.receiver.url}/`, events: ['payment.completed', 'payment.disputed'] });
    await tell('payment.disputed');
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await tell('payout.failed', 2);
    const [found] = await on.findings(rule);
    expect(found).toMatchObject({
      where: 'payout.failed',
      message: 'payout.failed occurred 2 times, but no endpoint subscribes to it.',
    });
  });

  it('hear of nothing of a dispute, which is one thing to subscribe to', async () => {
    on = await stage({ forwardTo: undefined });
    await post('/webhook-endpoints', { url: `${on.receiver.url}/`, events: ['payment.completed'] });
    await tell('payment.disputed');
    expect((await on.findings('webhook/ignored')).map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^payment\.disputed, dispute\.created.* occurred \d times, but no endpoint subscribes to any of them\.$/,
      ),
    ]);
  });

  it('are asked for, and not the API afterwards, by who has some', async () => {
    on = await stage({ forwardTo: undefined });
    const rule = 'webhook/ignored';
    await post('/webhook-endpoints', { url: `${on.receiver.url}/`, events: ['payment.completed'] });
    await tell('payout.failed');
    const { body } = await on.sandbox.api.get<{ data: { id: string }[] }>('/payouts');
    await on.sandbox.api.get(`/payouts/${body.data[0]!.id}`);
    expect(await on.findings(rule)).toMatchObject([{ where: 'payout.failed' }]);
  });

  it('are not needed by who reads', async () => {
    on = await stage({ forwardTo: undefined });
    const rule = 'webhook/ignored';
    await tell('payout.failed');
    expect(await on.judge(rule)).toMatchObject({
      state: 'incomplete',
      because: 'There is no webhook endpoint, and the application did not read what happened in this time',
    });
    await on.sandbox.api.get('/payouts');
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });
});

describe('one mistake at several ports', () => {
  it('is told once, with how many addresses have it', async () => {
    on = await liveStage({}, { status: 302 });
    const others = [await startReceiver({ status: 302 }), await startReceiver({ status: 302 })];
    for (const { url } of others) await post('/webhook-endpoints', { url });
    await tell();
    const report = async () =>
      lintReport(await readObservedRuns(createClient({ url: on.sandbox.url })), {
        selection: { only: ['webhook/redirects'] },
      });
    await expect
      .poll(async () => (await report()).rules[0]!.findings.map(({ message }) => message))
      .toEqual([
        expect.stringMatching(
          /^http:\/\/127\.0\.0\.1:\d+\S* answered 1 delivery with 302, .* Also at http:\S+ and 1 more address\.$/,
        ),
      ]);
    for (const other of others) await other.close();
  });
});

describe('a call that fails while an event is handled', () => {
  const rule = 'webhook/failed-but-acknowledged';

  /** An application that looks a payment up when it hears of it. */
  const lookUp = async (body: string) => {
    const { data } = JSON.parse(body) as { data: { transaction_id: string } };
    return (await on.sandbox.api.get(`/transactions/${data.transaction_id}`)).status;
  };
  const failOnce = () => post('/faults', { kind: 'status', status: 500, on: 'transactions.get', times: 1 });

  it('is not acknowledged', async () => {
    on = await stage();
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    on.receiver.answer(async ({ body }) => ({ status: (await lookUp(body)) < 300 ? 200 : 500 }));
    await failOnce();
    await tell();
    await expect.poll(() => on.judge(rule)).toEqual({ state: 'pass' });
    on.receiver.answer(async ({ body }) => {
      await lookUp(body);
      return { status: 200 };
    });
    await failOnce();
    await tell();
    // The answer of the receiver may still be on its way to the record.
    const unsure = { state: 'incomplete', findings: [{ where: 'payment.completed' }] };
    await expect.poll(() => on.judge(rule)).toMatchObject(unsure);
    await post('/clock', { advance: '45m' });
    expect(await on.findings(rule)).toMatchObject([
      { message: expect.stringContaining('while the application handled payment.completed, which it answered 200') },
    ]);
  });

  it('is seen however soon the answer to the event follows that of the call', async () => {
    on = await liveStage({}, async ({ body }) => {
      await lookUp(body);
      return { status: 200 };
    });
    const events = 50;
    for (let told = 0; told < events; told++) {
      await failOnce();
      await tell();
    }
    await post('/clock', { advance: '45m' });
    await expect.poll(() => on.findings(rule)).toHaveLength(events);
  });

  it('is that of the event that was refused, where another about the same object is taken meanwhile', async () => {
    on = await stage();
    let taken = (): void => {};
    const isTaken = new Promise<void>((resolve) => (taken = resolve));
    // The first one looks the payment up, in vain, while the second is taken without a look.
    on.receiver.answer(async ({ headers, body }) => {
      if (headers['service-event'] === 'payment.refunded') {
        taken();
        return { status: 200 };
      }
      await isTaken;
      return { status: (await lookUp(body)) < 300 ? 200 : 500 };
    });
    await failOnce();
    const { body } = await post('/triggers/payment.refunded');
    expect(body).toMatchObject({ data: { events: [{ type: 'payment.completed' }, { type: 'payment.refunded' }] } });
    await expect.poll(async () => (await on.record()).requests.some(({ status }) => status === 500)).toBe(true);
    await post('/clock', { advance: '45m' });
    await expect.poll(() => on.judge(rule)).toEqual({ state: 'pass' });
  });

  it('is another thing than one without a reference as well', async () => {
    on = await stage();
    const saved = await payer(on.sandbox);
    let paid = 0;
    // Pays each order on, in vain at first; what is paid on for the next one is another payout.
    on.receiver.answer(async ({ headers, body }) => {
      if (headers['service-event'] !== 'payment.completed') return { status: 200 };
      const { transaction_id } = (JSON.parse(body) as { data: { transaction_id: string } }).data;
      await on.sandbox.api.post('/payouts', { ...saved, amount: 500 + paid++, metadata: { payment: transaction_id } });
      return { status: 200 };
    });
    await post('/faults', { kind: 'status', status: 500, on: 'payouts.create', times: 1 });
    await tell();
    await tell();
    await post('/clock', { advance: '45m' });
    await expect.poll(() => on.findings(rule)).toMatchObject([{ where: 'payment.completed' }]);
  });

  it('is known by what the application itself calls its order', async () => {
    on = await stage();
    const saved = await payer(on.sandbox);
    on.receiver.answer(async ({ headers }) => {
      if (headers['service-event'] !== 'payment.completed') return { status: 200 };
      await on.sandbox.api.post('/payouts', { ...saved, amount: 900, reference_id: 'payout-order-71' });
      return { status: 200 };
    });
    await post('/faults', { kind: 'status', status: 500, on: 'payouts.create', times: 1, handling: true });
    const charge = (order: string) => on.sandbox.api.post('/charges', { ...saved, amount: 1_000, metadata: { order } });
    await charge('order-710');
    await post('/settle');
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    await charge('order-71');
    await post('/settle');
    await post('/clock', { advance: '45m' });
    await expect.poll(() => on.findings(rule)).toMatchObject([{ where: 'payment.completed' }]);
  });

  it('is not made because of an event that tells of one like it: who refunds in two parts makes the second of its own accord', async () => {
    on = await stage();
    let failed = (): void => {};
    const hasFailed = new Promise<void>((resolve) => (failed = resolve));
    on.receiver.answer(async ({ headers }) => {
      if (headers['service-event'] === 'payment.refunded') await hasFailed;
      return { status: 200 };
    });
    const saved = await payer(on.sandbox);
    const { body } = await on.sandbox.api.post<{ data: { id: string } }>('/charges', { ...saved, amount: 1_000 });
    await post('/settle');
    const refund = () => on.sandbox.api.post(`/transactions/${body.data.id}/refund`, { amount: 250 });
    await refund();
    await on.hears('payment.refunded');
    await post('/faults', { kind: 'status', status: 500, on: 'transactions.refund', times: 1 });
    expect((await refund()).status).toBe(500);
    failed();
    await post('/settle');
    await post('/clock', { advance: '45m' });
    await expect
      .poll(() => on.judge(rule))
      .toMatchObject({ state: 'inapplicable', because: 'No call of the application failed while it handled an event' });
  });

  it('may have been made again where its workspace is gone, however far the clock had been moved', async () => {
    on = await liveStage({}, async ({ body }) => {
      await lookUp(body);
      return { status: 200 };
    });
    await failOnce();
    await tell();
    await post('/clock', { advance: '45m' });
    await expect.poll(() => on.findings(rule)).toHaveLength(1);
    await post('/reset');
    const whole = await readObservedRuns(createClient({ url: on.sandbox.url }));
    const [judged] = lintReport(whole, { selection: { only: [rule] } }).rules;
    expect(judged).toMatchObject({
      state: 'incomplete',
      because: expect.stringMatching(
        /^A call failed while an event was handled, and the workspace was removed or reset/,
      ),
    });
  });

  it('may be acknowledged where it is made again', async () => {
    on = await stage();
    on.receiver.answer(async ({ body }) => {
      if ((await lookUp(body)) >= 300) await lookUp(body);
      return { status: 200 };
    });
    await failOnce();
    await tell();
    await post('/clock', { advance: '45m' });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });
});

describe('an order', () => {
  const rule = 'async/fulfilled-early';

  async function charge(metadata: object, reference_id: string) {
    const saved = await payer(on.sandbox);
    const { body } = await on.sandbox.api.post<{ data: { id: string } }>('/charges', {
      ...saved,
      amount: 1_200,
      metadata,
      reference_id,
    });
    return { id: body.data.id, saved };
  }
  const fulfil = (transaction_id: string) => on.sandbox.api.post('/fulfillments', { transaction_id });

  it('is fulfilled when its payment is complete', async () => {
    on = await stage();
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    const { id } = await charge({ order: 'o-1' }, 'order-1');
    await post('/settle');
    await fulfil(id);
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    const early = await charge({ order: 'o-2' }, 'order-2');
    await fulfil(early.id);
    await post('/clock', { advance: '1d' });
    expect(await on.findings(rule)).toMatchObject([
      {
        where: 'fulfillments.create',
        message: `The fulfillment for payment ${early.id} was created before the payment was completed.`,
      },
    ]);
  });

  it('is fulfilled after a look, where there is no endpoint', async () => {
    on = await stage({ forwardTo: undefined });
    const { id } = await charge({}, 'order-1');
    await post('/clock', { advance: '1d' });
    await on.sandbox.api.get(`/transactions/${id}`);
    await fulfil(id);
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    const unread = await charge({}, 'order-2');
    await post('/clock', { advance: '1d' });
    await fulfil(unread.id);
    expect(await on.judge(rule)).toMatchObject({ state: 'incomplete', findings: [{ where: 'fulfillments.create' }] });
  });

  it('is fulfilled when its session was read as complete on the server, as the specification says', async () => {
    on = await stage();
    const { api } = on.sandbox;
    const made = await api.post<{ data: { id: string } }>('/checkout-sessions', {
      amount: 900,
      success_url: 'http://127.0.0.1/thanks',
    });
    const session = `/checkout-sessions/${made.body.data.id}`;
    await post('/triggers/checkout_session.complete', { id: made.body.data.id });
    const { body } = await api.get<{ data: { status: string; transaction_id: string } }>(session);
    expect(body.data.status).toBe('complete');
    await fulfil(body.data.transaction_id);
    await post('/clock', { advance: '1d' });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });

  it('is complete with the answer, where the gateway approves at once', async () => {
    on = await stage({ forwardTo: undefined });
    await post('/workspaces', {});
    await on.sandbox.control.patch('/workspaces/ws_demo', { settings: { gateway: 'gateway_a' } });
    const { id } = await charge({}, 'order-1');
    await fulfil(id);
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });

  it('is paid on to its teacher when the payment with the same metadata is complete, whatever the field is called', async () => {
    on = await stage();
    const saved = await payer(on.sandbox);
    const page = { amount: 900, success_url: 'http://127.0.0.1/thanks', metadata: { lesson: 'lesson-17' } };
    const made = await on.sandbox.api.post<{ data: { id: string } }>('/checkout-sessions', page);
    await post('/triggers/checkout_session.complete', { id: made.body.data.id });
    await on.sandbox.api.post('/payouts', { ...saved, amount: 700, metadata: { lesson: 'lesson-17' } });
    await post('/clock', { advance: '1d' });
    expect(await on.findings(rule)).toMatchObject([
      { where: 'payouts.create', message: expect.stringMatching(/before the payment was completed\.$/) },
    ]);
  });

  it('is paid on to its seller when its payment is complete', async () => {
    on = await stage();
    const { saved } = await charge({ order: 'o-171' }, 'order-171');
    await on.sandbox.api.post('/payouts', { ...saved, amount: 1_000, reference_id: 'payout-order-1710' });
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    await on.sandbox.api.post('/payouts', { ...saved, amount: 1_000, reference_id: 'payout-order-171' });
    expect(await on.findings(rule)).toMatchObject([{ where: 'payouts.create' }]);
  });
});

describe('a checkout session', () => {
  const rule = 'async/fulfilled-on-redirect';

  /** A session of an order that is paid, and what its payment is called. */
  async function paid() {
    const body = { amount: 1_200, success_url: 'http://localhost:3000/thanks', metadata: { order: '1' } };
    const { data } = (await on.sandbox.api.post<{ data: { id: string } }>('/checkout-sessions', body)).body;
    const request = { id: data.id };
    await post('/triggers/checkout_session.complete', request);
    await post('/settle');
    // What is read while the webhook waits for its answer may be read for that.
    await expect
      .poll(async () => (await on.record()).deliveries.every(({ status }) => status === 'delivered'))
      .toBe(true);
    const { transaction_id } = (
      await on.sandbox.api.get<{ data: { transaction_id: string } }>(`/checkout-sessions/${data.id}`)
    ).body.data;
    return transaction_id;
  }
  /** One that nobody returns from. */
  const forgotten = async () => {
    const body = { amount: 1_300, success_url: 'http://localhost:3000/thanks', metadata: { order: '2' } };
    const { data } = (await on.sandbox.api.post<{ data: { id: string } }>('/checkout-sessions', body)).body;
    await post('/triggers/checkout_session.complete', { id: data.id });
    await post('/settle');
    return data.id;
  };

  it('is fulfilled whether the buyer comes back or not', async () => {
    on = await stage();
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    // Comes back: the page reads the session and fulfils.
    await on.sandbox.api.post('/fulfillments', { transaction_id: await paid() });
    expect(await on.judge(rule)).toMatchObject({
      state: 'incomplete',
      because: expect.stringContaining('read every paid session'),
    });
    const session = await forgotten();
    expect(await on.findings(rule)).toMatchObject([{ message: expect.stringContaining(`${session} was paid`) }]);
    on.receiver.answer(async ({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { transaction_id: string } };
      if (type === 'payment.completed')
        await on.sandbox.api.post('/fulfillments', { transaction_id: data.transaction_id });
      return { status: 200 };
    });
    await forgotten();
    // The first that nobody came back from is still open: something is wrong with it, and nothing says what.
    expect(await on.judge(rule)).toMatchObject({
      state: 'incomplete',
      because: 'A paid session was fulfilled while its event was handled, and another was not fulfilled at all',
      findings: [{ message: expect.stringContaining(`${session} was paid`) }],
    });
    expect(await on.findings('async/fulfilled-early')).toEqual([]);
  });

  it('is fulfilled by its event, whether the buyer comes back or not', async () => {
    on = await stage();
    on.receiver.answer(async ({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { transaction_id: string } };
      if (type === 'payment.completed')
        await on.sandbox.api.post('/fulfillments', { transaction_id: data.transaction_id });
      return { status: 200 };
    });
    await paid();
    await forgotten();
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });

  it('is not come back from by who looks before it is paid', async () => {
    on = await stage();
    await on.sandbox.api.post('/fulfillments', { transaction_id: await paid() });
    const body = { amount: 1_300, success_url: 'http://localhost:3000/thanks', metadata: { order: '2' } };
    const { data } = (await on.sandbox.api.post<{ data: { id: string } }>('/checkout-sessions', body)).body;
    await on.sandbox.api.get(`/checkout-sessions/${data.id}`);
    await post('/clock', { advance: '1m' });
    await post('/triggers/checkout_session.complete', { id: data.id });
    await post('/settle');
    await expect
      .poll(() => on.findings(rule))
      .toMatchObject([{ message: expect.stringContaining(`${data.id} was paid`) }]);
  });

  it('is not returned from by a handler that reads its payment', async () => {
    on = await stage();
    on.receiver.answer(async ({ body }) => {
      const { data } = JSON.parse(body) as { data: { transaction_id: string } };
      await on.sandbox.api.get(`/transactions/${data.transaction_id}`);
      return { status: 200 };
    });
    await on.sandbox.api.post('/fulfillments', { transaction_id: await paid() });
    const session = await forgotten();
    await expect
      .poll(() => on.findings(rule))
      .toMatchObject([{ message: expect.stringContaining(`${session} was paid`) }]);
  });
});
