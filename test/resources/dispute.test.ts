import { describe, expect, it } from 'vitest';
import type { Dispute } from '../../src/payments/resources/dispute/model.ts';
import { cards, type Demo, eachTest } from '../support/demo.ts';

type List = { data: Dispute[]; has_more: boolean };
type Detailed = Dispute & { events: { type: string; created_at: string }[] };

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const read = (id: string) => demo.read<Detailed>(`/disputes/${id}`);
/** A settled charge that was charged back, and its dispute. */
async function chargedBack(fields: Record<string, unknown> = {}) {
  const transaction = await demo.settled(fields);
  await demo.trigger('payment.disputed', { id: transaction.id });
  return { transaction, dispute: await demo.disputeOf(transaction) };
}

describe('how a dispute comes about', () => {
  it('follows a card charge of exactly 16 cents one minute after it settled', async () => {
    const { id } = await demo.charged({ amount: 16 });
    await demo.advance('61999ms');
    expect(await demo.transaction(id)).toMatchObject({ status: 'settled' });
    await demo.advance('1ms');
    const transaction = await demo.transaction(id);
    expect(transaction).toMatchObject({ status: 'disputed', disputed_at: '2026-03-01T09:01:02.000Z' });
    const dispute = await demo.disputeOf(transaction);
    expect(await demo.eventTypes()).toEqual(['payment.completed', 'payment.disputed', 'dispute.created']);
    const [, disputed, created] = await demo.events();
    expect(disputed?.data).toEqual({
      transaction_id: id,
      amount: 16,
      currency: 'USD',
      status: 'disputed',
      rail: 'card',
      dispute_kind: 'chargeback',
      dispute_code: 'M013',
      dispute_reason: 'chargeback',
      processor: 'debit_payouts',
    });
    expect(created?.data).toEqual({
      dispute_id: dispute.id,
      transaction_id: id,
      kind: 'chargeback',
      status: 'matched',
      network: 'visa',
      reason: 'chargeback',
      reason_code: 'M013',
      amount: 16,
      currency: 'USD',
      card_last4: '5556',
      due_at: '2026-03-11T09:01:02.000Z',
      sandbox: true,
    });
  });

  it('follows the chargeback card on any gateway', async () => {
    for (const gateway of ['debit_payouts', 'gateway_a', 'gateway_b'] as const) {
      const on = await demo.on(gateway);
      const { id } = await on.charged({ payment_token: await on.tokenize(cards.chargeback) });
      await on.advance('2m');
      const transaction = await on.transaction(id);
      expect(transaction.status).toBe('disputed');
      expect(await on.disputeOf(transaction)).toMatchObject({ kind: 'chargeback', amount: 4200 });
    }
  });

  it('does not follow 16 cents by ACH, in live mode or on a card gateway', async () => {
    const customer = await demo.saveCustomer();
    await demo.saveBank(customer);
    await demo.charged({ amount: 16, customer_id: customer.id, rail: 'ach' });
    const live = demo.live;
    await live.configure({ debit_payouts_enabled: { live: true } });
    await live.charged({ amount: 16 });
    await (await demo.on('gateway_b')).charged({ amount: 16 });
    await demo.advance('2d');
    for (const each of [demo, live, await demo.on('gateway_b')]) {
      expect((await each.read<List>('/disputes')).data).toEqual([]);
    }
  });

  it('comes with a return code for a bank debit', async () => {
    const customer = await demo.saveCustomer();
    await demo.saveBank(customer);
    const meanings = { R01: 'insufficient funds', R02: 'account closed', R10: 'not authorized', R16: 'account frozen' };
    for (const [code, reason] of Object.entries(meanings)) {
      const { id } = await demo.settled({ customer_id: customer.id, rail: 'ach' });
      await demo.trigger('payment.disputed', { id, code });
      const events = await demo.events(id);
      expect(events.find(({ type }) => type === 'payment.disputed')?.data).toMatchObject({
        rail: 'ach',
        dispute_kind: 'ach_return',
        dispute_code: code,
        dispute_reason: reason,
      });
      expect(await demo.disputeOf({ id })).toMatchObject({ kind: 'ach_return', network: 'ach', card_last4: null });
    }
  });

  it('comes by a rule of the workspace, as a return of every bank debit of an amount', async () => {
    await demo.addRule({ operation: 'charges.create', rail: 'ach', amount: 777 }, { kind: 'return', code: 'R07' });
    const customer = await demo.saveCustomer();
    await demo.saveBank(customer);
    const { id } = await demo.charged({ amount: 777, customer_id: customer.id, rail: 'ach' });
    await demo.advance('5m');
    expect(await demo.disputeOf({ id })).toMatchObject({ kind: 'ach_return', reason_code: 'R07' });
  });

  it('covers what is not refunded yet', async () => {
    const { id } = await demo.settled({ amount: 1000 });
    await demo.api.post(`/transactions/${id}/refund`, { amount: 300 });
    await demo.trigger('payment.disputed', { id });
    expect(await demo.disputeOf({ id })).toMatchObject({ amount: 700 });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000 });
  });

  it('never follows a charge that was refunded in whole before', async () => {
    const { id } = await demo.charged({ amount: 16 });
    await demo.advance('3s');
    await demo.api.post(`/transactions/${id}/refund`);
    expect((await demo.advance('1h')).summary).toMatchObject({ failed: 0 });
    expect((await demo.transaction(id)).status).toBe('refunded');
  });

  it('is of a kind that its rail has: cards are charged back, bank debits returned', async () => {
    const customer = await demo.saveCustomer();
    await demo.saveBank(customer);
    const card = await demo.settled();
    const bank = await demo.settled({ customer_id: customer.id, rail: 'ach' });
    for (const [{ id }, kind] of [
      [card, 'ach_return'],
      [card, 'alert_rdr'],
      [card, 'nonsense'],
      [bank, 'chargeback'],
    ] as const) {
      const answer = await demo.refusedTrigger('payment.disputed', { id, kind });
      expect(answer, kind).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'kind' } });
    }
    expect((await demo.trigger('payment.disputed', { kind: 'ach_return', code: 'R08' })).objects[0]).toMatchObject({
      object: 'transaction',
      status: 'disputed',
    });
  });

  it('of a charge that is not settled is refused', async () => {
    const { id } = await demo.charged();
    const answer = await demo.refusedTrigger('payment.disputed', { id });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    expect(answer.body.error).toContain(`${id} is pending_settlement`);
  });
});

