import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSettings } from '../../src/cli/options/settings.ts';
import { ClientError, type Emulator, EmulatorError, startEmulator, WaitTimeoutError } from '../../src/index.ts';
import { optionNames } from '../../src/testing/options.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const frozen = { clock: '2026-03-01T09:00:00.000Z', freeze: true, seed: 1 };
const card = { number: '4000056655665556', exp_month: '12', exp_year: '2030' };

/** Charges a test card as an application would: over HTTP, with the secret key. */
async function charge({ apiBase, secretKey }: Pick<Emulator, 'apiBase' | 'secretKey'>, amount = 4200): Promise<string> {
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${apiBase}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { data: { id: string; token: string } };
  };
  const { data } = await post('/tokens', card);
  return (await post('/charges', { payment_token: data.token, amount })).data.id;
}

describe('startEmulator', () => {
  let emulator: Emulator;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    emulator = await startEmulator({ ...frozen, forwardTo: receiver.url });
  });
  afterAll(async () => {
    await emulator.stop();
    await receiver.close();
  });
  beforeEach(() => emulator.snapshot('clean'));
  afterEach(() => emulator.restore('clean'));

  it('gives addresses, keys and the webhook secret', () => {
    expect(emulator).toMatchObject({
      id: 'ws_demo',
      mode: 'test',
      apiBase: `${emulator.url}/api/v1`,
      clientBase: `${emulator.url}/api`,
      secretKey: 'sk_test_demo',
      publishableKey: 'pk_test_demo',
      webhookSecret: 'whsec_demo',
      keys: { secret: { test: 'sk_test_demo', live: 'sk_live_demo' } },
    });
    expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  });

  it('takes the application through a charge, its settlement and the webhook', async () => {
    const id = await charge(emulator);
    const { ran } = await emulator.clock.advance('10s');
    expect(ran.map(({ job }) => job.subject)).toContain(id);
    const event = await emulator.events.waitFor('payment.completed', { id, delivered: true });
    expect(event.data.amount).toBe(4200);
    expect(receiver.requests.map(({ body }) => JSON.parse(body).id)).toContain(event.id);
  });

  it('waits for an event that comes while it waits', async () => {
    const waiting = emulator.events.waitFor('payout.paid');
    const { events } = await emulator.trigger('payout.paid', { amount: 700 });
    expect(await waiting).toMatchObject({
      id: events.find(({ type }) => type === 'payout.paid')?.id,
      data: { amount: 700 },
    });
  });

  it('waits for one that fits every condition', async () => {
    for (const amount of [100, 200]) await emulator.trigger('payout.paid', { amount });
    const first = await emulator.events.waitFor('payout.paid', { where: ({ data }) => data.amount === 100 });
    const second = await emulator.events.waitFor('payout.paid', { after: first.id });
    expect([first.data.amount, second.data.amount]).toEqual([100, 200]);
    expect((await emulator.events.waitFor('payout.paid', { id: second.subject })).id).toBe(second.id);
  });

  it('waits until the receiver has answered with a status', async () => {
    receiver.answer({ status: 503 });
    const { events } = await emulator.trigger('payout.paid');
    const event = await emulator.events.waitFor('payout.paid', { status: 503 });
    expect(event.id).toBe(events.at(-1)?.id);
    receiver.answer({ status: 204 });
    await emulator.clock.advance('5m');
    expect((await emulator.events.waitFor('payout.paid', { status: 204, delivered: true })).id).toBe(event.id);
    receiver.answer({});
  });

  it('says what came instead, and what the clock waits for', async () => {
    const id = await charge(emulator);
    const error = await emulator.events.waitFor('payment.completed', { id, timeout: 50 }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(error).toMatchObject({ name: 'WaitTimeoutError', code: 'wait_timeout', seen: [] });
    expect(error.message).toMatch(
      new RegExp(
        `^No payment\\.completed about ${id} within 0\\.05 s\\. No event about ${id} came\\. The next job is .* for ${id}, due at 2026-03-01T09:00:02\\.000Z\\. The clock is frozen at 2026-03-01T09:00:00\\.000Z; move it with clock\\.advance\\(\\)\\.$`,
      ),
    );
  });

  it('settles what waits for it', async () => {
    const { clock, workspaces } = emulator;
    expect((await clock.get()).mode).toBe('frozen');
    const held = await workspaces.create({ settings: { settlement: { mode: 'manual' } } });
    const id = await charge(held);
    await held.clock.advance('30d');
    expect(await held.events.list({ id })).toEqual([]);
    expect((await held.settle()).summary.jobs).toBe(1);
    expect((await held.events.list({ id })).map(({ type }) => type)).toEqual(['payment.completed']);
  });

  it('is idle when nothing is pending', async () => {
    expect(await emulator.idle({ within: '20s' })).toMatchObject({ idle: true, pending: { deliveries: 0 } });
    await expect(emulator.idle({ witin: 1 } as object)).rejects.toThrow(
      "idle has no option 'witin'. Did you mean 'within'?",
    );
  });

  it('reads the request log, the mail and the ledger', async () => {
    const { status, body } = await emulator.api.post('/products', { name: 'Mug', price: 900 });
    if (status !== 201) throw new Error(body.error);
    expect((await emulator.requests.list({ method: 'POST' })).map(({ path }) => path)).toEqual(['/api/v1/products']);
    const [request] = await emulator.requests.list();
    expect((await emulator.requests.get(request!.id)).response).toContain(body.data.id);
    await emulator.trigger('invoice.send');
    const [mail] = await emulator.mail.list();
    expect(await emulator.mail.get(mail!.id)).toMatchObject({
      id: mail!.id,
      subject: expect.stringContaining('nvoice'),
    });
    expect(await emulator.mail.raw(mail!.id)).toContain(`Subject:`);
    const entries = await emulator.ledger();
    const [balance] = (await emulator.status()).balances;
    const available = entries.filter(({ account }) => account === 'available');
    expect(available.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance!.available);
    expect(await emulator.ledger({ account: 'available' })).toEqual(available);
    expect(await emulator.ledger({ account: 'available', limit: 1 })).toEqual(available.slice(0, 1));
    expect(await emulator.ledger({ limit: 3 })).toEqual(entries.slice(0, 3));
    const { subject } = available[0]!;
    const own = entries.filter((entry) => entry.subject === subject);
    expect(await emulator.ledger({ subject })).toEqual(own);
  });

  it('answers refusals of the merchant API, and throws those of its own calls', async () => {
    expect(await emulator.api.get('/transactions/txn_none')).toMatchObject({
      status: 404,
      body: { type: 'not_found_error' },
    });
    // @ts-expect-error the compiler knows the name as little
    const error = await emulator.trigger('payout.retorned').catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({
      name: 'ClientError',
      status: 404,
      message: expect.stringContaining('payout.returned'),
    });
  });

  it('adds faults and rules, and takes them back', async () => {
    const fault = await emulator.faults.add({ on: 'POST /products', kind: 'unavailable', times: 1 });
    expect((await emulator.api.post('/products', { name: 'Mug', price: 1 })).status).toBe(503);
    expect(await emulator.faults.list()).toMatchObject([{ id: fault.id, used: 1 }]);
    await emulator.faults.remove(fault.id);
    const rule = await emulator.rules.add({ when: { operation: 'payouts.create' }, then: { kind: 'fail' } });
    expect(await emulator.rules.list()).toMatchObject([{ id: rule.id }]);
    await emulator.rules.remove(rule.id);
    expect([await emulator.faults.list(), await emulator.rules.list()]).toEqual([[], []]);
  });

  it('adds webhook endpoints, shows their deliveries and sends again', async () => {
    const other = await startReceiver();
    const endpoint = await emulator.webhooks.add({ url: other.url, events: ['payout.paid'] });
    const { events } = await emulator.trigger('payout.paid');
    await emulator.settle();
    expect(other.requests).toHaveLength(1);
    expect(await emulator.webhooks.deliveries({ endpoint: endpoint.id })).toMatchObject([{ status: 'delivered' }]);
    await emulator.events.resend(events.at(-1)!.id);
    expect(other.requests).toHaveLength(2);
    await emulator.webhooks.remove(endpoint.id);
    expect((await emulator.webhooks.list()).map(({ url }) => url)).toEqual([`${receiver.url}/`]);
    await other.close();
  });

  it('goes back to a snapshot, named or not, and repeats from there', async () => {
    const before = await emulator.snapshot();
    expect(before.name).toMatch(/^snapshot-\d+$/);
    const first = await emulator.trigger('payout.paid');
    await emulator.clock.advance('30d');
    await emulator.restore(before);
    expect(await emulator.events.list()).toEqual([]);
    expect(await emulator.trigger('payout.paid')).toEqual(first);
  });

  it('resets to the fixture', async () => {
    await emulator.trigger('payout.paid');
    await emulator.reset();
    expect(await emulator.events.list()).toEqual([]);
  });

  it('lists more than a page, newest first, and as many as are asked for', async () => {
    await emulator.trigger('payout.paid', { count: 40 });
    const all = await emulator.events.list();
    expect(all.length).toBeGreaterThan(100);
    expect(all[0]!.type).toBe('payout.paid');
    expect((await emulator.events.list({ limit: 3 })).map(({ id }) => id)).toEqual(all.slice(0, 3).map(({ id }) => id));
  });

  it('keeps live data apart', async () => {
    await emulator.trigger('payout.paid');
    expect(emulator.live).toMatchObject({ mode: 'live', secretKey: 'sk_live_demo' });
    expect(await emulator.live.events.list()).toEqual([]);
  });
});

