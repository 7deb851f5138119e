import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../src/core/base/instants.ts';
import { envelopeOf, events } from '../../src/core/kernel/events.ts';
import { jobs } from '../../src/core/kernel/time/jobs.ts';
import { workspaces } from '../../src/core/kernel/workspace.ts';
import { deliveries } from '../../src/payments/webhooks/deliveries.ts';
import { attemptTimeout } from '../../src/payments/webhooks/sender.ts';
import { verifySignature } from '../../src/payments/webhooks/signature.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import {
  Bench,
  type BenchOptions,
  cause,
  closeAfter,
  closeAfterEach,
  fiveMinutes,
  halfAnHour,
  makeBench,
  workspaceId,
} from './harness.ts';

closeAfterEach();

const receiverOf = async (...how: Parameters<typeof startReceiver>): Promise<Receiver> =>
  closeAfter(await startReceiver(...how));

const eventIdOf = ({ body }: { body: string }): string => JSON.parse(body).id;

/** A port on which nothing listens. */
async function deadPort(): Promise<number> {
  const receiver = await startReceiver();
  await receiver.close();
  return receiver.port;
}

async function benchWith(how: Parameters<typeof startReceiver>[0] = {}, options: BenchOptions = {}) {
  const receiver = await receiverOf(how);
  const bench = makeBench(options);
  const endpoint = bench.endpoint(`${receiver.url}/hook?shop=1`);
  return { receiver, bench, endpoint };
}

describe('a delivery', () => {
  it('is a POST of the envelope with the headers of the specification', async () => {
    const { receiver, bench } = await benchWith();
    const eventId = bench.light('hello');
    const [request] = await receiver.received(1);
    expect(request).toMatchObject({ method: 'POST', path: '/hook?shop=1' });
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'payments-emulator/9.9.9',
      'service-event': 'lamp.lit',
      'service-signature': expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
      host: `127.0.0.1:${receiver.port}`,
    });
    expect(request!.rawHeaders).toEqual(expect.arrayContaining(['Service-Event', 'Service-Signature']));
    expect(JSON.parse(request!.body)).toEqual({
      id: eventId,
      type: 'lamp.lit',
      created: 1_772_355_600,
      data: { lamp_id: expect.stringMatching(/^lamp_/), note: 'hello', status: 'lit' },
    });
  });

  it('is delivered by a 2xx answer, of which status, headers, body and latency are kept', async () => {
    const { receiver, bench, endpoint } = await benchWith({
      status: 202,
      headers: { 'X-Request-Id': 'yes' },
      body: 'thanks',
    });
    const eventId = bench.light();
    await bench.settled();
    expect(bench.deliveryOf(eventId)).toEqual({
      id: expect.stringMatching(/^del_[0-9A-Za-z]{20}$/),
      event_id: eventId,
      event_type: 'lamp.lit',
      endpoint_id: endpoint.id,
      url: `${receiver.url}/hook?shop=1`,
      status: 'delivered',
      due: false,
      attempts: [
        {
          number: 1,
          at: '2026-03-01T09:00:00.000Z',
          sent: expect.any(Number),
          signature: receiver.requests[0]!.headers['service-signature'],
          status: 202,
          latency_ms: expect.any(Number),
          headers: expect.objectContaining({ 'x-request-id': 'yes', 'keep-alive': 'timeout=5' }),
          body: 'thanks',
          error: null,
          fault: null,
        },
      ],
      next_attempt_at: null,
      manual: false,
      error: null,
      fault: null,
      created_at: '2026-03-01T09:00:00.000Z',
    });
  });

  it('goes to each enabled endpoint of the mode that wants the type, and to no other', async () => {
    const receiver = await receiverOf();
    const bench = makeBench();
    bench.endpoint(`${receiver.url}/all`);
    bench.endpoint(`${receiver.url}/lit`, { events: ['lamp.lit'] });
    bench.endpoint(`${receiver.url}/out`, { events: ['lamp.out'] });
    bench.endpoint(`${receiver.url}/off`, { enabled: false });
    bench.endpoint(`${receiver.url}/live`, { mode: 'live' });
    bench.light();
    await bench.settled();
    expect(receiver.requests.map(({ path }) => path).sort()).toEqual(['/all', '/lit']);
    bench.light('', 'live');
    await bench.settled();
    expect(receiver.requests.slice(2).map(({ path }) => path)).toEqual(['/live']);
  });

  it('is booked in the unit that emits the event, and gone with it when that is undone', async () => {
    const lines: string[] = [];
    const { receiver, bench } = await benchWith({}, { journal: { write: (more) => lines.push(...more) } });
    const eventId = bench.light();
    await bench.settled();
    const line = lines.find((text) => text.includes(`"${eventId}"`));
    expect(line).toContain('"delivery":[');
    expect(() =>
      bench.engine.run(bench.workspace, 'test', cause, (ctx) => {
        ctx.put(events, { ...ctx.get(events, eventId), id: ctx.newId('evt') });
        throw new Error('no');
      }),
    ).toThrow('no');
    bench.light();
    await bench.settled();
    expect(receiver.requests).toHaveLength(2);
  });

  it('leaves only when its event is kept: what the disk refuses is never sent', async () => {
    let full = false;
    const journal = {
      write: () => {
        if (full) throw new Error('disk full');
      },
    };
    const { receiver, bench } = await benchWith({}, { journal });
    await bench.engine.kept();
    full = true;
    bench.light('lost');
    await expect(bench.engine.kept()).rejects.toThrow('disk full');
    full = false;
    bench.light('kept');
    await bench.settled();
    expect(receiver.requests.map(({ body }) => JSON.parse(body).data.note)).toEqual(['kept']);
  });

  it('is recorded once the disk takes it again, and not sent a second time for that', async () => {
    let full = false;
    let answered = false;
    const journal = {
      write: () => {
        if (full && answered) throw new Error('disk full');
      },
    };
    const { receiver, bench } = await benchWith(
      () => {
        answered = true;
        return {};
      },
      { journal },
    );
    const eventId = bench.light();
    await bench.engine.kept();
    full = true;
    await receiver.received(1);
    await receiver.waitFor(() => receiver.inFlight === 0);
    expect(await bench.webhooks.allEnded(workspaceId, 300)).toBe(1);
    expect(bench.deliveryOf(eventId)).toMatchObject({ status: 'pending', due: true, attempts: [] });
    full = false;
    await bench.settled();
    expect(bench.deliveryOf(eventId)).toMatchObject({ status: 'delivered', attempts: [{ number: 1 }] });
    expect(receiver.requests).toHaveLength(1);
  });

  it('reuses connections', async () => {
    const { receiver, bench } = await benchWith();
    for (let count = 0; count < 5; count++) {
      bench.light();
      await bench.settled();
    }
    expect(receiver.requests).toHaveLength(5);
    expect(receiver.connections).toBe(1);
  });
});

