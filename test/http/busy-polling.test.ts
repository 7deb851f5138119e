import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { BusyPolling } from '../../src/http/busy-polling.ts';
import { createTestSandbox } from '../support/sandbox.ts';

/** Sends requests one after another on one connection, from a thread of its own, as clients of Node do. */
const caller = `
const { get, Agent } = require('node:http');
const { parentPort } = require('node:worker_threads');
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
parentPort.on('message', ({ url, headers, count }) => {
  const next = (left) => {
    if (left === 0) return parentPort.postMessage(null);
    get(url, { agent, headers }, (response) => response.resume().on('end', () => next(left - 1)));
  };
  next(count);
});`;

describe('an emulator whose calls come one after another', () => {
  it('looks for the next one after an answer, instead of sleeping until it comes', async () => {
    const { url, stop } = await createTestSandbox();
    const thread = new Worker(caller, { eval: true });
    // However late the client is, it stays awake after one of 256 at least.
    const calls = 600;
    const turns = () => performance.nodeTiming.uvMetricsInfo.loopCount;
    const before = turns();
    thread.postMessage({
      url: `${url}/api/v1/balance`,
      headers: { Authorization: 'Bearer sk_test_demo' },
      count: calls,
    });
    await once(thread, 'message');
    // An event loop that sleeps until something comes turns once for a call.
    expect((turns() - before) / calls).toBeGreaterThan(1.2);
    await thread.terminate();
    await stop();
  });
});

describe('an emulator that stays awake for calls', () => {
  it('does so ever more rarely where none comes in time, and more often again where one does', () => {
    let turns: (() => void)[] = [];
    const polling = new BusyPolling((call) => turns.push(call));
    const lookOnce = () => {
      const now = turns;
      turns = [];
      for (const look of now) look();
    };
    /** How many requests go by, each by itself, until it stays awake after one; then it looks until it gives up. */
    const requestsUntilAwake = () => {
      let requests = 0;
      while (turns.length === 0) {
        polling.note('one');
        requests++;
      }
      return requests;
    };
    polling.note('one');
    const giveUp = () => {
      while (turns.length > 0) lookOnce();
    };
    const all = Array.from({ length: 11 }, () => {
      const requests = requestsUntilAwake();
      giveUp();
      return requests;
    });
    expect(all).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256]);
    requestsUntilAwake();
    for (let following = 0; following < 8; following++) {
      // Once before the answer and once after it.
      lookOnce();
      lookOnce();
      polling.note('one');
    }
    giveUp();
    expect(requestsUntilAwake()).toBe(2);
  });

  it('sleeps where more than one connection sends requests', () => {
    const turns: (() => void)[] = [];
    const polling = new BusyPolling((call) => turns.push(call));
    for (const connection of ['one', 'other', 'one', 'other', 'other']) polling.note(connection);
    expect(turns).toHaveLength(1);
    polling.note('one');
    turns.pop()!();
    expect(turns).toEqual([]);
  });
});
