import { Agent, request } from 'undici';
import { expect, it } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { startTestSandbox } from './sandbox.ts';

it('shares its time between teams: one with many calls at once waits for itself, not the other team', async () => {
  const token = 'emu_for_this_test_only';
  const running = await startTestSandbox({ allowRemote: true, token });
  const operator = createClient({ url: running.url, token });
  const keyOf = async (id: string) => {
    const objects = { test: { customers: { buyers: { count: 300, email: 'buyer{n}@example.com' } } } };
    const { keys } = await operator.call('workspaces.create', {
      id,
      fixture: { workspaces: [{ id, settings: {}, objects }] },
    });
    return keys.secret.test!;
  };
  const [ofA, ofB] = [await keyOf('ws_a'), await keyOf('ws_b')];
  const dispatcher = new Agent({ connections: 201 });
  const ends: string[] = [];
  const call = async (team: string, key: string, path = '/customers?limit=100') => {
    const headers = { authorization: `Bearer ${key}` };
    const { statusCode, body } = await request(`${running.url}/api/v1${path}`, { dispatcher, headers });
    ends.push(`${team}: ${statusCode}`);
    await body.dump();
  };
  // The connections are open, so that all calls arrive at the same time.
  await Promise.all(Array.from({ length: 201 }, () => call('b', ofB, '/balance')));
  ends.length = 0;
  const manyOfA = Array.from({ length: 200 }, () => call('a', ofA));
  await Promise.all([...manyOfA, call('b', ofB)]);
  expect(new Set(ends)).toEqual(new Set(['a: 200', 'b: 200']));
  expect(ends.indexOf('b: 200')).toBeLessThan(150);
  await dispatcher.close();
  await running.stop();
});
