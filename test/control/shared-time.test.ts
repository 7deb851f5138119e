import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestSandbox } from './sandbox.ts';

const token = 'emu_for_this_test_only';

/** An emulator that two teams share: `a` has a token and many customers, `b` calls with its key. */
async function startShared() {
  const running = await startTestSandbox({ allowRemote: true, webhookHosts: ['localhost'], token });
  const { url } = running;
  const operator = createClient({ url, token });
  const keyOf = async (id: string) => {
    const objects = { test: { customers: { buyers: { count: 1_500, email: 'buyer{n}@example.com' } } } };
    const { keys } = await operator.call('workspaces.create', {
      id,
      fixture: { workspaces: [{ id, settings: {}, objects }] },
    });
    return keys.secret.test!;
  };
  const [ofA, ofB] = [await keyOf('ws_a'), await keyOf('ws_b')];
  const made = await createClient({ url, token, workspace: 'ws_a' }).call('control_tokens.create', { name: 'a' });
  const [manyOfA, oneOfB] = [new Agent({ connections: 200 }), new Agent({ connections: 1 })];
  const get = async (path: string, key: string, dispatcher = manyOfA) => {
    const { statusCode, body } = await request(url + path, { dispatcher, headers: { authorization: `Bearer ${key}` } });
    await body.dump();
    return statusCode;
  };
  const balance = () => get('/api/v1/balance', ofB, oneOfB);
  return {
    ...running,
    ofA,
    get,
    balance,
    tokenOfA: made.token,
    a: createClient({ url, token: made.token }),
    /** How many calls of the other team are answered, one after another, during some work. */
    answersDuring: async (work: Promise<unknown>) => {
      let isDone = false;
      const end = work.finally(() => {
        isDone = true;
      });
      let answers = 0;
      for (; !isDone; answers++) await balance();
      await end;
      return answers;
    },
    stop: () => Promise.all([manyOfA.close(), oneOfB.close(), running.stop()]),
  };
}

let shared: Awaited<ReturnType<typeof startShared>>;
beforeAll(async () => {
  shared = await startShared();
});
afterAll(() => shared?.stop());

it('shares its time between teams: one with many calls at once waits for itself, not the other team', async () => {
  const ends: string[] = [];
  const call = async (team: string, calling: Promise<number>) => ends.push(`${team}: ${await calling}`);
  // The connections are open, so that all calls arrive at the same time.
  await Promise.all(Array.from({ length: 200 }, () => shared.get('/api/v1/balance', shared.ofA)));
  await shared.balance();
  const manyOfA = Array.from({ length: 200 }, () => call('a', shared.get('/api/v1/customers?limit=100', shared.ofA)));
  await Promise.all([...manyOfA, call('b', shared.balance())]);
  expect(new Set(ends)).toEqual(new Set(['a: 200', 'b: 200']));
  expect(ends.indexOf('b: 200')).toBeLessThan(150);
});

it('answers the other team while one search reads many records', async () => {
  const search = 'search=zzz+since:-1y&kind=customer&sums=true&limit=100';
  const objects = () => shared.get(`/_emulator/objects?${search}`, shared.tokenOfA);
  await objects();
  const answers = await shared.answersDuring(objects());
  expect(answers).toBeGreaterThan(4);
});

it('reads no answer of a list to find the request that made an object', async () => {
  const path = '/api/v1/customers';
  expect(await shared.get(path, shared.ofA)).toBe(200);
  const [list] = shared.sandbox.requests.list('ws_a');
  let reads = 0;
  Object.defineProperty(list, 'response', { get: () => String(reads++) });
  const { objects } = await shared.a.call('objects.list', { kind: 'customer', limit: 1 });
  await shared.a.call('objects.get', { id: objects[0]!.id });
  expect([list!.path, reads]).toEqual([path, 0]);
});

