import { describe, expect, it } from 'vitest';
import type { Payout } from '../../src/payments/resources/payout/model.ts';
import type { PayoutLink } from '../../src/payments/resources/payout-link/model.ts';
import type { PayoutRequest } from '../../src/payments/resources/payout-request/model.ts';
import { approvePayoutRequest } from '../../src/payments/resources/payout-request/operations.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { cards, type Demo, eachTest, type Refusal } from '../support/demo.ts';

let demo: Demo;
let link: PayoutLink;
eachTest(async (fresh) => {
  demo = fresh;
  link = await form();
});

type List = { data: PayoutRequest[]; has_more: boolean };
type Answered = Omit<Refusal, 'data'> & { data: PayoutRequest };

const form = async (fields: Record<string, unknown> = {}): Promise<PayoutLink> =>
  (await demo.made<{ data: PayoutLink }>('/payout-links', { type: 'request', ...fields })).data;
const whole = () => ({
  payout_link_id: link.id,
  amount: 1500,
  name: 'Rita Recipient',
  email: 'rita@example.com',
  card_number: cards.visaDebit,
});
const ask = (fields: Record<string, unknown> = {}) =>
  demo.sandbox.control.post<Answered>(`/payout-requests?workspace=${demo.workspace}`, { ...whole(), ...fields });
const asked = async (fields: Record<string, unknown> = {}): Promise<PayoutRequest> => {
  const { status, body } = await ask(fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
};
const read = async (id: string) => (await demo.read<{ data: PayoutRequest }>(`/payout-requests/${id}`)).data;
const approve = (id: string, body?: unknown) => demo.api.post<Answered>(`/payout-requests/${id}/approve`, body);
const reject = (id: string) => demo.api.post<Answered>(`/payout-requests/${id}/reject`);

describe('a payout request', () => {
  it('is pending when it was submitted, with the card that it is to be paid to', async () => {
    const request = await asked({ note: 'For the logo' });
    expect(request).toEqual({
      id: expect.stringMatching(/^preq_[0-9A-Za-z]{20}$/),
      object: 'payout_request',
      livemode: false,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      payout_link_id: link.id,
      status: 'pending',
      requested_amount: 1500,
      amount: null,
      currency: 'USD',
      name: 'Rita Recipient',
      email: 'rita@example.com',
      note: 'For the logo',
      card_last_four: '5556',
      card_brand: 'visa',
      payout_id: null,
      approved_at: null,
      rejected_at: null,
      failed_at: null,
    });
    expect(await read(request.id)).toEqual(request);
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, held: 0, reserved: 0 });
    expect((await demo.read<{ data: unknown[] }>('/customers')).data).toEqual([]);
    expect(await demo.exported()).not.toContain(cards.visaDebit);
  });

  it('may be submitted again and again, in the currency of its link', async () => {
    const { id: payout_link_id } = await form({ currency: 'eur' });
    const requests = [await asked({ payout_link_id }), await asked({ payout_link_id, amount: 7 })];
    expect(requests.map(({ currency, requested_amount }) => [currency, requested_amount])).toEqual([
      ['EUR', 1500],
      ['EUR', 7],
    ]);
  });

  it.each([
    ['a link that is none', { payout_link_id: 'plo_none' }, 400, 'parameter_invalid', 'payout_link_id'],
    ['no link', { payout_link_id: undefined }, 400, 'parameter_missing', 'payout_link_id'],
    ['no amount', { amount: undefined }, 400, 'parameter_missing', 'amount'],
    ['0 cents', { amount: 0 }, 400, 'parameter_invalid', 'amount'],
    ['too much', { amount: 100_000_000 }, 400, 'amount_too_large', 'amount'],
    ['no name', { name: '' }, 400, 'parameter_invalid', 'name'],
    ['an address that is none', { email: 'rita' }, 400, 'parameter_invalid', 'email'],
    ['no card', { card_number: undefined }, 400, 'parameter_missing', 'card_number'],
    ['a number that is not a card', { card_number: '4242424242424241' }, 400, 'parameter_invalid', 'card_number'],
    ["what might be somebody's card", { card_number: '4539578763621486' }, 400, 'parameter_invalid', 'card_number'],
    ['a credit card', { card_number: cards.visaCredit }, 400, 'ACCOUNT_NOT_ELIGIBLE', 'card_number'],
  ])('is refused with %s', async (_what, fields, status, code, param) => {
    const before = await demo.exported();
    expect(await ask(fields)).toMatchObject({ status, body: { code, param } });
    expect(await demo.exported()).toBe(before);
  });

  it('needs an active form', async () => {
    const directed = await demo.made<{ data: PayoutLink }>('/payout-links', {
      amount: 1,
      recipient_email: 'rita@example.com',
    });
    await demo.api.post(`/payout-links/${link.id}/cancel`);
    for (const payout_link_id of [directed.data.id, link.id]) {
      expect(await ask({ payout_link_id })).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    }
  });
});