describe('workspaces', () => {
  it('are fresh, with keys of their own, and gone when they are removed', async () => {
    const emulator = await startEmulator(frozen);
    const [one, two] = [await emulator.workspaces.create(), await emulator.workspaces.create({ fixture: 'empty' })];
    const id = await charge(one);
    expect((await one.api.get(`/transactions/${id}`)).status).toBe(200);
    expect((await two.api.get(`/transactions/${id}`)).status).toBe(404);
    expect(new Set([one.secretKey, two.secretKey, emulator.secretKey, one.live.secretKey]).size).toBe(4);
    expect(await (await emulator.workspaces.get(one.id)).requests.list()).toHaveLength(3);
    await one.remove();
    expect((await emulator.workspaces.list()).map((each) => each.id)).not.toContain(one.id);
    await expect(one.events.list()).rejects.toThrow(`No such workspace: '${one.id}'`);
    await emulator.stop();
  });

  it('are removed at the end of their block', async () => {
    const emulator = await startEmulator();
    const count = (await emulator.workspaces.list()).length;
    {
      await using workspace = await emulator.workspaces.create();
      expect(workspace.id).toMatch(/^ws_/);
      expect(await emulator.workspaces.list()).toHaveLength(count + 1);
    }
    expect(await emulator.workspaces.list()).toHaveLength(count);
    await emulator.stop();
  });
});

