import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../src/client/node-client.ts';
import { ownPace } from '../../src/desk/model/pace.ts';
import { answersOf, countsOf } from '../../src/desk/model/time/answers.ts';
import { Heartbeat } from '../../src/desk/model/time/heartbeat.ts';
import { endsOf, lanesOf, placeMarks, type scales } from '../../src/desk/model/time/lanes.ts';
import { currenciesIn, moneyLines } from '../../src/desk/model/time/money.ts';
import { Pulse } from '../../src/desk/model/time/pulse.ts';
import { type Priority, RedrawLimiter } from '../../src/desk/model/time/redraw-limiter.ts';
import { Timeline } from '../../src/desk/model/time/timeline.ts';
import { Stories } from '../../src/record/stories/stories.ts';
import type { DeliveryView, LedgerEntryView, StreamMessage } from '../../src/sandbox/control/wire.ts';

describe('the pulse', () => {
  test('has the requests of the last minute, and forgets what is older', () => {
    const pulse = new Pulse();
    pulse.add(1_000, 5, 0);
    pulse.add(62_000, 8, 2);
    pulse.add(63_500, 1, 0);
    const bars = pulse.last(64_000);
    expect(bars).toHaveLength(20);
    expect(bars.at(-2)).toEqual({ requests: 8, errors: 2 });
    expect(bars.reduce((sum, { requests }) => sum + requests, 0)).toBe(9);
    expect(pulse.last(200_000).every(({ requests }) => requests === 0)).toBe(true);
  });
});

describe('the timeline', () => {
  const change = (n: number, cause = `req_${n}`): StreamMessage => ({
    number: n,
    workspace: 'ws_demo',
    mode: 'test',
    at: '2026-03-01T09:00:00.000Z',
    type: 'change',
    data: {
      object: 'transaction',
      id: `txn_${n}`,
      verb: 'accept',
      from: null,
      to: 'pending_settlement',
      cause: { type: 'request', id: cause },
    },
  });

  const noClient = (): Client => {
    throw new Error('nothing is asked for');
  };

  test('keeps the latest messages, however many come, and knows that there are more', () => {
    const timeline = new Timeline(noClient, () => {});
    for (let n = 1; n <= 25_000; n++) timeline.add(change(n));
    const facts = timeline.facts();
    expect(facts.length).toBeLessThan(10_000);
    expect(facts.at(-1)?.key).toBe('req_25000');
    expect(timeline.hasMore).toBe(true);
  });

  test('adds up what was too fast to show', () => {
    const timeline = new Stories();
    const leftOut = (request: number): StreamMessage => ({
      number: 1 + request,
      workspace: 'ws_demo',
      mode: 'test',
      at: '2026-03-01T09:00:00.000Z',
      type: 'left_out',
      data: { request },
    });
    timeline.add(change(1));
    timeline.add(leftOut(600));
    timeline.add(leftOut(634));
    const last = timeline.facts().at(-1);
    expect(last?.type === 'root' ? last.group.note?.text : null).toBe('1,234 more messages arrived too fast to show');
    expect(timeline.facts()).toHaveLength(2);
  });

  test.each([
    ['of a run that is over', undefined, 100],
    ['that goes on, as long as it is near', 40, 101],
  ])('has what the clock did below the call that made the object, %s', (_what, joined, groups) => {
    const stories = new Stories(joined);
    for (let n = 1; n <= 100; n++) stories.add(change(n));
    const byTheClock = (number: number, n: number): StreamMessage => {
      const made = change(n);
      if (made.type !== 'change') throw new Error('a change was expected');
      const cause = { type: 'job', id: `job_${n}`, kind: 'transaction.settle', due_at: made.at } as const;
      return { ...made, number, data: { ...made.data, verb: 'settle', to: 'settled', cause } };
    };
    stories.add(byTheClock(101, 100));
    stories.add(byTheClock(102, 1));
    expect(stories.groups).toHaveLength(groups);
    expect(stories.groups[99]!.children).toHaveLength(2);
  });

  test('says where the emulator started again, because calls and marks before that are gone', () => {
    const stories = new Stories();
    for (const number of [-1, 0, 1, 2]) stories.add(change(number, `req_${number}`));
    const notes = stories.groups.map(({ note }) => note?.text.slice(0, 36) ?? null);
    expect(notes).toEqual([null, null, 'The emulator started again here. It ', null, null]);
  });

  test('says so at once, before anything new happens, and only once', async () => {
    const page = { data: [change(-1), change(0)], has_more: false, requests_cut: 0 };
    const client = { call: async () => page } as unknown as Client;
    const timeline = new Timeline(
      () => client,
      () => {},
    );
    await timeline.open(client);
    const notes = () => timeline.groups.flatMap(({ note }) => (note === null ? [] : [note.text.slice(0, 35)]));
    expect([timeline.hasRestarted, notes()]).toEqual([true, ['The emulator started again here. It']]);
    timeline.add(change(1));
    expect(notes()).toHaveLength(1);
  });

  test('tells of nothing twice', () => {
    const timeline = new Stories();
    timeline.add(change(1));
    timeline.add(change(1));
    expect(timeline.facts()).toHaveLength(1);
  });
});

