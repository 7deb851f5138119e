import { get, Agent as KeptAgent } from 'node:http';
import { execa } from 'execa';
import { Agent, request } from 'undici';
import { expect, it } from 'vitest';
import { startProcess } from '../../cli/emulator.ts';

const headers = { authorization: 'Bearer sk_test_demo' };

/** Calls again and again. @returns the error that ends it */
async function callerOf(call: () => Promise<void>, answered: () => void): Promise<string> {
  for (;;) {
    try {
      await call();
      answered();
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? String(error);
    }
  }
}

const byNode = (url: string, agent: KeptAgent | false) => () =>
  new Promise<void>((resolve, reject) => {
    const sent = get(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
      answer.resume().on('end', resolve).on('error', reject);
    });
    sent.on('error', reject);
  });

const byUndici = (url: string, dispatcher: Agent) => async () => {
  const { statusCode, body } = await request(url, { dispatcher, headers });
  await body.dump();
  if (statusCode !== 200) throw new Error(`status ${statusCode}`);
};

const byCurl = (url: string) => async () => {
  const { exitCode } = await execa('curl', ['-sf', '-H', `authorization: ${headers.authorization}`, url], {
    reject: false,
  });
  // The status of curl if the connection is refused; a reset has another one.
  if (exitCode === 7) throw Object.assign(new Error(), { code: 'ECONNREFUSED' });
  if (exitCode !== 0) throw new Error(`curl ended with ${exitCode}`);
};

it('resets no busy connection at the stop of an emulator for one machine', async () => {
  const { url, child } = await startProcess(['--ephemeral', '--no-rate-limit']);
  const balance = `${url}/api/v1/balance`;
  const calls = Array.from({ length: 20 }, () => byNode(balance, new KeptAgent({ keepAlive: true, maxSockets: 1 })));
  const waiting = new Set(calls);
  const ends = calls.map((call) => callerOf(call, () => waiting.delete(call)));
  await expect.poll(() => waiting.size).toBe(0);
  child.kill('SIGTERM');
  expect(await Promise.all(ends)).toEqual(calls.map(() => 'ECONNREFUSED'));
});

it('resets no connection at SIGTERM: busy callers get their answers, and then nobody listens', async () => {
  const env = { EMULATOR_TOKEN: 'emu_for_this_test_only' };
  const { url, child } = await startProcess(['--ephemeral', '--allow-remote', '--no-rate-limit'], { env });
  const balance = `${url}/api/v1/balance`;
  const calls = Array.from({ length: 20 }, () => [
    byNode(balance, new KeptAgent({ keepAlive: true, maxSockets: 1 })),
    byUndici(balance, new Agent({ connections: 1 })),
    byNode(balance, false),
  ]).flat();
  const waiting = new Set([...calls, ...Array.from({ length: 3 }, () => byCurl(balance))]);
  const size = waiting.size;
  const ends = [...waiting].map((call) => callerOf(call, () => waiting.delete(call)));
  await expect.poll(() => waiting.size).toBe(0);
  child.kill('SIGTERM');
  expect(await Promise.all(ends)).toEqual(Array.from({ length: size }, () => 'ECONNREFUSED'));
  expect((await child).exitCode).toBe(0);
});
