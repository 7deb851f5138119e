import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureBuilt } from '../support/build.ts';
import { type RunningProcess, startProcess, temporaryFolder } from './emulator.ts';

let folder: ReturnType<typeof temporaryFolder>;
let running: RunningProcess;
let agent: Agent;
let idle: Socket[];

beforeAll(ensureBuilt, 120_000);
beforeEach(async () => {
  folder = temporaryFolder();
  running = await startProcess(['--data-dir', 'data'], { cwd: folder.path, descriptors: 64 });
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  idle = [];
});
afterEach(async () => {
  for (const socket of idle) socket.destroy();
  agent.destroy();
  await running.stop();
  folder.remove();
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

test('what needs a file while none can be opened says so and what to do, and is done once there is room', {
  timeout: 60_000,
}, async () => {
  expect(await statusOf(call('GET', '/_emulator/health'))).toBe(200);
  idle = Array.from({ length: 100 }, () =>
    connect(Number(new URL(running.url).port), '127.0.0.1').on('error', () => {}),
  );
  await expect.poll(() => statusOf(call('GET', '/docs/manual/clock')), { timeout: 10_000 }).toBe(500);

  const needing: [string, string, string?][] = [
    ['GET', '/docs/manual/clock'],
    ['POST', '/_emulator/reset'],
    ['POST', '/_emulator/fixtures', '{"fixture":"shop"}'],
  ];
  for (const each of needing) {
    const { status, body } = await call(...each);
    expect({ status, ...JSON.parse(body) }, each.join(' ')).toMatchObject({
      status: 500,
      code: 'storage_unavailable',
      error: expect.stringMatching(/^No more files can be opened: .* \(ulimit -n\)/),
    });
  }
  expect(await save('short')).toMatchObject({ status: 500, body: expect.stringContaining('storage_unavailable') });

  for (const socket of idle) socket.destroy();
  await expect.poll(() => statusOf(save('later')), { timeout: 10_000 }).toBe(201);
  for (const each of needing) expect(await statusOf(call(...each)), each.join(' ')).toBe(200);
  expect(await statusOf(call('POST', '/_emulator/snapshots/later/restore'))).toBe(200);
});
