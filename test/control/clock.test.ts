import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { startReceiver } from '../support/receiver.ts';
import { refusalOf, startTestSandbox, type TestSandbox } from './sandbox.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
  return () => sandbox.stop();
});

describe('running one job', () => {
  test('does it now, whenever it is due, and the clock stays', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payout.created' });
    const { next, now } = await sandbox.client.call('clock.get');
    expect(await sandbox.client.call('jobs.run', { id: next!.id })).toMatchObject({
      job: { subject: objects[0]!.id },
      events: [{ type: 'payout.updated' }],
      error: null,
    });
    expect((await sandbox.client.call('clock.get')).now).toBe(now);
    expect(await refusalOf(sandbox.client.call('jobs.run', { id: next!.id }))).toMatchObject({ status: 404 });
  });
});

describe('the end of time', () => {
  test('is the last second of the year 9999, where a clock that runs stands still', async () => {
    const { client } = sandbox;
    await client.call('clock.move', { set: '9999-12-31T23:59:58Z' });
    await client.call('clock.move', { mode: 'running' });
    await expect.poll(async () => (await client.call('clock.get')).now).toBe('9999-12-31T23:59:59.999Z');
    expect((await client.call('clock.move', { advance: '0s' })).now).toBe('9999-12-31T23:59:59.999Z');
    expect(await refusalOf(client.call('clock.move', { advance: '1d' }))).toMatchObject({ status: 400 });
    expect((await sandbox.api('POST', '/customers', { email: 'late@example.com' })).body.data.created_at).toBe(
      '9999-12-31T23:59:59.999Z',
    );
  });

  test('is not passed by an offset, at the start or later', async () => {
    const beyond = '9999-12-31T23:59:59-05:00';
    expect(await refusalOf(sandbox.client.call('clock.move', { set: beyond }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('in UTC up to the year 9999'),
    });
    const workspaces = [{ id: 'ws_late', settings: {}, clock: { now: beyond } }];
    expect(await refusalOf(sandbox.client.call('fixtures.load', { fixture: { workspaces } }))).toMatchObject({
      status: 400,
    });
  });

  test('is when everything expires that would later, so that a folder of then can be edited', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'end-of-time-'));
    const late = await startTestSandbox({ dataDir, clock: '9999-12-31T12:00:00.000Z' });
    await late.client.call('triggers.run', { name: 'payout_link.create' });
    await late.client.call('triggers.run', { name: 'checkout_session.create' });
    const exported = JSON.stringify(await late.client.call('export'));
    expect(exported).toContain('"expires_at":"9999-12-31T23:59:59.999Z"');
    expect(exported).not.toContain('+010000');
    await late.stop();
    appendFileSync(join(dataDir, 'db.json'), ' ');
    const again = await startTestSandbox({ dataDir, clock: undefined });
    expect((await again.client.call('clock.get')).now).toBe('9999-12-31T12:00:00.000Z');
    await again.stop();
    rmSync(dataDir, { recursive: true });
  });
});

