import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningProcess, startProcess, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt } from '../../support/build.ts';

let folder: ReturnType<typeof temporaryFolder>;
let running: RunningProcess;
let agent: Agent;
let idle: Socket[];

beforeAll(ensureBuilt);
beforeEach(async () => {
  folder = temporaryFolder();
  running = await startProcess(['--data-dir', 'data'], { cwd: folder.path, descriptors: 160 });
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  idle = [];
  return async () => {
    for (const socket of idle) socket.destroy();
    agent.destroy();
    await running.stop();
    folder.remove();
  };
});

/** Calls over the one connection that was there before all others. */
const call = (method: string, path: string, body = ''): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const asked = request(running.url + path, { method, agent, headers: { 'content-type': 'application/json' } });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode!, body: text }));
    });
    asked.end(body);
  });

const save = (name: string) => call('POST', '/_emulator/snapshots', JSON.stringify({ name }));
const statusOf = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;

/** Opens connections until the emulator closes some at once: it can take no more. */
const fillUp = (): Promise<void> =>
  new Promise((refused) => {
    const more = Array.from({ length: 250 }, () => connect(Number(new URL(running.url).port), '127.0.0.1'));
    for (const socket of more) socket.on('error', () => {}).on('close', () => refused());
    idle.push(...more);
  });

test('what needs a file while none can be opened says so and what to do, and is done once there is room', {
  timeout: 60_000,
}, async () => {
  expect(await statusOf(call('GET', '/_emulator/health'))).toBe(200);

  const needing: [string, string, string?][] = [
    ['GET', '/docs/manual/clock'],
    ['POST', '/_emulator/reset'],
    ['POST', '/_emulator/fixtures', '{"fixture":"shop"}'],
  ];
  // A file that is open while the connections come leaves room for one more.
  const whileFull = async (ask: () => ReturnType<typeof call>) => {
    await fillUp();
    return ask();
  };
  for (const each of needing) {
    await expect
      .poll(() => whileFull(() => call(...each)), { message: each.join(' ') })
      .toMatchObject({
        status: 500,
        body: expect.stringMatching(
          /"error":"The emulator cannot open more files\. .* \(ulimit -n\).*"code":"storage_unavailable"/,
        ),
      });
  }
  let saved = 0;
  await expect
    .poll(() => whileFull(() => save(`short-${saved++}`)))
    .toMatchObject({ status: 500, body: expect.stringContaining('storage_unavailable') });

  for (const socket of idle) socket.destroy();
  await expect.poll(() => statusOf(save('later'))).toBe(201);
  for (const each of needing) {
    // Connections that still wait to be taken are closed one by one.
    await expect.poll(() => statusOf(call(...each)), { message: each.join(' ') }).toBe(200);
  }
  expect(await statusOf(call('POST', '/_emulator/snapshots/later/restore'))).toBe(200);
});
