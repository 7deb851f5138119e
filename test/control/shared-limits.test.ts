import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { oneAtATime } from '../../src/sandbox/control/workspaces/load-limits.ts';
import { refusalOf, startTestSandbox } from './sandbox.ts';
import { startTeams, type Teams } from './teams.ts';

let teams: Teams;
beforeAll(async () => {
  teams = await startTeams();
});
afterAll(() => teams?.stop());

/** A fixture of the caller's workspace with many customers who each pay. */
const large = (count: number) => ({
  workspaces: [
    {
      id: 'ws_a',
      settings: {},
      keys: [{ key: 'sk_test_of_a' }],
      objects: {
        test: {
          customers: { buyers: { count, email: 'buyer{n}@example.com', first_name: 'A' } },
        },
      },
    },
  ],
});

describe('a fixture that is loaded with the token of one workspace', () => {
  it('lets the emulator answer others while it loads', async () => {
    let isLoaded = false;
    const loading = teams.a.call('fixtures.load', { fixture: large(1_000) }).finally(() => {
      isLoaded = true;
    });
    let answers = 0;
    for (; !isLoaded; answers++) await teams.inB('GET', '/balance');
    await loading;
    expect(answers).toBeGreaterThan(2);
  });

  it('can be of a limited size, which the answer tells', async () => {
    expect(await refusalOf(teams.a.call('fixtures.load', { fixture: large(100_000) }))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/creates 100000 objects and moves.*at most 1000.*token for the whole emulator/),
    });
    const many = {
      workspaces: [{ id: 'ws_a', settings: {}, data: { test: { customer: new Array(1_001).fill({}) } } }],
    };
    expect(await refusalOf(teams.a.call('fixtures.load', { fixture: many }))).toMatchObject({
      message: expect.stringMatching(/1001/),
    });
  });

  it('waits for no other load: a second one is refused', async () => {
    let finish = () => {};
    const running = oneAtATime(teams.sandbox, 'ws_a', () => new Promise<void>((resolve) => (finish = resolve)));
    const refused = { status: 400, message: expect.stringContaining('still loading') };
    expect(await refusalOf(teams.a.call('reset'))).toMatchObject(refused);
    expect(await refusalOf(teams.a.call('fixtures.load', { fixture: large(1) }))).toMatchObject(refused);
    finish();
    await running;
    await teams.a.call('reset');
  });
});