describe('moving the clock', () => {
  test('advance runs each job at its own time and tells what it emitted', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payout.created' });
    const moved = await sandbox.client.call('clock.move', { advance: '1h' });
    expect(moved).toMatchObject({ now: '2026-03-01T10:00:00.000Z', mode: 'frozen', next: null, deliveries_pending: 0 });
    expect(moved.ran).toMatchObject([
      {
        at: '2026-03-01T09:00:01.000Z',
        job: { subject: objects[0]!.id },
        events: [{ type: 'payout.updated' }],
        error: null,
      },
      {
        at: '2026-03-01T09:00:03.000Z',
        job: { subject: objects[0]!.id },
        events: [{ type: 'payout.paid' }],
        error: null,
      },
    ]);
    expect(moved.summary).toMatchObject({ jobs: 2, failed: 0, events: 2 });
  });

  test('advance answers when retries that came due are made too, and those that follow from them', async () => {
    const receiver = await startReceiver(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { status: 500 };
    });
    try {
      await sandbox.client.call('webhook_endpoints.create', { url: receiver.url, events: ['payout.created'] });
      await sandbox.client.call('triggers.run', { name: 'payout.created' });
      await sandbox.client.call('clock.move', { advance: '0s' });
      expect(receiver.requests).toHaveLength(1);
      await sandbox.client.call('clock.move', { advance: '1h' });
      expect(receiver.requests).toHaveLength(3);
      const { data } = await sandbox.client.call('deliveries.list');
      expect(data[0]).toMatchObject({
        status: 'failed',
        attempts: [
          { number: 1, at: '2026-03-01T09:00:00.000Z' },
          { number: 2, at: '2026-03-01T09:05:00.000Z' },
          { number: 3, at: '2026-03-01T09:35:00.000Z' },
        ],
      });
    } finally {
      await receiver.close();
    }
  });

  test('months are those of the calendar', async () => {
    await sandbox.client.call('clock.move', { set: '2026-03-31T00:00:00Z' });
    expect((await sandbox.client.call('clock.move', { advance: 'P1M' })).now).toBe('2026-04-30T00:00:00.000Z');
  });

  test('next leads to the job that is due first, and is refused when there is none', async () => {
    expect(await refusalOf(sandbox.client.call('clock.move', { advance: 'next' }))).toMatchObject({
      status: 400,
      body: { code: 'invalid_state' },
    });
    await sandbox.client.call('triggers.run', { name: 'transaction.accept' });
    const { next } = await sandbox.client.call('clock.get');
    expect(next).toMatchObject({ kind: 'transaction.settle', due_at: '2026-03-01T09:00:02.000Z' });
    const moved = await sandbox.client.call('clock.move', { advance: 'next' });
    expect(moved).toMatchObject({ now: next!.due_at, ran: [{ job: { id: next!.id } }] });
  });

  test('a job can be named', async () => {
    await sandbox.client.call('triggers.run', { name: 'transaction.accept' });
    await sandbox.client.call('triggers.run', { name: 'payout.created' });
    const { upcoming } = await sandbox.client.call('clock.get');
    expect(upcoming.map(({ due_at }) => due_at)).toEqual(upcoming.map(({ due_at }) => due_at).sort());
    const last = upcoming.at(-1)!;
    expect((await sandbox.client.call('clock.move', { advance: last.id })).now).toBe(last.due_at);
    expect(await refusalOf(sandbox.client.call('clock.move', { advance: 'job_none' }))).toMatchObject({ status: 404 });
  });

  test('a clock that runs can be advanced by nothing, and runs on after a move', async () => {
    await sandbox.client.call('clock.move', { mode: 'running' });
    expect((await sandbox.client.call('clock.move', { advance: '0s' })).ran).toEqual([]);
    const { now } = await sandbox.client.call('clock.move', { advance: '3d' });
    await expect.poll(async () => (await sandbox.client.call('clock.get')).now > now).toBe(true);
  });

  test('a clock with a rate brings everything about in its order, and each at its own time', async () => {
    const { client } = sandbox;
    const delays = { card: '12h', payout_transit: '6h', payout_card: '12h' };
    await client.call('workspaces.update', { id: 'ws_demo', settings: { settlement: { delays } } });
    await client.call('triggers.run', { name: 'transaction.accept' });
    await client.call('triggers.run', { name: 'payout.created' });
    expect(await client.call('clock.move', { mode: 'running', rate: 86_400 })).toMatchObject({
      mode: 'running',
      rate: 86_400,
    });
    const found = await client.call('events.wait', { type: 'payout.paid', timeout: '60s' });
    expect(found.timed_out).toBe(false);
    const { data } = await client.call('events.list');
    const later = data.toReversed().filter(({ created }) => created > Date.parse('2026-03-01T10:00:00Z') / 1000);
    expect(later.map(({ type, created }) => [type, new Date(created * 1000).toISOString()])).toEqual([
      ['payout.updated', '2026-03-01T15:00:00.000Z'],
      ['payment.completed', '2026-03-01T21:00:00.000Z'],
      ['payout.paid', '2026-03-02T03:00:00.000Z'],
    ]);
    // It keeps its rate over a move, and real time is what it has again without one.
    expect(await client.call('clock.move', { advance: '1d' })).toMatchObject({ mode: 'running', rate: 86_400 });
    expect(await client.call('clock.move', { mode: 'running' })).toMatchObject({ mode: 'running', rate: 1 });
    const begun = performance.now();
    const before = await client.call('clock.get');
    const after = await client.call('clock.get');
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeLessThan(performance.now() - begun + 50);
    expect(await refusalOf(client.call('clock.move', { mode: 'frozen', rate: 60 }))).toMatchObject({
      status: 400,
      body: { param: 'rate' },
    });
  });

  test('moves that are asked for at once follow each other', async () => {
    await Promise.all([1, 2, 3].map(() => sandbox.client.call('clock.move', { advance: '1d' })));
    expect((await sandbox.client.call('clock.get')).now).toBe('2026-03-04T09:00:00.000Z');
  });

  test.each([
    [{ advance: 'bananas' }, 'advance', '"3 days"'],
    [{ advance: '99999y' }, 'advance', '9999'],
    [{ set: 'tomorrow' }, 'set', 'ISO 8601'],
    [{ set: '2020-01-01' }, 'set', 'can only move forward'],
    [{ mode: 'backwards' }, 'mode', 'running'],
    [{}, 'advance', 'exactly one'],
    [{ advance: '1d', mode: 'frozen' }, 'mode', 'exactly one'],
  ])('%j is refused', async (body, param, says) => {
    const refused = await sandbox.control('POST', '/clock', body);
    expect({ status: refused.status, param: refused.body.param }).toEqual({ status: 400, param });
    expect(refused.body.error).toContain(says);
    expect((await sandbox.client.call('clock.get')).now).toBe('2026-03-01T09:00:00.000Z');
  });
});

