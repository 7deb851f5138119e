import { describe, expect, it } from 'vitest';
import type { PayoutLink } from '../../src/payments/resources/payout-link/model.ts';
import { createPayoutLink } from '../../src/payments/resources/payout-link/operations.ts';
import type { PayoutRequest } from '../../src/payments/resources/payout-request/model.ts';
import type { MailDetails } from '../../src/sandbox/control/wire.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { cards, type Demo, eachTest, type LedgerEntry, type Refusal } from '../support/demo.ts';
import { Random } from '../support/random.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

type List = { data: PayoutLink[]; has_more: boolean };
type Answered = Omit<Refusal, 'data'> & { data: PayoutLink };

const send = (fields: Record<string, unknown>) => demo.api.post<Answered>('/payout-links', fields);
const directed = async (fields: Record<string, unknown> = {}): Promise<PayoutLink> => {
  const body = { amount: 1500, recipient_email: 'rita@example.com', ...fields };
  return (await demo.made<{ data: PayoutLink }>('/payout-links', body)).data;
};
const form = async (fields: Record<string, unknown> = {}): Promise<PayoutLink> =>
  (await demo.made<{ data: PayoutLink }>('/payout-links', { type: 'request', ...fields })).data;
const read = async (id: string) => (await demo.read<{ data: PayoutLink }>(`/payout-links/${id}`)).data;
const cancel = (id: string) => demo.api.post<Answered>(`/payout-links/${id}/cancel`);

