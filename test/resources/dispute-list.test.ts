import { describe, expect, it } from 'vitest';
import type { Dispute } from '../../src/payments/resources/dispute/model.ts';
import { cards, type Demo, eachTest, type Refusal } from '../support/demo.ts';

type List = { data: Dispute[]; has_more: boolean };

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const statusOf = async (id: string) => (await demo.read<Dispute>(`/disputes/${id}`)).status;
const receive = async (body: Record<string, unknown> = {}) =>
  (await demo.control<{ data: Dispute }>('post', '/disputes', { kind: 'alert_ethoca', amount: 4200, ...body })).data;

describe('alerts', () => {
  it('start new, without a transaction, and move no money', async () => {
    const alert = await receive({ kind: 'alert_rdr' });
    expect(alert).toMatchObject({ status: 'new', transaction_id: null, card_last4: null, kind: 'alert_rdr' });
    expect(await demo.eventTypes()).toEqual(['dispute.created']);
    const [created] = await demo.events();
    expect(created?.data).toMatchObject({ dispute_id: alert.id, transaction_id: null, amount: 4200, sandbox: true });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000 });
  });

  it('are matched with their transaction, and refund it', async () => {
    const transaction = await demo.settled();
    const alert = await receive();
    await demo.trigger('dispute.match', { id: alert.id });
    expect(await demo.disputeOf(transaction)).toMatchObject({ id: alert.id, status: 'matched', card_last4: '5556' });
    expect((await demo.transaction(transaction.id)).status).toBe('settled');
    const { events } = await demo.trigger('dispute.refund', { id: alert.id });
    expect(events.map(({ type }) => type).sort()).toEqual(['dispute.updated', 'payment.refunded']);
    expect(await demo.transaction(transaction.id)).toMatchObject({ status: 'refunded', total_refunded: 4200 });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000 });
    const { events: timeline } = await demo.read<{ events: { type: string }[] }>(`/disputes/${alert.id}`);
    expect(timeline.map(({ type }) => type)).toEqual(['outcome_sent', 'refunded', 'matched', 'created']);
  });

  it('are never matched with a charge that failed or was voided', async () => {
    const paid = await demo.settled();
    await demo.charge({ payment_token: await demo.tokenize(cards.declined) });
    const voided = await demo.charged();
    await demo.api.post(`/transactions/${voided.id}/void`);
    const alert = await receive();
    await demo.trigger('dispute.match', { id: alert.id });
    expect(await demo.disputeOf(paid)).toMatchObject({ id: alert.id });
  });

  it('are matched with a payment that stands rather than one that was paid back since', async () => {
    const standing = await demo.settled();
    const paidBack = await demo.settled();
    await demo.api.post(`/transactions/${paidBack.id}/refund`);
    const [first, second] = [await receive(), await receive()];
    await demo.trigger('dispute.match', { id: first.id });
    expect(await demo.disputeOf(standing)).toMatchObject({ id: first.id });
    await demo.api.post(`/transactions/${standing.id}/refund`);
    await demo.trigger('dispute.match', { id: second.id });
    expect(await demo.disputeOf(paidBack)).toMatchObject({ id: second.id });
  });

  it('that find no transaction become unmatched, may be matched later, or expire', async () => {
    const [first, second] = [await receive(), await receive({ amount: 999 })];
    for (const { id } of [first, second]) await demo.trigger('dispute.unmatch', { id });
    const { id } = await demo.settled();
    await demo.trigger('dispute.match', { id: first.id });
    expect(await demo.disputeOf({ id })).toMatchObject({ id: first.id, status: 'matched' });
    expect(await statusOf(second.id)).toBe('unmatched');
    await demo.advance('10d');
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['expired', 'expired']);
  });

  it('cannot be refunded while their transaction has not settled, and nothing of the try remains', async () => {
    const transaction = await demo.charged();
    const alert = await receive({ transaction_id: transaction.id });
    const before = await demo.exported();
    const answer = await demo.refusedTrigger('dispute.refund', { id: alert.id });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    expect(answer.body.error).toContain('pending_settlement');
    expect(await demo.exported()).toBe(before);
  });

  it('that are fought and won neither credit the balance nor touch the transaction', async () => {
    const transaction = await demo.settled();
    const alert = await receive({ transaction_id: transaction.id });
    for (const move of ['fight', 'submit', 'win']) await demo.trigger(`dispute.${move}`, { id: alert.id });
    expect(await statusOf(alert.id)).toBe('won');
    expect((await demo.transaction(transaction.id)).status).toBe('settled');
    expect(await demo.balance()).toMatchObject({ available: 1_004_200 });
  });
});

