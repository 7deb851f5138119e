import { Agent, get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startTestSandbox } from './sandbox.ts';

const token = 'emu_for_this_test_only';

/** Calls over one connection that stays open. @returns the status, and whether the server closes the connection */
const called = (url: string, agent: Agent) =>
  new Promise<{ status: number | undefined; connection: string | undefined; isReused: boolean }>((resolve, reject) => {
    const request = get(`${url}/_emulator/health`, { agent, headers: { host: 'localhost' } }, (answer) => {
      const { statusCode: status, headers } = answer;
      answer
        .resume()
        .on('end', () => resolve({ status, connection: headers.connection, isReused: request.reusedSocket }));
    });
    request.on('error', reject);
  });

describe('an emulator for others that stops', () => {
  it('closes no connection that is in use: its answers close them', async () => {
    const running = await startTestSandbox({ allowRemote: true, token });
    const callers = Array.from({ length: 10 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const errors: string[] = [];
    const closed = callers.map(async (agent) => {
      for (;;) {
        try {
          const { connection } = await called(running.url, agent);
          if (connection === 'close') return 'closed by an answer';
        } catch (error) {
          errors.push((error as NodeJS.ErrnoException).code ?? String(error));
          return 'error';
        }
      }
    });
    await Promise.all(callers.map((agent) => called(running.url, agent)));
    const stopped = running.stop();
    expect(await Promise.all(closed)).toEqual(callers.map(() => 'closed by an answer'));
    expect(errors).toEqual([]);
    await stopped;
    for (const agent of callers) agent.destroy();
  });

  it('answers a request in flight that takes longer than usual, if told so', async () => {
    const running = await startTestSandbox({ allowRemote: true, token, stopTimeout: '20s' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const fault = { on: 'balance.get', kind: 'latency', ms: 3_500, times: 1 };
    await fetch(`${running.url}/_emulator/faults`, { method: 'POST', headers, body: JSON.stringify(fault) });
    const answer = fetch(`${running.url}/api/v1/balance`, { headers: { authorization: 'Bearer sk_test_demo' } });
    await expect.poll(() => running.sandbox.inProgress.count('ws_demo')).toBeGreaterThan(0);
    await running.stop();
    expect((await answer).status).toBe(200);
  }, 20_000);

  it('gives up a fixture that loads', async () => {
    const running = await startTestSandbox();
    const count = 3_000;
    const objects = { test: { customers: { buyers: { count, email: 'buyer{n}@example.com' } } } };
    const loading = running.client.call('fixtures.load', {
      fixture: { workspaces: [{ id: 'ws_many', settings: {}, objects }] },
    });
    const refused = loading.then(
      () => 'loaded',
      ({ message }: Error) => message,
    );
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    while (running.sandbox.inProgress.count('ws_demo') === 0) await turn();
    await running.stop();
    expect(await refused).toMatch(/is stopping, so it did not load|cut|running/);
    expect(running.sandbox.engine.workspace('ws_many')).toBeUndefined();
  }, 60_000);
});
