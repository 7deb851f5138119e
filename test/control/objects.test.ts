import { beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import type { StreamMessage } from '../../src/sandbox/control/wire.ts';
import { call } from '../support/call.ts';
import { refusalOf, startTestSandbox, type TestSandbox } from './sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  return () => sandbox.stop();
});

describe('objects', () => {
  test('are listed as the API shows them, with the moves that are legal now', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payout.created', amount: 1500 });
    const { objects: payouts, next } = await sandbox.client.call('objects.list', { kind: 'payout' });
    const { body } = await sandbox.api('GET', `/payouts/${objects[0]!.id}`);
    expect(next).toBeNull();
    expect(payouts).toHaveLength(1);
    expect(payouts[0]!.data).toEqual(body.data);
    expect(payouts[0]).toMatchObject({ object: 'payout', state: 'pending' });
    expect(payouts[0]!.moves).toEqual(['payout.transit', 'payout.pay', 'payout.fail', 'payout.cancel']);
    await sandbox.client.call('triggers.run', { name: 'payout.transit', id: payouts[0]!.id });
    expect(await sandbox.client.call('objects.get', { id: payouts[0]!.id })).toMatchObject({
      state: 'in_transit',
      moves: ['payout.pay', 'payout.fail'],
      data: { status: 'pending' },
    });
  });

  test('that are offered a move can make it', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payment.disputed' });
    const dispute = objects.find(({ object }) => object === 'dispute')!;
    const { moves } = await sandbox.client.call('objects.get', { id: dispute.id });
    expect(moves).toContain('dispute.fight');
    const ran = await sandbox.client.call('triggers.run', { name: 'dispute.fight', id: dispute.id });
    expect(ran.objects[0]).toMatchObject({ id: dispute.id, status: 'fighting' });
  });

  test('come by pages, and by the words that they hold', async () => {
    for (let at = 0; at < 7; at++)
      await sandbox.client.call('triggers.run', { name: 'payment.completed', amount: 1000 + at });
    const first = await sandbox.client.call('objects.list', { kind: 'transaction', limit: 4 });
    const rest = await sandbox.client.call('objects.list', {
      kind: 'transaction',
      limit: 100,
      starting_after: first.next!,
    });
    const ids = [...first.objects, ...rest.objects].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe((await sandbox.client.call('status')).counts.transaction);
    const found = await sandbox.client.call('objects.list', { kind: 'transaction', search: '10.03 settled' });
    expect(found.objects.map(({ data }) => data.amount)).toEqual([1003]);
    expect(
      (await sandbox.client.call('objects.list', { kind: 'transaction', state: 'disputed' })).objects,
    ).toHaveLength(1);
  });

  test('are summed by currency under a filter, with the movements of their money', async () => {
    const { client } = sandbox;
    for (const amount of [30_001, 30_002, 30_003]) {
      const { objects } = await client.call('triggers.run', { name: 'payment.completed', amount });
      if (amount === 30_003)
        await client.call('triggers.run', { name: 'payment.refunded', id: objects[0]!.id, amount: 500 });
    }
    const search = 'amount:>300';
    const { objects, sums } = await client.call('objects.list', { kind: 'transaction', search, limit: 1, sums: true });
    expect(objects).toHaveLength(1);
    expect(sums).toMatchObject({
      currencies: [{ currency: 'USD', count: 3, amount: 90_006, movements: { charge: 90_006, refund: -500 } }],
      newest: null,
    });
    const ledger = await client.call('ledger.list', { search: 'refund amount:<-4', limit: 1, sums: true });
    expect(ledger.sums!.currencies).toEqual([
      { currency: 'USD', apart: {}, count: 1, amount: null, movements: { refund: -500 } },
    ]);
    expect(await client.call('objects.list', { kind: 'transaction', limit: 1 })).not.toHaveProperty('sums');
  });

  test('of a kind that there is not are refused with those that there are', async () => {
    const { status, body } = await refusalOf(sandbox.client.call('objects.list', { kind: 'banana' }));
    expect(status).toBe(400);
    expect(body.error).toMatch(/no object kind 'banana'.*payout/s);
    expect((await refusalOf(sandbox.client.call('objects.get', { id: 'po_none' }))).status).toBe(404);
  });

  test('of a dispute are about the buyer of its payment, and lead to the payment only', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payment.disputed' });
    const { id } = objects.find(({ object }) => object === 'dispute')!;
    const dispute = await sandbox.client.call('objects.get', { id });
    expect(dispute.who.text).toBe('buyer@example.com');
    expect(dispute.what.text).toMatch(/^chargeback /);
    expect(dispute.leads_to.map(({ field }) => field)).toEqual(['transaction_id']);
  });

  test('say of a subscription since when it is unpaid or paused, and when an active one renews', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'subscription.created' });
    const { id } = objects.find(({ object }) => object === 'subscription')!;
    const what = async () => (await sandbox.client.call('objects.get', { id })).what.text;
    expect(await what()).toMatch(/^renews \d{4}-\d\d-\d\d every month/);
    await sandbox.client.call('triggers.run', { name: 'subscription.miss', id });
    expect(await what()).toMatch(/^unpaid since \d{4}-\d\d-\d\d every month/);
  });
});