describe('what receivers answer', () => {
  it.each([300, 400, 401, 404, 410, 429, 500, 503])('%i is a failure', async (status) => {
    const { bench } = await benchWith({ status });
    const eventId = bench.light();
    await bench.settled();
    expect(bench.deliveryOf(eventId)).toMatchObject({ status: 'pending', attempts: [{ number: 1, status }] });
    expect(bench.deliveryOf(eventId).attempts[0]!.error).toContain(`answered ${status}`);
  });

  it('an interim answer does not count, the final one does', async () => {
    const { bench } = await benchWith((_, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</x>; rel=preload' });
      return { status: 201, headers: { 'X-Request-Id': 'yes' } };
    });
    const eventId = bench.light();
    await bench.settled();
    const { status, attempts } = bench.deliveryOf(eventId);
    expect(status).toBe('delivered');
    expect(attempts).toMatchObject([{ status: 201, headers: { 'x-request-id': 'yes' } }]);
  });

  it.each([200, 201, 204, 299])('%i is a success', async (status) => {
    const { bench } = await benchWith({ status });
    const eventId = bench.light();
    await bench.settled();
    expect(bench.deliveryOf(eventId)).toMatchObject({ status: 'delivered', attempts: [{ status }] });
  });

  it('a redirect is a failure and is not followed', async () => {
    const elsewhere = await receiverOf();
    const { receiver, bench } = await benchWith({ status: 307, headers: { Location: elsewhere.url } });
    const eventId = bench.light();
    await bench.settled();
    expect(bench.deliveryOf(eventId).attempts).toMatchObject([
      { status: 307, error: `answered 307, a redirect to ${elsewhere.url} that the emulator does not follow` },
    ]);
    expect([receiver.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  });

  it('of a body without end only the first 16 KB are read, and the status counts', async () => {
    let written = 0;
    const { receiver, bench } = await benchWith((_, response) => {
      response.writeHead(200);
      const flow = () => {
        while (!response.destroyed && response.write('x'.repeat(4096))) written += 4096;
        if (!response.destroyed) response.once('drain', flow);
      };
      flow();
    });
    const eventId = bench.light();
    await bench.settled();
    await receiver.waitFor(() => receiver.inFlight === 0);
    const [attempt] = bench.deliveryOf(eventId).attempts;
    expect(attempt).toMatchObject({ status: 200, error: expect.stringContaining('longer than 16384 bytes') });
    expect(bench.deliveryOf(eventId)).toMatchObject({ status: 'delivered' });
    expect(attempt!.body).toBe('x'.repeat(16_384));
    expect(written).toBeGreaterThan(16_384);
  });

  it('a character that 16 KB cut in two is left out', async () => {
    const { bench } = await benchWith({ body: `${'x'.repeat(16_383)}☃☃` });
    const eventId = bench.light();
    await bench.settled();
    expect(bench.deliveryOf(eventId).attempts[0]!.body).toBe('x'.repeat(16_383));
  });

  it('exactly 16 KB are kept whole', async () => {
    const { bench } = await benchWith({ body: 'y'.repeat(16_384) });
    const eventId = bench.light();
    await bench.settled();
    expect(bench.deliveryOf(eventId).attempts[0]!.body).toBe('y'.repeat(16_384));
  });

  it('what must not rest is hidden in them', async () => {
    const { bench } = await benchWith({
      headers: { 'X-Own': 'a', 'Set-Cookie': 'sid=s3cr3t', 'X-Request-Id': '1' },
      body: 'card 4539578763621486, DB_PASSWORD=hunter22 in https://ada:pw@db.example/x?token=abc',
    });
    const eventId = bench.light();
    await bench.settled();
    const [attempt] = bench.deliveryOf(eventId).attempts;
    expect(attempt!.body).toBe(
      'card ****1486, DB_PASSWORD=[redacted] in https://[redacted]@db.example/x?token=[redacted]',
    );
    expect(attempt!.headers).toMatchObject({
      'x-own': '[redacted]',
      'set-cookie': '[redacted]',
      'x-request-id': '1',
    });
  });

  it('a connection that nobody takes, or that breaks off, is a failure that says so', async () => {
    const { bench } = await benchWith((_, response) => void response.destroy());
    bench.endpoint(`http://127.0.0.1:${await deadPort()}`);
    bench.endpoint(`http://localhost:${await deadPort()}`);
    const eventId = bench.light();
    await bench.settled();
    expect(bench.deliveriesOf(eventId).map(({ attempts }) => attempts[0]!.error)).toEqual([
      'the connection was closed before the response was complete',
      'connection refused',
      'connection refused',
    ]);
  });

  /** What an event is answered with by a server that sends these bytes, and closes the connection. */
  async function answerOf(bytes: string) {
    const server = createServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closeAfter({ close: () => new Promise((resolve) => server.close(resolve)) });
    const bench = makeBench();
    bench.endpoint(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
    const eventId = bench.light();
    await bench.settled();
    return { bench, ...bench.deliveryOf(eventId) };
  }

  it.each(['SSH-2.0-nonsense\r\n', 'HTTP/1.1 000 None\r\n\r\n', 'HTTP/1.1 99 Low\r\n\r\n'])(
    'what is not valid HTTP is a failure, in one line: %j',
    async (bytes) => {
      const { attempts, bench } = await answerOf(bytes);
      expect(attempts).toMatchObject([{ status: null, error: expect.stringMatching(/^[^\n]*HTTP[^\n]*$/) }]);
      for (const line of bench.warnings) expect(line).not.toMatch(/\n|assert/i);
    },
  );

  it('2xx that is cut off is none, and says so beside its status', async () => {
    const { status, attempts } = await answerOf('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
    expect(status).toBe('delivered');
    expect(attempts).toMatchObject([
      { status: 200, body: 'half', error: expect.stringMatching(/^the response ended early: /) },
    ]);
  });

  it('none within the time-out is a failure; 2xx is none, though its body does not end', async () => {
    // Ten seconds of real time, unless a test has less of it.
    expect(attemptTimeout).toBe(10_000);
    const { receiver, bench } = await benchWith(() => undefined, { attemptTimeout: 500 });
    const dripping = await receiverOf((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(drip));
    });
    bench.endpoint(dripping.url);
    const eventId = bench.light();
    await bench.settled();
    const [silent, slow] = bench.deliveriesOf(eventId);
    expect(silent!.attempts).toMatchObject([{ status: null, error: 'no response within 0.5 s' }]);
    expect(silent!.attempts[0]!.latency_ms).toBeGreaterThan(490);
    expect(slow!.attempts).toMatchObject([{ status: 200, error: 'the response did not end within 0.5 s' }]);
    expect([silent!.status, slow!.status]).toEqual(['pending', 'delivered']);
    // The connections are broken off.
    await receiver.waitFor(() => receiver.inFlight === 0);
    await dripping.waitFor(() => dripping.inFlight === 0);
  });
});

describe('retries', () => {
  it('come five minutes after the first attempt and thirty after the second, then it has failed', async () => {
    const { receiver, bench } = await benchWith({ status: 500, body: 'no' });
    const eventId = bench.light();
    await bench.settled();
    expect(bench.deliveryOf(eventId)).toMatchObject({ status: 'pending', next_attempt_at: '2026-03-01T09:05:00.000Z' });
    await bench.advance(fiveMinutes - 1);
    expect(receiver.requests).toHaveLength(1);
    await bench.advance(1);
    expect(receiver.requests).toHaveLength(2);
    expect(bench.deliveryOf(eventId)).toMatchObject({ status: 'pending', next_attempt_at: '2026-03-01T09:35:00.000Z' });
    await bench.advance(halfAnHour - 1);
    expect(receiver.requests).toHaveLength(2);
    await bench.advance(1);
    expect(bench.deliveryOf(eventId)).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      attempts: [
        { number: 1, at: '2026-03-01T09:00:00.000Z', status: 500, body: 'no', error: 'answered 500' },
        { number: 2, at: '2026-03-01T09:05:00.000Z' },
        { number: 3, at: '2026-03-01T09:35:00.000Z' },
      ],
    });
    await bench.advance(30 * 24 * halfAnHour);
    expect(receiver.requests).toHaveLength(3);
    expect(bench.engine.dataSet(workspaceId, 'test').of(jobs).size).toBe(0);
  });

  it('send the same bytes each time, with a signature of their own', async () => {
    const { receiver, bench } = await benchWith({ status: 500 }, { signatureTime: 'emulated' });
    const eventId = bench.light('naïve ☃');
    await bench.settled();
    await bench.advance(fiveMinutes);
    await bench.advance(halfAnHour);
    const bodies = receiver.requests.map(({ bytes }) => bytes);
    const wanted = Buffer.from(envelopeOf(bench.engine.dataSet(workspaceId, 'test').of(events).get(eventId)!));
    expect(bodies).toEqual([wanted, wanted, wanted]);
    expect(new Set(receiver.requests.map(({ headers }) => headers['service-signature'])).size).toBe(3);
  });

  it('end when one succeeds', async () => {
    const { receiver, bench } = await benchWith((_, __, index) => ({ status: index === 1 ? 200 : 500 }));
    const eventId = bench.light();
    await bench.settled();
    await bench.advance(fiveMinutes);
    await bench.advance(halfAnHour);
    expect(receiver.requests).toHaveLength(2);
    expect(bench.deliveryOf(eventId)).toMatchObject({ status: 'delivered', next_attempt_at: null });
  });

  it('keep their times when the clock is moved past all of them in one go', async () => {
    const { bench } = await benchWith({ status: 500 });
    const eventId = bench.light();
    await bench.settled();
    for (let step = 0; step < 2; step++) await bench.advance(step === 0 ? 3 * 24 * 60 * 60_000 : 0);
    expect(bench.deliveryOf(eventId)).toMatchObject({
      status: 'failed',
      attempts: [
        { at: '2026-03-01T09:00:00.000Z' },
        { at: '2026-03-01T09:05:00.000Z' },
        { at: '2026-03-01T09:35:00.000Z' },
      ],
    });
  });

  it('come at their times on a running clock too', async () => {
    const offset = 1_000_000_000;
    const { bench } = await benchWith(
      { status: 500 },
      { clock: { mode: 'running', offset_ms: offset, frozen_at: null } },
    );
    const eventId = bench.light();
    await bench.settled();
    await bench.advance(fiveMinutes);
    const [first, second] = bench.deliveryOf(eventId).attempts.map(({ at }) => Date.parse(at));
    expect(Math.abs(first! - offset - Date.now())).toBeLessThan(60_000);
    expect(second! - first!).toBeGreaterThanOrEqual(fiveMinutes);
    expect(second! - first!).toBeLessThan(fiveMinutes + 60_000);
    expect(Date.parse(bench.deliveryOf(eventId).next_attempt_at!)).toBe(second! + halfAnHour);
  });

  it('go to where the endpoint is by then', async () => {
    const { receiver, bench, endpoint } = await benchWith({ status: 500 });
    const better = await receiverOf();
    const eventId = bench.light();
    await bench.settled();
    bench.webhooks.updateEndpoint(bench.workspace, endpoint.id, { url: better.url }, cause);
    await bench.advance(fiveMinutes);
    expect([receiver.requests.length, better.requests.length]).toEqual([1, 1]);
    expect(bench.deliveryOf(eventId)).toMatchObject({ status: 'delivered', url: `${better.url}/` });
  });
});

/** The events of the attempts that start from now on, in their order; on several connections they may arrive in another. */
function startsFromNow(): string[] {
  const started: string[] = [];
  const note = (message: unknown) => {
    started.push(eventIdOf({ body: String((message as { request: { body: Buffer } }).request.body) }));
  };
  subscribe('undici:request:create', note);
  closeAfter({ close: async () => void unsubscribe('undici:request:create', note) });
  return started;
}

describe('deliveries to one endpoint', () => {
  it('start in the order of their events, at most 16 at a time', async () => {
    let tellFull = () => {};
    const full = new Promise<void>((resolve) => {
      tellFull = resolve;
    });
    let arrived = 0;
    const { receiver, bench } = await benchWith(async (_, __, index) => {
      // The first ones are answered when as many as may be on their way have arrived, however slow the machine is.
      if (++arrived === 16) tellFull();
      await full;
      await new Promise((resolve) => setTimeout(resolve, (index * 7) % 20));
      return {};
    });
    const started = startsFromNow();
    const emitted = Array.from({ length: 200 }, (_, number) => bench.light(String(number)));
    await bench.settled();
    expect(started).toEqual(emitted);
    expect(receiver.mostInFlight).toBe(16);
    // Of those that are on their way together, which one arrives first is the network's affair.
    expect(new Set(receiver.requests.map(eventIdOf))).toEqual(new Set(emitted));
  });

  it('arrive in order where the receiver answers each at once', async () => {
    const { receiver, bench } = await benchWith();
    const emitted: string[] = [];
    for (let count = 0; count < 20; count++) {
      emitted.push(bench.light());
      await receiver.received(count + 1);
    }
    expect(receiver.requests.map(eventIdOf)).toEqual(emitted);
  });

  it('that never answers are no hindrance to another endpoint of the same server', async () => {
    const receiver = await receiverOf(({ path }) => (path === '/slow' ? undefined : {}));
    const bench = makeBench();
    bench.endpoint(`${receiver.url}/slow`);
    bench.endpoint(`${receiver.url}/fast`);
    const count = 50;
    for (let number = 0; number < count; number++) bench.light();
    await receiver.waitFor((all) => all.filter(({ path }) => path === '/fast').length === count, 5_000);
    expect(receiver.requests.filter(({ path }) => path === '/slow')).toHaveLength(16);
  });

  it('that is dead may wait in thousands', async () => {
    const bench = makeBench();
    const endpoint = bench.endpoint(`http://127.0.0.1:${await deadPort()}`);
    for (let count = 0; count < 2_000; count++) bench.light();
    await bench.settled();
    expect(bench.webhooks.health(endpoint)).toEqual({
      last_status: null,
      last_error: 'connection refused',
      last_attempt_at: '2026-03-01T09:00:00.000Z',
      failures_in_a_row: 2_000,
      next_attempt_at: '2026-03-01T09:05:00.000Z',
      pending: 2_000,
      waiting: 2_000,
      lost: 0,
      recent: { attempts: 100, failed: 100, p95_ms: expect.any(Number) },
    });
    expect(bench.warnings).toHaveLength(4);
  });
});

describe('an endpoint that goes away', () => {
  it.each(['removed', 'disabled'])('ends what waits for its retry when it is %s', async (how) => {
    const { receiver, bench, endpoint } = await benchWith({ status: 500 });
    const eventId = bench.light();
    await bench.settled();
    if (how === 'removed') bench.webhooks.deleteEndpoint(bench.workspace, endpoint.id, cause);
    else bench.webhooks.updateEndpoint(bench.workspace, endpoint.id, { enabled: false }, cause);
    await bench.engine.kept();
    expect(bench.deliveryOf(eventId)).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      error: `The endpoint ${endpoint.id} was ${how}.`,
      attempts: [{ number: 1 }],
    });
    await bench.advance(fiveMinutes);
    expect(receiver.requests).toHaveLength(1);
    expect(bench.engine.dataSet(workspaceId, 'test').of(jobs).size).toBe(0);
  });

  it('ends what waits in its queue, lets finish what is in flight, and books no retry for it', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { receiver, bench, endpoint } = await benchWith(async (_, __, index) => {
      await gate;
      return { status: index === 0 ? 200 : 500 };
    });
    const emitted = Array.from({ length: 40 }, () => bench.light());
    await receiver.received(16);
    bench.webhooks.deleteEndpoint(bench.workspace, endpoint.id, cause);
    await bench.engine.kept();
    release();
    await bench.settled();
    expect(receiver.requests).toHaveLength(16);
    const states = emitted.map((id) => bench.deliveryOf(id));
    expect(states.filter(({ status }) => status === 'delivered')).toHaveLength(1);
    expect(states.filter(({ status, error }) => status === 'failed' && error?.endsWith('was removed.'))).toHaveLength(
      39,
    );
    expect(bench.engine.dataSet(workspaceId, 'test').of(jobs).size).toBe(0);
  });

  it('ends a thousand that wait', async () => {
    const { bench, endpoint } = await benchWith({ status: 500 });
    for (let count = 0; count < 1_200; count++) bench.light();
    await bench.settled();
    bench.webhooks.deleteEndpoint(bench.workspace, endpoint.id, cause);
    await expect
      .poll(() => bench.webhooks.listDeliveries(workspaceId, 'test', {}, { status: 'pending' }).data)
      .toEqual([]);
    expect(bench.webhooks.listDeliveries(workspaceId, 'test', { limit: 100 }, { status: 'failed' }).has_more).toBe(
      true,
    );
  });
});