describe('approving', () => {
  it('sends what was asked for to the card captured at submit time', async () => {
    const { id } = await asked({ card_number: cards.mastercardPrepaid });
    await demo.advance('1h');
    const answer = await approve(id);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          id,
          status: 'approved',
          requested_amount: 1500,
          amount: 1500,
          approved_at: '2026-03-01T10:00:00.000Z',
          payout_id: expect.stringMatching(/^po_/),
        },
      },
    });
    const payout = await demo.payoutOf(answer.body.data.payout_id!);
    expect(payout).toMatchObject({ amount: 1500, rail: 'card', card_last_four: '5100', card_brand: 'mastercard' });
    expect(await demo.read(`/customers/${payout.customer_id}`)).toMatchObject({
      data: { email: 'rita@example.com', first_name: 'Rita', last_name: 'Recipient' },
    });
    expect(await demo.balance()).toMatchObject({ available: 998_500, reserved: 1500 });
    await demo.settle();
    expect(await demo.eventTypes()).toEqual(['payout.created', 'payout.updated', 'payout.paid']);
    expect((await read(id)).status).toBe('approved');
    expect(await demo.balance()).toMatchObject({ available: 998_500, reserved: 0 });
  });

  it('may pay another amount; what was asked for is kept', async () => {
    const { id } = await asked();
    const { body } = await approve(id, { amount: 1200 });
    expect(body.data).toMatchObject({ status: 'approved', requested_amount: 1500, amount: 1200 });
    expect(await demo.payoutOf(body.data.payout_id!)).toMatchObject({ amount: 1200 });
    const more = await asked({ amount: 1 });
    expect((await approve(more.id, { amount: 2000 })).body.data).toMatchObject({ requested_amount: 1, amount: 2000 });
    expect(await demo.balance()).toMatchObject({ available: 996_800, reserved: 3200 });
  });

  it('leaves a request pending that the balance cannot pay', async () => {
    const { id } = await asked({ amount: 1_000_001 });
    const before = await demo.exported();
    expect(await approve(id)).toMatchObject({
      status: 400,
      body: { type: 'invalid_request_error', code: 'insufficient_funds' },
    });
    expect(await demo.exported()).toBe(before);
    expect(await read(id)).toMatchObject({ status: 'pending', amount: null, payout_id: null });
    expect((await approve(id, { amount: 1_000_000 })).status).toBe(200);
    expect(await demo.balance()).toMatchObject({ available: 0, reserved: 1_000_000 });
  });

  it('still works when the form was cancelled in between', async () => {
    const { id } = await asked();
    await demo.api.post(`/payout-links/${link.id}/cancel`);
    expect((await approve(id)).status).toBe(200);
  });

  it('leaves a customer who is known as he was', async () => {
    const customer = await demo.saveCustomer({ email: 'rita@example.com' });
    const { id } = await asked();
    const { body } = await approve(id);
    expect(await demo.payoutOf(body.data.payout_id!)).toMatchObject({ customer_id: customer.id });
    expect(await demo.read(`/customers/${customer.id}`)).toEqual({ data: customer });
  });

  it('counts in the limits of amounts, and refuses anything else that the body may say', async () => {
    const { id } = await asked();
    const before = await demo.exported();
    for (const { what, field, text } of badBodies(approvePayoutRequest.body as Shape, { amount: 100 })) {
      const { status, body } = await approve(id, text);
      expect(status, `${what} answered ${JSON.stringify(body)}`).toBe(400);
      expect(body.param, what).toBe(field);
    }
    expect(await demo.exported()).toBe(before);
    expect((await approve(id, {})).status).toBe(200);
  });

  it('answers 503 while a rule makes the network unavailable, counts it, and can be tried again', async () => {
    await demo.addRule({ operation: 'payout_requests.approve', nth: 1 }, { kind: 'unavailable' });
    const { id } = await asked();
    expect(await approve(id)).toMatchObject({ status: 503, body: { type: 'api_error' } });
    expect(await read(id)).toMatchObject({ status: 'pending' });
    expect((await approve(id)).status).toBe(200);
  });
});