describe('a directed payout link', () => {
  it('is answered with 201, and holds its amount and the fee', async () => {
    const answer = await send({
      amount: 1500,
      recipient_email: 'rita@example.com',
      recipient_name: 'Rita',
      note: 'Your prize',
      reference_id: 'l-1',
      metadata: { week: 9 },
    });
    expect(answer.status).toBe(201);
    const { slug, url } = answer.body.data;
    expect(slug).toMatch(/^[0-9A-Za-z]{20}$/);
    expect(url).toBe(`${demo.sandbox.url}/claim/${slug}`);
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^plo_[0-9A-Za-z]{20}$/),
      object: 'payout_link',
      livemode: false,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      type: 'directed',
      status: 'pending',
      amount: 1500,
      fee: 50,
      currency: 'USD',
      recipient_email: 'rita@example.com',
      recipient_name: 'Rita',
      note: 'Your prize',
      url,
      slug,
      payout_id: null,
      claimed_at: null,
      cancelled_at: null,
      expires_at: '2026-03-31T09:00:00.000Z',
      reference_id: 'l-1',
      metadata: { week: 9 },
    });
    expect(answer.body.data.id).not.toContain(slug);
    expect(await read(answer.body.data.id)).toEqual(answer.body.data);
    expect(await demo.balance()).toMatchObject({ available: 998_450, held: 1550, reserved: 0 });
    expect(await demo.events()).toEqual([]);
  });

  it('keeps the address of its page without the port that it is served on', async () => {
    const { slug } = await directed();
    const exported = await demo.exported();
    expect(exported).toContain(`"/claim/${slug}"`);
    expect(exported).not.toContain(`${demo.sandbox.url}/claim`);
  });

  it('takes the fee of the workspace, which may be none, and keeps it when the setting changes', async () => {
    await demo.configure({ payout_link_fee: 275 });
    const link = await directed();
    await demo.configure({ payout_link_fee: 0 });
    expect(link.fee).toBe(275);
    const free = await directed();
    expect(free.fee).toBe(0);
    expect(await demo.balance()).toMatchObject({ available: 996_725, held: 3275 });
    await cancel(link.id);
    expect(await demo.balance()).toMatchObject({ available: 998_500, held: 1500 });
    await demo.trigger('payout_link.claim', { id: free.id });
    expect(await demo.balance()).toMatchObject({ available: 998_500, held: 0, reserved: 1500 });
  });

  it('holds everything that is available, and not a cent more', async () => {
    expect(await send({ amount: 999_951, recipient_email: 'rita@example.com' })).toMatchObject({
      status: 400,
      body: { type: 'invalid_request_error', code: 'insufficient_funds', param: 'amount' },
    });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, held: 0 });
    await directed({ amount: 999_950 });
    expect(await demo.balance()).toMatchObject({ available: 0, held: 1_000_000 });
    expect(await send({ amount: 1, recipient_email: 'rita@example.com' })).toMatchObject({ status: 400 });
  });

  it.each([
    ['no amount', { amount: undefined }, 'parameter_missing', 'amount'],
    ['no recipient', { recipient_email: undefined }, 'parameter_missing', 'recipient_email'],
    ['a recipient without an address', { recipient_email: 'rita' }, 'parameter_invalid', 'recipient_email'],
    ['0 cents', { amount: 0 }, 'parameter_invalid', 'amount'],
    ['too much', { amount: 100_000_000 }, 'amount_too_large', 'amount'],
    ['an unknown type', { type: 'gift' }, 'parameter_invalid', 'type'],
    ['a currency that is none', { currency: 'EURO' }, 'parameter_invalid', 'currency'],
    ['a currency without a balance', { currency: 'EUR' }, 'insufficient_funds', 'amount'],
    ['nested metadata', { metadata: { a: {} } }, 'parameter_invalid', 'metadata.a'],
  ])('refuses %s', async (_what, fields, code, param) => {
    const answer = await send({ amount: 1500, recipient_email: 'rita@example.com', ...fields });
    expect(answer).toMatchObject({ status: 400, body: { type: 'invalid_request_error', code, param } });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, held: 0 });
    expect((await demo.read<List>('/payout-links')).data).toEqual([]);
  });

  it('refuses a reference_id that was used before, whatever became of that link', async () => {
    const { id } = await directed({ reference_id: 'l-1' });
    await cancel(id);
    for (const again of [{ amount: 1500 }, { amount: 7 }, { type: 'request' }]) {
      expect(await send({ recipient_email: 'rita@example.com', reference_id: 'l-1', ...again })).toMatchObject({
        status: 409,
        body: { type: 'idempotency_error', code: 'reference_id_reused', param: 'reference_id' },
      });
    }
    expect((await send({ amount: 2_000_000, recipient_email: 'a@b.co', reference_id: 'l-2' })).status).toBe(400);
    await directed({ reference_id: 'l-2' });
    await demo.paidOut({ reference_id: 'l-1' });
  });

  it('sends the recipient an e-mail with the address of the claim page', async () => {
    const link = await directed({ recipient_name: 'Rita <b>', note: 'Your prize' });
    const [mail, ...others] = await mailsTo('rita@example.com');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Demo Shop has sent you $15.00',
      from: { name: 'Demo Shop' },
      attachments: [],
    });
    expect(mail?.text.trim().split(/\n+/)).toEqual([
      'Hello Rita <b>,',
      'Demo Shop has sent you $15.00.',
      'Your prize',
      `Claim $15.00: ${link.url}`,
      'The link is valid until March 31, 2026.',
      'This email was created by payments-emulator, a local sandbox. No real money is involved.',
    ]);
    expect(mail?.html).toContain(`<a href="${link.url}" `);
    expect(mail?.html).not.toContain('<b>');
  });

  it('writes the amount as its currency does', async () => {
    await demo.settled({ amount: 90_000, currency: 'JPY' });
    await directed({ amount: 1500, currency: 'JPY' });
    expect((await mailsTo('rita@example.com'))[0]?.subject).toBe('Demo Shop has sent you ¥1,500');
  });

  it('sends no e-mail for a form, or where it was refused', async () => {
    await form({ recipient_email: 'rita@example.com' });
    await send({ amount: 2_000_000, recipient_email: 'rita@example.com' });
    expect(await mailsTo('rita@example.com')).toEqual([]);
  });
});

/** What an address was sent, newest first. */
async function mailsTo(address: string): Promise<MailDetails[]> {
  const { data } = await demo.control<{ data: { id: string }[] }>('get', `/mail?to=${address}`);
  const read = ({ id }: { id: string }) => demo.control<{ data: MailDetails }>('get', `/mail/${id}?format=json`);
  return (await Promise.all(data.map(read))).map((answer) => answer.data);
}

