import { describe, expect, it } from 'vitest';
import type { ServiceError } from '../../src/core/kernel/errors.ts';
import { listFaults, removeFault, removeFaults, takeFault } from '../../src/core/kernel/faults/faults.ts';
import { verifySignature } from '../../src/payments/webhooks/signature.ts';
import { type ReceivedRequest, startReceiver } from '../support/receiver.ts';
import {
  type Bench,
  type BenchOptions,
  cause,
  closeAfter,
  closeAfterEach,
  fiveMinutes,
  makeBench,
  workspaceId,
} from './harness.ts';

closeAfterEach();

const secret = 'whsec_demo';

async function benchWith(how: Parameters<typeof startReceiver>[0] = {}, options: BenchOptions = {}) {
  const receiver = closeAfter(await startReceiver(how));
  const bench = makeBench(options);
  bench.endpoint(receiver.url, { secret });
  return { receiver, bench };
}

const noteOf = ({ body }: ReceivedRequest): string => JSON.parse(body).data.note;
const isSigned = ({ headers, bytes }: ReceivedRequest, tolerance?: number): boolean =>
  verifySignature({ header: String(headers['service-signature']), body: bytes, secret, tolerance }).valid;
const faultOf = (bench: Bench) => listFaults(bench.engine, workspaceId).data[0]!;

