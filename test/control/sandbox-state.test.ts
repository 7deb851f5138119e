import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createClient, type SentTo } from '../../src/client/node-client.ts';
import { controlOperations } from '../../src/sandbox/control/registry.ts';
import type { LedgerEntryView } from '../../src/sandbox/control/wire.ts';
import { startReceiver } from '../support/receiver.ts';
import { refusalOf, startTestSandbox, type TestSandbox } from './sandbox.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
  return () => sandbox.stop();
});

describe('status', () => {
  test('tells version, clock, counts, storage and the health of endpoints', async () => {
    const receiver = await startReceiver({ status: 500 });
    await sandbox.client.call('webhook_endpoints.create', { url: receiver.url });
    await sandbox.client.call('triggers.run', { name: 'payment.completed' });
    await sandbox.client.call('settle');
    expect(await sandbox.client.call('status')).toMatchObject({
      version: '0.0.0-test',
      url: sandbox.url,
      status: 'ok',
      workspace: 'ws_demo',
      mode: 'test',
      clock: { now: '2026-03-01T09:00:00.000Z', mode: 'frozen' },
      storage: { kind: 'memory', path: null, status: 'ok', reason: null },
      counts: { transaction: 1, event: 1, delivery: 1 },
      endpoints: [{ health: { last_status: 500, failures_in_a_row: 1, next_attempt_at: '2026-03-01T09:05:00.000Z' } }],
      workspaces: [{ id: 'ws_demo' }, { id: 'ws_demo_a' }, { id: 'ws_demo_b' }],
    });
    await receiver.close();
  });

  test('shutdown answers, and then asks the process to end', async () => {
    expect(await sandbox.client.call('shutdown')).toEqual({ stopping: true });
    await sandbox.stopRequested;
  });
});

describe('the causal tree', () => {
  test('leads from the request over the change of state to the attempts', async () => {
    const receiver = await startReceiver();
    await sandbox.client.call('webhook_endpoints.create', { url: receiver.url });
    const { objects } = await sandbox.client.call('triggers.run', { name: 'transaction.accept' });
    await sandbox.api('POST', `/transactions/${objects[0]!.id}/void`);
    await sandbox.client.call('settle');
    const { id } = (await sandbox.client.call('events.list')).data[0]!;
    const event = await sandbox.client.call('events.get', { id });
    expect(event).toMatchObject({
      type: 'payment.voided',
      subject: objects[0]!.id,
      change: { object: 'transaction', verb: 'void', from: 'pending_settlement', to: 'voided' },
      changed: [
        { field: 'status', from: 'pending_settlement', to: 'voided' },
        { field: 'voided_at', from: null, to: '2026-03-01T09:00:00.000Z' },
      ],
      cause: { type: 'request', id: event.request!.id, method: 'POST' },
      request: { path: `/api/v1/transactions/${objects[0]!.id}/void`, status: 200 },
      effects: [{ id }],
      deliveries: [{ status: 'delivered', attempts: [{ number: 1, status: 200, error: null }] }],
    });
    const request = await sandbox.client.call('requests.get', { id: event.request!.id });
    expect(request.events).toMatchObject([{ id, type: 'payment.voided', change: { verb: 'void' }, job: null }]);
    await receiver.close();
  });

  test('leads back through the clock to the call that booked the job, both ways', async () => {
    const { body: customer } = await sandbox.api('POST', '/customers', {
      email: 'ann@example.com',
      billing_postal_code: '62701',
      cc_number: '4000056655665556',
      cc_exp_month: '12',
      cc_exp_year: '2030',
    });
    const { body: charged } = await sandbox.api('POST', '/charges', { customer_id: customer.data.id, amount: 4200 });
    const request = (await sandbox.client.call('requests.list')).data[0]!;
    await sandbox.client.call('clock.move', { advance: '1d' });
    const [completed] = (await sandbox.client.call('events.list', { type: 'payment.completed' })).data;
    const event = await sandbox.client.call('events.get', { id: completed!.id });
    expect(event).toMatchObject({
      subject: charged.data.id,
      cause: { type: 'job', kind: 'transaction.settle', origin: { type: 'request', id: request.id, method: 'POST' } },
      request: { id: request.id, path: '/api/v1/charges', status: 201 },
    });
    expect((await sandbox.client.call('requests.get', { id: request.id })).events).toMatchObject([
      { id: event.id, type: 'payment.completed', job: { kind: 'transaction.settle' } },
    ]);
  });

  test("says of a fixture's history that it was never to be sent", async () => {
    const receiver = await startReceiver();
    await sandbox.client.call('webhook_endpoints.create', { url: receiver.url });
    await sandbox.client.call('fixtures.load', { fixture: 'shop' });
    const { data } = await sandbox.client.call('events.list', { limit: 1 });
    expect(await sandbox.client.call('events.get', { id: data[0]!.id })).toMatchObject({
      unsent: 'history',
      deliveries: [],
    });
    await receiver.close();
  });

  test('of a payout leads through every job on its way', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'payout.created' });
    await sandbox.client.call('clock.move', { advance: '10d' });
    const { data } = await sandbox.client.call('events.list', { id: objects[0]!.id });
    expect(data.map(({ type, cause }) => [type, cause.origin?.name ?? cause.name])).toEqual([
      ['payout.paid', 'payout.created'],
      ['payout.updated', 'payout.created'],
      ['payout.created', 'payout.created'],
    ]);
  });

  test('leads back to the job that was due', async () => {
    await sandbox.client.call('triggers.run', { name: 'transaction.accept' });
    const moved = await sandbox.client.call('clock.move', { advance: 'next' });
    const event = await sandbox.client.call('events.get', { id: moved.ran[0]!.events[0]!.id });
    expect(event.cause).toMatchObject({ type: 'job', kind: 'transaction.settle', due_at: '2026-03-01T09:00:02.000Z' });
  });
});

