import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, startEmulator, temporaryFolder } from './cli/emulator.ts';
import { balancesBy, faultsOf, type Snapshot } from './support/books.ts';
import { ensureBuilt } from './support/build.ts';
import { Load } from './support/load.ts';
import { Random } from './support/random.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';

const kills = 9;
const random = new Random(2026);
const folder = temporaryFolder();
let receiver: Receiver;
let running: Running;

beforeAll(async () => {
  await ensureBuilt();
  // Slow enough that a kill finds attempts on their way.
  receiver = await startReceiver(async () => {
    await new Promise((resolve) => setTimeout(resolve, 15));
    return { status: 200 };
  });
});
afterAll(async () => {
  running?.child.kill('SIGKILL');
  await receiver.close();
  folder.remove();
});

async function start(): Promise<void> {
  running = await startEmulator([
    '--data-dir',
    `${folder.path}/data`,
    '--forward-to',
    receiver.url,
    '--no-rate-limit',
    '--seed',
    '5',
  ]);
}

const readExport = async (): Promise<Snapshot> => {
  const body = (await (await fetch(`${running.url}/_emulator/export`)).json()) as {
    workspaces: { data: { test: Snapshot } }[];
  };
  return body.workspaces[0]!.data.test;
};

describe('an emulator that is killed while it works', () => {
  it('has everything that it acknowledged, balances, and leaves no gap', async () => {
    const load = new Load(random);
    await start();
    await load.prepare(running.url);
    for (let round = 1; round <= kills; round++) {
      const working = load.run(running.url, 8);
      await load.acknowledged(load.count + 20 + random.below(150));
      running.child.kill('SIGKILL');
      await running.child;
      await working;

      await start();
      // Whoever got no answer asks again under the same reference, as the specification tells.
      const retried = await load.retryUnanswered(running.url);
      const state = await readExport();
      expect(load.lostIn(state), `round ${round}`).toEqual([]);
      expect(faultsOf(state), `round ${round}`).toEqual([]);
      for (const [reference, id] of retried) {
        const made = state.transaction.filter(({ reference_id }) => reference_id === reference);
        expect(made.map((transaction) => transaction.id)).toEqual([id]);
      }
      const { body } = await load.get(running.url, '/balance');
      const sums = balancesBy(await readExport());
      expect(Object.keys(body.data)).toEqual(expect.arrayContaining(['available', 'pending', 'reserved']));
      expect(sums.external).toBe(-(sums.available + sums.pending + sums.reserved + sums.held));
    }
    expect(load.count).toBeGreaterThan(kills * 40);
    expect(load.kinds()).toEqual(['charge', 'payout', 'refund', 'void']);
  }, 90_000);

  it('goes on with the deliveries that waited, each event as it was signed', async () => {
    await fetch(`${running.url}/_emulator/settle`, { method: 'POST' });
    const state = await readExport();
    const delivered = (): Set<string> => new Set(receiver.requests.map(({ body }) => JSON.parse(body).id as string));
    await receiver.waitFor(() => state.event.every(({ id }) => delivered().has(id)), 15_000);
    const bodies = new Map<string, string>();
    for (const { body } of receiver.requests) {
      const { id } = JSON.parse(body) as { id: string };
      expect(bodies.get(id) ?? body).toBe(body);
      bodies.set(id, body);
    }
    // No event that anybody was told of has been forgotten.
    const known = new Set((await readExport()).event.map(({ id }) => id));
    expect([...bodies.keys()].filter((id) => !known.has(id))).toEqual([]);
    const pending = async () => (await readExport()).delivery.filter(({ status }) => status === 'pending').length;
    await expect.poll(pending, { timeout: 15_000 }).toBe(0);
  }, 40_000);

  it('is the same after a clean stop', async () => {
    await fetch(`${running.url}/_emulator/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"mode":"frozen"}',
    });
    const before = await readExport();
    running.child.kill('SIGTERM');
    expect((await running.child).exitCode).toBe(0);
    await start();
    expect(await readExport()).toEqual(before);
  }, 30_000);
});
