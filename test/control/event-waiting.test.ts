import { getEventListeners } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { createClient, type SentTo } from '../../src/client/node-client.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { refusalOf, startTestSandbox, type TestSandbox } from './sandbox.ts';

let sandbox: TestSandbox;
let receiver: Receiver;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  receiver = await startReceiver();
  await sandbox.client.call('webhook_endpoints.create', { url: receiver.url });
  return async () => {
    await sandbox.stop();
    await receiver.close();
  };
});

const waitFor = (query: SentTo<'events.wait'>) => sandbox.client.call('events.wait', query);

describe('GET /events/wait', () => {
  test('answers the newest event that is there already at once', async () => {
    const { events } = await sandbox.client.call('triggers.run', { name: 'payment.completed', count: 2 });
    const found = await waitFor({ type: 'payment.completed' });
    expect(found).toMatchObject({ data: { id: events.at(-1)!.id, type: 'payment.completed' }, timed_out: false });
  });

  test('waits for one that is still to come, after another, about an object', async () => {
    const { objects, events } = await sandbox.client.call('triggers.run', { name: 'payout.created' });
    const { id } = objects.find(({ object }) => object === 'payout')!;
    const waiting = waitFor({ type: 'payout.paid', id, after: events.at(-1)!.id });
    await sandbox.client.call('triggers.run', { name: 'payout.paid' });
    await sandbox.client.call('triggers.run', { name: 'payout.paid', id });
    expect((await waiting).data).toMatchObject({ type: 'payout.paid', subject: id });
  });

  test('waits until an attempt to deliver it was answered with a status', async () => {
    let answer = (_status: number) => {};
    receiver.answer(
      () =>
        new Promise((resolve) => {
          answer = (status) => resolve({ status });
        }),
    );
    const { events } = await sandbox.client.call('triggers.run', { name: 'payment.voided' });
    const query = { type: 'payment.voided', status: 204 };
    expect(await waitFor({ ...query, timeout: 0 })).toEqual({ data: null, timed_out: true });
    const waiting = waitFor(query);
    await receiver.waitFor((requests) => requests.some(({ body }) => body.includes(events[0]!.id)));
    answer(204);
    expect((await waiting).data).toMatchObject({ id: events[0]!.id });
    receiver.answer({});
  });

  test('is over when the time is over, which is a duration or milliseconds', async () => {
    for (const timeout of ['PT0.02S', '20ms', 20]) {
      expect(await waitFor({ type: 'dispute.lost', timeout })).toEqual({ data: null, timed_out: true });
    }
  });

  test('tells nothing of another mode', async () => {
    const live = createClient({ url: sandbox.url, mode: 'live' });
    expect((await live.call('events.wait', { type: 'payment.completed', timeout: 0 })).data).toBeNull();
  });

  test.each([
    [{ type: 'payout.payed' }, 'type', "Did you mean 'payout.paid'?"],
    [
      { after: 'evt_none' },
      'after',
      "after must be the id of an event in this workspace and mode; you sent 'evt_none'.",
    ],
    [{ timeout: 'long' }, 'timeout', "timeout 'long' is not a valid duration"],
    [{ timeout: '1h' }, 'timeout', 'at most 600000 milliseconds'],
    [{ status: 20 }, 'status', 'from 100 to 599'],
  ])('%j is refused', async (query, param, says) => {
    const { status, body } = await refusalOf(waitFor(query));
    expect({ status, param: body.param }).toEqual({ status: 400, param });
    expect(body.error).toContain(says);
  });
});

/** How many calls wait: each wants to hear when the emulator stops. */
const waitingIn = ({ sandbox: { stopping } }: TestSandbox): number => getEventListeners(stopping, 'abort').length;

test('a caller who hangs up ends the wait', async () => {
  const gone = new AbortController();
  const url = `${sandbox.url}/_emulator/events/wait?type=dispute.lost&timeout=10m`;
  const call = fetch(url, { signal: gone.signal }).catch((error: Error) => error.name);
  await expect.poll(() => waitingIn(sandbox)).toBe(1);
  gone.abort();
  expect(await call).toBe('AbortError');
  await expect.poll(() => waitingIn(sandbox)).toBe(0);
});

test('an emulator that stops refuses who waits, and does not wait for them', async () => {
  const other = await startTestSandbox();
  // Longer than this test may last.
  const waiting = refusalOf(other.client.call('events.wait', { type: 'dispute.lost', timeout: '60s' }));
  await expect.poll(() => waitingIn(other)).toBe(1);
  await other.stop();
  expect(await waiting).toMatchObject({
    status: 503,
    body: { error: 'The emulator is stopping, and the event has not occurred yet.' },
  });
});