describe('the list of events', () => {
  test('is narrowed by type, object, and what came before', async () => {
    const first = await sandbox.client.call('triggers.run', { name: 'payment.refunded' });
    const second = await sandbox.client.call('triggers.run', { name: 'payment.disputed' });
    const types = async (query: SentTo<'events.list'>) =>
      (await sandbox.client.call('events.list', query)).data.map(({ type }) => type);
    expect(await types({ type: 'payment.completed' })).toHaveLength(2);
    expect(await types({ id: first.objects[0]!.id })).toEqual(['payment.refunded', 'payment.completed']);
    // The dispute's own event names the transaction in its payload.
    expect(await types({ id: second.objects[0]!.id })).toContain('dispute.created');
    expect(await types({ after: first.events.at(-1)!.id })).toEqual([
      'dispute.created',
      'payment.disputed',
      'payment.completed',
    ]);
    expect(await types({ after: second.events.at(-1)!.id })).toEqual([]);
  });

  test('pages without a gap', async () => {
    await sandbox.client.call('triggers.run', { name: 'payment.completed', count: 7 });
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await sandbox.client.call('events.list', { limit: 3, starting_after: after });
      seen.push(...page.data.map(({ id }) => id));
      if (!page.has_more) break;
      after = page.data.at(-1)!.id;
    }
    expect(new Set(seen).size).toBe(7);
  });

  test.each([{ type: 'payment.nothing' }, { after: 'evt_none' }, { starting_after: 'evt_none' }, { limit: 0 }])(
    '%j is refused',
    async (query) => {
      expect(await refusalOf(sandbox.client.call('events.list', query))).toMatchObject({ status: 400 });
    },
  );
});

