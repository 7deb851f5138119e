import { describe, expect, it } from 'vitest';
import { claim } from '../../src/payments/resources/payout-link/buyer-operations.ts';
import type { PayoutLink } from '../../src/payments/resources/payout-link/model.ts';
import { submitRequestForm } from '../../src/payments/resources/payout-request/buyer-operations.ts';
import type { PayoutRequest } from '../../src/payments/resources/payout-request/model.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { Buyer, type ClientRefusal } from '../support/buyer.ts';
import { call } from '../support/call.ts';
import { cards, type Demo, eachTest, routing } from '../support/demo.ts';

let demo: Demo;
let recipient: Buyer;
eachTest((fresh) => {
  demo = fresh;
  recipient = new Buyer(fresh);
});

type Fields = Record<string, unknown>;

const linked = async (fields: Fields = {}): Promise<PayoutLink> =>
  (
    await demo.made<{ data: PayoutLink }>('/payout-links', {
      amount: 1500,
      recipient_email: 'rita@example.com',
      recipient_name: 'Rita',
      note: 'Your prize',
      ...fields,
    })
  ).data;
const formed = async (fields: Fields = {}): Promise<PayoutLink> =>
  (await demo.made<{ data: PayoutLink }>('/payout-links', { type: 'request', note: 'Ask away', ...fields })).data;
const readLink = async ({ id }: PayoutLink) => (await demo.read<{ data: PayoutLink }>(`/payout-links/${id}`)).data;

const rita = { firstName: 'Rita', lastName: 'Hayes', billingPostalCode: '22202' };
const claimOf = ({ slug }: { slug: string }, fields: unknown) =>
  recipient.post<Fields & ClientRefusal>(`/api/claims/${slug}`, fields);