describe('the pace of drawing', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Asks every millisecond for a while. @returns when it was drawn, in milliseconds */
  function drawings(priorities: readonly Priority[], milliseconds: number): number[] {
    const times: number[] = [];
    const limiter = new RedrawLimiter(() => times.push(performance.now()));
    for (let passed = 0; passed < milliseconds; passed++) {
      for (const priority of priorities) limiter.request(priority);
      vi.advanceTimersByTime(1);
    }
    limiter.cancel();
    return times;
  }

  test('is at most 15 in any second, however many keys are pressed and whatever happens beside', () => {
    const times = drawings(['news', 'answer', 'key'], 2_500);
    expect(times.length).toBeGreaterThan(20);
    for (const from of times) {
      expect(times.filter((time) => time >= from && time < from + 1_000).length).toBeLessThanOrEqual(15);
    }
  });

  test('leaves enough for a key to be answered at once, whatever else goes on', () => {
    let drawn = 0;
    const limiter = new RedrawLimiter(() => drawn++);
    for (let round = 0; round < 200; round++) {
      limiter.request('news');
      limiter.request('answer');
      vi.advanceTimersByTime(1);
    }
    const before = drawn;
    limiter.request('key');
    expect(drawn).toBe(before + 1);
  });

  test('draws what was asked for last, when nothing follows', () => {
    let asked = 0;
    let drawn = 0;
    const limiter = new RedrawLimiter(() => {
      drawn = asked;
    });
    for (asked = 1; asked < 40; asked++) limiter.request('news');
    vi.advanceTimersByTime(1_000);
    expect(drawn).toBe(asked);
  });

  test('keeps news apart as far as it is told to, and answers a key in between', () => {
    let drawn = 0;
    const limiter = new RedrawLimiter(() => drawn++);
    limiter.request('news', 10_000);
    limiter.request('news', 10_000);
    expect(drawn).toBe(1);
    limiter.request('key');
    expect(drawn).toBe(2);
    limiter.request('news', 10_000);
    vi.advanceTimersByTime(9_000);
    expect(drawn).toBe(2);
    vi.advanceTimersByTime(1_100);
    expect(drawn).toBe(3);
  });

  test('draws nothing that was taken back', () => {
    let drawn = 0;
    const limiter = new RedrawLimiter(() => drawn++);
    for (let time = 0; time < 9; time++) limiter.request('key');
    const before = drawn;
    limiter.cancel();
    vi.advanceTimersByTime(1_000);
    expect(drawn).toBe(before);
  });
});

describe('the heartbeat', () => {
  test('knows within 2.5 s that an emulator hangs, at the pace for people', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
    let isHanging = false;
    const health = () => (isHanging ? new Promise(() => {}) : Promise.resolve({}));
    const heartbeat = new Heartbeat(
      () => ({ call: health }) as unknown as Client,
      () => {},
      ownPace,
    );
    try {
      heartbeat.open();
      await vi.advanceTimersByTimeAsync(3_001);
      expect(heartbeat.silence).toBeNull();
      isHanging = true;
      await vi.advanceTimersByTimeAsync(2_500);
      expect(heartbeat.silence).toBeGreaterThanOrEqual(ownPace.hungAfter);
    } finally {
      heartbeat.close();
      vi.useRealTimers();
    }
  });
});

