import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import type { LogPage, StreamMessage } from '../../src/sandbox/control/wire.ts';
import { cards, Demo } from '../support/demo.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await createTestSandbox();
});
afterAll(() => sandbox.stop());

const clientOf = ({ workspace }: Demo) => createClient({ url: sandbox.url, workspace, mode: 'test' });
const wordsOf = ({ data, type }: StreamMessage): string => {
  if (type === 'request') return `${data.method} ${data.path} ${data.status}`;
  if (type === 'event') return data.type;
  if (type === 'change') return `${data.object} ${data.to} ${data.amount ?? ''}`.trim();
  if (type === 'mark') return `mark ${data.text}`;
  return type === 'delivery' ? `attempt ${data.attempts.length}` : type;
};
const numbersOf = ({ data }: Pick<LogPage, 'data'>): number[] => data.map(({ number }) => number);
const isRising = (numbers: readonly number[]): boolean =>
  numbers.every((each, at) => at === 0 || each > numbers[at - 1]!);

describe('what happened', () => {
  test('is numbered in its order, each effect behind its cause', async () => {
    const demo = await Demo.create(sandbox);
    const client = clientOf(demo);
    await client.call('markers.add', { text: 'pays' });
    await demo.charged({ amount: 4_200 });
    await demo.advance('5d');
    const page = await client.call('log.page');
    expect(isRising(numbersOf(page))).toBe(true);
    expect(page.has_more).toBe(false);
    const words = page.data.map(wordsOf).filter((each) => each !== 'clock');
    const inOrder: (string | RegExp)[] = [
      'mark pays',
      /^POST .*\/charges 201$/,
      'transaction pending_settlement 4200',
      /^transaction settled/,
      'payment.completed',
    ];
    const places = inOrder.map((each) => words.findIndex((word) => word.search(each) !== -1));
    expect(places).not.toContain(-1);
    expect(isRising(places)).toBe(true);
  });

  test('is read back page by page to its beginning, and forward from any number', async () => {
    const demo = await Demo.create(sandbox);
    const client = clientOf(demo);
    for (let count = 0; count < 8; count++) await demo.charged();
    const whole = await client.call('log.page');
    const back: StreamMessage[] = [];
    for (let before: number | undefined, isMore = true; isMore; before = back[0]?.number) {
      const page = await client.call('log.page', { before, limit: 7 });
      back.unshift(...page.data);
      isMore = page.has_more;
    }
    expect(back).toEqual(whole.data);
    const [, , third] = whole.data;
    const since = await client.call('log.page', { since: third!.number });
    expect(since.data).toEqual(whole.data.slice(3));
    expect(await client.call('log.page', { since: 0, limit: 2 })).toMatchObject({
      data: whole.data.slice(0, 2),
      has_more: true,
    });
  });

  test('is of one workspace and one mode', async () => {
    const [demo, other] = [await Demo.create(sandbox), await Demo.create(sandbox)];
    await other.charged();
    const page = await clientOf(demo).call('log.page');
    expect(page.data.filter(({ workspace }) => workspace === other.workspace)).toEqual([]);
  });

  test.each(['?since=1&before=2', '?since=-1', '?limit=0', '?limit=5001', '?before=x'])('refuses %s', async (query) => {
    const { status, body } = await sandbox.control.get<{ error: string }>(`/log${query}`);
    expect([status, body.error.length > 0]).toEqual([400, true]);
  });
});

describe('a stream from a number', () => {
  /** Without the comments that only keep the connection open. */
  const blocksIn = (text: string) => text.split('\n\n').filter((block) => !block.includes(': connected'));

  /** The first messages of a stream as they were sent. */
  async function blocks(query: string, count: number, headers: Record<string, string> = {}): Promise<string[]> {
    const end = new AbortController();
    onTestFinished(() => end.abort());
    const { body } = await fetch(`${sandbox.url}/_emulator/stream${query}`, { headers, signal: end.signal });
    let text = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (blocksIn(text).length > count) break;
    }
    return blocksIn(text).slice(0, count);
  }

  test('tells again what happened since then, and goes on with what happens', async () => {
    const demo = await Demo.create(sandbox);
    const client = clientOf(demo);
    await demo.charged();
    const { data } = await client.call('log.page');
    const end = new AbortController();
    onTestFinished(() => end.abort());
    const heard: number[] = [];
    const stream = client.stream(end.signal, undefined, data[1]!.number);
    const first = await stream.next();
    await client.call('markers.add', { text: 'later' });
    heard.push(first.value!.number);
    for await (const message of stream) {
      heard.push(message.number);
      if (message.type === 'mark' && message.data.text === 'later') break;
    }
    expect(heard).toEqual(numbersOf(await client.call('log.page')).filter((number) => number > data[1]!.number));
  });

  test('goes on where a reader says that its connection broke', async () => {
    const demo = await Demo.create(sandbox);
    await demo.charged();
    const [first, second] = numbersOf(await clientOf(demo).call('log.page'));
    const query = `?workspace=${demo.workspace}`;
    const [told] = await blocks(query, 1, { 'last-event-id': String(first) });
    expect(told).toMatch(new RegExp(`^id: ${second}\nevent: \\w+\ndata: \\{`));
    const answer = await fetch(`${sandbox.url}/_emulator/stream${query}`, { headers: { 'last-event-id': 'evt_1' } });
    expect(answer.status).toBe(400);
  });
});