describe('the stream', () => {
  test('tells requests, changes, events, deliveries and the clock, of its own data set alone', async () => {
    const receiver = await startReceiver();
    await sandbox.client.call('webhook_endpoints.create', { url: receiver.url });
    const ended = new AbortController();
    const stream = sandbox.client.stream(ended.signal);
    const first = stream.next();
    // The stream is open once it tells of something.
    const knock = setInterval(() => void sandbox.api('GET', '/balance'), 20);
    await first;
    clearInterval(knock);
    await createClient({ url: sandbox.url, workspace: 'ws_demo_a' }).call('triggers.run', {
      name: 'payment.completed',
    });
    await sandbox.client.call('triggers.run', { name: 'payment.completed' });
    await sandbox.client.call('settle');
    await sandbox.client.call('clock.move', { advance: '1d' });
    const seen = [];
    for await (const message of stream) {
      seen.push(message);
      if (message.type === 'clock' && 'now' in message.data) break;
    }
    expect(seen.every(({ workspace, mode }) => workspace === 'ws_demo' && mode !== 'live')).toBe(true);
    const told = seen.map(({ type, data }) =>
      type === 'change' ? `change ${data.verb}` : type === 'event' ? data.type : type,
    );
    expect(told.filter((what) => what !== 'request')).toEqual([
      'change accept',
      'change complete',
      'payment.completed',
      'mark',
      'delivery',
      'mark',
      'clock',
    ]);
    await receiver.close();
  });

  test('ends when its reader goes', async () => {
    const ended = new AbortController();
    const stream = sandbox.client.stream(ended.signal);
    const first = stream.next();
    const knock = setInterval(() => void sandbox.api('GET', '/balance'), 20);
    await first;
    clearInterval(knock);
    ended.abort();
    await expect(stream.next()).resolves.toMatchObject({ done: true });
  });
});

describe('workspaces', () => {
  test('a fresh one has fresh keys, money of its fixture, and nothing of others', async () => {
    await sandbox.client.call('triggers.run', { name: 'payment.completed' });
    const made = await sandbox.client.call('workspaces.create');
    expect(made).toMatchObject({
      id: expect.stringMatching(/^ws_\w{20}$/),
      keys: {
        secret: { test: expect.stringMatching(/^sk_test_\w{20}$/), live: expect.stringMatching(/^sk_live_\w{20}$/) },
        publishable: {
          test: expect.stringMatching(/^pk_test_\w{20}$/),
          live: expect.stringMatching(/^pk_live_\w{20}$/),
        },
      },
      webhook_secret: expect.stringMatching(/^whsec_\w{20}$/),
      api_base: `${sandbox.url}/api/v1`,
    });
    const key = made.keys.secret.test!;
    expect((await sandbox.api('GET', '/transactions', undefined, key)).body.data).toEqual([]);
    expect((await sandbox.api('GET', '/balance', undefined, key)).body.data.available).toBe(1_000_000);
    // The clock and the freeze of the start hold for later workspaces too.
    const clock = await createClient({ url: sandbox.url, workspace: made.id }).call('clock.get');
    expect(clock).toMatchObject({ now: '2026-03-01T09:00:00.000Z', mode: 'frozen' });
  });

  test('the capability follows the gateway', async () => {
    const made = await sandbox.client.call('workspaces.create', { id: 'ws_mine', settings: { gateway: 'gateway_a' } });
    const { settings } = await sandbox.client.call('workspaces.get', { id: made.id });
    expect(settings).toMatchObject({ gateway: 'gateway_a', debit_payouts_enabled: { test: false, live: false } });
    const changed = await sandbox.client.call('workspaces.update', {
      id: made.id,
      settings: { gateway: 'debit_payouts' },
    });
    expect(changed.settings.debit_payouts_enabled).toEqual({ test: true, live: false });
  });

  test('settings are merged, and checked', async () => {
    const { settings } = await sandbox.client.call('workspaces.update', {
      id: 'ws_demo',
      settings: { settlement: { delays: { card: 5 } } },
    });
    expect(settings.settlement).toMatchObject({ mode: 'auto', delays: { card: 5, ach: 4_000 } });
    for (const wrong of [{ gatway: 'gateway_a' }, { gateway: 'gateway_z' }, { settlement: { delays: { card: -1 } } }]) {
      expect(
        await refusalOf(sandbox.client.call('workspaces.update', { id: 'ws_demo', settings: wrong as never })),
      ).toMatchObject({
        status: 400,
      });
    }
  });

  test('an id that is taken, an unknown fixture and the default workspace are refused', async () => {
    expect(await refusalOf(sandbox.client.call('workspaces.create', { id: 'ws_demo' }))).toMatchObject({
      body: { param: 'id' },
    });
    expect(await refusalOf(sandbox.client.call('workspaces.create', { fixture: 'nope' }))).toMatchObject({
      body: { param: 'fixture' },
    });
    expect(await refusalOf(sandbox.client.call('workspaces.delete', { id: 'ws_demo' }))).toMatchObject({ status: 400 });
    expect(await refusalOf(sandbox.client.call('workspaces.delete', { id: 'ws_none' }))).toMatchObject({ status: 404 });
  });

  test('one that is removed is gone with its keys', async () => {
    const made = await sandbox.client.call('workspaces.create');
    const asked = async () => (await sandbox.api('GET', '/balance', undefined, made.keys.secret.test!)).status;
    expect(await asked()).toBe(200);
    await sandbox.client.call('workspaces.delete', { id: made.id });
    expect(await asked()).toBe(401);
    expect((await sandbox.client.call('workspaces.list')).data).toHaveLength(3);
  });
});

