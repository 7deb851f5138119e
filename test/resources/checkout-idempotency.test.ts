import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckoutSession } from '../../src/payments/resources/checkout-session/model.ts';
import { Buyer } from '../support/buyer.ts';
import { ada, byBank, byCard, load, pay, paymentLink, session } from '../support/checkout.ts';
import { cards, Demo, eachTest } from '../support/demo.ts';
import { createTestSandbox } from '../support/sandbox.ts';

let demo: Demo;
let buyer: Buyer;
eachTest((fresh) => {
  demo = fresh;
  buyer = new Buyer(fresh);
});

const key = 'c0ffee00-0000-4000-8000-000000000000';
const count = async () => (await demo.read<{ data: unknown[] }>('/transactions')).data.length;
const statusOf = async ({ id }: { id: string }) =>
  (await demo.read<{ data: CheckoutSession }>(`/checkout-sessions/${id}`)).data.status;

describe('an Idempotency-Key', () => {
  it('must be sent', async () => {
    const { slug } = await session(demo);
    for (const none of [null, '', ' ']) {
      const { status, body } = await pay(buyer, slug, await byCard(buyer), none);
      expect([status, body]).toEqual([400, { error: expect.stringMatching(/Idempotency-Key header/) }]);
    }
    const long = await pay(buyer, slug, await byCard(buyer), 'k'.repeat(256));
    expect([long.status, long.body.error]).toEqual([400, expect.stringMatching(/1 to 255/)]);
    expect(await count()).toBe(0);
  });

  it('gives the stored 200 again, and makes no second transaction', async () => {
    const { slug } = await session(demo);
    const body = await byCard(buyer);
    const first = await pay(buyer, slug, body, key);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    await demo.settle();
    // The order of fields is not a part of what is sent.
    const again = await pay(buyer, slug, Object.fromEntries(Object.entries(body).reverse()), key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
    expect(again.body.status).toBe('pending_settlement');
    expect(await count()).toBe(1);
  });

  it('of another body is 422, also when the session is paid', async () => {
    const { slug } = await session(demo);
    const body = await byCard(buyer);
    await pay(buyer, slug, body, key);
    const other = await pay(buyer, slug, { ...body, firstName: 'Bo' }, key);
    expect([other.status, other.body]).toEqual([422, { error: expect.any(String), code: 'idempotency_key_reused' }]);
  });

  it('belongs to its slug, and to its mode', async () => {
    const [one, other] = [await session(demo), await session(demo)];
    const body = await byCard(buyer);
    const first = await pay(buyer, one.slug, body, key);
    const second = await pay(buyer, other.slug, body, key);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.transactionId).not.toBe(first.body.transactionId);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
  });

  it('makes one payment of many requests at once', async () => {
    const { slug } = await paymentLink(demo);
    const body = await byCard(buyer);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(buyer, slug, body, key)));
    expect(new Set(answers.map(({ status, body: { transactionId } }) => `${status} ${transactionId}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(19);
    expect(await count()).toBe(1);
  });

  it('is free again after a decline, for the same body and for another', async () => {
    const { slug } = await session(demo);
    await demo.addRule({ operation: 'checkout.pay', nth: 1 }, { kind: 'decline', code: 'insufficient_funds' });
    const body = await byCard(buyer);
    expect((await pay(buyer, slug, body, key)).body.code).toBe('card_declined');
    const again = await pay(buyer, slug, body, key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);

    const next = await session(demo);
    expect((await pay(buyer, next.slug, await byCard(buyer, cards.declined), key)).status).toBe(400);
    expect((await pay(buyer, next.slug, await byCard(buyer), key)).status).toBe(200);
  });

  it('is not taken by what was refused before anything was tried', async () => {
    const { slug } = await session(demo);
    expect((await pay(buyer, slug, await byCard(buyer, cards.visaDebit, { email: 'x' }), key)).status).toBe(400);
    expect((await pay(buyer, slug, await byCard(buyer), key)).status).toBe(200);
  });

  it('holds for 24 hours of the emulated clock', async () => {
    const { slug } = await paymentLink(demo);
    const body = await byBank(buyer);
    const first = await pay(buyer, slug, body, key);
    await demo.advance('86399s');
    const again = await pay(buyer, slug, body, key);
    expect([again.headers.get('idempotency-replayed'), again.body.transactionId]).toEqual([
      'true',
      first.body.transactionId,
    ]);
    await demo.advance('1s');
    const fresh = { ...body, vaultBankAccountAlias: await buyer.bankAlias() };
    const later = await pay(buyer, slug, fresh, key);
    expect([later.status, later.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(later.body.transactionId).not.toBe(first.body.transactionId);
  });

  it('outlives a restart, and leaves nothing of the body on disk but a digest', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'emulator-claims-'));
    const dataDir = join(folder, 'data');
    try {
      let sandbox = await createTestSandbox({ dataDir });
      const before = Demo.ofFixture(sandbox, 'ws_demo');
      const by = new Buyer(before);
      const { slug } = await session(before);
      const body = await byCard(by, cards.visaDebit, { vaultBin: '400005', phone: '+1 555 0142' });
      const first = await pay(by, slug, body, key);
      expect(first.status).toBe(200);
      await sandbox.stop();
      sandbox = await createTestSandbox({ dataDir });
      try {
        const again = await pay(new Buyer(Demo.ofFixture(sandbox, 'ws_demo')), slug, body, key);
        expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
        expect(again.body).toEqual(first.body);
      } finally {
        await sandbox.stop();
      }
      const kept = await readFile(join(dataDir, 'db.json'), 'utf8');
      expect(kept).toContain('claim_');
      expect(kept).not.toContain(key);
      expect(kept).not.toContain('vaultPanAlias');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a payment whose outcome nobody knows', () => {
  it('is 503, then 409 for the same key, and its stored 200 once it was charged', async () => {
    const made = await session(demo);
    const body = await byCard(buyer, cards.unavailableCharged);
    const first = await pay(buyer, made.slug, body, key);
    expect([first.status, first.body]).toEqual([503, { error: expect.any(String), code: 'gateway_unavailable' }]);
    const waiting = await pay(buyer, made.slug, body, key);
    expect([waiting.status, waiting.body]).toEqual([409, { error: expect.any(String), code: 'duplicate_request' }]);
    const other = await pay(buyer, made.slug, { ...body, firstName: 'Bo' }, key);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await count()).toBe(0);

    await demo.advance('30s');
    expect(await statusOf(made)).toBe('complete');
    const known = await pay(buyer, made.slug, body, key);
    expect([known.status, known.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(known.body).toMatchObject({ success: true, amount: 4200, status: 'pending_settlement' });
    const again = await pay(buyer, made.slug, body, key);
    expect(again.body).toEqual(known.body);
    expect(await count()).toBe(1);
  });

  it('lets its key go once it was not charged', async () => {
    const made = await session(demo);
    const body = await byCard(buyer, cards.unavailableNotCharged);
    expect((await pay(buyer, made.slug, body, key)).status).toBe(503);
    await demo.advance('30s');
    expect(await statusOf(made)).toBe('open');
    const again = await pay(buyer, made.slug, await byCard(buyer), key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(await count()).toBe(1);
  });

  it('takes the same body under the same key once it was not charged, with its prepared credential', async () => {
    const onA = await demo.on('gateway_a');
    await onA.addRule({ operation: 'checkout.pay', nth: 1 }, { kind: 'unavailable', resolve: 'failed' });
    const by = new Buyer(onA);
    const { slug } = await session(onA);
    const service_wallet = { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa' };
    const { prepared } = (await by.post(`/api/checkout/${slug}/wallet`, { service_wallet })).body;
    const body = { ...ada, service_wallet: { type: 'wallet_b', prepared } };
    expect((await pay(by, slug, body, key)).status).toBe(503);
    await onA.advance('30s');
    const answers = [await pay(by, slug, body, key), await pay(by, slug, body, key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await onA.read<{ data: unknown[] }>('/transactions')).data).toHaveLength(1);
  });

  it('keeps anybody else from paying the session meanwhile, but still shows it', async () => {
    const { slug } = await session(demo);
    await pay(buyer, slug, await byCard(buyer, cards.unavailableNotCharged), key);
    expect((await load(buyer, slug)).status).toBe(200);
    const other = await pay(buyer, slug, await byCard(buyer));
    expect([other.status, other.body]).toEqual([409, { error: expect.any(String), code: 'duplicate_request' }]);
  });

  it('on a link keeps its own key alone', async () => {
    const { slug } = await paymentLink(demo);
    const body = await byCard(buyer, cards.unavailableCharged);
    expect((await pay(buyer, slug, body, key)).status).toBe(503);
    expect((await pay(buyer, slug, await byCard(buyer))).status).toBe(200);
    expect((await pay(buyer, slug, body, key)).status).toBe(409);
    await demo.advance('30s');
    const known = await pay(buyer, slug, body, key);
    expect([known.status, known.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });
});
