import { describe, expect, it } from 'vitest';
import type { CheckoutSession } from '../src/payments/resources/checkout-session/model.ts';
import { session } from './support/checkout.ts';
import { cards, type Demo, eachTest } from './support/demo.ts';
import { type AppError, MobileApp } from './support/mobile-app.ts';

/** They can be charged after their authentication. */
const challenged = '4000000000003220';
const frictionless = '4000000000003238';
const denied = '4000000000002925';

let demo: Demo;
let made: CheckoutSession;
let app: MobileApp;
eachTest(async (fresh) => {
  demo = fresh;
  made = await session(demo);
  app = new MobileApp(demo, made.slug);
});

const enter = async (number: string) => {
  await app.start();
  await app.enter(number);
};
const failure = async (): Promise<[string, AppError['details']]> => {
  const error = await app.pay().then(
    () => {
      throw new Error('It was paid.');
    },
    (refused: AppError) => refused,
  );
  expect(app.events.at(-1)).toEqual(['error', { code: error.code, ...error.details }]);
  return [error.code, error.details];
};
const paid = async () => (await demo.read<{ data: unknown[] }>('/transactions')).data.length;

describe('a mobile app', () => {
  it('loads the session, vaults the card, pays, and is told the result', async () => {
    await enter(cards.visaDebit);
    const result = await app.pay({ customFieldValues: {} });
    expect(result).toEqual({
      status: 'pending_settlement',
      transactionId: expect.stringMatching(/^txn_/),
      orderLabel: '#1',
      confirmationToken: expect.any(String),
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      card: { brand: 'visa', last4: '5556' },
    });
    expect(app.told).toEqual(['ready', 'field_focus', 'pay_start', 'pay_result']);
    const { metadata, sdk } = await demo.transaction(result.transactionId);
    expect(sdk).toBe('ios/2.1.0');
    expect(metadata).toMatchObject({ client: { platform: 'ios', sdk: 'ios/2.1.0' }, deviceType: 'mobile', os: 'iOS' });
    await demo.settle();
    expect(await demo.eventTypes(result.transactionId)).toEqual(['payment.completed']);
  });

  it('is never told anything of the card', async () => {
    await demo.configure({ three_ds_enabled: true });
    await enter(challenged);
    app.onChallenge = (id) => demo.trigger('three_ds.approve', { id });
    await app.pay();
    expect(JSON.stringify(app.events)).not.toMatch(/tok_sandbox|3220|"12"/);
  });

  it('authenticates without a challenge where the issuer asks for none', async () => {
    await demo.configure({ three_ds_enabled: true });
    await enter(frictionless);
    const { transactionId } = await app.pay();
    expect(app.told).toEqual(['ready', 'field_focus', 'pay_start', 'three_ds_start', 'three_ds_result', 'pay_result']);
    expect(await demo.transaction(transactionId)).toMatchObject({ three_ds_status: 'Y', three_ds_cavv_present: true });
  });

  it('shows a challenge, polls every three seconds until it is approved, and pays', async () => {
    await demo.configure({ three_ds_enabled: true });
    await enter(challenged);
    let polls = 0;
    app.onChallenge = (id, poll) => {
      polls = poll;
      return poll === 5 ? demo.trigger('three_ds.approve', { id }) : undefined;
    };
    const { transactionId } = await app.pay();
    expect(polls).toBe(5);
    expect(app.told).toEqual([
      'ready',
      'field_focus',
      'pay_start',
      'three_ds_start',
      'three_ds_challenge',
      'three_ds_result',
      'pay_result',
    ]);
    expect((await demo.transaction(transactionId)).three_ds_status).toBe('Y');
  });

  it.each([
    ['refuse', 'three_ds_failed'],
    ['cancel', 'three_ds_cancelled'],
  ])('is told when the person makes the bank %s, and nothing is charged', async (move, code) => {
    await demo.configure({ three_ds_enabled: true });
    await enter(challenged);
    app.onChallenge = (id, poll) => (poll === 2 ? demo.trigger(`three_ds.${move}`, { id }) : undefined);
    expect(await failure()).toEqual([code, {}]);
    expect(await paid()).toBe(0);
  });

  it('gives a challenge up that nobody answers within four minutes', async () => {
    await demo.configure({ three_ds_enabled: true });
    await enter(challenged);
    let polls = 0;
    app.onChallenge = (_id, poll) => {
      polls = poll;
    };
    expect(await failure()).toEqual(['three_ds_timeout', {}]);
    expect(polls).toBe(80);
    // The session waits for another attempt.
    app.onChallenge = (id) => demo.trigger('three_ds.approve', { id });
    expect((await app.pay()).status).toBe('pending_settlement');
  });

  it('is told of a card that its issuer does not authenticate', async () => {
    await demo.configure({ three_ds_enabled: true });
    await enter(denied);
    expect(await failure()).toEqual(['three_ds_failed', {}]);
  });

  it('is told of a decline, and pays with another card under a new key', async () => {
    await enter(cards.declined);
    expect(await failure()).toEqual(['declined', { declineCode: expect.any(String) }]);
    await app.enter(cards.visaDebit);
    expect((await app.pay()).status).toBe('pending_settlement');
  });

  it('sends once more with the same key when the network fails, and pays once', async () => {
    await enter(cards.visaDebit);
    await demo.control('post', '/faults', { on: 'POST /api/checkout/{slug}/pay', kind: 'drop_connection', times: 1 });
    let retried = 0;
    const { status } = await app.pay({}, () => retried++);
    expect([status, retried, await paid()]).toEqual(['pending_settlement', 1, 1]);
  });

  it('keeps its key when the outcome is unknown, so that it can ask what became of it', async () => {
    await enter(cards.unavailableCharged);
    expect(await failure()).toEqual(['unknown', { idempotencyKey: expect.any(String) }]);
    await demo.advance('30s');
    expect(await paid()).toBe(1);
  });

  it('finds a session gone that was paid, or that nobody paid in time', async () => {
    await enter(cards.visaDebit);
    await app.pay();
    const again = new MobileApp(demo, made.slug);
    await expect(again.start()).rejects.toMatchObject({ code: 'session_expired' });
    const late = new MobileApp(demo, (await session(demo)).slug);
    await late.start();
    await late.enter(cards.visaDebit);
    await demo.advance('24h');
    await expect(late.pay()).rejects.toMatchObject({ code: 'session_expired' });
    expect(late.told.at(-1)).toBe('error');
  });
});
