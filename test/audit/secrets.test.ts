import { afterEach, describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { payer, type Stage, stage } from './stage.ts';

let on: Stage;
afterEach(() => on.stop());
keepsRuns('secrets');

describe('the texts of a request', () => {
  const rule = 'request/secret-in-text';
  const charge = async (body: object) =>
    on.sandbox.api.post('/charges', { ...(await payer(on.sandbox)), amount: 1_200, ...body });

  it('hold what says nothing of a card or a key', async () => {
    on = await stage();
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    await charge({ metadata: { card: '**** **** **** 4242', last4: '****5556', key: 'pk_test_demo' } });
    // Sixteen digits that fail the check of a card, or begin like none.
    await charge({ reference_id: '4111111111111112', metadata: { order: '9000000000000000', at: 1_772_355_600_123 } });
    await charge({ metadata: { uuid: '41111111-1111-4111-8111-111111111111', parcel: '00340434161094042557' } });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });

  it('hold no number of a card, a test card among them', async () => {
    on = await stage();
    await charge({ metadata: { paid_with: '4000 0566 5566 5556' } });
    await charge({ reference_id: 'card-5555555555554444' });
    await on.sandbox.api.post('/customers', { email: 'ada@example.com', name: 'Ada 4111111111111111' });
    await charge({ metadata: { card: '4929 1234 5678 9015' } });
    expect((await on.findings(rule)).map(({ where, message }) => [where, message])).toEqual([
      ['charges.create metadata.paid_with', 'charges.create contained a card number in metadata.paid_with.'],
      ['charges.create reference_id', 'charges.create contained a card number in reference_id.'],
      ['customers.create name', 'customers.create contained a card number in name.'],
      [
        'charges.create metadata.card',
        'charges.create contained a number that looks like a card number and passes the check in metadata.card.',
      ],
    ]);
  });

  it('are named by where they stand, in a list as well', async () => {
    on = await stage();
    const items = [
      { sku: 'tea', note: 'green' },
      { sku: 'cup', note: 'of 4111111111111111' },
    ];
    await on.sandbox.api.post('/checkout-sessions', { success_url: 'http://localhost/', line_items: items });
    expect(await on.findings(rule)).toMatchObject([{ where: 'checkout_sessions.create line_items.note' }]);
  });

  it('may hold order numbers of which one checks like a card by chance', async () => {
    on = await stage();
    await charge({ metadata: { order: '4929123456789015' } });
    expect(await on.judge(rule)).toMatchObject({
      state: 'incomplete',
      findings: [{ where: 'charges.create metadata.order' }],
    });
    await charge({ metadata: { order: '4929123456789016' } });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });

  it('hold no secret', async () => {
    on = await stage();
    await charge({ metadata: { by: 'sk_test_demo', hook: 'whsec_demo' } });
    expect((await on.findings(rule)).map(({ message }) => message)).toEqual([
      'charges.create contained a secret key in metadata.by.',
      'charges.create contained a signing secret in metadata.hook.',
    ]);
  });
});

describe('a dispute that goes on', () => {
  const rule = 'request/deprecated';
  const post = (path: string, body: object = {}) => on.sandbox.control.post(path, body);
  const lose = async () => {
    await post('/triggers/dispute.lost');
    await post('/settle');
  };

  it('is heard of by its own events, or read', async () => {
    on = await stage();
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    await lose();
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });

  it('is not by payment.disputed alone', async () => {
    on = await stage({ forwardTo: undefined });
    await post('/webhook-endpoints', { url: `${on.receiver.url}/`, events: ['payment.completed', 'payment.disputed'] });
    await lose();
    const [found, ...others] = await on.findings(rule);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ where: 'payment.disputed' });
    expect(found!.evidence.events.map(({ type }) => type)).toContain('dispute.updated');
    const { body } = await on.sandbox.api.get<{ data: { id: string }[] }>('/disputes');
    await on.sandbox.api.get(`/disputes/${body.data[0]!.id}`);
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });
});