describe('the health of an endpoint', () => {
  it('tells the last answer, the failures in a row and the next attempt, and warns', async () => {
    let status = 500;
    const { bench, endpoint } = await benchWith(() => ({ status }));
    expect(bench.webhooks.health(endpoint)).toEqual({
      last_status: null,
      last_error: null,
      last_attempt_at: null,
      failures_in_a_row: 0,
      next_attempt_at: null,
      pending: 0,
      waiting: 0,
      lost: 0,
      recent: { attempts: 0, failed: 0, p95_ms: null },
    });
    bench.light();
    await bench.settled();
    await bench.advance(fiveMinutes);
    expect(bench.webhooks.health(endpoint)).toEqual({
      last_status: 500,
      last_error: 'answered 500',
      last_attempt_at: '2026-03-01T09:05:00.000Z',
      failures_in_a_row: 2,
      next_attempt_at: '2026-03-01T09:35:00.000Z',
      pending: 1,
      waiting: 1,
      lost: 0,
      recent: { attempts: 2, failed: 2, p95_ms: expect.any(Number) },
    });
    expect(bench.warnings).toHaveLength(1);
    expect(bench.warnings[0]).toContain(`Webhook endpoint ${endpoint.id}`);
    expect(bench.warnings[0]).toContain('answered 500 (attempt 1 of 3 for lamp.lit, next at 2026-03-01T09:05:00.000Z');
    expect(bench.warnings[0]).not.toContain('shop=1');
    status = 200;
    await bench.advance(halfAnHour);
    expect(bench.webhooks.health(endpoint)).toMatchObject({ last_status: 200, failures_in_a_row: 0, pending: 0 });
    expect(bench.warnings[1]).toContain('responds again after 2 failed attempts');
  });

  it('counts an event as lost after its last attempt, until a delivery brings it', async () => {
    let status = 500;
    const { bench, endpoint } = await benchWith(() => ({ status }));
    const eventId = bench.light();
    await bench.settled();
    const resend = async () => {
      bench.webhooks.resend(bench.workspace, 'test', eventId, cause);
      await bench.settled();
    };
    await resend();
    expect(bench.webhooks.health(endpoint)).toMatchObject({ waiting: 1, lost: 0 });
    await bench.advance(fiveMinutes);
    await bench.advance(halfAnHour);
    expect(bench.webhooks.health(endpoint)).toMatchObject({ waiting: 0, lost: 1 });
    status = 200;
    await resend();
    expect(bench.webhooks.health(endpoint).lost).toBe(0);
  });

  it('is known after a restart', async () => {
    const { bench, endpoint } = await benchWith({ status: 500 });
    bench.light();
    bench.light();
    await bench.settled();
    const before = bench.webhooks.health(endpoint);
    await bench.stop();
    const next = makeBench({ state: bench.engine.state });
    expect(next.webhooks.health(endpoint)).toEqual(before);
    expect(before.failures_in_a_row).toBe(2);
  });
});

