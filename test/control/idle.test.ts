import { getEventListeners, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { type Receiver, type ReceiverAnswer, startReceiver } from '../support/receiver.ts';
import { refusalOf, startTestSandbox, type TestSandbox } from './sandbox.ts';

let sandbox: TestSandbox;
let receiver: Receiver;
/** Answers every delivery that waits. */
let answerAll = () => {};
beforeAll(async () => {
  sandbox = await startTestSandbox();
  receiver = await startReceiver();
  await sandbox.client.call('webhook_endpoints.create', { url: receiver.url });
});
afterEach(async () => {
  answerAll();
  receiver.answer({});
  expect(await sandbox.client.call('idle', { within: '20s' })).toEqual({ idle: true, pending: nothing });
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.close();
});

const nothing = { requests: 0, jobs: 0, deliveries: 0, mails: 0 };

/** A receiver that answers only when it is told. */
function holdAnswers(): void {
  const held: ((answer: ReceiverAnswer) => void)[] = [];
  receiver.answer(() => new Promise((resolve) => held.push(resolve)));
  answerAll = () => {
    receiver.answer({});
    for (const answer of held.splice(0)) answer({});
  };
}

/** How many calls wait: each wants to hear when the emulator stops. */
const waitingIn = ({ sandbox: { stopping } }: TestSandbox): number => getEventListeners(stopping, 'abort').length;

describe('GET /idle', () => {
  test('answers at once where nothing is pending, whatever the future brings', async () => {
    await sandbox.client.call('triggers.run', { name: 'transaction.accept' });
    expect((await sandbox.client.call('clock.get')).next).not.toBeNull();
    expect(await sandbox.client.call('idle')).toEqual({ idle: true, pending: nothing });
  });

  test('waits for a receiver that is slow to answer', async () => {
    holdAnswers();
    const before = receiver.requests.length;
    await sandbox.client.call('triggers.run', { name: 'payout.created' });
    await receiver.received(before + 1);
    expect(await sandbox.client.call('idle', { within: 0 })).toEqual({
      idle: false,
      pending: { ...nothing, deliveries: 1 },
    });
    const waiting = sandbox.client.call('idle', { within: '20s' });
    await expect.poll(() => waitingIn(sandbox)).toBe(1);
    answerAll();
    expect(await waiting).toEqual({ idle: true, pending: nothing });
  });

  test('says what is pending when the time is over: the delivery whose own handler asks', async () => {
    const answers: unknown[] = [];
    receiver.answer(async () => {
      answers.push(await sandbox.client.call('idle', { within: '50ms' }));
      return {};
    });
    await sandbox.client.call('triggers.run', { name: 'payout.created' });
    await expect.poll(() => answers).toEqual([{ idle: false, pending: { ...nothing, deliveries: 1 } }]);
  });

  test('waits for a request that is not answered yet, or until its caller hangs up', async () => {
    await sandbox.client.call('faults.create', { on: 'balance.get', kind: 'latency', ms: 60_000, times: 1 });
    const gone = new AbortController();
    const headers = { authorization: 'Bearer sk_test_demo' };
    const slow = fetch(`${sandbox.url}/api/v1/balance`, { headers, signal: gone.signal }).catch(() => null);
    await expect
      .poll(async () => (await sandbox.client.call('idle', { within: 0 })).pending)
      .toEqual({ ...nothing, requests: 1 });
    const waiting = sandbox.client.call('idle', { within: '20s' });
    await expect.poll(() => waitingIn(sandbox)).toBe(1);
    gone.abort();
    await slow;
    expect(await waiting).toEqual({ idle: true, pending: nothing });
  });

  test('does not wait for those that wait themselves, and many may wait at once', async () => {
    holdAnswers();
    const before = receiver.requests.length;
    await sandbox.client.call('triggers.run', { name: 'payout.created' });
    await receiver.received(before + 1);
    const gone = new AbortController();
    const event = fetch(`${sandbox.url}/_emulator/events/wait?type=dispute.lost`, { signal: gone.signal });
    const all = Array.from({ length: 50 }, () => sandbox.client.call('idle', { within: '20s' }));
    await expect.poll(() => waitingIn(sandbox)).toBe(51);
    answerAll();
    for (const answer of await Promise.all(all)) expect(answer).toEqual({ idle: true, pending: nothing });
    gone.abort();
    await event.catch(() => {});
  });

  test('waits for the due jobs of a clock that runs, and not for those of another workspace', async () => {
    const other = await sandbox.client.call('workspaces.create');
    const client = createClient({ url: sandbox.url, workspace: other.id });
    await client.call('webhook_endpoints.create', { url: receiver.url });
    holdAnswers();
    const before = receiver.requests.length;
    await client.call('clock.move', { mode: 'running', rate: 86_400 });
    // Whoever moves the clock keeps due jobs waiting.
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const still = sandbox.sandbox.scheduler.whenStill(other.id, () => isReleased);
    await client.call('triggers.run', { name: 'transaction.accept' });
    await expect.poll(async () => (await client.call('idle', { within: 0 })).pending).toEqual({ ...nothing, jobs: 1 });
    expect(await sandbox.client.call('idle', { within: 0 })).toEqual({ idle: true, pending: nothing });
    const waiting = client.call('idle', { within: '20s' });
    release();
    await still;
    // The settlement brings a webhook.
    await receiver.received(before + 1);
    expect((await client.call('idle', { within: 0 })).pending).toEqual({ ...nothing, deliveries: 1 });
    answerAll();
    expect(await waiting).toEqual({ idle: true, pending: nothing });
    await client.call('workspaces.delete', { id: other.id });
  });

  test('waits until nothing was written, happened or was sent for so long, if it is asked for quiet', async () => {
    const { client } = sandbox;
    const headers = { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json' };
    const call = (init: RequestInit) => fetch(`${sandbox.url}/api/v1/customers`, { headers, ...init });
    const ends: string[] = [];
    const waiting = client.call('idle', { quiet: '1s', within: '20s' }).finally(() => ends.push('quiet'));
    await expect.poll(() => waitingIn(sandbox)).toBe(1);
    // The writes of one workspace keep nobody in another waiting.
    const other = await client.call('workspaces.create');
    const meanwhile = createClient({ url: sandbox.url, workspace: other.id }).call('idle', {
      quiet: '500ms',
      within: '20s',
    });
    void meanwhile.finally(() => ends.push('quiet elsewhere'));
    await expect.poll(() => waitingIn(sandbox)).toBe(2);
    while (!ends.includes('quiet elsewhere')) {
      const written = await call({ method: 'POST', body: JSON.stringify({ email: `${ends.length}@example.com` }) });
      expect(written.ok).toBe(true);
    }
    expect(ends).toEqual(['quiet elsewhere']);
    // Nor do reads.
    while (!ends.includes('quiet')) expect((await call({ method: 'GET' })).ok).toBe(true);
    expect(await waiting).toEqual({ idle: true, pending: nothing });
    await client.call('workspaces.delete', { id: other.id });
  });

  test('is not idle where it was quiet for less than it was asked', async () => {
    expect(await sandbox.client.call('idle', { quiet: '10s', within: '10ms' })).toEqual({
      idle: false,
      pending: nothing,
    });
  });

  test('waits for mails on their way to the mail catcher', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const posting = await startTestSandbox({ smtp: `smtp://127.0.0.1:${port}` });
    await posting.client.call('triggers.run', { name: 'invoice.send' });
    expect(await posting.client.call('idle', { within: 0 })).toEqual({
      idle: false,
      pending: { ...nothing, mails: 1 },
    });
    const waiting = posting.client.call('idle', { within: '20s' });
    await expect.poll(() => sockets.length).toBe(1);
    // The delivery fails, and is not tried again.
    sockets[0]!.end('554 not today\r\n');
    expect(await waiting).toEqual({ idle: true, pending: nothing });
    await posting.stop();
    silent.close();
  });

  test.each([
    ['long', "within 'long' is not a valid duration"],
    ['2m', 'at most 60000 milliseconds'],
  ])('refuses within=%s', async (within, says) => {
    const { status, body } = await refusalOf(sandbox.client.call('idle', { within }));
    expect({ status, param: body.param }).toEqual({ status: 400, param: 'within' });
    expect(body.error).toContain(says);
  });

  test('ends the wait of a caller who hangs up', async () => {
    holdAnswers();
    const before = receiver.requests.length;
    await sandbox.client.call('triggers.run', { name: 'payout.created' });
    await receiver.received(before + 1);
    const gone = new AbortController();
    const call = fetch(`${sandbox.url}/_emulator/idle?within=60s`, { signal: gone.signal }).catch(
      (error: Error) => error.name,
    );
    await expect.poll(() => waitingIn(sandbox)).toBe(1);
    gone.abort();
    expect(await call).toBe('AbortError');
    await expect.poll(() => waitingIn(sandbox)).toBe(0);
  });

  test('refuses who waits when the emulator stops', async () => {
    holdAnswers();
    const stopping = await startTestSandbox({ forwardTo: receiver.url });
    const before = receiver.requests.length;
    await stopping.client.call('triggers.run', { name: 'payout.created' });
    await receiver.received(before + 1);
    const waiting = refusalOf(stopping.client.call('idle', { within: '60s' }));
    await expect.poll(() => waitingIn(stopping)).toBe(1);
    await stopping.stop();
    expect(await waiting).toMatchObject({
      status: 503,
      body: { error: 'The emulator is stopping, and the workspace is not idle yet.' },
    });
  });
});
