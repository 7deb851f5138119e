import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/emulator/sandbox-options.ts';
import { startEmulator } from '../../src/index.ts';
import { ensureBuilt } from '../support/build.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let receiver: Receiver;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-repeat-'));
  // The first attempt of some events fails, so that retries belong to what is repeated.
  receiver = await startReceiver(({ headers, body }, _response, index) => {
    const before = receiver.requests.slice(0, index).some((earlier) => earlier.body === body);
    return { status: headers['service-event'] === 'payout.paid' && !before ? 500 : 200 };
  });
});
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

const card = { billing_postal_code: '62701', cc_exp_month: '12', cc_exp_year: '2030' };

/** What a receiver can tell apart of a delivery. */
const seenOf = ({ method, path, body, headers }: ReceivedRequest) => ({
  method,
  path,
  body,
  event: headers['service-event'],
  signature: headers['service-signature'],
});

/** Runs the same calls on a fresh emulator; gives everything that came out of it. */
async function play(options: Partial<SandboxOptions> = {}) {
  receiver.requests.length = 0;
  const sandbox = await createTestSandbox({ seed: 7, signatureTime: 'emulated', forwardTo: receiver.url, ...options });
  const answers: unknown[] = [];
  const note = <A extends { status: number; headers: Headers; body: unknown }>(answer: A): A => {
    answers.push([answer.status, answer.headers.get('request-id'), answer.body]);
    return answer;
  };
  type Made = { data: { id: string; token: string }; payment_method: { id: string } };
  const post = async (path: string, body: unknown) => note(await sandbox.api.post<Made>(path, body)).body;
  const control = async (path: string, body: unknown) => note(await sandbox.control.post(path, body));
  try {
    const { data: customer, payment_method: saved } = await post('/customers', {
      email: 'a@example.com',
      cc_number: '4000056655665556',
      ...card,
    });
    const charges: string[] = [];
    for (const amount of [1_200, 16, 2_500])
      charges.push((await post('/charges', { customer_id: customer.id, amount })).data.id);
    const { data: token } = await post('/tokens', { number: '4000000000000002', exp_month: '12', exp_year: '2030' });
    await post('/charges', { payment_token: token.token, amount: 300 });
    await post(`/transactions/${charges[2]}/void`, {});
    await post('/payouts', { amount: 800, customer_id: customer.id, payment_method_id: saved.id });
    await post('/payouts', { amount: 53, customer_id: customer.id, payment_method_id: saved.id });
    await control('/clock', { advance: '10s' });
    await post(`/transactions/${charges[0]}/refund`, { amount: 200 });
    await control('/clock', { advance: '5m' });
    await control('/triggers/payout.returned', {});
    await control('/triggers/dispute.won', {});
    await control('/workspaces', { settings: { gateway: 'gateway_a' } });
    await control('/clock', { advance: '1h' });
    await control('/settle', {});
    const exported = await (await fetch(`${sandbox.url}/_emulator/export`)).text();
    const events = await sandbox.control.get('/events?limit=100');
    return {
      // How far a clock is ahead of the machine's cannot repeat, and keys do not.
      answers: JSON.stringify(answers)
        .replaceAll(sandbox.url, 'URL')
        .replace(/"offset_ms":-?\d+/g, '')
        .replace(/\b(sk|pk)_(test|live)_\w+|\bwhsec_\w+/g, 'KEY'),
      exported,
      events: JSON.stringify(events.body),
      // Attempts start in order; on which of their connections bytes arrive first is the network's affair.
      deliveries: receiver.requests.map(seenOf).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      ids: [...new Set(exported.match(/\b[a-z]+_[0-9A-Za-z]{20}\b/g))],
    };
  } finally {
    await sandbox.stop();
  }
}

/** What came out of it the first time: what others are compared with. */
let first: Awaited<ReturnType<typeof play>>;
beforeAll(async () => {
  first = await play();
});

describe('the same seed, fixture, clock and calls', () => {
  it('give the same ids, answers, events, deliveries and export, byte for byte', async () => {
    const second = await play();
    expect(first.exported.length).toBeGreaterThan(10_000);
    expect(first.deliveries.length).toBeGreaterThan(12);
    expect(first.ids.length).toBeGreaterThan(40);
    expect(second.answers).toBe(first.answers);
    expect(second.exported).toBe(first.exported);
    expect(second.events).toBe(first.events);
    expect(second.deliveries).toEqual(first.deliveries);
  });

  it('give them whether or not anything is kept on disk', async () => {
    const onDisk = await play({ dataDir: join(folder, 'data') });
    expect(onDisk.exported).toBe(first.exported);
    expect(onDisk.deliveries).toEqual(first.deliveries);
  });
});

describe('another seed', () => {
  it('gives other ids, and the same otherwise', async () => {
    const other = await play({ seed: 8 });
    expect(other.ids.filter((id) => first.ids.includes(id))).toEqual([]);
    const plain = (text: string) => text.replace(/\b([a-z]+)_[0-9A-Za-z]{20}\b/g, '$1_');
    expect(plain(other.exported)).toBe(plain(first.exported));
    expect(other.exported).not.toBe(first.exported);
  });
});