describe('reset', () => {
  test('brings data, clock, keys, endpoints and settings of the fixture back', async () => {
    await sandbox.client.call('triggers.run', { name: 'payment.disputed' });
    await sandbox.client.call('clock.move', { advance: '30d' });
    await sandbox.client.call('webhook_endpoints.create', { url: 'http://127.0.0.1:9/' });
    await sandbox.client.call('workspaces.update', { id: 'ws_demo', settings: { settlement: { mode: 'manual' } } });
    const before = await sandbox.client.call('keys.get');
    expect(await sandbox.client.call('reset')).toEqual({ id: 'ws_demo', fixture: 'default' });
    expect(await sandbox.client.call('keys.get')).toEqual(before);
    expect(await sandbox.client.call('status')).toMatchObject({
      clock: { now: '2026-03-01T09:00:00.000Z', next: null },
      counts: { balance: 1, ledger: 1 },
      endpoints: [],
    });
    expect((await sandbox.client.call('workspaces.get', { id: 'ws_demo' })).settings).toMatchObject({
      settlement: { mode: 'auto' },
    });
    expect((await sandbox.client.call('requests.list')).data).toEqual([]);
  });

  test('leaves other workspaces alone, and a workspace that was made later its keys and settings', async () => {
    const made = await sandbox.client.call('workspaces.create', { settings: { gateway: 'gateway_b' } });
    const client = createClient({ url: sandbox.url, workspace: made.id });
    await client.call('triggers.run', { name: 'payment.completed' });
    await sandbox.client.call('triggers.run', { name: 'payment.completed' });
    await client.call('reset');
    expect((await client.call('keys.get')).keys).toEqual(made.keys);
    expect((await client.call('workspaces.get', { id: made.id })).settings.gateway).toBe('gateway_b');
    expect((await client.call('events.list')).data).toEqual([]);
    expect((await sandbox.client.call('events.list')).data).toHaveLength(1);
  });
});