it('starts few webhooks of a team before the other team gets its answer', async () => {
  const receiver = await startReceiver();
  for (let at = 0; at < 20; at++) {
    await shared.a.call('webhook_endpoints.create', { url: `http://localhost:${receiver.port}/${at}` });
  }
  await shared.a.call('triggers.run', { name: 'payment.completed' });
  await expect.poll(() => receiver.requests.length).toBe(20);
  await shared.a.call('triggers.run', { name: 'payment.completed', count: 50 });
  await shared.balance();
  expect(shared.sandbox.webhooks.inFlight.size).toBeLessThan(200);
  await expect.poll(() => receiver.requests.length, { timeout: 20_000 }).toBe(20 + 50 * 20);
  await receiver.close();
});

it('lets several turns pass after a call that took longer than the share of its team', async () => {
  const { turns } = shared.sandbox;
  const order: string[] = [];
  const longOfA = async () => {
    await turns.next('ws_a');
    const begun = performance.now();
    while (performance.now() - begun < 40);
    order.push('a');
  };
  const manyOfB = async () => {
    for (let count = 0; count < 50; count++) {
      await turns.next('ws_b');
      order.push('b');
    }
  };
  await Promise.all([longOfA(), longOfA(), manyOfB()]);
  expect(order.lastIndexOf('a') - order.indexOf('a')).toBeGreaterThan(5);
});

it('lets the other team have its turn while an assertion compares many events', async () => {
  const missing = Object.fromEntries(Array.from({ length: 8_000 }, (_, at) => [`field_${at}`, at]));
  const turns = vi.spyOn(shared.sandbox.turns, 'next');
  const verdict = await shared.a.call('assertions.check', {
    delivered: 'payment.completed',
    with: { metadata: missing },
  });
  expect(verdict).toMatchObject({ pass: false, count: 0 });
  expect(turns.mock.calls.length).toBeGreaterThan(5);
  turns.mockRestore();
});

it('creates one document at a time, however many readers there are', async () => {
  const ends: string[] = [];
  await shared.get('/docs/api', '');
  await shared.balance();
  const many = Array.from({ length: 20 }, () => shared.get('/docs/api', '').then(() => ends.push('docs')));
  const threeOfB = async () => {
    for (let count = 0; count < 3; count++) await shared.balance();
    ends.push('b');
  };
  await Promise.all([...many, threeOfB()]);
  expect(ends.indexOf('b')).toBeLessThan(10);
});

it('creates the page of the API in turns, and again only for a reader at another address', async () => {
  const turns = vi.spyOn(shared.sandbox.turns, 'next');
  const turnsFor = async (host: string) => {
    turns.mockClear();
    const { body } = await request(`${shared.url}/docs/api`, { headers: { host } });
    const page = await body.text();
    return [page.includes(`http://${host}/api/v1/customers`), turns.mock.calls.length] as const;
  };
  const [first, second] = ['localhost:1', 'localhost:2'];
  expect(await turnsFor(first)).toEqual([true, expect.any(Number)]);
  // The request itself takes one turn.
  expect(await turnsFor(first)).toEqual([true, 1]);
  const [isForSecond, count] = await turnsFor(second);
  expect([isForSecond, count > 1]).toEqual([true, true]);
  turns.mockRestore();
});

it('writes the interface description once, whatever names its readers invent', async () => {
  const described = async (port: number) => {
    const { body } = await request(`${shared.url}/openapi.json`, { headers: { host: `localhost:${port}` } });
    return ((await body.json()) as { servers: { url: string }[] }).servers[0]!.url;
  };
  await described(1);
  const { registry } = shared.sandbox.engine;
  const { slices } = registry;
  const read = () => {
    reads++;
    return slices;
  };
  let reads = 0;
  Object.defineProperty(registry, 'slices', { get: () => read(), configurable: true });
  expect(await described(2)).toBe('http://localhost:2/api/v1');
  Object.defineProperty(registry, 'slices', { value: slices, configurable: true });
  expect(reads).toBe(0);
});
