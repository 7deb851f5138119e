import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningProcess, startProcess, temporaryFolder } from '../cli/emulator.ts';
import { faultsOf, type Snapshot } from '../support/books.ts';
import { ensureBuilt } from '../support/build.ts';
import { faultsInFolder } from '../support/folder-faults.ts';
import { Load, stockAtFirst } from '../support/load.ts';
import { Random } from '../support/random.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

/** How often it is killed, but the seed of when and what: `npm run soak` asks for more than the tests. */
const { SOAK_KILLS = '6', SOAK_SEED = '2026', SOAK_RESULT } = process.env;
const kills = Number(SOAK_KILLS);
const random = new Random(Number(SOAK_SEED));
/** One end in so many is a clean stop. */
const oneStopIn = 5;
/** How long a wait for a condition can take on a busy machine, in milliseconds. */
const patience = 300_000;
const folder = temporaryFolder();
let receiver: Receiver;
let running: RunningProcess;

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
  const args = ['--data-dir', `${folder.path}/data`, '--forward-to', receiver.url, '--no-rate-limit', '--seed', '5'];
  // So little that the journal is moved into db.json again and again, and a kill finds an emulator at it.
  const env = { EMULATOR_COMPACT_AT: '20000' };
  running = await startProcess(args, { env });
}

const idOf = (body: string) => (JSON.parse(body) as { id: string }).id;

const readExport = async (): Promise<Snapshot> => {
  const body = (await (await fetch(`${running.url}/_emulator/export`)).json()) as {
    workspaces: { data: { test: Snapshot } }[];
  };
  return body.workspaces[0]!.data.test;
};

describe('an emulator that is killed while it works', () => {
  it(
    'has everything that it acknowledged, balances, and leaves no gap',
    async () => {
      const load = new Load(random);
      let [stops, repeated, slowest] = [0, 0, 0];
      await start();
      await load.prepare(running.url);
      for (let round = 1; round - stops <= kills; round++) {
        const working = load.run(running.url, 8);
        await load.acknowledged(load.count + 15 + random.below(80));
        const isStop = random.below(oneStopIn) === 0;
        running.child.kill(isStop ? 'SIGTERM' : 'SIGKILL');
        await running.child;
        await working;
        if (isStop) stops++;
        expect(await faultsInFolder(`${folder.path}/data`), `round ${round}`).toEqual([]);

        const begun = performance.now();
        await start();
        slowest = Math.max(slowest, performance.now() - begun);
        // Whoever got no answer asks again under the same reference, as the specification tells.
        const retried = await load.retryUnanswered(running.url);
        repeated += retried.size;
        const state = await readExport();
        expect(load.lostIn(state), `round ${round}`).toEqual([]);
        expect(faultsOf(state, stockAtFirst), `round ${round}`).toEqual([]);
        for (const [reference, id] of retried) {
          const made = state.transaction.filter(({ reference_id }) => reference_id === reference);
          expect(made.map((transaction) => transaction.id)).toEqual([id]);
        }
      }
      expect(load.count).toBeGreaterThan(kills * 15);
      expect(load.kinds()).toEqual([
        'charge',
        'payout',
        'purchase',
        'refund',
        'renewal',
        'subscription',
        'token charge',
        'void',
      ]);
      const result = { kills, stops, seed: Number(SOAK_SEED), acknowledged: load.count, retried: repeated };
      if (SOAK_RESULT !== undefined) writeFileSync(SOAK_RESULT, JSON.stringify({ ...result, slowest }));
    },
    300_000 + kills * 60_000,
  );

  it(
    'goes on with the deliveries that waited, each event as it was signed',
    async () => {
      await fetch(`${running.url}/_emulator/settle`, { method: 'POST' });
      const state = await readExport();
      const waited = new Set(state.event.map(({ id }) => id));
      let looked = 0;
      await receiver.waitFor((requests) => {
        for (; looked < requests.length; looked++) waited.delete(idOf(requests[looked]!.body));
        return waited.size === 0;
      }, patience);
      const bodies = new Map<string, string>();
      for (const { body } of receiver.requests) {
        const id = idOf(body);
        if ((bodies.get(id) ?? body) !== body) expect(bodies.get(id)).toBe(body);
        bodies.set(id, body);
      }
      // No event that anybody was told of has been forgotten.
      const known = new Set((await readExport()).event.map(({ id }) => id));
      expect([...bodies.keys()].filter((id) => !known.has(id))).toEqual([]);
      const pending = async () => {
        const answer = await fetch(`${running.url}/_emulator/status`);
        return ((await answer.json()) as { data: { deliveries: { pending: number } } }).data.deliveries.pending;
      };
      await expect.poll(pending, { timeout: patience }).toBe(0);
    },
    2 * patience,
  );

  it('serves its pages in the letters that they are written in', async () => {
    // This is the program as it is built: the characters beyond ASCII have passed through its bundle.
    const text = await (await fetch(`${running.url}/docs`)).text();
    expect(text).toContain('<title>Start · payments-emulator</title>');
    expect(text).not.toContain('Â');
  });

  it(
    'is the same after a clean stop',
    async () => {
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
    },
    patience,
  );
});