describe('resending an event', () => {
  it('sends it again, now, as a delivery of its own, whatever became of the first', async () => {
    const { receiver, bench, endpoint } = await benchWith();
    const eventId = bench.light();
    await bench.settled();
    const [fresh, ...none] = bench.webhooks.resend(bench.workspace, 'test', eventId, cause);
    expect(none).toEqual([]);
    expect(fresh).toMatchObject({ status: 'pending', manual: true, endpoint_id: endpoint.id, event_id: eventId });
    await bench.settled();
    expect(receiver.requests[1]!.bytes).toEqual(receiver.requests[0]!.bytes);
    expect(bench.deliveriesOf(eventId).map(({ status, manual }) => [status, manual])).toEqual([
      ['delivered', false],
      ['delivered', true],
    ]);
  });

  it('that arrives ends the retries of the original, which counts as delivered', async () => {
    const { receiver, bench, endpoint } = await benchWith({ status: 500 });
    const eventId = bench.light();
    await bench.settled();
    receiver.answer({ status: 200 });
    const [fresh] = bench.webhooks.resend(bench.workspace, 'test', eventId, cause);
    await bench.settled();
    expect(bench.deliveriesOf(eventId)).toMatchObject([
      { status: 'delivered', next_attempt_at: null, delivered_by: fresh!.id, attempts: [{ status: 500 }] },
      { status: 'delivered', manual: true },
    ]);
    expect(bench.webhooks.health(endpoint)).toMatchObject({ pending: 0, waiting: 0, lost: 0 });
    await bench.advance(fiveMinutes);
    expect(receiver.requests).toHaveLength(2);
  });

  it('that fails is one attempt, and leaves the schedule of the original alone', async () => {
    const { receiver, bench } = await benchWith({ status: 500 });
    const eventId = bench.light();
    await bench.settled();
    bench.webhooks.resend(bench.workspace, 'test', eventId, cause);
    await bench.settled();
    expect(bench.deliveriesOf(eventId)).toMatchObject([
      { status: 'pending', next_attempt_at: '2026-03-01T09:05:00.000Z' },
      { status: 'failed', attempts: [{ number: 1 }] },
    ]);
    await bench.advance(fiveMinutes);
    await bench.advance(halfAnHour);
    expect(receiver.requests).toHaveLength(4);
  });

  it('goes to another address, signed with the workspace’s secret', async () => {
    const { receiver, bench } = await benchWith();
    const other = await receiverOf();
    const eventId = bench.light();
    await bench.settled();
    const [fresh] = bench.webhooks.resend(bench.workspace, 'test', eventId, cause, { to: `${other.url}/debug` });
    await bench.settled();
    expect(bench.webhooks.getDelivery(workspaceId, 'test', fresh!.id)).toMatchObject({
      status: 'delivered',
      endpoint_id: null,
      url: `${other.url}/debug`,
    });
    const [request] = other.requests;
    const header = String(request!.headers['service-signature']);
    expect(verifySignature({ header, body: request!.bytes, secret: 'whsec_workspace' }).valid).toBe(true);
    expect(receiver.requests).toHaveLength(1);
  });

  it('works for an event that no endpoint wanted, and to a disabled endpoint by name', async () => {
    const receiver = await receiverOf();
    const bench = makeBench();
    const eventId = bench.light();
    expect(() => bench.webhooks.resend(bench.workspace, 'test', eventId, cause)).toThrow(/no enabled webhook endpoint/);
    bench.endpoint(`${receiver.url}/out`, { events: ['lamp.out'] });
    const off = bench.endpoint(`${receiver.url}/off`, { enabled: false });
    bench.webhooks.resend(bench.workspace, 'test', eventId, cause);
    bench.webhooks.resend(bench.workspace, 'test', eventId, cause, { endpoint: off.id });
    await bench.settled();
    expect(receiver.requests.map(({ path }) => path).sort()).toEqual(['/off', '/out']);
  });

  it('goes before what waits for a slow endpoint', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { receiver, bench } = await benchWith(async (_, __, index) => {
      if (index < 16) await gate;
      return {};
    });
    const [first] = Array.from({ length: 40 }, () => bench.light());
    await receiver.received(16);
    bench.webhooks.resend(bench.workspace, 'test', first!, cause);
    await bench.engine.kept();
    const started = startsFromNow();
    release();
    await bench.settled();
    expect(started[0]).toBe(first);
    expect(receiver.requests).toHaveLength(41);
  });

  it('is refused for an unknown event, an unknown endpoint and a forbidden address', () => {
    const bench = makeBench();
    const eventId = bench.light();
    const resend = (id: string, options = {}) => bench.webhooks.resend(bench.workspace, 'test', id, cause, options);
    expect(() => resend('evt_none')).toThrow(/No such event/);
    expect(() => resend(eventId, { endpoint: 'whe_none' })).toThrow(/No such webhook endpoint/);
    expect(() => resend(eventId, { to: 'http://169.254.169.254/' })).toThrow(/The emulator does not send requests to/);
    expect(() => resend(eventId, { to: 'http://example.com/' })).toThrow(/--allow-remote-webhooks/);
  });
});