describe('rules and outcomes', () => {
  test.each([
    [
      { when: { operation: 'charges.creat' }, then: { kind: 'decline' } },
      'when.operation',
      "Did you mean 'charges.create'?",
    ],
    [{ when: { amont: 1 }, then: { kind: 'decline' } }, 'when.amont', "Did you mean 'amount'?"],
    [{ when: { amount: '12' }, then: { kind: 'decline' } }, 'when.amount', '"12"'],
    [{ when: { amount: { above: 1 } }, then: { kind: 'decline' } }, 'when.amount', 'above'],
    [{ when: {}, then: { kind: 'explode' } }, 'then.kind', 'decline, fail'],
    [{ when: {}, then: {} }, 'then.kind', 'required'],
    [{ when: {}, then: { kind: 'fail', afer: 1 } }, 'then.afer', "Did you mean 'after'?"],
    [{ when: {} }, 'then', 'then'],
  ])('%j is refused', async (rule, param, says) => {
    const { status, body } = await refusalOf(sandbox.client.call('rules.create', rule as never));
    expect({ status, param: body.param }).toEqual({ status: 400, param });
    expect(body.error).toContain(says);
  });

  test('a rule decides until it is removed, and stands first in the table', async () => {
    const rule = await sandbox.client.call('rules.create', {
      when: { operation: 'charges.create', amount: 700 },
      then: { kind: 'decline' },
    });
    expect(
      (await refusalOf(sandbox.client.call('triggers.run', { name: 'transaction.accept', amount: 700 }))).status,
    ).toBe(400);
    expect((await sandbox.client.call('outcomes.list')).data[0]).toMatchObject({ source: 'workspace', id: rule.id });
    expect((await sandbox.client.call('rules.list')).data).toHaveLength(1);
    await sandbox.client.call('rules.delete', { id: rule.id });
    await sandbox.client.call('triggers.run', { name: 'transaction.accept', amount: 700 });
  });

  test('a rule belongs to its workspace alone', async () => {
    const { id } = await sandbox.client.call('rules.create', { when: {}, then: { kind: 'decline' } });
    const other = createClient({ url: sandbox.url, workspace: 'ws_demo_a' });
    expect((await other.call('rules.list')).data).toEqual([]);
    expect(await refusalOf(other.call('rules.delete', { id }))).toMatchObject({ status: 404 });
    expect(await refusalOf(other.call('rules.update', { id }))).toMatchObject({ status: 404 });
  });

  test('a rule is changed in its place: what is left out stays, null takes away, another kind begins anew', async () => {
    const { client } = sandbox;
    const first = await client.call('rules.create', {
      when: { amount: 700, rail: 'card' },
      then: { kind: 'dispute', after: '2m' },
    });
    await client.call('rules.create', { when: { amount: 800 }, then: { kind: 'decline' } });
    const changed = await client.call('rules.update', {
      id: first.id,
      when: { amount: 900, rail: null },
      then: { code: 'M013' },
    });
    expect(changed).toEqual({
      id: first.id,
      when: { amount: 900 },
      then: { kind: 'dispute', after: 120_000, code: 'M013' },
      matched: 0,
      spent: false,
    });
    expect((await client.call('rules.update', { id: first.id, then: { kind: 'decline' } })).then).toEqual({
      kind: 'decline',
    });
    expect((await sandbox.client.call('outcomes.list')).data[0]).toMatchObject({ id: first.id, when: { amount: 900 } });
    expect(await refusalOf(client.call('rules.update', { id: first.id, then: { ms: 5 } }))).toMatchObject({
      status: 400,
      body: { param: 'then.ms' },
    });
    expect((await sandbox.client.call('outcomes.list')).data[0]).toMatchObject({
      id: first.id,
      then: { kind: 'decline' },
    });
  });

  test('every kind of rule takes the fields that it declares', async () => {
    // Only one of `nth` and `times` says how often a rule acts.
    const often = { nth: '1-3', times: undefined };
    const examples: Record<string, unknown> = { code: undefined, currency: 'EUR', operation: undefined, ...often };
    const values = {
      text: 'ada',
      choice: undefined,
      number: 1,
      amount: 100,
      duration: '1s',
      yes_no: true,
      code: 'R01',
    };
    for (const { kind, when, then } of (await sandbox.client.call('rules.kinds')).data) {
      const filled = (fields: typeof when) =>
        fields.map(({ name, type, choices }) => [
          name,
          name in examples ? examples[name] : (choices[0] ?? values[type]),
        ]);
      const operation = kind === 'other_amount' ? 'checkout.pay' : undefined;
      const rule = {
        when: { ...Object.fromEntries(filled(when)), operation },
        then: { ...Object.fromEntries(filled(then)), kind },
      };
      expect((await sandbox.client.call('rules.create', rule as never)).then.kind).toBe(kind);
    }
  });
});

describe('the ledger', () => {
  test('every movement sums to 0, and each account to the balance', async () => {
    for (const name of [
      'dispute.won',
      'dispute.lost',
      'payout.returned',
      'payout.failed',
      'payment.refunded',
      'payment.voided',
    ]) {
      await sandbox.client.call('triggers.run', { name });
    }
    await sandbox.client.call('triggers.run', { name: 'payout.created' });
    const entries: LedgerEntryView[] = [];
    for (let after: string | undefined; ; ) {
      const page = await sandbox.client.call('ledger.list', { limit: 5, starting_after: after });
      entries.push(...page.data);
      if (!page.has_more) break;
      after = page.data.at(-1)!.id;
    }
    const sums = (key: (entry: LedgerEntryView) => string) => {
      const found: Record<string, number> = {};
      for (const entry of entries) found[key(entry)] = (found[key(entry)] ?? 0) + entry.amount;
      return found;
    };
    expect(new Set(Object.values(sums(({ group }) => group)))).toEqual(new Set([0]));
    const { available, reserved, held = 0, pending = 0 } = sums(({ account }) => account);
    const { data } = (await sandbox.api('GET', '/balance')).body;
    expect({ available, reserved, held, pending }).toEqual({
      available: data.available,
      reserved: data.reserved,
      held: data.held,
      pending: data.pending,
    });
    expect((await sandbox.client.call('ledger.list', { subject: entries[0]!.subject })).data.length).toBeGreaterThan(0);
  });
});