describe('what becomes of it', () => {
  const effects = [
    ['won', ['fight', 'submit', 'win'], 'settled', 1_004_200, ['dispute.updated', 'dispute.won']],
    ['lost', ['fight', 'submit', 'lose'], 'disputed', 1_000_000, ['dispute.updated', 'dispute.lost']],
    ['lost', ['fight', 'lose'], 'disputed', 1_000_000, ['dispute.updated', 'dispute.lost']],
    ['lost', ['lose'], 'disputed', 1_000_000, ['dispute.updated', 'dispute.lost']],
    ['accepted', ['accept'], 'disputed', 1_000_000, ['dispute.updated']],
    ['refunded', ['refund'], 'disputed', 1_000_000, ['dispute.updated']],
    [
      'response_submitted',
      ['fight', 'submit'],
      'disputed',
      1_000_000,
      ['dispute.updated', 'dispute.evidence_submitted'],
    ],
  ] as const;
  it.each(effects)('is %s after %o', async (status, moves, transactionStatus, available, lastEvents) => {
    const { transaction, dispute } = await chargedBack();
    expect(await demo.balance()).toMatchObject({ available: 1_000_000 });
    let events: string[] = [];
    for (const move of moves) {
      events = (await demo.trigger(`dispute.${move}`, { id: dispute.id })).events.map(({ type }) => type);
    }
    expect(events).toEqual(lastEvents);
    expect((await read(dispute.id)).status).toBe(status);
    expect((await demo.transaction(transaction.id)).status).toBe(transactionStatus);
    expect(await demo.balance()).toMatchObject({ available });
  });

  it('expires when it is due, ten days after it was opened, unless somebody answered', async () => {
    const { dispute } = await chargedBack();
    const fought = await chargedBack();
    await demo.trigger('dispute.fight', { id: fought.dispute.id });
    expect(dispute.due_at).toBe('2026-03-11T09:00:00.000Z');
    await demo.advance('863999s');
    expect((await read(dispute.id)).status).toBe('matched');
    const { summary } = await demo.advance('1s');
    expect(summary).toMatchObject({ jobs: 1, failed: 0 });
    expect((await read(dispute.id)).status).toBe('expired');
    expect((await read(fought.dispute.id)).status).toBe('fighting');
    expect((await demo.events()).at(-1)).toMatchObject({ type: 'dispute.updated', data: { status: 'expired' } });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000 });
  });

  it('gives a partly refunded charge back the status that it had', async () => {
    const { id } = await demo.settled({ amount: 1000 });
    await demo.api.post(`/transactions/${id}/refund`, { amount: 300 });
    await demo.trigger('payment.disputed', { id });
    const dispute = await demo.disputeOf({ id });
    for (const move of ['fight', 'submit', 'win']) await demo.trigger(`dispute.${move}`, { id: dispute.id });
    expect(await demo.transaction(id)).toMatchObject({ status: 'partially_refunded', total_refunded: 300 });
    expect(await demo.balance()).toMatchObject({ available: 1_000_700 });
    expect((await demo.api.post(`/transactions/${id}/refund`)).status).toBe(200);
  });

  it('writes a timeline, which the single read shows newest first at the top level', async () => {
    const { dispute, transaction } = await chargedBack();
    for (const move of ['fight', 'submit', 'win']) {
      await demo.advance('1h');
      await demo.trigger(`dispute.${move}`, { id: dispute.id });
    }
    const { events, ...shown } = await read(dispute.id);
    expect(events).toEqual([
      { type: 'won', created_at: '2026-03-01T12:00:00.000Z' },
      { type: 'represented', created_at: '2026-03-01T11:00:00.000Z' },
      { type: 'evidence_submitted', created_at: '2026-03-01T11:00:00.000Z' },
      { type: 'fight_started', created_at: '2026-03-01T10:00:00.000Z' },
      { type: 'matched', created_at: '2026-03-01T09:00:00.000Z' },
      { type: 'created', created_at: '2026-03-01T09:00:00.000Z' },
    ]);
    expect(shown).toEqual({
      id: dispute.id,
      object: 'dispute',
      livemode: false,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
      dispute_id: dispute.id,
      transaction_id: transaction.id,
      kind: 'chargeback',
      status: 'won',
      network: 'visa',
      reason: 'chargeback',
      reason_code: 'M013',
      amount: 4200,
      currency: 'USD',
      card_last4: '5556',
      due_at: '2026-03-11T09:00:00.000Z',
      sandbox: true,
    });
  });
});