describe('waiting for deliveries', () => {
  it('counts first attempts that are not done, and does not wait for retries', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { bench } = await benchWith(async () => {
      await gate;
      return { status: 500 };
    });
    for (let count = 0; count < 20; count++) bench.light();
    expect(await bench.webhooks.firstAttemptsDone(workspaceId, 100)).toBe(20);
    release();
    expect(await bench.webhooks.firstAttemptsDone(workspaceId, 5_000)).toBe(0);
    expect(await bench.webhooks.allEnded(workspaceId, 0)).toBe(0);
    expect(bench.webhooks.listDeliveries(workspaceId, 'test', { limit: 100 }, { status: 'pending' }).data).toHaveLength(
      20,
    );
  });

  it('waits for a retry that is under way as well, where everything is asked for', async () => {
    let slow = false;
    const { receiver, bench } = await benchWith(() => (slow ? undefined : { status: 500 }));
    bench.light();
    await bench.settled();
    slow = true;
    await bench.scheduler.moveTo(workspaceId, bench.engine.clock(bench.workspace).now() + fiveMinutes, cause);
    await receiver.received(2);
    expect(await bench.webhooks.firstAttemptsDone(workspaceId, 1_000)).toBe(0);
    expect(await bench.webhooks.allEnded(workspaceId, 50)).toBe(1);
  });

  it('tells every attempt once it is kept', async () => {
    const { bench, endpoint } = await benchWith((_, __, index) => ({ status: index === 0 ? 500 : 200 }));
    const news: unknown[] = [];
    bench.webhooks.onAttempt(({ delivery, attempt, endpoint: to, mode, workspaceId: place }) => {
      const stored = bench.webhooks.getDelivery(place, mode, delivery.id);
      expect(stored).toBe(delivery);
      news.push([delivery.status, attempt.number, attempt.status, to?.id]);
    });
    bench.light();
    await bench.settled();
    await bench.advance(fiveMinutes);
    expect(news).toEqual([
      ['pending', 1, 500, endpoint.id],
      ['delivered', 2, 200, endpoint.id],
    ]);
  });
});