describe('disputes', () => {
  const settled = async () => (await sandbox.client.call('triggers.run', { name: 'payment.completed' })).objects[0]!.id;

  test('a chargeback takes its transaction back', async () => {
    const transaction_id = await settled();
    const dispute = await sandbox.client.call('disputes.create', {
      transaction_id,
      reason_code: '10.4',
      reason: 'fraud',
    });
    expect(dispute).toMatchObject({
      object: 'dispute',
      transaction_id,
      kind: 'chargeback',
      status: 'matched',
      reason_code: '10.4',
      events: [{ type: 'matched' }, { type: 'created' }],
    });
    expect(dispute).not.toHaveProperty('debited');
    expect((await sandbox.api('GET', `/transactions/${transaction_id}`)).body.data.status).toBe('disputed');
  });

  test('an alert is received, and matched where it names a transaction', async () => {
    expect(await sandbox.client.call('disputes.create', { kind: 'alert_rdr', amount: 4200 })).toMatchObject({
      status: 'new',
      transaction_id: null,
    });
    const transaction_id = await settled();
    expect(await sandbox.client.call('disputes.create', { kind: 'alert_ethoca', transaction_id })).toMatchObject({
      status: 'matched',
      transaction_id,
    });
  });

  test.each([
    [{ kind: 'alert_rdr' }, 'amount'],
    [{ kind: 'alert_none', amount: 1 }, 'kind'],
    [{ transaction_id: 'txn_none' }, 'transaction_id'],
  ])('%j is refused', async (body, param) => {
    expect(await refusalOf(sandbox.client.call('disputes.create', body as never))).toMatchObject({
      status: 400,
      body: { param },
    });
  });

  test('a transaction that has not settled cannot be disputed', async () => {
    const { objects } = await sandbox.client.call('triggers.run', { name: 'transaction.accept' });
    const call = sandbox.client.call('disputes.create', { transaction_id: objects[0]!.id });
    expect(await refusalOf(call)).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
  });
});

describe('export', () => {
  test('is a fixture that gives the same state again', async () => {
    await sandbox.client.call('triggers.run', { name: 'dispute.won' });
    await sandbox.client.call('triggers.run', { name: 'transaction.accept' });
    const folder = mkdtempSync(join(tmpdir(), 'export-'));
    const file = join(folder, 'state.json');
    const exported = await sandbox.client.call('export');
    writeFileSync(file, JSON.stringify(exported));
    const again = await startTestSandbox({ fixture: file, clock: undefined, freeze: undefined, seed: 2 });
    expect(await again.client.call('export')).toEqual(exported);
    expect((await again.client.call('clock.move', { advance: 'next' })).ran).toMatchObject([
      { job: { kind: 'transaction.settle' }, error: null },
    ]);
    await again.stop();
    rmSync(folder, { recursive: true });
  });

  test('repeats byte for byte for the same seed, clock and calls', async () => {
    const other = await startTestSandbox();
    for (const { client } of [sandbox, other]) {
      await client.call('triggers.run', { name: 'payout.returned' });
      await client.call('clock.move', { advance: '1d' });
    }
    expect(JSON.stringify(await other.client.call('export'))).toBe(JSON.stringify(await sandbox.client.call('export')));
    await other.stop();
  });

  test('holds no latencies of deliveries', async () => {
    const receiver = await startReceiver();
    await sandbox.client.call('webhook_endpoints.create', { url: receiver.url });
    await sandbox.client.call('triggers.run', { name: 'payment.completed' });
    await sandbox.client.call('settle');
    const { workspaces } = (await sandbox.client.call('export')) as {
      workspaces: { data: { test: { delivery: unknown[] } } }[];
    };
    expect(workspaces[0]!.data.test.delivery).toMatchObject([{ attempts: [{ latency_ms: 0, headers: {} }] }]);
    await receiver.close();
  });
});