describe('a test that holds the time of its process', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('can start an emulator, move its clock and get its webhooks', async () => {
    const receiver = await startReceiver();
    vi.useFakeTimers({ now: Date.parse('2030-01-01T00:00:00Z') });
    const emulator = await startEmulator({ forwardTo: receiver.url });
    expect((await emulator.clock.get()).now).toBe('2030-01-01T00:00:00.000Z');
    const id = await charge(emulator);
    await emulator.clock.advance('3d');
    await emulator.events.waitFor('payment.completed', { id, delivered: true });
    await emulator.settle();
    await expect(emulator.events.waitFor('payout.paid', { timeout: 10 })).rejects.toThrow(WaitTimeoutError);
    await emulator.snapshot('here');
    await emulator.stop();
    expect(receiver.requests).toHaveLength(1);
    await receiver.close();
  });
});

describe('several emulators in one process', () => {
  it('do not see each other', async () => {
    const all = await Promise.all([1, 2, 3].map((seed) => startEmulator({ seed, freeze: true })));
    const ids = await Promise.all(all.map((emulator) => charge(emulator)));
    expect(new Set(all.map(({ url }) => url)).size).toBe(3);
    expect(new Set(ids).size).toBe(3);
    for (const [at, emulator] of all.entries()) {
      expect(await emulator.api.get('/transactions')).toMatchObject({ status: 200, body: { data: [{ id: ids[at] }] } });
    }
    await Promise.all(all.map((emulator) => emulator.stop()));
  });
});