describe('no seed', () => {
  it('gives other ids at each start', async () => {
    const [one, other] = [await play({ seed: undefined }), await play({ seed: undefined })];
    expect(other.ids.filter((id) => one.ids.includes(id))).toEqual([]);
  });

  // What is kept is all that a run could be repeated from: whoever has it does not know what will be made later.
  it('gives keys, secrets and addresses that nothing foretells, not even what is on the disk', async () => {
    const source = join(folder, 'unseeded');
    await (await createTestSandbox({ seed: undefined, dataDir: source })).stop();
    const made = [];
    for (const name of ['one', 'other']) {
      const dataDir = join(folder, name);
      cpSync(source, dataDir, { recursive: true });
      const sandbox = await createTestSandbox({ seed: undefined, dataDir });
      made.push(await secretsOf(sandbox));
      await sandbox.stop();
    }
    const [one, other] = made;
    expect(one).toEqual(Object.fromEntries(Object.keys(one!).map((name) => [name, expect.any(String)])));
    for (const [name, secret] of Object.entries(one!)) expect(secret, name).not.toBe(other![name]);
  });
});

/** One of each thing that lets in whoever knows it. */
async function secretsOf({ api, control, url }: TestSandbox): Promise<Record<string, unknown>> {
  type Made = { data: Record<string, string> };
  const post = async (path: string, body: unknown) => (await api.post<Made>(path, body)).body.data;
  const ask = async (path: string, body: unknown) => (await control.post<Made>(path, body)).body.data;
  const workspace = await ask('/workspaces', {});
  const product = await post('/products', { name: 'Tea', price: 500 });
  const order = { line_items: [{ product_id: product.id, quantity: 1 }], success_url: 'https://shop.example/thanks' };
  return {
    keys: JSON.stringify(workspace.keys),
    deliveries: workspace.webhook_secret,
    endpoint: (await ask('/webhook-endpoints', { url: `${url}/hook` })).secret,
    app: (await ask('/apps', { name: 'Loyalty' })).client_secret,
    embedded: (await post('/checkout-sessions', { ...order, ui_mode: 'embedded' })).client_secret,
    page: new URL((await post('/checkout-sessions', order)).url!).pathname,
    token: (await post('/tokens', { number: '4000056655665556', exp_month: '12', exp_year: '2030' })).token,
  };
}

describe('the clock of the machine', () => {
  it('shows nowhere in the export of an emulator whose clock is frozen', async () => {
    const { exported } = first;
    const dates = exported.match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g) ?? [];
    expect(dates.length).toBeGreaterThan(50);
    const today = new Date().toISOString().slice(0, 10);
    expect(dates.filter((date) => date.startsWith(today))).toEqual([]);
    expect(exported).not.toContain(`"latency_ms":0.`);
  });
});

describe('other processes', () => {
  beforeAll(ensureBuilt);
  const script = join(import.meta.dirname, '../support/play.mjs');
  const fixtures = ['default', 'empty', 'shop', 'marketplace', 'ci'];
  const playBy = async (node: string, those: readonly string[]): Promise<string[]> => {
    const { stdout } = await execa(node, [script, ...those], { env: { NODE_OPTIONS: '' }, maxBuffer: 50_000_000 });
    return stdout.split('\n');
  };

  it('give the same, beginning with each of the fixtures, in whatever order', async () => {
    const [played, backwards] = await Promise.all(
      [fixtures, fixtures.toReversed()].map((those) => playBy(process.execPath, those)),
    );
    backwards!.reverse();
    for (const [at, fixture] of fixtures.entries()) {
      expect(played![at]!.length, fixture).toBeGreaterThan(50_000);
      expect(backwards![at] === played![at], fixture).toBe(true);
      // A run that goes on from a snapshot is the same as the first time.
      expect((JSON.parse(played![at]!) as { answers: unknown[] }).answers.at(-1), fixture).toBe(true);
    }
  });

  // OTHER_NODE names another Node's program: `OTHER_NODE=/opt/node-24/bin/node npx vitest run test/release/determinism.test.ts`.
  it.runIf(process.env.OTHER_NODE)('give the same under another Node', { timeout: 120_000 }, async () => {
    const those = ['default', 'shop'];
    const [ours, theirs] = await Promise.all(
      [process.execPath, process.env.OTHER_NODE!].map((node) => playBy(node, those)),
    );
    for (const [at, fixture] of those.entries()) expect(theirs![at] === ours![at], fixture).toBe(true);
  });
});

describe('emulators side by side in one process', () => {
  it('give what each gives alone', async () => {
    const begin = () => startEmulator({ seed: 9, clock: '2026-03-01T09:00:00.000Z', freeze: true });
    const steps = ['payout.paid', 'dispute.won', 'payout.returned', 'invoice.send'] as const;
    const alone = await begin();
    for (const name of steps) await alone.trigger(name);
    const expected = JSON.stringify(await alone.export());
    await alone.stop();
    const pair = await Promise.all([begin(), begin()]);
    // One is a step behind the other, so that they share no moment.
    for (const [at, name] of [...steps, null].entries()) {
      if (name !== null) await pair[0].trigger(name);
      if (at > 0) await pair[1].trigger(steps[at - 1]!);
    }
    for (const emulator of pair) {
      expect(JSON.stringify(await emulator.export())).toBe(expected);
      await emulator.stop();
    }
  });
});