describe('an export', () => {
  it('is sent in pieces, and has everything', async () => {
    await teams.a.call('fixtures.load', { fixture: large(900) });
    const headers = { authorization: `Bearer ${teams.token}` };
    const answer = await fetch(`${teams.url}/_emulator/export`, { headers });
    expect(answer.headers.get('content-length')).toBeNull();
    const { workspaces } = (await answer.json()) as { workspaces: { data: { test: { customer: object[] } } }[] };
    expect(workspaces[0]!.data.test.customer).toHaveLength(900);
    const head = await fetch(`${teams.url}/_emulator/export`, { method: 'HEAD', headers });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('the token of one workspace', () => {
  const asA = () => ({ authorization: `Bearer ${teams.token}` });

  it('gets one call at a time, so that calls of another team come between', async () => {
    const ends: string[] = [];
    const health = () => fetch(`${teams.url}/_emulator/health`).then((answer) => answer.text());
    // The connection of the other team is open.
    await health();
    const ofA = Array.from({ length: 200 }, () => teams.a.call('export').then(() => ends.push('a')));
    await ofA[0];
    await health().then(() => ends.push('b'));
    await Promise.all(ofA);
    expect(ends.indexOf('b')).toBeLessThan(150);
  });

  it('sends no large body, and none without its length', async () => {
    const refused = { status: 413, message: expect.stringMatching(/at most 1048576 bytes.*Content-Length/) };
    const workspaces = [{ id: 'ws_a', settings: {}, name: 'x'.repeat(3_000_000) }];
    expect(await refusalOf(teams.a.call('fixtures.load', { fixture: { workspaces } }))).toMatchObject(refused);
    const body = new ReadableStream({
      start(into) {
        into.enqueue(new TextEncoder().encode('{"fixture":"shop"}'));
        into.close();
      },
    });
    const headers = { ...asA(), 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    expect((await fetch(`${teams.url}/_emulator/fixtures`, init)).status).toBe(413);
  });

  it('has a limit for webhook endpoints, because each event goes to each of them', async () => {
    const add = (at: number) => teams.a.call('webhook_endpoints.create', { url: `http://127.0.0.1:9/${at}` });
    for (let at = 0; at < 20; at++) await add(at);
    expect(await refusalOf(add(20))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/at most 20 webhook endpoints.*Delete one/),
    });
    expect(await add(0)).toMatchObject({ changed: true });
    const endpoints = Array.from({ length: 21 }, (_, at) => ({ url: `http://127.0.0.1:9/${at}` }));
    const fixture = { workspaces: [{ id: 'ws_a', settings: {}, endpoints }] };
    expect(await refusalOf(teams.a.call('fixtures.load', { fixture }))).toMatchObject({
      message: expect.stringMatching(/at most 20 webhook endpoints/),
    });
    await teams.a.call('reset');
  });

  it('has limits for triggers, the clock, snapshots and streams, which the answers tell', async () => {
    const refusals = [
      [teams.a.call('triggers.run', { name: 'payment.completed', count: 51 }), /count can be at most 50/],
      [teams.a.call('clock.move', { mode: 'running', rate: 86_400 }), /rate can be at most 1000/],
    ] as const;
    for (const [call, text] of refusals) {
      expect(await refusalOf(call)).toMatchObject({ status: 400, message: expect.stringMatching(text) });
    }
    for (let count = 0; count < 50; count++) await teams.a.call('snapshots.save', { name: `s${count}` });
    await teams.a.call('snapshots.save', { name: 's0' });
    expect(await refusalOf(teams.a.call('snapshots.save', { name: 'more' }))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/has 50 snapshots.*Delete one/),
    });
    const open = new AbortController();
    const stream = () => fetch(`${teams.url}/_emulator/stream`, { headers: asA(), signal: open.signal });
    const streams = await Promise.all(Array.from({ length: 100 }, stream));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await stream()).status).toBe(429);
    open.abort();
    const again = async () => {
      const answer = await fetch(`${teams.url}/_emulator/stream`, { method: 'HEAD', headers: asA() });
      return answer.status;
    };
    await expect.poll(again, { timeout: 10_000 }).toBe(200);
  });

  it('creates no more records in a full workspace, and its clock stops at the last job that ran', async () => {
    const set = teams.sandbox.engine.dataSet('ws_a', 'live');
    await teams.a.call('clock.move', { mode: 'frozen' });
    for (let count = 0; count < 10; count++)
      await teams.a.call('triggers.run', { name: 'subscription.created', count: 50 });
    Object.defineProperty(set, 'size', { value: 100_000, configurable: true });
    const full = { status: 400, message: expect.stringMatching(/ws_a has \d+ records.*Reset the workspace/) };
    expect(await refusalOf(teams.a.call('triggers.run', { name: 'payment.completed' }))).toMatchObject(full);
    const before = (await teams.a.call('clock.get')).now;
    expect(await refusalOf(teams.a.call('clock.move', { advance: '90d' }))).toMatchObject(full);
    const { now } = await teams.a.call('clock.get');
    expect(Date.parse(now) - Date.parse(before)).toBeLessThan(90 * 86_400_000);
    Reflect.deleteProperty(set, 'size');
    await teams.a.call('triggers.run', { name: 'payment.completed' });
  });
});

describe('the merchant API of an emulator that teams share', () => {
  it.each([
    ['refuses calls that create or change in a full workspace of a team, until a reset', true],
    ['has no such limit in a workspace without a token', false],
  ])('%s', async (_, isTeams) => {
    const token = 'emu_for_this_test_only';
    const { url, sandbox, stop } = await startTestSandbox({ allowRemote: true, token });
    const operator = createClient({ url, token, workspace: 'ws_a' });
    const { keys } = await createClient({ url, token }).call('workspaces.create', { id: 'ws_a' });
    if (isTeams) await operator.call('control_tokens.create', { name: 'a' });
    const post = (path: string, body: object) => operator.api('POST', path, keys.secret.test!, body);
    const { id } = JSON.parse((await post('/customers', { email: 'a@example.com' })).text).data;
    Object.defineProperty(sandbox.engine.dataSet('ws_a', 'live'), 'size', { value: 100_000, configurable: true });
    const answers = [
      await post('/customers', { email: 'b@example.com' }),
      await operator.api('PATCH', `/customers/${id}`, keys.secret.test!, { first_name: 'Ada' }),
      await operator.api('GET', `/customers/${id}`, keys.secret.test!),
    ];
    expect(answers.map(({ status }) => status)).toEqual(isTeams ? [400, 400, 200] : [201, 200, 200]);
    if (isTeams) expect(answers[0]!.text).toMatch(/ws_a has 10000\d records.*payments-emulator reset/);
    await operator.call('reset');
    expect((await post('/customers', { email: 'c@example.com' })).status).toBe(201);
    await stop();
  });
});