describe('stop', () => {
  it('closes the port, and says so to calls that come later', async () => {
    const emulator = await startEmulator();
    await Promise.all([emulator.stop(), emulator.stop()]);
    await expect(fetch(emulator.url)).rejects.toThrow();
    const error = await emulator.settle().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(EmulatorError);
    expect(error).toMatchObject({ code: 'stopped', message: expect.stringContaining('startEmulator()') });
  });

  it('happens at the end of a block with `await using`', async () => {
    let url = '';
    {
      await using emulator = await startEmulator();
      url = emulator.url;
      expect((await fetch(`${url}/_emulator/health`)).status).toBe(200);
    }
    await expect(fetch(url)).rejects.toThrow();
  });

  it('happens too where the control API is asked for it', async () => {
    const emulator = await startEmulator();
    await fetch(`${emulator.url}/_emulator/shutdown`, { method: 'POST' });
    await expect.poll(() => emulator.settle().catch((error) => error.code)).toBe('stopped');
  });
});

describe('options', () => {
  it('are those of emulator start, in camelCase', () => {
    const ofStart = startSettings.map(({ key }) => key).filter((key) => !['logFormat', 'noTui'].includes(key));
    const ofCalls = ['attach', 'listen', 'onWarning'];
    expect(optionNames.filter((name) => !ofCalls.includes(name)).sort()).toEqual(ofStart.sort());
  });

  it('keep the state in a folder where one is named', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'emulator-api-'));
    const first = await startEmulator({ dataDir, ...frozen });
    const id = await charge(first);
    await expect(startEmulator({ dataDir })).rejects.toMatchObject({
      name: 'EmulatorError',
      code: 'storage_unavailable',
    });
    await first.stop();
    const second = await startEmulator({ dataDir });
    expect((await second.api.get(`/transactions/${id}`)).status).toBe(200);
    await second.stop();
    rmSync(dataDir, { recursive: true });
  });

  it('may tell of warnings by a function', async () => {
    const warnings: string[] = [];
    const onWarning = (message: string) => warnings.push(message);
    const emulator = await startEmulator({ freeze: true, smtp: 'smtp://127.0.0.1:9', onWarning });
    await emulator.trigger('invoice.send');
    await expect.poll(() => warnings).toEqual([expect.stringContaining('did not accept the email ')]);
    await emulator.stop();
  });

  it.each([
    [{ prot: 4747 }, 'wrong_option', /no option 'prot'\. Did you mean 'port'\?/],
    [{ port: -1 }, 'wrong_option', /^port must be a whole number from 0 to 65535, not -1\.$/],
    [{ settle: 'never' }, 'wrong_option', /^settle must be one of auto, manual, not 'never'\.$/],
    [{ clock: 'tomorrow' }, 'wrong_option', /^clock must be an ISO 8601 date and time, such as .*, not 'tomorrow'\.$/],
    [{ host: '0.0.0.0' }, 'wrong_option', /allowRemote: true/],
    [{ ephemeral: false }, 'wrong_option', /requires a dataDir/],
    [{ ephemeral: true, dataDir: 'data' }, 'wrong_option', /Use only one of them/],
    [{ forwardTo: 'ftp://x' }, 'wrong_option', /^forwardTo must be an http or https address, such as http:/],
    [{ fixture: 'shpo' }, 'fixture_invalid', /did you mean shop\?/],
  ])('%j is refused in words', async (options, code, message) => {
    const error = await startEmulator(options as never).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(EmulatorError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('name a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(startEmulator({ port })).rejects.toMatchObject({
      code: 'address_in_use',
      message: `127.0.0.1:${port} is in use. Omit port to use any free port, or stop the process that uses it.`,
    });
    server.close();
  });
});