describe('a fault of deliveries', () => {
  it('drop: the attempt never arrives, is recorded as failed, and is retried', async () => {
    const { receiver, bench } = await benchWith();
    bench.fault({ kind: 'drop', times: 1 });
    const eventId = bench.light();
    await bench.settled();
    expect(receiver.requests).toHaveLength(0);
    expect(bench.deliveryOf(eventId)).toMatchObject({
      status: 'pending',
      next_attempt_at: '2026-03-01T09:05:00.000Z',
      attempts: [{ number: 1, status: null, error: 'dropped because of a fault', fault: 'drop' }],
    });
    await bench.advance(fiveMinutes);
    expect(receiver.requests).toHaveLength(1);
    expect(bench.deliveryOf(eventId)).toMatchObject({
      status: 'delivered',
      attempts: [{ number: 1 }, { number: 2, fault: null }],
    });
  });

  it('duplicate: it is sent twice, the same bytes one after the other, and both are recorded', async () => {
    const { receiver, bench } = await benchWith((_, __, index) => ({ body: `answer ${index}` }));
    bench.fault({ kind: 'duplicate', times: 1 });
    const eventId = bench.light();
    await bench.settled();
    expect(receiver.requests).toHaveLength(2);
    expect(receiver.requests[1]!.bytes).toEqual(receiver.requests[0]!.bytes);
    expect(receiver.requests.every((request) => isSigned(request))).toBe(true);
    expect(receiver.mostInFlight).toBe(1);
    expect(bench.deliveryOf(eventId)).toMatchObject({
      status: 'delivered',
      attempts: [
        { number: 1, body: 'answer 0', fault: null },
        { number: 1, body: 'answer 1', fault: 'duplicate' },
      ],
    });
  });

  it('duplicate: a failing receiver still gets its second attempt as number two', async () => {
    const { receiver, bench } = await benchWith({ status: 500 });
    bench.fault({ kind: 'duplicate', times: 1 });
    const eventId = bench.light();
    await bench.settled();
    await bench.advance(fiveMinutes);
    expect(receiver.requests).toHaveLength(3);
    expect(bench.deliveryOf(eventId).attempts.map(({ number }) => number)).toEqual([1, 1, 2]);
  });

  it('duplicate at once: the copy does not wait for the answer to the first', async () => {
    const waiting: (() => void)[] = [];
    const { receiver, bench } = await benchWith(async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return {};
    });
    bench.fault({ kind: 'duplicate', at_once: true, times: 1 });
    const eventId = bench.light();
    await receiver.received(2);
    expect(receiver.mostInFlight).toBe(2);
    for (const answer of waiting) answer();
    await bench.settled();
    expect(bench.deliveryOf(eventId).attempts.map(({ number, fault }) => [number, fault])).toEqual([
      [1, null],
      [1, 'duplicate'],
    ]);
  });

  it('forged: copies that a receiver must refuse come beside the true one, whose answer alone counts', async () => {
    const { receiver, bench } = await benchWith((request) => ({ status: isSigned(request, 300) ? 200 : 401 }));
    bench.fault({ kind: 'forged', times: 1 });
    const eventId = bench.light();
    await bench.settled();
    expect(receiver.requests).toHaveLength(6);
    expect(receiver.requests.filter((request) => isSigned(request, 300))).toHaveLength(1);
    expect(receiver.requests.filter((request) => isSigned(request))).toHaveLength(3);
    expect(receiver.requests.filter(({ headers }) => headers['service-signature'] === undefined)).toHaveLength(1);
    const delivery = bench.deliveryOf(eventId);
    expect(delivery.status).toBe('delivered');
    expect(delivery.attempts.map(({ status, forgery }) => [status, forgery])).toEqual([
      [200, undefined],
      [401, 'unsigned'],
      [401, 'wrong_signature'],
      [401, 'altered'],
      [401, 'stale'],
      [401, 'future'],
    ]);
    expect(bench.webhooks.health(bench.webhooks.listEndpoints(workspaceId, 'test').data[0]!).failures_in_a_row).toBe(0);
  });

  it('forged: a receiver that takes the copies and refuses the true one has not received it', async () => {
    const { bench } = await benchWith((request) => ({ status: isSigned(request) ? 500 : 200 }));
    bench.fault({ kind: 'forged', times: 1 });
    const eventId = bench.light();
    await bench.settled();
    expect(bench.deliveryOf(eventId).status).toBe('pending');
  });

  it('unknown_type: an event of another type comes beside it, and only the answer to the true one counts', async () => {
    const { receiver, bench } = await benchWith(({ headers }) => ({
      status: headers['service-event'] === 'emulator.added' ? 400 : 200,
    }));
    bench.fault({ kind: 'unknown_type', times: 1 });
    const eventId = bench.light();
    await bench.settled();
    expect(receiver.requests.map((request) => isSigned(request))).toEqual([true, true]);
    const types = receiver.requests.map(({ body }) => JSON.parse(body).type);
    expect(types).toContain('emulator.added');
    expect(bench.deliveryOf(eventId)).toMatchObject({
      status: 'delivered',
      attempts: [{ status: 200 }, { status: 400, beside: true }],
    });
    bench.fault({ kind: 'unknown_type', times: 1 });
    expect(bench.deliveryOf(eventId).attempts[0]).not.toHaveProperty('beside');
  });

  it('unknown_type: an endpoint that names its types gets its own event alone', async () => {
    const receiver = closeAfter(await startReceiver({}));
    const bench = makeBench();
    bench.endpoint(receiver.url, { secret, events: ['lamp.lit'] });
    bench.fault({ kind: 'unknown_type', times: 1 });
    bench.light();
    await bench.settled();
    expect(receiver.requests.map(({ body }) => JSON.parse(body).type)).toEqual(['lamp.lit']);
  });

  it('unknown_object: two events about unknown objects come beside it, with other metadata and without', async () => {
    const { receiver, bench } = await benchWith();
    bench.fault({ kind: 'unknown_object', times: 1 });
    const eventId = bench.light();
    await bench.settled();
    expect(receiver.requests.map((request) => isSigned(request))).toEqual([true, true, true]);
    const told = receiver.requests.map(({ body }) => JSON.parse(body));
    expect(new Set(told.map(({ id }) => id)).size).toBe(3);
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(['lamp.lit']));
    expect(new Set(told.map(({ data }) => data.lamp_id)).size).toBe(3);
    expect(bench.deliveryOf(eventId)).toMatchObject({
      status: 'delivered',
      attempts: [{ fault: null }, { fault: 'unknown_object', beside: true }, { beside: true }],
    });
  });

  it('lost: not one of its attempts arrives, and the next event does', async () => {
    const { receiver, bench } = await benchWith();
    bench.fault({ kind: 'lost', times: 1 });
    const lost = bench.light('lost');
    await bench.settled();
    bench.light('next');
    await bench.advance(fiveMinutes);
    await bench.advance(6 * fiveMinutes);
    expect(bench.deliveryOf(lost)).toMatchObject({
      status: 'failed',
      attempts: [1, 2, 3].map((number) => ({ number, status: null, fault: 'lost' })),
    });
    expect(receiver.requests.map(noteOf)).toEqual(['next']);
  });

  it('happens to events of one type, to one attempt, and not to each that fits', async () => {
    const { bench } = await benchWith({ status: 500 });
    bench.fault({ kind: 'drop', attempt: 2 });
    const eventId = bench.light();
    await bench.settled();
    await bench.advance(fiveMinutes);
    expect(bench.deliveryOf(eventId).attempts).toMatchObject([{ status: 500 }, { status: null, fault: 'drop' }]);
    removeFaults(bench.engine, bench.workspace, cause);
    bench.fault({ kind: 'status', status: 502, attempt: 1, skip: 1, every: 2 });
    const emitted: string[] = [];
    for (let count = 0; count < 4; count++) {
      emitted.push(bench.light());
      await bench.settled();
    }
    expect(emitted.map((id) => bench.deliveryOf(id).attempts[0]!.status)).toEqual([500, 502, 500, 502]);
    const [type] = [...bench.engine.registry.events.keys()];
    const facts = { event: type!, attempt: 1, isTo: () => true };
    removeFaults(bench.engine, bench.workspace, cause);
    bench.fault({ kind: 'drop', event: type });
    const search = { workspaceId, on: 'delivery', kinds: ['drop'] } as const;
    expect(takeFault(bench.engine, { ...search, facts: { ...facts, event: 'another' } })).toBeNull();
    expect(takeFault(bench.engine, { ...search, facts })).toMatchObject({ event: type });
  });

  it('grown: it has fields that nobody knows, and is correctly signed', async () => {
    const { receiver, bench } = await benchWith();
    bench.fault({ kind: 'grown', times: 1 });
    bench.light('more');
    await bench.settled();
    const [request] = receiver.requests;
    expect(JSON.parse(request!.body)).toMatchObject({ emulator_added: {}, data: { note: 'more', emulator_added: {} } });
    expect(request!.bytes.length).toBeGreaterThan(100 * 1024);
    expect(isSigned(request!)).toBe(true);
  });

  it('odd bytes: the same JSON in another spelling, correctly signed', async () => {
    const { receiver, bench } = await benchWith();
    const note = 'Zoë/“quoted” 🙂';
    bench.light(note);
    await bench.settled();
    bench.fault({ kind: 'odd_bytes', times: 1 });
    bench.light(note);
    await bench.settled();
    const [plain, odd] = receiver.requests.map(({ body }) => body);
    expect(odd).not.toContain('ë');
    expect(odd).toContain('Zo\\u00eb\\/');
    expect(odd).toMatch(/"created" : \d+ ,/);
    expect(JSON.parse(odd!)).toEqual({
      ...JSON.parse(plain!),
      id: JSON.parse(odd!).id,
      data: { ...JSON.parse(plain!).data, lamp_id: JSON.parse(odd!).data.lamp_id },
    });
    expect(isSigned(receiver.requests[1]!)).toBe(true);
  });

  it('delay: it comes later on the emulated clock, behind those that followed', async () => {
    const { receiver, bench } = await benchWith();
    bench.fault({ kind: 'delay', ms: 90_000, times: 1 });
    const delayed = bench.light('delayed');
    bench.light('next');
    await bench.settled();
    expect(receiver.requests.map(noteOf)).toEqual(['next']);
    expect(bench.deliveryOf(delayed)).toMatchObject({
      status: 'pending',
      due: false,
      attempts: [],
      next_attempt_at: '2026-03-01T09:01:30.000Z',
    });
    await bench.advance(89_999);
    expect(receiver.requests).toHaveLength(1);
    await bench.advance(1);
    expect(receiver.requests.map(noteOf)).toEqual(['next', 'delayed']);
    expect(bench.deliveryOf(delayed)).toMatchObject({
      status: 'delivered',
      attempts: [{ number: 1, at: '2026-03-01T09:01:30.000Z', fault: 'delay' }],
    });
  });

  it('delay without an end delays each attempt once', async () => {
    const { receiver, bench } = await benchWith();
    bench.fault({ kind: 'delay', ms: 1_000 });
    bench.light();
    await bench.settled();
    await bench.advance(1_000);
    expect(receiver.requests).toHaveLength(1);
    expect(faultOf(bench)).toMatchObject({ used: 1, spent: false });
  });

  it('reorder: the next delivery overtakes it, and has been answered when it is sent', async () => {
    const { receiver, bench } = await benchWith(async (_, __, index) => {
      if (index === 0) await new Promise((resolve) => setTimeout(resolve, 50));
      return {};
    });
    bench.fault({ kind: 'reorder', times: 1 });
    const first = bench.light('first');
    bench.light('second');
    await bench.settled();
    expect(receiver.requests.map(noteOf)).toEqual(['second', 'first']);
    expect(receiver.mostInFlight).toBe(1);
    expect(bench.deliveryOf(first)).toMatchObject({ status: 'delivered', attempts: [{ fault: 'reorder' }] });
  });

  it('reorder without an end swaps every two', async () => {
    const { receiver, bench } = await benchWith();
    bench.fault({ kind: 'reorder' });
    const notes: string[] = [];
    for (let pair = 0; pair < 3; pair++) {
      bench.light(`${pair} a`);
      bench.light(`${pair} b`);
      await bench.settled();
      notes.push(`${pair} b`, `${pair} a`);
    }
    expect(receiver.requests.map(noteOf)).toEqual(notes);
  });

  it('reorder of one type of event: the next event about the same object overtakes it', async () => {
    const { receiver, bench } = await benchWith();
    const [type] = [...bench.engine.registry.events.keys()];
    bench.fault({ kind: 'reorder', event: type, times: 1 });
    bench.light('first');
    bench.light('of another');
    await bench.settled();
    // Nothing more came about its object: it was let go after a second, behind the other.
    expect(receiver.requests.map(noteOf)).toEqual(['of another', 'first']);
  });

  it('reorder lets go after a while where none follows', async () => {
    const { receiver, bench } = await benchWith({}, { overtakeWait: 200 });
    bench.fault({ kind: 'reorder' });
    const since = performance.now();
    bench.light();
    await bench.settled();
    expect(performance.now() - since).toBeGreaterThan(190);
    expect(receiver.requests).toHaveLength(1);
  });

  it('bad_signature: the signature is well formed and wrong', async () => {
    const { receiver, bench } = await benchWith(({ headers, bytes }) => ({
      status: verifySignature({ header: String(headers['service-signature']), body: bytes, secret }).valid ? 200 : 401,
    }));
    bench.fault({ kind: 'bad_signature', times: 1 });
    const eventId = bench.light();
    await bench.settled();
    const [request] = receiver.requests;
    expect(request!.headers['service-signature']).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(bench.deliveryOf(eventId).attempts).toMatchObject([{ status: 401, fault: 'bad_signature' }]);
    await bench.advance(fiveMinutes);
    expect(isSigned(receiver.requests[1]!)).toBe(true);
  });

  it('old_timestamp: the signature is right for a time an hour ago', async () => {
    const { receiver, bench } = await benchWith();
    bench.fault({ kind: 'old_timestamp', times: 1 });
    bench.light();
    await bench.settled();
    const [request] = receiver.requests;
    expect(isSigned(request!)).toBe(true);
    expect(isSigned(request!, 300)).toBe(false);
    const t = Number(/^t=(\d+)/.exec(String(request!.headers['service-signature']))![1]);
    expect(Math.abs(Date.now() / 1000 - 3600 - t)).toBeLessThan(30);
  });

  it('status: another answer takes the place of the receiver’s', async () => {
    const { receiver, bench } = await benchWith({ body: 'fine' });
    bench.fault({ kind: 'status', status: 503, times: 1 });
    const eventId = bench.light();
    await bench.settled();
    expect(receiver.requests).toHaveLength(1);
    expect(bench.deliveryOf(eventId)).toMatchObject({
      status: 'pending',
      attempts: [{ status: 503, body: 'fine', error: 'answered 503', fault: 'status' }],
    });
  });

  it('latency: it arrives later in real time, which counts as the receiver’s', async () => {
    const { receiver, bench } = await benchWith();
    bench.fault({ kind: 'latency', ms: 150, times: 1 });
    const since = performance.now();
    const eventId = bench.light();
    await bench.settled();
    expect(receiver.requests[0]!.at - since).toBeGreaterThan(140);
    const [attempt] = bench.deliveryOf(eventId).attempts;
    expect(attempt).toMatchObject({ status: 200, error: null, fault: 'latency' });
    expect(attempt!.latency_ms).toBeGreaterThanOrEqual(145);
  });

  it('happens as often as was asked for, the oldest first, and is counted', async () => {
    const { bench } = await benchWith();
    bench.fault({ kind: 'status', status: 501, times: 2 });
    bench.fault({ kind: 'status', status: 502, times: 1 });
    const emitted: string[] = [];
    for (let count = 0; count < 4; count++) {
      emitted.push(bench.light());
      await bench.settled();
    }
    expect(emitted.map((id) => bench.deliveryOf(id).attempts[0]!.status)).toEqual([501, 501, 502, 200]);
    expect(listFaults(bench.engine, workspaceId).data).toMatchObject([
      { status: 502, times: 1, used: 1, spent: true },
      { status: 501, times: 2, used: 2, spent: true },
    ]);
  });

  it('ends when it is removed', async () => {
    const { bench } = await benchWith();
    const { id } = bench.fault({ kind: 'drop' });
    bench.fault({ kind: 'drop' });
    removeFault(bench.engine, bench.workspace, id, cause);
    expect(removeFaults(bench.engine, bench.workspace, cause)).toBe(1);
    const eventId = bench.light();
    await bench.settled();
    expect(bench.deliveryOf(eventId).status).toBe('delivered');
    expect(() => removeFault(bench.engine, bench.workspace, id, cause)).toThrow(/No such fault/);
  });

  it('outlives a restart', async () => {
    const { receiver, bench } = await benchWith();
    bench.fault({ kind: 'drop', times: 1 });
    await bench.stop();
    const next = makeBench({ state: bench.engine.state });
    next.light();
    await next.settled();
    expect(receiver.requests).toHaveLength(0);
  });
});