describe('rejecting', () => {
  it('ends a request; no money moves', async () => {
    const { id } = await asked();
    await demo.advance('1h');
    expect(await reject(id)).toMatchObject({
      status: 200,
      body: {
        data: { id, status: 'rejected', rejected_at: '2026-03-01T10:00:00.000Z', amount: null, payout_id: null },
      },
    });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, reserved: 0 });
    expect(await demo.events()).toEqual([]);
  });
});

describe('a request that is not pending', () => {
  it('can be neither approved nor rejected (409)', async () => {
    const [approved, rejected, failed] = [await asked(), await asked(), await asked({ amount: 53 })];
    await approve(failed.id);
    await demo.settle();
    await approve(approved.id);
    await reject(rejected.id);
    const before = await demo.exported();
    for (const [{ id }, status] of [
      [approved, 'approved'],
      [rejected, 'rejected'],
      [failed, 'failed'],
    ] as const) {
      for (const [verb, answer] of [
        ['approve', await approve(id)],
        ['approve', await approve(id, { amount: 9_000_000 })],
        ['reject', await reject(id)],
      ] as const) {
        expect(answer).toMatchObject({ status: 409, body: { type: 'idempotency_error', code: 'invalid_state' } });
        expect(answer.body.error).toBe(`Payout request ${id} is ${status}; ${verb} requires the state pending.`);
      }
    }
    for (const id of ['preq_none', '%00', '__proto__']) {
      for (const answer of [await approve(id), await reject(id)]) {
        expect(answer).toMatchObject({ status: 404, body: { code: 'resource_missing' } });
      }
    }
    expect(await demo.exported()).toBe(before);
  });
});

describe('a payout that fails', () => {
  it('makes its request failed, by an amount that the network refuses', async () => {
    const { id } = await asked({ amount: 60 });
    await approve(id);
    await demo.advance('999ms');
    expect((await read(id)).status).toBe('approved');
    await demo.advance('1ms');
    const request = await read(id);
    expect(request).toMatchObject({ status: 'failed', failed_at: '2026-03-01T09:00:01.000Z', amount: 60 });
    const payout = await demo.payoutOf(request.payout_id!);
    expect(payout).toMatchObject({ status: 'failed', error_code: 'M010' });
    const events = await demo.events();
    expect(events.map(({ type }) => type)).toEqual(['payout.created', 'payout.failed']);
    expect(events[1]?.data).toEqual(payout);
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, reserved: 0 });
  });

  it('makes it failed by the amount that is paid, not by the one that was asked for', async () => {
    const [asksFor, isPaid] = [await asked({ amount: 53 }), await asked()];
    await approve(asksFor.id, { amount: 100 });
    await approve(isPaid.id, { amount: 53 });
    await demo.settle();
    expect((await read(asksFor.id)).status).toBe('approved');
    expect((await read(isPaid.id)).status).toBe('failed');
  });

  it('makes it failed on its way too, and no other request', async () => {
    const [one, other] = [await asked(), await asked()];
    await approve(other.id);
    const { body } = await approve(one.id);
    await demo.trigger('payout.failed', { id: body.data.payout_id, code: 'M018' });
    expect((await read(one.id)).status).toBe('failed');
    expect((await read(other.id)).status).toBe('approved');
    await demo.trigger('payout.failed');
    expect((await read(other.id)).status).toBe('approved');
  });
});