describe('lanes over time', () => {
  const request = (n: number, at: string, real: string): StreamMessage => ({
    ...{ number: n, workspace: 'ws_demo', mode: 'test', at, type: 'request' },
    data: {
      ...{ id: `req_${n}`, at, real_at: real, method: 'GET', path: '/api/v1/balance', status: 200, latency_ms: 10 },
      ...{ workspace_id: 'ws_demo', mode: 'test', unknown_fields: [], refusal: null },
    } as never,
  });

  test('have what happened by its order, and by the emulated time', () => {
    const timeline = new Stories();
    timeline.add(request(1, '2026-03-01T09:00:00.000Z', '2026-01-01T00:00:00.000Z'));
    timeline.add(request(2, '2026-03-21T09:00:00.000Z', '2026-01-01T00:00:01.000Z'));
    timeline.add(request(3, '2026-03-21T09:00:00.000Z', '2026-01-01T00:00:02.000Z'));
    const marks = lanesOf(timeline.facts());
    expect(marks.map(({ lane, key }) => `${lane} ${key}`)).toEqual([
      'requests req_1',
      'requests req_2',
      'requests req_3',
    ]);
    const froms = (scale: (typeof scales)[number]) =>
      placeMarks(marks, scale).map(({ from }) => Math.round(from * 100));
    expect(froms('emulated')).toEqual([0, 100, 100]);
    const [first, second, third] = froms('order');
    expect([first, third]).toEqual([0, 100]);
    expect(second).toBeGreaterThan(0);
    expect(second).toBeLessThan(100);
    expect(endsOf(marks, 'emulated')).toEqual({
      from: Date.parse('2026-03-01T09:00:00Z'),
      to: Date.parse('2026-03-21T09:00:00.010Z'),
    });
    expect(endsOf([], 'order')).toBeNull();
  });
});

describe('the balances over time', () => {
  const entry = (at: string, amount: number, account = 'available', currency = 'USD') =>
    ({ id: `${at}${amount}`, at: `2026-03-01T${at}:00.000Z`, amount, account, currency }) as LedgerEntryView;
  const now = Date.parse('2026-03-01T12:00:00.000Z');

  test('are those of now, from which one movement after another is undone', () => {
    const entries = [entry('11:00', -300), entry('10:00', 500), entry('10:00', -500, 'external')];
    const balances = [{ currency: 'USD', available: 1_200, pending: 0, reserved: 0, held: 0 }];
    const lines = moneyLines(entries, balances, 'USD', now);
    expect(lines.balances.available).toEqual([1_000, 1_500, 1_200, 1_200]);
    expect(lines.at.map((at) => new Date(at).toISOString().slice(11, 16))).toEqual([
      '09:59',
      '10:00',
      '11:00',
      '12:00',
    ]);
    expect(lines.entries.map((each) => each?.amount ?? null)).toEqual([null, 500, -300, null]);
  });

  test('are of one currency, the most used first', () => {
    const entries = [entry('11:00', 1, 'available', 'EUR'), entry('10:00', 1), entry('09:00', 1)];
    expect(currenciesIn(entries)).toEqual(['USD', 'EUR']);
    expect(moneyLines(entries, [], 'EUR', now).balances.available).toEqual([-1, 0, 0]);
  });
});

describe('the answers of receivers', () => {
  const delivery = (id: string, ...attempts: [string, number | null, string | null][]) =>
    ({
      id,
      attempts: attempts.map(([at, status, error]) => ({ at, status, error, latency_ms: 5 })),
    }) as unknown as DeliveryView;

  test('stand in the order of their attempts, and are counted, the most frequent first', () => {
    const answers = answersOf([
      delivery('del_2', ['10:02', 500, 'HTTP 500'], ['10:05', 200, null]),
      delivery('del_1', ['10:01', 200, null], ['10:03', null, 'it hung up']),
    ]);
    expect(answers.map(({ delivery: id, attempt }) => `${attempt.at} ${id}`)).toEqual([
      '10:01 del_1',
      '10:02 del_2',
      '10:03 del_1',
      '10:05 del_2',
    ]);
    expect(countsOf(answers)).toEqual([
      { answer: '200', tone: 'good', count: 2 },
      { answer: '500', tone: 'bad', count: 1 },
      { answer: 'it hung up', tone: 'bad', count: 1 },
    ]);
  });
});