describe('a stop', () => {
  it('breaks off what is in flight, however long it may last; the next start makes it again under the same number', async () => {
    let silent = true;
    // Longer than this test may last.
    const { receiver, bench } = await benchWith(() => (silent ? undefined : {}), { attemptTimeout: 10 * minuteMs });
    const emitted = Array.from({ length: 20 }, () => bench.light());
    await receiver.received(16);
    await bench.stop();
    expect(bench.deliveryOf(emitted[0]!)).toMatchObject({ status: 'pending', due: true, attempts: [] });
    silent = false;
    const next = makeBench({ state: bench.engine.state });
    await next.settled();
    expect(receiver.requests).toHaveLength(36);
    for (const id of emitted) {
      expect(next.deliveryOf(id)).toMatchObject({ status: 'delivered', attempts: [{ number: 1 }] });
    }
    const again = receiver.requests.slice(16).map(eventIdOf);
    for (const [place, id] of again.entries()) expect(Math.abs(emitted.indexOf(id) - place)).toBeLessThan(16);
  });

  it('leaves a second attempt in flight a second attempt', async () => {
    let silent = false;
    const { receiver, bench } = await benchWith(() => (silent ? undefined : { status: 500 }));
    const eventId = bench.light();
    await bench.settled();
    silent = true;
    await bench.scheduler.moveTo(workspaceId, bench.engine.clock(bench.workspace).now() + fiveMinutes, cause);
    await receiver.received(2);
    await bench.stop();
    silent = false;
    const next = makeBench({ state: bench.engine.state });
    await next.settled();
    expect(next.deliveryOf(eventId).attempts.map(({ number }) => number)).toEqual([1, 2]);
    expect(next.deliveryOf(eventId).next_attempt_at).toBe('2026-03-01T09:35:00.000Z');
  });

  it('leaves a retry to its job, which runs when the clock gets there', async () => {
    const { receiver, bench } = await benchWith({ status: 500 });
    bench.light();
    await bench.settled();
    await bench.stop();
    const next = makeBench({ state: bench.engine.state });
    await next.settled();
    expect(receiver.requests).toHaveLength(1);
    await next.advance(fiveMinutes);
    expect(receiver.requests).toHaveLength(2);
  });

  it('before the first delivery loads nothing and waits for nothing', async () => {
    const bench = new Bench();
    const nextTurn = new Promise((resolve) => setImmediate(() => resolve('a later turn')));
    expect(await Promise.race([bench.stop().then(() => 'at once'), nextTurn])).toBe('at once');
  });

  it('sends nothing any more', async () => {
    const { receiver, bench } = await benchWith();
    await bench.stop();
    bench.light();
    await bench.engine.kept();
    expect(await bench.webhooks.allEnded(workspaceId, 50)).toBe(0);
    expect(receiver.requests).toHaveLength(0);
  });
});