describe('a claim', () => {
  it('turns the hold into a payout of the amount, and the fee leaves', async () => {
    const { id } = await directed({ metadata: { week: 9 } });
    await demo.advance('2h');
    const { events } = await demo.trigger('payout_link.claim', { id });
    expect(events.map(({ type }) => type)).toEqual(['payout.created']);
    const link = await read(id);
    expect(link).toMatchObject({ status: 'claimed', claimed_at: '2026-03-01T11:00:00.000Z' });
    const payout = await demo.payoutOf(link.payout_id!);
    expect(payout).toMatchObject({
      payout_number: 1,
      amount: 1500,
      status: 'pending',
      rail: 'card',
      card_last_four: '5556',
      descriptor: 'DEMO SHOP',
      metadata: { week: 9 },
      reference_id: null,
    });
    expect((await demo.events(payout.id))[0]?.data).toEqual(payout);
    expect(await demo.read(`/customers/${payout.customer_id}`)).toMatchObject({ data: { email: 'rita@example.com' } });
    expect(await demo.balance()).toMatchObject({ available: 998_450, held: 0, reserved: 1500 });
    await demo.settle();
    expect(await demo.eventTypes(payout.id)).toEqual(['payout.created', 'payout.updated', 'payout.paid']);
    expect(await demo.balance()).toMatchObject({ available: 998_450, held: 0, reserved: 0 });
    expect(linesOf(await demo.ledger(), [id, payout.id])).toEqual([
      'payout_link held 1550',
      'payout_link available -1550',
      'payout reserved 1500',
      'payout held -1500',
      'payout_link_fee external 50',
      'payout_link_fee held -50',
      'payout_paid external 1500',
      'payout_paid reserved -1500',
    ]);
  });

  it('works while the balance is below zero: the money was put aside', async () => {
    const { id } = await directed({ amount: 5000 });
    const charge = await demo.settled({ amount: 800_000 });
    await demo.paidOut({ amount: 1_794_950 });
    await demo.settle();
    await demo.trigger('payment.disputed', { id: charge.id });
    expect(await demo.balance()).toMatchObject({ available: -800_000, held: 5050 });
    await demo.trigger('payout_link.claim', { id });
    expect(await demo.balance()).toMatchObject({ available: -800_000, held: 0, reserved: 5000 });
    await demo.settle();
    expect(await demo.payoutOf((await read(id)).payout_id!)).toMatchObject({ status: 'paid' });
  });

  it('gives the amount back to the balance where the payout fails; the fee stays spent', async () => {
    const { id } = await directed({ amount: 53 });
    await demo.trigger('payout_link.claim', { id });
    await demo.advance('1m');
    const link = await read(id);
    expect(link.status).toBe('claimed');
    expect(await demo.payoutOf(link.payout_id!)).toMatchObject({ status: 'failed', error_code: 'M003' });
    expect(await demo.balance()).toMatchObject({ available: 999_950, held: 0, reserved: 0 });
  });

  it.each([
    ['ach', null],
    ['rtp', 'rtp'],
  ])('may name a bank account, on the rail %s', async (kind, rtp_network) => {
    const { id } = await directed();
    await demo.trigger('payout_link.claim', { id, kind });
    const payout = await demo.payoutOf((await read(id)).payout_id!);
    expect(payout).toMatchObject({ rail: kind, rtp_network, bank_last_four: '6789', card_last_four: null });
    await demo.settle();
    expect(await demo.payoutOf(payout.id)).toMatchObject({ status: 'paid' });
    expect(await demo.exported()).not.toContain('000123456789');
    const other = await directed();
    const refused = await demo.refusedTrigger('payout_link.claim', { id: other.id, kind: 'wire' });
    expect(refused).toMatchObject({ status: 400, body: { param: 'kind' } });
    expect((await read(other.id)).status).toBe('pending');
  });

  it('is made once, of a directed link that is pending', async () => {
    const claimed = await directed();
    await demo.trigger('payout_link.claim', { id: claimed.id });
    const cancelled = await directed();
    await cancel(cancelled.id);
    const expired = await directed();
    await demo.trigger('payout_link.expire', { id: expired.id });
    const before = await demo.balance();
    for (const { id } of [claimed, cancelled, expired, await form()]) {
      const { status, body } = await demo.refusedTrigger('payout_link.claim', { id });
      expect({ status, body }).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
      expect(body.error).toContain('claim requires the state pending');
    }
    expect(await demo.balance()).toEqual(before);
  });
});

