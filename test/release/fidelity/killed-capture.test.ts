import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../cli/emulator.ts';
import { callRaw, readHar } from '../../fidelity/capturing.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';
import { Random } from '../../support/random.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

const folder = temporaryFolder();
let service: Receiver;
beforeAll(async () => {
  await ensureBuilt();
  service = await startReceiver();
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

/** Starts the program itself: a test may end no process that it shares. */
async function startCapture(file: string): Promise<{ origin: string; capture: ChildProcess }> {
  const program = join(projectFolder, 'bin/emulator.js');
  const words = ['capture', '--port', '0', '--from', `${service.url}/api/v1`, '--out', file];
  const capture = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: capture.stdout })) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url !== undefined) return { origin: new URL(url).origin, capture };
  }
  throw new Error('The capture has not begun.');
}

const killed = (capture: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    capture.once('close', () => resolve());
    capture.kill('SIGKILL');
  });

const asides = (): string[] => readdirSync(folder.path).filter((name) => name.endsWith('.tmp'));

it('has each entry whole or not at all after a kill, and keeps nothing beside it', async () => {
  const random = new Random(11);
  const file = join(folder.path, 'service.har');
  const answer = JSON.stringify({ data: { text: 'x'.repeat(200_000) } });
  service.answer({ headers: { 'content-type': 'application/json' }, body: answer });
  for (let round = 0; round < 2; round++) {
    const { origin, capture } = await startCapture(file);
    // What a killed process left beside the file is gone at the next start.
    expect(asides()).toEqual([]);
    rmSync(file, { force: true });
    let made = 0;
    const call = async (): Promise<void> => {
      await callRaw(origin, { method: 'POST', path: `/api/v1/customers?n=${++made}`, body: `{"number":"A-${made}"}` });
    };
    await expect.poll(() => call().then(() => existsSync(file)), { interval: 5 }).toBe(true);
    for (let more = random.below(60); more > 0; more--) await call();
    const last = call().catch(() => {});
    await killed(capture);
    await last;
    const { entries } = readHar(file);
    expect(entries.length).toBeLessThanOrEqual(made);
    for (const { request, response } of entries) {
      const n = new URL(request.url).searchParams.get('n');
      expect(request.postData.text).toBe(`{"number":"A-${n}"}`);
      expect([response.status, response.content.text === answer]).toEqual([200, true]);
    }
  }
  // Whether or not a kill came in the middle of a write, there is something to remove, and something to leave.
  const [dead, alive, foreign] = [
    'service.har.99999999-0123456789ab.tmp',
    `service.har.${process.pid}-0123456789ab.tmp`,
    'service.har.old.tmp',
  ];
  for (const name of [dead, alive, foreign]) writeFileSync(join(folder.path, name), '{');
  const { capture } = await startCapture(file);
  expect(asides().toSorted()).toEqual([alive, foreign].toSorted());
  await killed(capture);
}, 180_000);
