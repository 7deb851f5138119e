import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repeat } from '../../bench/load.js';
import { BusyPolling } from '../../src/http/busy-polling.ts';
import { type RunningProcess, startProcess, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';

describe.runIf(process.platform === 'linux')('an emulator whose calls come one after another', () => {
  const folder = temporaryFolder();
  let running: RunningProcess;
  beforeAll(async () => {
    await ensureBuilt();
    running = await startProcess(['--data-dir', `${folder.path}/data`, '--no-rate-limit']);
  });
  afterAll(() => {
    running?.child.kill('SIGKILL');
    folder.remove();
  });

  const status = (name: string) =>
    new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8'))![1]!;

  it('stays awake between them, and sleeps when no more come', async () => {
    const headers = { Authorization: 'Bearer sk_test_demo' };
    const request = { path: '/api/v1/balance', headers };
    /** How often it left its core, of its own accord or because the client was given it. */
    const left = () => Number(status('voluntary_ctxt_switches')) + Number(status('nonvoluntary_ctxt_switches'));
    // One that sleeps before each call does so about as often as there are calls.
    const leftWhileCalled = async () => {
      const before = left();
      await repeat({ origin: running.url, request, connections: 1, count: 1_000 });
      return left() - before;
    };
    await expect.poll(leftWhileCalled, { timeout: 60_000 }).toBeLessThan(400);
    await expect.poll(() => status('State')).toBe('S');
  }, 90_000);
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
