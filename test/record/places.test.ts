import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../support/random.ts';
import { make, quiet, RandomRun, stateOf } from '../support/random-run.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

/** How many places of a random run are gone back to; `EVERY_PLACE=1` goes back to all of them. */
const places = process.env.EVERY_PLACE === '1' ? 200 : 24;
const steps = process.env.EVERY_PLACE === '1' ? 220 : 90;
/** How many calls are made from there on. */
const goneOn = 10;
const seed = Number(process.env.RUN_SEED ?? 11);

let folder: string;
let receiver: Receiver;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-record-'));
  // What it answers depends on the event alone: it answers the same where a run goes on again.
  receiver = await startReceiver(({ headers }) => ({
    status: headers['service-event'] === 'payout.created' ? 500 : 200,
  }));
});
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the state at each place of a run, and what it answers from there on, are those that the run had', {
  timeout: 600_000,
}, async () => {
  const run = await createTestSandbox({ seed: 5, forwardTo: receiver.url, recordsAll: true, rateLimit: true });
  const random = new RandomRun(run, seed);
  const then: string[] = [];
  const begun: number[] = [];
  try {
    for (let step = 0; step < steps; step++) {
      await quiet(run);
      then.push(stateOf(run));
      begun.push(random.made.length);
      await random.ask('control', '/markers', { text: `step ${step}` });
      await random.next();
    }
    await quiet(run);
    const file = join(folder, 'run.html');
    writeFileSync(file, await pageOf(run));
    const end = await createTestSandbox({ ...asRecorded, from: file });
    expect(stateOf(end)).toBe(stateOf(run));
    await end.stop();
    const chosen = new Random(seed);
    const some = new Set(Array.from({ length: places }, () => chosen.below(then.length)));
    for (const step of some) {
      const again = await createTestSandbox({ ...asRecorded, from: file, at: `step ${step}` });
      try {
        expect(stateOf(again), `step ${step}`).toBe(then[step]);
        for (const { answer, ...asked } of random.made.slice(begun[step], begun[step]! + goneOn)) {
          // Snapshots that were saved before are not in a record.
          if (asked.path.endsWith('/restore')) break;
          const { answer: now } = await make(again, asked);
          expect(now, `after step ${step}: ${asked.method} ${asked.path} ${JSON.stringify(asked.body)}`).toBe(answer);
          await quiet(again);
        }
      } finally {
        await again.stop();
      }
    }
  } finally {
    await run.stop();
  }
});

/** What else the run had: a record gives the state alone. */
const asRecorded = { seed: undefined, clock: undefined, freeze: undefined, rateLimit: true };

const pageOf = async ({ url }: TestSandbox): Promise<string> =>
  (
    await fetch(`${url}/_emulator/record`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  ).text();