it('an ACH return whose payment is not known comes from the bank, with its code', async () => {
  const returned = await receive({ kind: 'ach_return' });
  expect(returned).toMatchObject({ network: 'ach', reason_code: 'R01', reason: 'insufficient funds' });
  const frozen = await receive({ kind: 'ach_return', reason_code: 'R16' });
  expect(frozen).toMatchObject({ network: 'ach', reason_code: 'R16', reason: 'account frozen' });
});

describe('GET /disputes', () => {
  it('filters by comma lists of statuses and kinds and by transaction, newest first', async () => {
    const transaction = await demo.settled();
    await demo.trigger('payment.disputed', { id: transaction.id });
    const chargeback = await demo.disputeOf(transaction);
    const ethoca = await receive();
    const cdrn = await receive({ kind: 'alert_cdrn' });
    await demo.trigger('dispute.unmatch', { id: cdrn.id });
    const idsOf = async (query: string) => (await demo.read<List>(`/disputes?${query}`)).data.map(({ id }) => id);
    expect(await idsOf('')).toEqual([cdrn.id, ethoca.id, chargeback.id]);
    expect(await idsOf('status=new')).toEqual([ethoca.id]);
    expect(await idsOf('status=new,unmatched')).toEqual([cdrn.id, ethoca.id]);
    expect(await idsOf('status=matched, new')).toEqual([ethoca.id, chargeback.id]);
    expect(await idsOf('kind=chargeback,alert_cdrn')).toEqual([cdrn.id, chargeback.id]);
    expect(await idsOf('kind=chargeback&status=new')).toEqual([]);
    expect(await idsOf('kind=chargeback,alert_ethoca&status=new,matched')).toEqual([ethoca.id, chargeback.id]);
    expect(await idsOf(`transaction_id=${transaction.id}`)).toEqual([chargeback.id]);
    expect(await idsOf(`transaction_id=${transaction.id}&status=won,lost`)).toEqual([]);
    expect(await idsOf('status=new,new')).toEqual([ethoca.id]);
    expect(await idsOf(`status=new,unmatched&limit=1`)).toEqual([cdrn.id]);
    expect(await idsOf(`status=new,unmatched&starting_after=${cdrn.id}`)).toEqual([ethoca.id]);
    const [first] = (await demo.read<List>('/disputes')).data;
    expect(first).not.toHaveProperty('events');
  });

  it.each(['status=open', 'status=new,open', 'status=', 'status=new,', 'kind=fraud', 'kind=chargeback,x', 'limit=0'])(
    'refuses %s',
    async (query) => {
      const answer = await demo.api.get<Refusal>(`/disputes?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 'parameter_invalid', param: query.split('=')[0] });
    },
  );

  it('has nothing of the other mode, and a single read of it is 404', async () => {
    const alert = await receive();
    const live = demo.live;
    expect(await live.read<List>('/disputes')).toEqual({ data: [], has_more: false });
    expect(await live.api.get<Refusal>(`/disputes/${alert.id}`)).toMatchObject({
      status: 404,
      body: { type: 'not_found_error', code: 'resource_missing' },
    });
  });

  it('is all that the API offers: disputes are read-only', async () => {
    const alert = await receive();
    for (const path of ['/disputes', `/disputes/${alert.id}`]) {
      const answer = await demo.api.post<Refusal>(path, {});
      expect(answer).toMatchObject({
        status: 405,
        body: { type: 'invalid_request_error', code: 'method_not_allowed' },
      });
    }
  });
});