const claimed = async (link: PayoutLink, fields: Fields) => {
  const { status, body } = await claimOf(link, { ...rita, ...fields });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const bankOf = async (fields: Fields = {}) => ({
  paymentMethodType: 'ach',
  vaultBankAccountAlias: await recipient.bankAlias('98765432101'),
  vaultBankLast4: '2101',
  routingNumber: routing.instant,
  accountType: 'savings',
  accountHolderType: 'personal',
  ...fields,
});

/** Everything of the workspace that could hold what was sent. */
async function whatRests(): Promise<string> {
  const requests = await demo.control<{ data: { id: string }[] }>('get', '/requests?limit=100');
  const whole = await Promise.all(requests.data.map(({ id }) => demo.control('get', `/requests/${id}`)));
  return JSON.stringify([whole, await demo.events(), await demo.exported()]);
}

describe('GET /api/claims/{slug}', () => {
  it('tells what its page shows', async () => {
    const link = await linked();
    const { status, body } = await recipient.get(`/api/claims/${link.slug}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      slug: link.slug,
      status: 'pending',
      amount: 1500,
      currency: 'USD',
      note: 'Your prize',
      recipientName: 'Rita',
      recipientEmail: 'rita@example.com',
      expiresAt: '2026-03-31T09:00:00.000Z',
      sandbox: true,
      workspaceId: demo.workspace,
      vaultConfig: recipient.vaultConfig,
      brand: { name: 'Demo Shop', logoUrl: null, color: '#4f46e5' },
    });
  });

  it('answers 404 to a slug of nothing, and to that of a form', async () => {
    const form = await formed();
    for (const slug of ['nothing', form.slug, form.id]) {
      const answer = await recipient.get(`/api/claims/${slug}`);
      expect(answer).toMatchObject({ status: 404, body: { error: expect.any(String) } });
      expect(answer.body).not.toHaveProperty('type');
    }
  });

  it.each([
    ['claimed', 'was already claimed'],
    ['cancelled', 'The sender cancelled'],
    ['expired', 'expired on March 31, 2026'],
  ])('says that a link is %s: 404 to who reads it, 409 to who claims it', async (state, said) => {
    const link = await linked();
    if (state === 'claimed') await claimed(link, await recipient.aliases());
    if (state === 'cancelled') await demo.made(`/payout-links/${link.id}/cancel`, undefined, 200);
    if (state === 'expired') await demo.advance('30d');
    const payouts = (await demo.read<{ data: unknown[] }>('/payouts')).data.length;
    expect(await recipient.get(`/api/claims/${link.slug}`)).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining(said), status: state },
    });
    expect(await claimOf(link, { ...rita, ...(await recipient.aliases()) })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(said), code: 'invalid_state', status: state },
    });
    expect((await demo.read<{ data: unknown[] }>('/payouts')).data).toHaveLength(payouts);
  });
});

describe('a claim', () => {
  it('pays the amount out to a debit card, and takes the fee from what was held', async () => {
    const link = await linked();
    expect(await demo.balance()).toMatchObject({ available: 998_450, held: 1_550, reserved: 0 });
    const body = await claimed(link, await recipient.aliases());
    expect(body).toEqual({
      success: true,
      status: 'claimed',
      payoutId: expect.stringMatching(/^po_/),
      payoutStatus: 'pending',
      amount: 1500,
      currency: 'USD',
      rail: 'card',
      card: { brand: 'visa', last4: '5556' },
      bankAccount: null,
    });
    expect(await demo.balance()).toMatchObject({ available: 998_450, held: 0, reserved: 1_500 });
    expect(await readLink(link)).toMatchObject({ status: 'claimed', payout_id: body.payoutId });
    await demo.settle();
    expect(await demo.payoutOf(String(body.payoutId))).toMatchObject({ status: 'paid', card_last_four: '5556' });
    expect(await demo.eventTypes(String(body.payoutId))).toEqual(['payout.created', 'payout.updated', 'payout.paid']);
  });

  it('pays out to a bank account, by ACH or at once', async () => {
    const slow = await claimed(await linked(), await bankOf());
    expect(slow).toMatchObject({ rail: 'ach', card: null, bankAccount: { last4: '2101' } });
    const fast = await claimed(await linked(), await bankOf({ rail: 'rtp' }));
    expect(fast).toMatchObject({ rail: 'rtp', bankAccount: { last4: '2101' } });
    expect(await demo.payoutOf(String(fast.payoutId))).toMatchObject({ rtp_network: expect.any(String) });
  });

  it('makes a customer of the contact, or finds the one who is known, and changes nobody', async () => {
    const known = await demo.saveCustomer({ email: 'rita@example.com', first_name: 'Margarita' });
    const first = await claimed(await linked(), await recipient.aliases());
    expect((await demo.payoutOf(String(first.payoutId))).customer_id).toBe(known.id);
    const contact = { email: 'bob@example.com', firstName: 'Bob', phone: '555 0100', billingPostalCode: '62701' };
    const second = await claimed(await linked(), { ...(await recipient.aliases()), ...contact });
    const { customer_id } = await demo.payoutOf(String(second.payoutId));
    const { data } = await demo.read<{ data: Fields }>(`/customers/${customer_id}`);
    expect(data).toMatchObject({ email: 'bob@example.com', first_name: 'Bob', billing_postal_code: '62701' });
    expect((await demo.read<{ data: Fields }>(`/customers/${known.id}`)).data.first_name).toBe('Margarita');
  });

  it('fails later where the network says so, and works once', async () => {
    const link = await linked({ amount: 53 });
    const aliases = await recipient.aliases();
    const { payoutId } = await claimed(link, aliases);
    await demo.settle();
    expect(await demo.payoutOf(String(payoutId))).toMatchObject({ status: 'failed', error_code: 'M003' });
    const told = {
      error: expect.stringMatching(/did not arrive; ask Demo Shop/),
      status: 'claimed',
      payoutStatus: 'failed',
    };
    expect(await claimOf(link, { ...rita, ...aliases })).toMatchObject({ status: 409, body: told });
    expect(await recipient.get(`/api/claims/${link.slug}`)).toMatchObject({ status: 404, body: told });
    const page = await call(link.url);
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('This money did not arrive')]);
  });

  it('says so too where the bank sends it back', async () => {
    const link = await linked();
    const { payoutId } = await claimed(link, await bankOf());
    await demo.settle();
    await demo.trigger('payout.returned', { id: payoutId });
    expect(await recipient.get(`/api/claims/${link.slug}`)).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('did not arrive'), payoutStatus: 'paid' },
    });
  });

  it('answers 503 where a rule says so, and leaves the link to be claimed', async () => {
    await demo.addRule({ operation: 'payout_links.claim', nth: 1 }, { kind: 'unavailable' });
    const link = await linked();
    const aliases = await recipient.aliases();
    expect((await claimOf(link, { ...rita, ...aliases })).status).toBe(503);
    expect(await readLink(link)).toMatchObject({ status: 'pending', payout_id: null });
    expect(await demo.balance()).toMatchObject({ available: 998_450, held: 1_550 });
    await claimed(link, aliases);
  });

  it('is refused with a credit card, an expired one, and one of another environment', async () => {
    const link = await linked();
    const refusals: [Fields, string][] = [
      [{ ...(await recipient.aliases(cards.visaCredit)) }, 'credit card'],
      [{ ...(await recipient.aliases(cards.visaDebit, '02/26')) }, 'expired'],
      [{ ...(await new Buyer(demo, { mode: 'live' }).aliases()) }, 'live vault'],
      [{ ...(await recipient.aliases()), vaultExpMonth: undefined }, 'vaultExpMonth'],
      [{ ...(await recipient.aliases()), vaultExpYear: '203' }, 'vaultExpYear'],
      [{ ...(await recipient.aliases()), paymentMethodType: 'ach' }, 'vaultBankAccountAlias'],
      [{ ...(await recipient.aliases()), rail: 'rtp' }, 'rail'],
      [{ ...(await recipient.aliases()), ...(await bankOf()), paymentMethodType: undefined }, 'exactly one'],
      [{ ...(await bankOf()), vaultBankAccountAlias: (await recipient.aliases()).vaultPanAlias }, 'card number'],
      [await bankOf({ routingNumber: routing.unknown }), 'routing number'],
      [await bankOf({ routingNumber: '123' }), 'routing number'],
      [await bankOf({ routingNumber: undefined }), 'routingNumber'],
      [await bankOf({ routingNumber: routing.slow, rail: 'rtp' }), 'instant'],
      [{ vaultPanAlias: cards.visaDebit, vaultExpMonth: '12', vaultExpYear: '30' }, 'is not an alias'],
      [{}, 'exactly one'],
      [{ ...(await recipient.aliases()), email: 'nobody' }, 'is not a valid email address'],
      [{ ...(await recipient.aliases()), billingCountry: 'QQ' }, 'billingCountry'],
      [{ ...(await recipient.aliases()), billingPostalCode: undefined }, 'billingPostalCode'],
      [{ ...(await recipient.aliases()), billingPostalCode: ' ' }, 'billingPostalCode'],
      [{ ...(await recipient.aliases()), firstName: '' }, 'firstName'],
      [{ ...(await recipient.aliases()), lastName: undefined }, 'lastName'],
    ];
    for (const [fields, said] of refusals) {
      const { status, body } = await claimOf(link, { ...rita, ...fields });
      expect({ status, body }, said).toEqual({ status: 400, body: { error: expect.stringContaining(said) } });
    }
    expect(await readLink(link)).toMatchObject({ status: 'pending' });
    expect(await demo.balance()).toMatchObject({ held: 1_550, reserved: 0 });
  });

  it('is refused in every wrong shape', async () => {
    const link = await linked();
    const good = { ...rita, ...(await recipient.aliases()) };
    for (const { what, text } of badBodies(claim.body as unknown as Shape, good)) {
      expect((await claimOf(link, text)).status, what).toBe(400);
    }
    await claimed(link, good);
  });

  it('is refused where the workspace makes no payouts', async () => {
    const link = await linked();
    await demo.configure({ debit_payouts_enabled: { test: false } });
    const answer = await claimOf(link, { ...rita, ...(await recipient.aliases()) });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('not enabled') } });
    expect((await recipient.get(`/api/claims/${link.slug}`)).status).toBe(400);
  });

  it('leaves no number anywhere', async () => {
    await claimed(await linked(), await recipient.aliases());
    await claimed(await linked(), await bankOf());
    await claimOf(await linked(), { ...rita, vaultPanAlias: '4929123456789015', note: '4929123456789015' });
    const text = await whatRests();
    expect(text).toContain('2101');
    for (const number of [cards.visaDebit, '98765432101', '4929123456789015']) expect(text).not.toContain(number);
  });
});

describe('the form of a payout link', () => {
  const ask = { name: 'Ada Lovelace', email: 'ada@example.com', requestedAmount: 1200, note: 'For the lesson' };
  const submit = ({ slug }: { slug: string }, fields: unknown) =>
    recipient.post<Fields & ClientRefusal>(`/api/payout-requests/${slug}`, fields);

  it('tells what its page shows', async () => {
    const form = await formed({ amount: 2500 });
    const { status, body } = await recipient.get(`/api/payout-requests/${form.slug}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      slug: form.slug,
      status: 'active',
      amount: 2500,
      currency: 'USD',
      note: 'Ask away',
      sandbox: true,
      workspaceId: demo.workspace,
      vaultConfig: recipient.vaultConfig,
      brand: { name: 'Demo Shop', logoUrl: null, color: '#4f46e5' },
    });
    expect((await recipient.get(`/api/payout-requests/${(await formed()).slug}`)).body.amount).toBeNull();
  });

  it('becomes a request, as often as it is filled, that the merchant approves to the card given then', async () => {
    const form = await formed();
    const { status, body } = await submit(form, { ...ask, ...(await recipient.aliases(cards.mastercardDebit)) });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      payoutRequestId: expect.stringMatching(/^preq_/),
      status: 'pending',
      requestedAmount: 1200,
      currency: 'USD',
      card: { brand: 'mastercard', last4: '8210' },
    });
    expect((await submit(form, { ...ask, ...(await recipient.aliases()), note: null })).status).toBe(200);
    const { data } = await demo.read<{ data: PayoutRequest[] }>(`/payout-requests?payout_link_id=${form.id}`);
    expect(data).toHaveLength(2);
    expect(data[1]).toMatchObject({ name: 'Ada Lovelace', note: 'For the lesson', requested_amount: 1200 });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, reserved: 0 });
    const path = `/payout-requests/${body.payoutRequestId}/approve`;
    const approved = await demo.made<{ data: PayoutRequest }>(path, { amount: 1000 }, 200);
    const payout = await demo.payoutOf(approved.data.payout_id!);
    expect(payout).toMatchObject({ amount: 1000, rail: 'card', card_last_four: '8210' });
  });

  it('is gone when it is cancelled, and is none of a directed link', async () => {
    const form = await formed();
    await demo.made(`/payout-links/${form.id}/cancel`, undefined, 200);
    const said = { error: expect.stringContaining('cancelled'), status: 'cancelled' };
    expect(await recipient.get(`/api/payout-requests/${form.slug}`)).toMatchObject({ status: 404, body: said });
    const filled = { ...ask, ...(await recipient.aliases()) };
    expect(await submit(form, filled)).toMatchObject({ status: 409, body: said });
    for (const slug of ['nothing', (await linked()).slug]) {
      expect((await recipient.get(`/api/payout-requests/${slug}`)).status).toBe(404);
      expect((await submit({ slug }, filled)).status).toBe(404);
    }
  });

  it('is refused with what is wrong', async () => {
    const form = await formed();
    const aliases = await recipient.aliases();
    const refusals: [Fields, string][] = [
      [{ vaultPanAlias: undefined }, 'vaultPanAlias'],
      [{ ...(await recipient.aliases(cards.visaCredit)) }, 'credit card'],
      [{ ...(await recipient.aliases(cards.visaDebit, '02/26')) }, 'expired'],
      [{ vaultCvcAlias: aliases.vaultPanAlias }, 'security code'],
      [{ email: 'nobody' }, 'is not a valid email address'],
      [{ requestedAmount: 100_000_000 }, 'must be at most 99999999 cents'],
      [{ requestedAmount: 12.5 }, 'requestedAmount'],
      [{ name: '' }, 'name'],
    ];
    for (const [fields, said] of refusals) {
      const { status, body } = await submit(form, { ...ask, ...aliases, ...fields });
      expect({ status, body }, said).toEqual({ status: 400, body: { error: expect.stringContaining(said) } });
    }
    const good = { ...ask, ...aliases };
    for (const { what, text } of badBodies(submitRequestForm.body as unknown as Shape, good)) {
      expect((await submit(form, text)).status, what).toBe(400);
    }
    expect((await demo.read<{ data: unknown[] }>('/payout-requests')).data).toEqual([]);
  });

  it('leaves no number anywhere', async () => {
    const form = await formed();
    await submit(form, { ...ask, ...(await recipient.aliases()), note: 'My card is 4929 1234 5678 9015.' });
    const text = await whatRests();
    expect(text).toContain('****9015');
    for (const number of [cards.visaDebit, '4929 1234 5678 9015']) expect(text).not.toContain(number);
  });
});