const linesOf = (entries: readonly LedgerEntry[], subjects: readonly string[]) =>
  entries
    .filter(({ subject }) => subjects.includes(subject))
    .reverse()
    .map(({ kind, account, amount }) => `${kind} ${account} ${amount}`);

describe('POST /payout-links/{id}/cancel', () => {
  it('releases amount and fee of a directed link, which nobody can claim or cancel any more', async () => {
    const { id } = await directed();
    await demo.advance('1h');
    const answer = await cancel(id);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id, status: 'cancelled', cancelled_at: '2026-03-01T10:00:00.000Z', payout_id: null } },
    });
    expect(answer.body.data.url).toMatch(/^http/);
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, held: 0 });
    expect((await demo.advance('60d')).summary).toMatchObject({ jobs: 0, failed: 0 });
  });

  it('ends a form; nothing was held', async () => {
    const { id } = await form();
    expect(await cancel(id)).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, held: 0 });
    expect(await demo.newestEntries()).toHaveLength(2);
  });

  it('answers 409 for a link that has ended, and 404 for one that is none', async () => {
    const [claimed, cancelled, expired, ended] = [await directed(), await directed(), await directed(), await form()];
    await demo.trigger('payout_link.claim', { id: claimed.id });
    await cancel(cancelled.id);
    await demo.trigger('payout_link.expire', { id: expired.id });
    await cancel(ended.id);
    const before = await demo.exported();
    for (const [{ id }, status] of [
      [claimed, 'claimed'],
      [cancelled, 'cancelled'],
      [expired, 'expired'],
      [ended, 'cancelled'],
    ] as const) {
      const answer = await cancel(id);
      expect(answer).toMatchObject({ status: 409, body: { type: 'idempotency_error', code: 'invalid_state' } });
      expect(answer.body.error).toBe(`Payout link ${id} is ${status}; cancel requires the state pending or active.`);
    }
    for (const id of ['plo_none', '%00', '__proto__']) {
      expect(await cancel(id)).toMatchObject({ status: 404, body: { code: 'resource_missing' } });
    }
    expect(await demo.exported()).toBe(before);
  });
});

describe('the expiry', () => {
  it('comes 30 days after a directed link was made, and releases what it held', async () => {
    const { id } = await directed();
    const open = await form();
    await demo.advance('2591999s');
    expect((await read(id)).status).toBe('pending');
    expect(await demo.balance()).toMatchObject({ available: 998_450, held: 1550 });
    expect((await demo.advance('1s')).summary).toMatchObject({ jobs: 1, failed: 0 });
    expect(await read(id)).toMatchObject({ status: 'expired', updated_at: '2026-03-31T09:00:00.000Z' });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, held: 0 });
    await demo.advance('400d');
    expect(await read(open.id)).toMatchObject({ status: 'active', expires_at: null });
  });

  it('does not come for a link that was claimed', async () => {
    const { id } = await directed();
    await demo.trigger('payout_link.claim', { id });
    await demo.settle();
    expect((await demo.advance('60d')).summary).toMatchObject({ jobs: 0, failed: 0 });
    expect((await read(id)).status).toBe('claimed');
  });
});