describe('deliveries', () => {
  test('an advance answers when the first attempt of each event is done', async () => {
    let arrived = 0;
    const receiver = await startReceiver(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      arrived++;
      return {};
    });
    await sandbox.client.call('webhook_endpoints.create', { url: receiver.url });
    await sandbox.client.call('triggers.run', { name: 'transaction.accept' });
    const moved = await sandbox.client.call('clock.move', { advance: '1h' });
    expect({ arrived, pending: moved.deliveries_pending }).toEqual({ arrived: 1, pending: 0 });
    await receiver.close();
  });

  test('a handler that moves the clock is answered before its own delivery is, even where it handles one at a time', async () => {
    const { client } = sandbox;
    let moved: { deliveries_pending: number } | null = null;
    let before: Promise<unknown> = Promise.resolve();
    const receiver = await startReceiver(() => {
      const handled = before.then(async () => {
        moved ??= await client.call('clock.move', { advance: '1h' });
        return {};
      });
      before = handled;
      return handled;
    });
    await client.call('webhook_endpoints.create', { url: receiver.url });
    await client.call('triggers.run', { name: 'payout.created' });
    await expect
      .poll(async () =>
        (await client.call('deliveries.list')).data.map(({ event_type, status, attempts }) => [
          event_type,
          status,
          attempts.length,
        ]),
      )
      .toEqual(['payout.paid', 'payout.updated', 'payout.created'].map((type) => [type, 'delivered', 1]));
    const { data } = await client.call('deliveries.list');
    expect(moved).toMatchObject({ summary: { events: 2 }, deliveries_not_awaited: [data.at(-1)!.id] });
    expect((await client.call('clock.move', { advance: '1h' })).deliveries_not_awaited).toEqual([]);
    await receiver.close();
  });

  test('settle leaves the clock, and counts what waits for its next attempt', async () => {
    const receiver = await startReceiver({ status: 500 });
    await sandbox.client.call('webhook_endpoints.create', { url: receiver.url });
    await sandbox.client.call('triggers.run', { name: 'transaction.accept' });
    const settled = await sandbox.client.call('settle');
    expect(settled).toMatchObject({ summary: { jobs: 1, events: 1 }, deliveries_pending: 0, deliveries_retrying: 1 });
    expect((await sandbox.client.call('clock.get')).now).toBe('2026-03-01T09:00:00.000Z');
    await receiver.close();
  });
});

test('manual settlement holds jobs back from the clock, not from settle', async () => {
  await sandbox.client.call('workspaces.update', { id: 'ws_demo', settings: { settlement: { mode: 'manual' } } });
  const { objects } = await sandbox.client.call('triggers.run', { name: 'payout.created' });
  expect(await sandbox.client.call('clock.get')).toMatchObject({ next: null, held: 1 });
  expect((await sandbox.client.call('clock.move', { advance: '1y' })).ran).toEqual([]);
  await sandbox.client.call('settle');
  expect((await sandbox.api('GET', `/payouts/${objects[0]!.id}`)).body.data.status).toBe('paid');
});

test('every workspace has a clock of its own', async () => {
  await sandbox.control('POST', '/clock?workspace=ws_demo_a', { advance: '3d' });
  expect((await sandbox.client.call('clock.get')).now).toBe('2026-03-01T09:00:00.000Z');
  expect((await sandbox.control('GET', '/clock?workspace=ws_demo_a')).body.data.now).toBe('2026-03-04T09:00:00.000Z');
});

describe('a clock that runs', () => {
  test('never goes back for those who call while jobs run late', async () => {
    const busy = await startTestSandbox({ freeze: false });
    // Twenty times as fast, the first settlement comes in a quarter of a second.
    await busy.client.call('clock.move', { mode: 'running', rate: 20 });
    const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2099' };
    const person = { email: 'busy@example.com', billing_postal_code: '62701', ...card };
    const customer_id = (await busy.api('POST', '/customers', person)).body.data.id;
    const first = (await busy.api('POST', '/charges', { customer_id, amount: 100 })).body.data.id;
    let made = 1;
    let enough = Number.POSITIVE_INFINITY;
    const charge = async () => {
      while (made < enough) {
        expect((await busy.api('POST', '/charges', { customer_id, amount: 100 })).status).toBe(201);
        made++;
      }
    };
    const callers = Array.from({ length: 16 }, charge);
    // From the first settlement on, others are due all the time.
    const isSettled = async () => (await busy.api('GET', `/transactions/${first}`)).body.data.status === 'settled';
    await expect.poll(isSettled).toBe(true);
    enough = made + 300;
    await Promise.all(callers);

    const instants: string[] = [];
    for (let after = ''; ; ) {
      const { body } = await busy.api('GET', `/transactions?limit=100${after}`);
      for (const { created_at } of body.data) instants.push(created_at);
      if (!body.has_more) break;
      after = `&starting_after=${body.data.at(-1).id}`;
    }
    expect(instants.length).toBe(made);
    expect(instants.filter((at, i) => at < (instants[i + 1] ?? ''))).toEqual([]);
    await busy.stop();
  });
});
