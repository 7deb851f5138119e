import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { dayMs, unixSeconds } from '../../src/core/base/instants.ts';
import { signatureOf, verifySignature } from '../../src/payments/webhooks/signature.ts';
import { type ReceivedRequest, startReceiver } from '../support/receiver.ts';
import { closeAfter, closeAfterEach, makeBench, startOfTime } from './harness.ts';

closeAfterEach();

const { webhooks: verifier } = new Stripe('sk_test_x');
const secret = 'whsec_0123456789abcdef';
const body = '{"id":"evt_1","note":"naïve ☃"}';
const header = (t: number) => signatureOf([secret], t, body);
const signatureOn = (request: ReceivedRequest) => String(request.headers['service-signature']);
const timeOf = (request: ReceivedRequest) => Number(/^t=(\d+),/.exec(signatureOn(request))![1]);
const nowSeconds = () => Math.floor(Date.now() / 1000);

describe('a signature', () => {
  it('is the lowercase hex HMAC-SHA256 of the timestamp, a dot and the body, keyed with the whole secret', () => {
    const expected = createHmac('sha256', 'whsec_0123456789abcdef').update(`1700000000.${body}`, 'utf8').digest('hex');
    expect(header(1_700_000_000)).toBe(`t=1700000000,v1=${expected}`);
  });

  it('is the same for text and for its bytes', () => {
    expect(signatureOf([secret], 5, Buffer.from(body))).toBe(header(5));
  });

  it('is accepted by a verifier that somebody else wrote', () => {
    expect(verifier.constructEvent(body, header(nowSeconds()), secret)).toMatchObject({ id: 'evt_1' });
  });

  it('is refused by that verifier with another secret, body or age', () => {
    expect(() => verifier.constructEvent(body, header(nowSeconds()), 'whsec_other')).toThrow();
    expect(() => verifier.constructEvent(`${body} `, header(nowSeconds()), secret)).toThrow();
    expect(() => verifier.constructEvent(body, header(nowSeconds() - 3600), secret)).toThrow(/tolerance/);
  });
});

describe('verifying a signature', () => {
  const check = (over: Partial<Parameters<typeof verifySignature>[0]>) =>
    verifySignature({ header: header(1_700_000_000), body, secret, ...over });

  it('accepts what was signed, as text or bytes, and tells its time', () => {
    expect(check({})).toEqual({ valid: true, reason: null, timestamp: 1_700_000_000 });
    expect(check({ body: Buffer.from(body) }).valid).toBe(true);
  });

  it('accepts pairs in any order, with spaces, unknown keys and a second v1', () => {
    const v1 = header(7).split('v1=')[1]!;
    expect(check({ header: ` v0=x, v1=${'0'.repeat(64)} , v1=${v1}, t=7` }).valid).toBe(true);
  });

  it.each([
    ['another body', { body: body.replace('evt_1', 'evt_2') }],
    ['another secret', { secret: 'whsec_x' }],
    ['another time', { header: header(1_700_000_000).replace('1700000000', '1700000001') }],
    ['upper case', { header: header(1_700_000_000).replace(/v1=.*/, (v1) => `v1=${v1.slice(3).toUpperCase()}`) }],
    ['a short digest', { header: 't=1700000000,v1=00' }],
    ['no v1', { header: 't=1700000000' }],
    ['no time', { header: header(1).replace('t=1,', '') }],
    ['a time that is not a number', { header: 't=soon,v1=00' }],
    ['nothing', { header: '' }],
  ])('refuses %s and says why', (_, over) => {
    const verdict = check(over);
    expect(verdict.valid).toBe(false);
    expect(verdict.reason).toMatch(/\w/);
  });

  it('holds a tolerance on both sides where one is given', () => {
    expect(check({ tolerance: 300, now: 1_700_000_300 }).valid).toBe(true);
    expect(check({ tolerance: 300, now: 1_700_000_301 }).reason).toContain('301 s old');
    expect(check({ tolerance: 300, now: 1_699_999_699 }).reason).toContain('301 s ahead');
  });
});

describe('the signature of a delivery', () => {
  it('is accepted by the other verifier on the raw bytes, with the endpoint’s own secret', async () => {
    const receiver = closeAfter(await startReceiver());
    const bench = makeBench();
    const endpoint = bench.endpoint(receiver.url);
    const eventId = bench.light('naïve ☃ \u2028 \ud800');
    const [request] = await receiver.received(1);
    expect(verifier.constructEvent(request!.bytes, signatureOn(request!), endpoint.secret)).toMatchObject({
      id: eventId,
      type: 'lamp.lit',
      created: unixSeconds(startOfTime),
      data: { note: 'naïve ☃ \u2028 \ud800' },
    });
    expect(
      verifySignature({ header: signatureOn(request!), body: request!.bytes, secret: endpoint.secret }).valid,
    ).toBe(true);
  });

  it('has the real time while the emulated clock stands a year ahead', async () => {
    const receiver = closeAfter(await startReceiver());
    const bench = makeBench();
    const { secret } = bench.endpoint(receiver.url, { secret: 'whsec_demo' });
    await bench.scheduler.moveTo(bench.workspace.id, Date.now() + 365 * dayMs, { type: 'control', id: 'x', name: 'x' });
    bench.light();
    const [request] = await receiver.received(1);
    const event = verifier.constructEvent(request!.bytes, signatureOn(request!), secret);
    expect(event.created).toBeGreaterThan(nowSeconds() + 364 * 86_400);
    expect(Math.abs(timeOf(request!) - nowSeconds())).toBeLessThan(30);
  });

  it('has the emulated time where that is asked for, so that bytes repeat', async () => {
    const receiver = closeAfter(await startReceiver({ status: 500 }));
    const bench = makeBench({ signatureTime: 'emulated' });
    bench.endpoint(receiver.url);
    bench.light();
    await bench.settled();
    await bench.advance(5 * 60_000);
    expect(receiver.requests.map(timeOf)).toEqual([unixSeconds(startOfTime), unixSeconds(startOfTime) + 300]);
  });

  it('repeats with the seed and a secret that was given', async () => {
    const receiver = closeAfter(await startReceiver());
    for (let run = 0; run < 2; run++) {
      const bench = makeBench({ signatureTime: 'emulated' });
      bench.endpoint(receiver.url, { secret: 'whsec_given' });
      bench.light('same');
      await bench.settled();
    }
    const [first, second] = receiver.requests;
    expect(second!.body).toBe(first!.body);
    expect(signatureOn(second!)).toBe(signatureOn(first!));
  });
});