describe('a request link', () => {
  it('is an active form that holds nothing and does not expire', async () => {
    const link = await form({ note: 'Ask here' });
    expect(link).toEqual({
      ...(await read(link.id)),
      type: 'request',
      status: 'active',
      amount: null,
      fee: 0,
      recipient_email: null,
      note: 'Ask here',
      url: `${demo.sandbox.url}/request/${link.slug}`,
      expires_at: null,
    });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, held: 0 });
  });

  it('may suggest an amount, which is not held either', async () => {
    expect(await form({ amount: 5_000_000 })).toMatchObject({ amount: 5_000_000, fee: 0 });
    expect(await demo.balance()).toMatchObject({ held: 0 });
  });
});

describe('GET /payout-links', () => {
  it('filters by type and status, newest first, page by page', async () => {
    const claimed = await directed();
    await demo.trigger('payout_link.claim', { id: claimed.id });
    const cancelledForm = await form();
    await cancel(cancelledForm.id);
    const cancelled = await directed();
    await cancel(cancelled.id);
    const active = await form();
    const pending = await directed();
    const idsOf = async (query: string) => (await demo.read<List>(`/payout-links?${query}`)).data.map(({ id }) => id);
    expect(await idsOf('')).toEqual([pending, active, cancelled, cancelledForm, claimed].map(({ id }) => id));
    expect(await idsOf('type=directed')).toEqual([pending, cancelled, claimed].map(({ id }) => id));
    expect(await idsOf('type=request')).toEqual([active.id, cancelledForm.id]);
    expect(await idsOf('status=cancelled')).toEqual([cancelled.id, cancelledForm.id]);
    expect(await idsOf('status=cancelled&type=request')).toEqual([cancelledForm.id]);
    expect(await idsOf('status=pending')).toEqual([pending.id]);
    expect(await idsOf('status=expired')).toEqual([]);
    expect(await idsOf(`limit=1&starting_after=${pending.id}`)).toEqual([active.id]);
    expect((await demo.read<List>('/payout-links?limit=4')).has_more).toBe(true);
    expect((await demo.read<List>('/payout-links?limit=5')).has_more).toBe(false);
    expect((await demo.read<List>('/payout-links?limit=1')).data[0]).toEqual(await read(pending.id));
    for (const query of ['status=canceled', 'type=gift', 'limit=0', 'limit=101', 'starting_after=plo_none']) {
      expect((await demo.api.get(`/payout-links?${query}`)).status, query).toBe(400);
    }
  });

  it('keeps test and live apart', async () => {
    const { id } = await directed();
    await demo.configure({ debit_payouts_enabled: { live: true } });
    expect((await demo.live.read<List>('/payout-links')).data).toEqual([]);
    expect((await demo.live.api.get(`/payout-links/${id}`)).status).toBe(404);
    const answer = await demo.live.api.post('/payout-links', { amount: 1, recipient_email: 'rita@example.com' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'insufficient_funds' } });
    const live = await demo.live.made<{ data: PayoutLink }>('/payout-links', { type: 'request' });
    expect(live.data.livemode).toBe(true);
  });
});

describe('access', () => {
  const calls = [
    ['get', '/payout-links'],
    ['get', '/payout-links/plo_1'],
    ['post', '/payout-links'],
    ['post', '/payout-links/plo_1/cancel'],
  ] as const;

  it.each(calls)('%s %s needs the capability', async (method, path) => {
    const body = { amount: 1500, recipient_email: 'rita@example.com' };
    const other = await demo.on('gateway_a');
    for (const caller of [demo.live.api, other.api]) {
      const answer = method === 'get' ? await caller.get(path) : await caller.post(path, body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'capability_required' } });
    }
  });

  it('needs a secret key to write, any to read', async () => {
    const { id } = await directed();
    for (const [path, body] of [
      ['/payout-links', { type: 'request' }],
      [`/payout-links/${id}/cancel`, undefined],
    ] as const) {
      const answer = await demo.publishable.post(path, body);
      expect(answer).toMatchObject({ status: 403, body: { type: 'permission_error', code: 'secret_key_required' } });
    }
    expect((await demo.publishable.get(`/payout-links/${id}`)).status).toBe(200);
    expect((await demo.sandbox.as('sk_test_none').get('/payout-links')).status).toBe(401);
  });
});