test('what earlier starts stored stands before everything else, with the answers of receivers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'emulator-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const started = await createTestSandbox({ dataDir: folder });
  const demo = Demo.ofFixture(started, 'ws_demo');
  await started.control.post('/webhook-endpoints', { url: receiver.url });
  receiver.answer({ status: 500 });
  await demo.settled({ amount: 777 });
  await started.control.get('/idle?within=20s');
  await demo.advance('4m');
  await demo.settled({ amount: 778 });
  await demo.advance('2m');
  await started.stop();
  const again = await createTestSandbox({ dataDir: folder });
  onTestFinished(() => again.stop());
  const client = createClient({ url: again.url });
  const stored = await client.call('log.page');
  expect(stored.data.map(wordsOf)).toEqual(expect.arrayContaining(['payment.completed', 'attempt 1']));
  expect(Math.max(...numbersOf(stored))).toBeLessThanOrEqual(0);
  expect(isRising(numbersOf(stored))).toBe(true);
  const times = stored.data.map(({ at }) => at);
  expect(times).toEqual([...times].sort());
  await Demo.ofFixture(again, 'ws_demo').charged();
  const { data } = await client.call('log.page');
  expect(data.slice(0, stored.data.length)).toEqual(stored.data);
  expect(data.length).toBeGreaterThan(stored.data.length);
});

test('what is too long ago is dropped, and it is told how many requests that were', async () => {
  const small = await createTestSandbox({ requestsKept: 4 });
  onTestFinished(() => small.stop());
  const client = createClient({ url: small.url });
  for (let count = 0; count < 1_500; count++) await small.api.get('/balance');
  const page = await client.call('log.page', { limit: 5_000 });
  const shown = page.data.filter(({ type }) => type === 'request').length;
  expect(page.requests_cut).toBeGreaterThan(0);
  expect(shown + page.requests_cut).toBe(1_500);
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const first = await client.stream(end.signal, undefined, 0).next();
  expect(first.value).toMatchObject({ type: 'left_out', data: { request: page.requests_cut } });
});

test('ended chapters are dropped when they hold too many bytes, although they are few records', async () => {
  const small = await createTestSandbox({ requestsKept: 4 });
  onTestFinished(() => small.stop());
  const client = createClient({ url: small.url });
  const rounds = 12;
  const chaptersAfter = async (note: string): Promise<number> => {
    for (let count = 0; count < rounds; count++) {
      for (let sent = 0; sent < 4; sent++) await small.api.post('/customers', { note });
      await client.call('reset');
    }
    return (await client.call('records.list')).chapters.filter(({ ended }) => ended !== null).length;
  };
  expect(await chaptersAfter('short')).toBe(rounds);
  expect(await chaptersAfter('x'.repeat(15_000))).toBeLessThan(rounds);
  expect((await client.call('records.list')).requests_cut).toBeGreaterThan(0);
});

test('who made a declined payment is known when the log of requests has dropped its call', async () => {
  const small = await createTestSandbox({ requestsKept: 4 });
  onTestFinished(() => small.stop());
  const demo = await Demo.create(small);
  const client = createClient({ url: small.url, workspace: demo.workspace, mode: 'test' });
  const customer = await demo.saveCustomer();
  const declined = await demo.charge({ customer_id: customer.id, payment_token: await demo.tokenize(cards.declined) });
  for (let count = 0; count < 20; count++) await demo.balance();
  expect((await client.call('requests.list', { limit: 100 })).data.map(({ path }) => path)).not.toContain(
    '/api/v1/charges',
  );
  const [payment] = (await client.call('objects.list', { kind: 'transaction' })).objects;
  expect(declined.status).toBe(402);
  expect((await client.call('objects.get', { id: payment!.id })).made_by).toMatchObject({
    path: '/api/v1/charges',
    status: 402,
  });
});

test('a declined charge has its object, its amount and the people that it is about', async () => {
  const demo = await Demo.create(sandbox);
  const customer = await demo.saveCustomer();
  const declined = await demo.charge({
    customer_id: customer.id,
    payment_token: await demo.tokenize(cards.declined),
    amount: 1_234,
  });
  expect(declined.status).toBe(402);
  const { data } = await clientOf(demo).call('log.page');
  const change = data.find((each) => each.type === 'change' && each.data.object === 'transaction');
  expect(change).toMatchObject({ data: { amount: 1_234, who: expect.stringContaining(customer.id) } });
});

test('what became of a reference is told by its payment, and by itself where there is none', async () => {
  const demo = await Demo.create(sandbox);
  const { id: customer_id } = await demo.saveCustomer();
  for (const [reference_id, number] of [
    ['o-1', cards.visaDebit],
    ['o-2', cards.declined],
    ['o-3', cards.unavailableNotCharged],
  ] as const) {
    await demo.charge({ customer_id, payment_token: await demo.tokenize(number), amount: 1_234, reference_id });
  }
  const { data } = await clientOf(demo).call('log.page');
  const told = data.flatMap((each) => (each.type === 'change' ? [each.data] : []));
  expect(told.map(({ object, to, reference = '' }) => [object, to, reference])).toEqual([
    ['transaction', 'pending_settlement', 'o-1'],
    ['transaction', 'failed', 'o-2'],
    ['charge_attempt', 'unresolved', ''],
  ]);
});