describe('a state that is put in the place of another', () => {
  it('takes over no result of an attempt that was in flight, and makes its own', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { receiver, bench } = await benchWith(async (_, __, index) => {
      if (index === 0) await gate;
      return { body: `answer ${index}` };
    });
    const eventId = bench.light();
    await receiver.received(1);
    const set = bench.engine.dataSet(workspaceId, 'test');
    const saved = { delivery: bench.deliveryOf(eventId), event: set.of(events).get(eventId)! };
    bench.engine.runRoot(cause, 0, (unit) => {
      unit.drop(set.key);
      const fresh = bench.engine.dataSet(workspaceId, 'test');
      unit.put(fresh, events, { ...saved.event });
      unit.put(fresh, deliveries, { ...saved.delivery });
    });
    await bench.engine.kept();
    release();
    await bench.settled();
    expect(receiver.requests).toHaveLength(2);
    expect(bench.deliveryOf(eventId)).toMatchObject({
      status: 'delivered',
      attempts: [{ number: 1, body: 'answer 1' }],
    });
  });

  it('without the workspace leaves nothing under way', async () => {
    const { receiver, bench } = await benchWith(() => undefined);
    for (let count = 0; count < 20; count++) bench.light();
    await receiver.received(16);
    bench.engine.runRoot(cause, 0, (unit, root) => {
      unit.drop(`${workspaceId}/test`);
      unit.remove(root, workspaces, workspaceId);
    });
    await bench.engine.kept();
    await receiver.close();
    await bench.settled();
    expect([...bench.engine.state.sets()].map(({ key }) => key)).not.toContain(`${workspaceId}/test`);
  });
});

describe('the policy on targets', () => {
  it('holds for endpoints that were stored while other hosts were allowed', async () => {
    const bench = makeBench({ allowRemoteWebhooks: true });
    bench.endpoint('http://hooks.example.com/');
    await bench.stop();
    const next = makeBench({ state: bench.engine.state });
    const eventId = next.light();
    await next.settled();
    expect(next.deliveryOf(eventId).attempts).toMatchObject([
      {
        status: null,
        error:
          'hooks.example.com is not this machine. Start the emulator with --webhook-host hooks.example.com to allow this host, or with --allow-remote-webhooks to allow every host.',
      },
    ]);
  });

  it('lets localhost and the names below it through', async () => {
    const receiver = await receiverOf();
    const bench = makeBench();
    bench.endpoint(`http://localhost:${receiver.port}/a`);
    bench.endpoint(`http://shop.localhost:${receiver.port}/b`);
    bench.light();
    await bench.settled();
    expect(receiver.requests.map(({ path, headers }) => [path, headers.host]).sort()).toEqual([
      ['/a', `localhost:${receiver.port}`],
      ['/b', `shop.localhost:${receiver.port}`],
    ]);
  });
});