describe('bad bodies', () => {
  const good = {
    type: 'directed',
    amount: 1500,
    currency: 'USD',
    recipient_email: 'rita@example.com',
    recipient_name: 'Rita',
    note: 'Your prize',
    reference_id: 'l-1',
    metadata: { a: 1 },
  };

  it('are refused, each with the name of its field, and change nothing', async () => {
    const before = await demo.exported();
    for (const { what, field, text } of badBodies(createPayoutLink.body as Shape, good)) {
      const { status, body } = await demo.api.post<Refusal>('/payout-links', text);
      expect(status, `${what} answered ${JSON.stringify(body)}`).toBe(400);
      expect(body.param?.split('.')[0], what).toBe(field.split('.')[0]);
    }
    expect(await demo.exported()).toBe(before);
    expect((await send(good)).status).toBe(201);
  });
});

describe('the triggers', () => {
  it.each([
    ['payout_link.create', 'pending'],
    ['payout_link.open', 'active'],
    ['payout_link.claim', 'claimed'],
    ['payout_link.cancel', 'cancelled'],
    ['payout_link.expire', 'expired'],
  ])('%s makes a link that is %s', async (name, status) => {
    const { objects } = await demo.trigger(name);
    const made = objects.find(({ object }) => object === 'payout_link');
    expect(made?.status).toBe(status);
    expect((await read(made!.id)).status).toBe(status);
  });

  it('takes an amount and fields of the request, and lends what is missing', async () => {
    await demo.paidOut({ amount: 1_000_000 });
    const { objects } = await demo.trigger('payout_link.create', {
      amount: 700,
      set: { recipient_email: 'bo@example.com', 'metadata.run': 4 },
    });
    expect(await read(objects[0]!.id)).toMatchObject({
      amount: 700,
      recipient_email: 'bo@example.com',
      metadata: { run: 4 },
    });
    expect(await demo.balance()).toMatchObject({ available: 0, held: 750 });
  });
});

describe('the ledger', () => {
  it.each([1, 2])('balances after every one of 60 random steps (seed %i)', async (seed) => {
    const walk = new LinkWalk(demo, new Random(seed));
    const taken = new Set<string>();
    for (let n = 1; n <= 60; n++) {
      const step = await walk.step();
      taken.add(step);
      await holdAgainstLedger(`${n}: ${step}`);
    }
    expect(taken.size).toBeGreaterThan(10);
  });

  /** The balance is the sum of the entries, each movement's sum is 0, and what is held is what the open links say. */
  async function holdAgainstLedger(step: string): Promise<void> {
    const groups = new Map<string, number>();
    const sums = { available: 0, reserved: 0, held: 0, pending: 0, external: 0 };
    for (const { group, account, amount } of await demo.ledger()) {
      sums[account] += amount;
      groups.set(group, (groups.get(group) ?? 0) + amount);
    }
    expect(
      [...groups].filter(([, sum]) => sum !== 0),
      step,
    ).toEqual([]);
    const { external: _external, ...shown } = sums;
    expect(await demo.balance(), step).toMatchObject(shown);
    const open = (await demo.read<List>('/payout-links?type=directed&status=pending&limit=100')).data;
    const held = open.reduce((sum, { amount, fee }) => sum + (amount ?? 0) + fee, 0);
    expect(shown.held, step).toBe(held);
    const { data } = await demo.read<{ data: { amount: number }[] }>('/payouts?status=pending&limit=100');
    const reserved = data.reduce((sum, { amount }) => sum + amount, 0);
    expect(shown.reserved, step).toBe(reserved);
  }
});

/** Random steps of a merchant, recipients, the network and the clock, legal and illegal ones alike. */
class LinkWalk {
  readonly #demo: Demo;
  readonly #random: Random;
  readonly #links: string[] = [];
  readonly #forms: string[] = [];
  readonly #requests: string[] = [];
  readonly #charges: string[] = [];

  constructor(demo: Demo, random: Random) {
    this.#demo = demo;
    this.#random = random;
  }