describe('a rule for the nth call', () => {
  test('counts until it has acted; then it is spent, counts no more, and says so', async () => {
    const { client } = sandbox;
    const { body: customer } = await sandbox.api('POST', '/customers', {
      email: 'nth@example.com',
      billing_postal_code: '62701',
      cc_number: '4000056655665556',
      cc_exp_month: '12',
      cc_exp_year: '2030',
    });
    const { id } = await client.call('rules.create', {
      when: { amount: 91, nth: 2 },
      then: { kind: 'decline', code: 'cvc' },
    });
    const seen = [];
    for (let n = 0; n < 4; n++) {
      const { status } = await sandbox.api('POST', '/charges', { customer_id: customer.data.id, amount: 91 });
      const rule = (await client.call('rules.list')).data.find((one) => one.id === id);
      seen.push([status, rule?.matched, rule?.spent]);
    }
    expect(seen.map(([, matched, spent]) => [matched, spent])).toEqual([
      [1, false],
      [2, true],
      [2, true],
      [2, true],
    ]);
    expect(seen.map(([status]) => status === 402)).toEqual([false, true, false, false]);
    await client.call('rules.delete', { id });
  });
});

describe('an export that is loaded', () => {
  type Endpoint = { id: string; url: string };
  type Exported = {
    workspaces: {
      rules: unknown[];
      faults: unknown[];
      data: { test: { delivery: { endpoint_id: string | null }[] } };
    }[];
  };

  test('has its rules, its faults and its deliveries, each of its endpoint, and is exported the same again', async () => {
    const receiver = await startReceiver();
    const { client } = sandbox;
    const gone = await client.call('webhook_endpoints.create', { url: `${receiver.url}/gone` });
    const kept = await client.call('webhook_endpoints.create', { url: `${receiver.url}/kept` });
    await client.call('webhook_endpoints.create', { url: `${receiver.url}/failing`, events: ['payout.paid'] });
    await client.call('rules.create', { when: { amount: 77, nth: 2 }, then: { kind: 'decline', code: 'cvc' } });
    await client.call('rules.create', { when: { amount: 78 }, then: { kind: 'decline' } });
    await client.call('faults.create', { on: 'POST /charges', kind: 'status', status: 418, times: 2 });
    await client.call('triggers.run', { name: 'payment.completed' });
    await client.call('triggers.run', { name: 'payout.paid' });
    await client.call('settle');
    await client.call('webhook_endpoints.delete', { id: gone.id });
    const exported = (await client.call('export')) as Exported;
    const [workspace] = exported.workspaces;
    expect(workspace?.rules).toHaveLength(2);
    expect(workspace?.faults).toMatchObject([{ on: 'charges.create', status: 418, times: 2, used: 0 }]);
    const named = new Set(workspace?.data.test.delivery.map(({ endpoint_id }) => endpoint_id));
    expect(named).toEqual(new Set(['whe_removed', 'whe_1', 'whe_2']));

    const folder = mkdtempSync(join(tmpdir(), 'export-'));
    const file = join(folder, 'state.json');
    writeFileSync(file, JSON.stringify(exported));
    const again = await startTestSandbox({ fixture: file, clock: undefined, freeze: undefined, seed: 2 });
    expect(await again.client.call('export')).toEqual(exported);
    const endpoints = (await again.control('GET', '/webhook-endpoints')).body.data as Endpoint[];
    const own = endpoints.find(({ url }) => url === kept.url);
    const deliveries = (await again.control('GET', `/deliveries?endpoint=${own?.id}`)).body.data as Endpoint[];
    expect(new Set(deliveries.map(({ url }) => url))).toEqual(new Set([kept.url]));
    const charge = () => again.api('POST', '/charges', { amount: 77, gateway_b_payment_method_id: 'x' });
    expect((await charge()).status).toBe(418);
    // Also where the same ids were drawn before.
    await client.call('fixtures.load', { fixture: JSON.parse(readFileSync(file, 'utf8')) });
    expect(await client.call('export')).toEqual(exported);
    await again.stop();
    await receiver.close();
    rmSync(folder, { recursive: true });
  });

  test('is refused where a rule of it could never fit', async () => {
    const exported = (await sandbox.client.call('export')) as { workspaces: object[] };
    const rules = [{ when: { operation: 'charges.make' }, then: { kind: 'decline' } }];
    const folder = mkdtempSync(join(tmpdir(), 'export-'));
    const file = join(folder, 'state.json');
    writeFileSync(file, JSON.stringify({ workspaces: [{ ...exported.workspaces[0], rules }] }));
    await expect(startTestSandbox({ fixture: file })).rejects.toThrow(/charges\.make/);
    rmSync(folder, { recursive: true });
  });
});