describe('GET /payout-requests', () => {
  it('filters by link and status, newest first, page by page', async () => {
    const other = await form();
    const rejected = await asked();
    await reject(rejected.id);
    const approved = await asked({ payout_link_id: other.id });
    await approve(approved.id);
    const failed = await asked({ amount: 53 });
    await approve(failed.id);
    await demo.settle();
    const pending = await asked();
    const idsOf = async (query: string) =>
      (await demo.read<List>(`/payout-requests?${query}`)).data.map(({ id }) => id);
    expect(await idsOf('')).toEqual([pending, failed, approved, rejected].map(({ id }) => id));
    expect(await idsOf(`payout_link_id=${link.id}`)).toEqual([pending, failed, rejected].map(({ id }) => id));
    expect(await idsOf('payout_link_id=plo_none')).toEqual([]);
    expect(await idsOf('status=pending')).toEqual([pending.id]);
    expect(await idsOf('status=approved')).toEqual([approved.id]);
    expect(await idsOf('status=failed')).toEqual([failed.id]);
    expect(await idsOf(`status=rejected&payout_link_id=${link.id}`)).toEqual([rejected.id]);
    expect(await idsOf(`status=rejected&payout_link_id=${other.id}`)).toEqual([]);
    expect(await idsOf(`limit=2&starting_after=${pending.id}`)).toEqual([failed.id, approved.id]);
    expect((await demo.read<List>('/payout-requests?limit=3')).has_more).toBe(true);
    expect(await idsOf(`status=failed&starting_after=${pending.id}`)).toEqual([failed.id]);
    for (const query of ['status=paid', 'limit=0', 'starting_after=preq_none']) {
      expect((await demo.api.get(`/payout-requests?${query}`)).status, query).toBe(400);
    }
  });

  it('keeps test and live apart', async () => {
    const { id } = await asked();
    await demo.configure({ debit_payouts_enabled: { live: true } });
    expect((await demo.live.read<List>('/payout-requests')).data).toEqual([]);
    expect((await demo.live.api.get(`/payout-requests/${id}`)).status).toBe(404);
    expect((await demo.live.api.post(`/payout-requests/${id}/approve`)).status).toBe(404);
  });
});

describe('access', () => {
  const calls = [
    ['get', '/payout-requests'],
    ['get', '/payout-requests/preq_1'],
    ['post', '/payout-requests/preq_1/approve'],
    ['post', '/payout-requests/preq_1/reject'],
  ] as const;

  it.each(calls)('%s %s needs the capability', async (method, path) => {
    const other = await demo.on('gateway_b');
    for (const caller of [demo.live.api, other.api]) {
      expect(await caller[method](path)).toMatchObject({ status: 400, body: { code: 'capability_required' } });
    }
  });

  it('needs a secret key to write, any to read', async () => {
    const { id } = await asked();
    for (const verb of ['approve', 'reject']) {
      const answer = await demo.publishable.post(`/payout-requests/${id}/${verb}`);
      expect(answer).toMatchObject({ status: 403, body: { type: 'permission_error', code: 'secret_key_required' } });
    }
    expect((await demo.publishable.get(`/payout-requests/${id}`)).status).toBe(200);
    expect((await demo.sandbox.as('sk_test_none').get('/payout-requests')).status).toBe(401);
  });
});

describe('the triggers', () => {
  it.each([
    ['payout_request.submit', 'pending'],
    ['payout_request.approve', 'approved'],
    ['payout_request.reject', 'rejected'],
    ['payout_request.fail', 'failed'],
  ])('%s makes a request that is %s', async (name, status) => {
    const { objects } = await demo.trigger(name, { amount: undefined });
    const made = objects.find(({ object }) => object === 'payout_request');
    expect(made?.status).toBe(status);
    const request = await read(made!.id);
    expect(request.status).toBe(status);
    expect(await demo.read(`/payout-links/${request.payout_link_id}`)).toMatchObject({ data: { type: 'request' } });
  });

  it('takes an amount, and a code of the failure, and lends what is missing', async () => {
    await demo.paidOut({ amount: 1_000_000 });
    const { objects, events } = await demo.trigger('payout_request.fail', { amount: 700, code: 'M018' });
    expect(events.map(({ type }) => type)).toEqual(['payout.created', 'payout.failed']);
    const made = objects.find(({ object }) => object === 'payout_request');
    const request = await read(made!.id);
    expect(request).toMatchObject({ requested_amount: 700, amount: 700 });
    const { data } = await demo.read<{ data: Payout }>(`/payouts/${request.payout_id}`);
    expect(data).toMatchObject({ error_code: 'M018', amount: 700 });
  });

  it('makes exactly the one move of a request that is there', async () => {
    const { id } = await asked();
    await demo.trigger('payout_request.approve', { id, amount: 900 });
    expect(await read(id)).toMatchObject({ status: 'approved', amount: 900 });
    const refused = await demo.refusedTrigger('payout_request.reject', { id });
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    await demo.settle();
    const late = await demo.refusedTrigger('payout_request.fail', { id });
    expect(late).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    expect((await read(id)).status).toBe('approved');
  });
});
