import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { followStream } from '../../src/cli/follow.ts';
import { createClient } from '../../src/client/node-client.ts';
import { startBuffering, startCutter } from '../support/middle.ts';
import { startTestSandbox } from './sandbox.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox?.stop());

/** The text of a stream as it arrives. */
async function reading(query: string) {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const { headers, body } = await fetch(`${sandbox.url}/_emulator/stream${query}`, { signal: end.signal });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (has: RegExp) => {
    while (!has.test(text)) text += (await reader.read()).value ?? '';
    return text;
  };
  return { headers, until };
}

describe('a stream', () => {
  it('asks proxies to pass it on at once, and says where it begins', async () => {
    const { headers, until } = await reading('');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(await until(/\n\n/)).toMatch(/^id: \d+\n: connected\n\n/);
  });

  it('sends a heartbeat while nothing happens', async () => {
    const { until } = await reading('?heartbeat=1');
    expect(await until(/heartbeat\n\n.*heartbeat/s)).toContain(': heartbeat\n\n: heartbeat');
    const { status } = await fetch(`${sandbox.url}/_emulator/stream?heartbeat=0`);
    expect(status).toBe(400);
  });

  it('continues where it was when a proxy cut it', async () => {
    const cutter = await startCutter(sandbox.url);
    onTestFinished(cutter.stop);
    const losses: string[] = [];
    const seen: string[] = [];
    const client = createClient({ url: cutter.url });
    const messages = followStream(client, ({ message }) => losses.push(message));
    const next = async () => {
      for (;;) {
        const { value } = await messages.next();
        if (value?.type === 'mark') return seen.push(value.data.text);
      }
    };
    const first = next();
    const begun = setInterval(() => void sandbox.client.call('markers.add', { text: 'begun' }), 50);
    await first;
    clearInterval(begun);
    await sandbox.client.call('markers.add', { text: 'before' });
    while (seen.at(-1) !== 'before') await next();
    cutter.cut();
    await sandbox.client.call('markers.add', { text: 'while it was cut' });
    await next();
    await sandbox.client.call('markers.add', { text: 'later' });
    await next();
    expect(seen.slice(-3)).toEqual(['before', 'while it was cut', 'later']);
    expect(losses).toHaveLength(1);
    await messages.return(undefined);
  });

  it('that a proxy holds back is no connection, and the error names the setting', async () => {
    const proxy = await startBuffering(sandbox.url);
    onTestFinished(proxy.stop);
    const opening = createClient({ url: proxy.url }).openStream();
    await expect(opening).rejects.toThrow(/a proxy holds it back.*proxy_buffering off/s);
  }, 20_000);

  it('ends when the emulator stops', async () => {
    const short = await startTestSandbox();
    const messages = await createClient({ url: short.url }).openStream();
    const ended = (async () => {
      for await (const _ of messages);
      return 'ended';
    })();
    await short.stop();
    expect(await ended).toBe('ended');
  });
});