describe('requests', () => {
  test('one without a known key is listed too', async () => {
    await sandbox.api('GET', '/balance', undefined, 'sk_test_nobody');
    const { data } = await sandbox.client.call('requests.list', { status: 401 });
    expect(data).toMatchObject([{ path: '/api/v1/balance', mode: null }]);
  });

  test('a replay goes through the front door again', async () => {
    await sandbox.api('POST', '/customers', { email: 'a@b.co' });
    const { id } = (await sandbox.client.call('requests.list')).data[0]!;
    expect(await sandbox.client.call('requests.replay', { id })).toMatchObject({
      status: 201,
      body: { existing: true },
    });
    expect((await sandbox.client.call('requests.list')).data).toHaveLength(2);
    expect(await refusalOf(sandbox.client.call('requests.replay', { id: 'req_none' }))).toMatchObject({ status: 404 });
  });
});

describe('the operations', () => {
  test('have ids, routes and examples of their own', () => {
    const routes = controlOperations.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
    expect(new Set(controlOperations.map(({ id }) => id)).size).toBe(routes.length);
    for (const { id, body, example } of controlOperations) {
      if (body !== undefined) expect(example?.body, id).toBeDefined();
    }
  });

  test('answer as their schemas say', async () => {
    const { Check, Errors } = await import('typebox/value');
    const receiver = await startReceiver();
    await sandbox.client.call('webhook_endpoints.create', { url: receiver.url });
    await sandbox.client.call('faults.create', { on: 'delivery', kind: 'drop', times: 1 });
    await sandbox.client.call('rules.create', { when: {}, then: { kind: 'latency', ms: 1 } });
    const { objects, events } = await sandbox.client.call('triggers.run', { name: 'payment.disputed' });
    await sandbox.client.call('triggers.run', { name: 'invoice.send' });
    await sandbox.client.call('settle');
    await sandbox.client.call('snapshots.save', { name: 'here' });
    await sandbox.client.call('control_tokens.create');
    await sandbox.client.call('triggers.run', { name: 'payout.created' });
    const [mail] = (await sandbox.client.call('mail.list')).data;
    await sandbox.api('GET', `/transactions/${objects[0]!.id}`);
    const { id: request } = (await sandbox.client.call('requests.list')).data[0]!;
    const ids: Record<string, string> = {
      '/events': events[0]!.id,
      '/requests': request,
      '/records': (await sandbox.client.call('records.list')).chapters[0]!.id,
      '/workspaces': 'ws_demo',
      '/mail': mail!.id,
      '/objects': objects[0]!.id,
    };
    for (const { id, method, path, envelope, answer } of controlOperations) {
      // Mails and metrics are not JSON; this emulator has no comparison.
      if (method !== 'GET' || id === 'mail.get' || id === 'metrics' || id === 'comparison') continue;
      const [endpoint] = (await sandbox.client.call('webhook_endpoints.list')).data;
      const known = { ...ids, '/webhook-endpoints': endpoint!.id };
      const filled = path
        .replace('{id}', known[path.replace(/\/\{id\}.*/, '') as keyof typeof known] ?? '')
        .replace('{name}', 'here');
      const { status, body } = await sandbox.control('GET', filled);
      expect(status, id).toBe(200);
      const parts: unknown[] = envelope === 'list' ? body.data : [envelope === 'data' ? body.data : body];
      if (envelope === 'list') expect(parts.length, id).toBeGreaterThan(0);
      for (const part of parts) {
        if (!Check(answer, part)) throw new Error(`${id}: ${JSON.stringify([...Errors(answer, part)].slice(0, 3))}`);
      }
    }
    await receiver.close();
  });
});