describe('an object of another workspace or mode', () => {
  const portalOf = (id: string, query = '') =>
    call(`${sandbox.url}/_emulator/customers/${id}/portal${query}`, { method: 'POST' });

  test('is refused with where it is, by all calls that name an object', async () => {
    const other = createClient({ url: sandbox.url, workspace: 'ws_demo_a', mode: 'live' });
    const { objects } = await other.call('triggers.run', { name: 'payment.completed' });
    const idOf = (kind: string) => objects.find(({ object }) => object === kind)!.id;
    const { customer_id } = (await other.call('objects.get', { id: idOf('transaction') })).data as {
      customer_id: string;
    };
    const place =
      'The object is in the live data of ws_demo_a. Add ?workspace=ws_demo_a&mode=live or --workspace ws_demo_a --mode live.';
    const { status, text } = await portalOf(customer_id);
    expect([status, JSON.parse(text)]).toEqual([
      404,
      { error: `No such customer: '${customer_id}'. ${place}`, type: 'not_found_error', code: 'resource_missing' },
    ]);
    expect((await portalOf(customer_id, '?workspace=ws_demo_a')).text).toContain('Add ?mode=live or --mode live.');
    expect((await portalOf(customer_id, '?workspace=ws_demo_a&mode=live')).status).toBe(201);
    const { client } = sandbox;
    for (const refused of [
      client.call('objects.get', { id: idOf('transaction') }),
      client.call('triggers.run', { name: 'payment.refunded', id: idOf('transaction') }),
    ])
      expect((await refusalOf(refused)).body.error).toContain(place);
  });

  test('is not looked for where there is none, or one of another kind', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payout.created' });
    for (const id of ['cus_none', objects[0]!.id])
      expect(JSON.parse((await portalOf(id)).text).error).toBe(`No such customer: '${id}'.`);
  });

  test('is not betrayed to the token of one workspace', async () => {
    const other = createClient({ url: sandbox.url, workspace: 'ws_demo_a' });
    const { objects } = await other.call('triggers.run', { name: 'payment.completed' });
    const { token } = await sandbox.client.call('control_tokens.create', { name: 'team' });
    const own = createClient({ url: sandbox.url, token });
    const { id } = objects[0]!;
    expect((await refusalOf(own.call('objects.get', { id }))).body.error).toBe(`No such object: '${id}'.`);
  });
});

describe('a stream that wants few messages', () => {
  /** Hears so many messages a second at most, from when the first one has come. */
  async function listening(most: number) {
    const ended = new AbortController();
    const heard: StreamMessage[] = [];
    const reading = (async () => {
      for await (const message of sandbox.client.stream(ended.signal, most)) heard.push(message);
    })();
    while (heard.length === 0) await sandbox.api('GET', '/balance');
    const end = (): Promise<void> => {
      ended.abort();
      return reading;
    };
    return { heard, end };
  }

  test('gets so many a second, and how many were left out', async () => {
    const { heard, end } = await listening(50);
    heard.length = 0;
    for (let at = 0; at < 10; at++) await sandbox.client.call('triggers.run', { name: 'payment.completed', count: 20 });
    const leftOut = (): number =>
      heard
        .flatMap((message) => (message.type === 'left_out' ? Object.values(message.data) : []))
        .reduce((sum, count) => sum + count, 0);
    // On a busy machine the first report tells of few, and others follow it.
    while (leftOut() <= 100) await sandbox.api('GET', '/balance');
    await end();
    expect(heard.filter(({ type }) => type !== 'left_out').length).toBeLessThan(400);
  });

  test('hears soon how much was left out, though nothing follows', async () => {
    const { heard, end } = await listening(5);
    await sandbox.client.call('triggers.run', { name: 'payment.completed', count: 20 });
    while (heard.at(-1)?.type !== 'left_out') await new Promise((resolve) => setTimeout(resolve, 20));
    await end();
    expect(heard.length).toBeLessThan(40);
  });

  test('hears of it at the time that the clock shows, where it was moved meanwhile', async () => {
    const { heard, end } = await listening(5);
    const { now } = await sandbox.client.call('clock.move', { advance: '3d' });
    await sandbox.client.call('triggers.run', { name: 'payment.completed', count: 20 });
    while (heard.at(-1)?.type !== 'left_out') await new Promise((resolve) => setTimeout(resolve, 20));
    await end();
    expect(heard.at(-1)!.at.slice(0, 10)).toBe(now.slice(0, 10));
  });

  test('is refused where that is not a number', async () => {
    expect((await sandbox.control('GET', '/stream?most=none')).status).toBe(400);
  });

  test('tells of a change how much it is about', async () => {
    const ended = new AbortController();
    const stream = sandbox.client.stream(ended.signal);
    const first = stream.next();
    let isHeard = false;
    void first.then(() => {
      isHeard = true;
    });
    while (!isHeard) await sandbox.client.call('triggers.run', { name: 'payout.created', amount: 2300 });
    let message = (await first).value as StreamMessage;
    while (message.type !== 'change') message = (await stream.next()).value as StreamMessage;
    expect(message.data).toMatchObject({ object: 'payout', amount: 2300, currency: 'USD', cause: { type: 'trigger' } });
    ended.abort();
    await stream.return(undefined);
  });
});