  async step(): Promise<string> {
    const [name, take] = this.#random.pick(this.#steps);
    await take();
    return name;
  }

  readonly #steps: readonly (readonly [name: string, take: () => Promise<unknown>])[] = [
    ['link', () => this.#link()],
    ['link', () => this.#link()],
    ['link', () => this.#link()],
    ['form', () => this.#form()],
    ['claim', () => this.#move(this.#links, 'payout_link.claim')],
    ['claim', () => this.#move(this.#links, 'payout_link.claim')],
    ['cancel', () => this.#post(this.#links, (id) => `/payout-links/${id}/cancel`)],
    ['cancel a form', () => this.#post(this.#forms, (id) => `/payout-links/${id}/cancel`)],
    ['expire', () => this.#move(this.#links, 'payout_link.expire')],
    ['ask', () => this.#ask()],
    ['ask', () => this.#ask()],
    ['approve', () => this.#post(this.#requests, (id) => `/payout-requests/${id}/approve`)],
    ['approve a part', () => this.#approvePart()],
    ['reject', () => this.#post(this.#requests, (id) => `/payout-requests/${id}/reject`)],
    ['fail', () => this.#move(this.#requests, 'payout_request.fail')],
    ['charge', () => this.#charge()],
    ['dispute', () => this.#move(this.#charges, 'payment.disputed')],
    ['settle', () => this.#demo.settle()],
    ['advance', () => this.#advance(`${1 + this.#random.below(5_000)}ms`)],
    ['advance far', () => this.#advance(`${1 + this.#random.below(20)}d`)],
  ];

  #amount(): number {
    return this.#random.pick([53, 60, 1 + this.#random.below(2_000), 1 + this.#random.below(700_000)]);
  }

  async #link(): Promise<void> {
    const body = { amount: this.#amount(), recipient_email: `r${this.#random.below(3)}@example.com` };
    await this.#demo.configure({ payout_link_fee: this.#random.pick([0, 50, 125]) });
    const { status, body: answer } = await this.#demo.api.post<{ data: PayoutLink }>('/payout-links', body);
    expect([201, 400]).toContain(status);
    if (status === 201) this.#links.push(answer.data.id);
  }

  async #form(): Promise<void> {
    this.#forms.push((await this.#demo.made<{ data: PayoutLink }>('/payout-links', { type: 'request' })).data.id);
  }

  async #ask(): Promise<void> {
    if (this.#forms.length === 0) return this.#form();
    const payout_link_id = this.#random.pick(this.#forms);
    const body = { payout_link_id, amount: this.#amount(), name: 'Rita', email: 'rita@example.com' };
    const answer = await this.#demo.sandbox.control.post<{ data: PayoutRequest }>(
      `/payout-requests?workspace=${this.#demo.workspace}`,
      { ...body, card_number: cards.visaDebit },
    );
    expect([201, 409]).toContain(answer.status);
    if (answer.status === 201) this.#requests.push(answer.body.data.id);
  }

  async #charge(): Promise<void> {
    this.#charges.push((await this.#demo.settled({ amount: this.#amount() })).id);
  }

  async #advance(duration: string): Promise<void> {
    expect((await this.#demo.advance(duration)).summary.failed).toBe(0);
  }

  #approvePart(): Promise<void> {
    return this.#post(this.#requests, (id) => `/payout-requests/${id}/approve`, { amount: this.#amount() });
  }

  async #move(ids: readonly string[], name: string): Promise<void> {
    if (ids.length === 0) return;
    const { status } = await this.#demo.refusedTrigger(name, { id: this.#random.pick(ids.slice(-6)) });
    expect([200, 400, 409], name).toContain(status);
  }

  async #post(ids: readonly string[], pathOf: (id: string) => string, body?: unknown): Promise<void> {
    if (ids.length === 0) return;
    const { status } = await this.#demo.api.post(pathOf(this.#random.pick(ids.slice(-6))), body);
    expect([200, 400, 409], pathOf('…')).toContain(status);
  }
}