describe('asking for a fault', () => {
  const refusal = (input: Parameters<Bench['fault']>[0]): ServiceError => {
    try {
      makeBench().fault(input);
    } catch (error) {
      return error as ServiceError;
    }
    throw new Error('It was taken.');
  };

  it.each([
    ['an unknown kind', { kind: 'explode' }, 'kind'],
    ['a kind of requests on deliveries', { kind: 'rate_limit' }, 'kind'],
    ['a kind of deliveries on requests', { kind: 'duplicate', on: 'POST /lamps' }, 'on'],
    ['an unknown route', { kind: 'latency', on: 'POST /nowhere' }, 'on'],
    ['a place that is none', { kind: 'latency', on: 'everything' }, 'on'],
    ['a status with another kind', { kind: 'drop', status: 500 }, 'status'],
    ['a status out of range', { kind: 'status', status: 199 }, 'status'],
    ['milliseconds with another kind', { kind: 'drop', ms: 5 }, 'ms'],
    ['too many milliseconds', { kind: 'latency', ms: 60_001 }, 'ms'],
    ['an event that there is not', { kind: 'drop', event: 'lamp.eaten' }, 'event'],
    ['a settlement with another kind', { kind: 'drop', settled: true }, 'settled'],
    ['an attempt that is none', { kind: 'drop', attempt: 0 }, 'attempt'],
    ['half a time', { kind: 'drop', times: 0.5 }, 'times'],
    ['no time at all', { kind: 'drop', times: 0 }, 'times'],
    ['an outcome for a delivery', { kind: 'drop', resolve: 'approved' }, 'resolve'],
  ])('with %s is refused', (_, input, param) => {
    expect(refusal(input)).toMatchObject({ status: 400, param });
  });

  it('names the kinds there are', () => {
    expect(refusal({ kind: 'explode' }).message).toContain('drop, lost, duplicate, delay, reorder');
  });

  it('fills in what is left out', () => {
    const bench = makeBench();
    expect(bench.fault({ kind: 'latency' })).toMatchObject({ ms: 2_000, times: null, status: null, used: 0 });
    expect(bench.fault({ kind: 'delay' })).toMatchObject({ ms: 60_000 });
    expect(bench.fault({ kind: 'status' })).toMatchObject({ status: 500 });
  });

  it('is never taken by another workspace, route or kind', () => {
    const bench = makeBench();
    bench.fault({ kind: 'drop' });
    const facts = { event: 'lamp.lit', attempt: 1, isTo: () => true };
    const search = { workspaceId, on: 'delivery', kinds: ['drop', 'status'], facts } as const;
    expect(takeFault(bench.engine, { ...search, workspaceId: 'ws_other' })).toBeNull();
    const call = { body: {}, isHandling: () => false };
    expect(takeFault(bench.engine, { ...search, on: 'charges.create', facts: call })).toBeNull();
    expect(takeFault(bench.engine, { ...search, kinds: ['status'] })).toBeNull();
    expect(takeFault(bench.engine, search)).toMatchObject({ kind: 'drop' });
  });
});
