import { describe, expect, it } from 'vitest';
import { dayMs } from '../../src/core/base/instants.ts';
import { keepsRuns } from './kept-runs.ts';
import { type Application, type Scene, tryOut } from './scene.ts';

// The applications run in this process: trials of commands are in `test/release/audit/`.
keepsRuns('judging');

const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2040', billing_postal_code: '62701' };

async function customer({ ask }: Scene): Promise<string> {
  return (await ask('POST', '/customers', { email: 'ada@example.com', ...card }, 'ada')).data.id;
}

/**
 * Sells two tickets, one by a charge and one on a page, which are paid once payment.completed has come with their price.
 * @param how `hasty` takes an accepted payment for a paid one, `trusting` looks at no amount, `forgetful` does not know an
 * event again, `nervous` gives a price back and counts on the order of what it hears
 * @param types what its endpoint subscribes to
 */
const ticketShop =
  (how: 'careful' | 'hasty' | 'trusting' | 'forgetful' | 'nervous' = 'careful', types?: string[]): Application =>
  async (scene) => {
    const { ask, hear } = scene;
    const seen = new Set<string>();
    let paid: unknown[] = [];
    await hear(({ id, type, data }) => {
      const isRight = how === 'trusting' || (data.amount === 900 && data.currency === 'USD');
      const isNews = how === 'forgetful' || !seen.has(id);
      if (type === 'payment.completed' && isRight && how !== 'hasty' && isNews) paid.push(data.metadata.ticket);
      if (how === 'nervous' && (seen.has(id) || (type === 'payment.refunded' && paid.length === 0))) paid.push('?');
      seen.add(id);
    }, types);
    const sold = {
      customer_id: await customer(scene),
      amount: 900,
      reference_id: 'ticket-7',
      metadata: { ticket: '7' },
    };
    const { data: charge } = await ask('POST', '/charges', sold, 'ticket-7');
    const page = { amount: 900, success_url: 'http://127.0.0.1/thanks', metadata: { ticket: '8' } };
    const { data: session } = await ask('POST', '/checkout-sessions', page, 'ticket-8');
    await ask('POST', '/_emulator/triggers/checkout_session.complete', { id: session.id });
    if (how === 'hasty') paid.push('7', '8');
    if (how === 'nervous') {
      // It gives back what is settled, whether its event has come or not.
      const moved = ask('POST', '/_emulator/clock', { advance: '6s' });
      const one = `/transactions/${charge.id}`;
      while ((await ask('GET', one)).data.status !== 'settled');
      await ask('POST', `${one}/refund`, {});
      await moved;
    }
    await ask('POST', '/_emulator/settle', {});
    if (how === 'nervous') paid = [paid.includes('?')];
    return { paid: [...paid] };
  };

/**
 * Lets members in for a month for each payment of their subscription.
 * @param how `hasty` does so for each renewal as soon as it hears of that
 * @param keeps how many months they have, or until when
 */
const club =
  (how: 'careful' | 'hasty', keeps: 'months' | 'until'): Application =>
  async (scene) => {
    const { ask, hear } = scene;
    const months = new Set<string>();
    await hear(({ type, data }) => {
      const isPaid = type === 'payment.completed' && (how === 'careful' || !months.has('first'));
      if (isPaid || (how === 'hasty' && type === 'subscription.renewed')) {
        months.add(months.size === 0 ? 'first' : data.transaction_id);
      }
    });
    const customer_id = await customer(scene);
    const { data: product } = await ask('POST', '/products', {
      name: 'Club',
      price: 900,
      recurring: { interval: 'month' },
    });
    const { data: subscription } = await ask('POST', '/subscriptions', {
      customer_id,
      product_id: product.id,
      reference_id: 'club-1',
    });
    for (const advance of ['1h', '32d', '1h']) await ask('POST', '/_emulator/clock', { advance });
    await ask('POST', '/_emulator/settle', {});
    return keeps === 'months'
      ? { months: months.size }
      : { until: new Date(Date.parse(subscription.created_at) + months.size * 31 * dayMs).toISOString() };
  };

describe('a trial', () => {
  it('finds nothing in a correct application', async () => {
    const { report, states, fails } = await tryOut(ticketShop(), 'webhook-twice', 'answer-lost');
    expect(report).toMatchObject({ way: 'trial', seed: 1, controls: { runs: 2, notRepeatable: [] } });
    expect({ states, fails }).toEqual({
      states: {
        'webhook/effect-repeated': 'pass',
        'request/retry-with-new-reference': 'pass',
        'request/no-reference': 'inapplicable',
      },
      fails: false,
    });
  });

  it.each([
    ['takes an accepted payment for a paid one', ticketShop('hasty'), 'payment-failed', 'async/failure-ignored'],
    [
      'cannot hear that a payment failed',
      ticketShop('careful', ['payment.completed']),
      'payment-failed',
      'webhook/ignored',
    ],
    ['does not know an event again', ticketShop('forgetful'), 'webhook-twice', 'webhook/effect-repeated'],
    ['looks at no amount', ticketShop('trusting'), 'amount-changed', 'request/amount-unchecked'],
  ])('finds an application that %s', async (_, application, adversity, rule) => {
    const { states, report } = await tryOut(application, adversity);
    const others = Object.values(states).filter((state) => state === 'pass');
    expect(states).toMatchObject({ [rule]: 'violation' });
    expect(others).toHaveLength(Object.keys(states).length - 1);
    const [finding] = report.rules.flatMap(({ findings }) => findings);
    expect(finding).toMatchObject({ adversity });
    const type = adversity === 'payment-failed' ? 'payment.failed' : 'payment.completed';
    expect(finding!.evidence.events[0]).toMatchObject({ type });
  });

  it("finds a members' area that lets in for what was renewed before its money came", async () => {
    const rule = 'async/failure-ignored';
    const of = (how: 'careful' | 'hasty') => tryOut(club(how, 'months'), 'renewal-failed', 'renewal-late');
    const hasty = await of('hasty');
    expect(hasty.states[rule]).toBe('violation');
    const end =
      'but the application ends in the same state as when the money arrives: either it treats an accepted payment as paid, or it does not book this money at all.';
    expect(hasty.report.rules.find(({ id }) => id === rule)!.findings).toMatchObject([
      { adversity: 'renewal-failed', level: 'error', message: `The payment of a renewal was rejected, ${end}` },
      { adversity: 'renewal-late', level: 'error', message: `The payment of a renewal had not settled, ${end}` },
    ]);
    expect((await of('careful')).states[rule]).toBe('pass');
  });

  it.each([
    ['hasty', 'violation'],
    ['careful', 'pass'],
  ] as const)("compares until when a members' area lets in: %s is a %s", async (how, state) => {
    const { states } = await tryOut(club(how, 'until'), 'renewal-failed', 'renewal-late');
    expect(states['async/failure-ignored']).toBe(state);
  });

  it('changes what is paid of an invoice as well', async () => {
    const { states, rule } = await tryOut(async ({ ask }) => {
      const { data: customer } = await ask('POST', '/customers', { email: 'ada@example.com' });
      const { data: product } = await ask('POST', '/products', { name: 'Tea', price: 900 });
      const line_items = [{ product_id: product.id, quantity: 1 }];
      const { data: invoice } = await ask('POST', '/invoices', { customer_id: customer.id, line_items });
      await ask('POST', `/invoices/${invoice.id}/send`, {});
      await ask('POST', `/_emulator/invoices/${invoice.id}/pay`, { card_number: '4000056655665556' });
      await ask('POST', '/_emulator/settle', {});
      const { data } = await ask('GET', '/transactions');
      await ask('POST', '/fulfillments', { transaction_id: data[0].id });
      return {};
    }, 'amount-changed');
    expect(states['request/amount-unchecked']).toBe('violation');
    const messages = rule('request/amount-unchecked').findings.map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringMatching(/ a page payment of \S*\d\.\d\d( USD)?, one cent less than requested\.$/),
      expect.stringMatching(/ a page payment of .*\d\.\d\d.*, in a different currency than requested\.$/),
    ]);
  });

  it('does not say that nothing is wrong where the scenario failed under what holds nothing back', async () => {
    const { report, fails } = await tryOut(async ({ ask }) => {
      const answer = await ask('GET', '/balance');
      if (Object.keys(answer).join() !== 'data') throw new Error('An answer has a field too many.');
      return {};
    }, 'answer-grown');
    const [rule] = report.rules;
    expect(rule).toMatchObject({ id: 'request/page-not-followed', state: 'incomplete' });
    expect(rule!.because).toMatch(
      /^The scenario failed under answer-grown after GET \/api\/v1\/balance req_\w+ was answered 200 after \d+ ms \(grown\), and then the application called nothing more$/,
    );
    expect(rule!.findings).toMatchObject([
      { message: expect.stringContaining('Error: An answer has a field too many.') },
    ]);
    expect(fails).toBe(false);
  });

  it('does not take the same money in other parts for money that is paid out again', async () => {
    const { report } = await tryOut(async ({ ask }) => {
      const bank_account = {
        routing_number: '021000021',
        account_number: '000123456789',
        account_type: 'checking',
        account_holder_type: 'personal',
        account_holder_name: 'Sam Seller',
      };
      const { data: customer } = await ask('POST', '/customers', { email: 'sam@example.com' });
      const began = performance.now();
      const pay = (amount: number) =>
        ask('POST', '/payouts', { customer_id: customer.id, amount, bank_account, reference_id: `sam-${amount}` });
      // What has come in by the first evening is paid out then, the rest the next day.
      await pay(40);
      const parts = performance.now() - began > 2_000 ? [25, 35] : [60];
      for (const amount of parts) await pay(amount);
      return {};
    }, 'answer-slow');
    expect(report.rules.filter(({ state }) => state === 'violation')).toEqual([]);
    expect(report.rules.map(({ state }) => state)).toContain('pass');
  });

  it('does not blame a copy for what the order of events brings about alone', async () => {
    const { states, report } = await tryOut(ticketShop('nervous'), 'webhook-twice', 'webhook-swapped');
    expect(states).toEqual({ 'webhook/order-assumed': 'violation', 'webhook/effect-repeated': 'incomplete' });
    expect(report.rules[0]).toMatchObject({
      because: 'Under webhook-twice the application ends in the same state as under webhook-swapped',
    });
  });

  it('sees what is wrong in one of the controls alone', async () => {
    const { states } = await tryOut(async ({ ask, run }) => {
      await ask('POST', '/products', { name: 'Cup', price: 900, ...(run === 2 ? { descripton: 'white' } : {}) });
      return {};
    }, 'request/unknown-fields');
    expect(states).toEqual({ 'request/unknown-fields': 'violation' });
  });

  it('runs a scenario once more before it blames an adversity for what two controls had in common by chance', async () => {
    const sell = ticketShop();
    const { report, fails } = await tryOut(async (scene) => {
      await sell(scene);
      return { mood: scene.run > 2 ? 'other' : 'usual' };
    }, 'webhook-twice');
    expect(fails).toBe(false);
    expect(report.controls).toEqual({ runs: 3, notRepeatable: ["the state's mood"] });
    expect(report.rules.filter(({ state }) => state === 'violation')).toEqual([]);
  });

  it('runs an adversity again before it blames it: what was different once alone is told, and judged by nobody', async () => {
    const due = (ann: number, bob: number) => [
      { who: 'ann', cents: ann },
      { who: 'bob', cents: bob },
    ];
    const sell = ticketShop();
    const { report, fails } = await tryOut(async (scene) => {
      await sell(scene);
      return scene.run === 3 ? { mood: 'other', due: due(8, 4) } : { mood: 'usual', due: due(5, 7) };
    }, 'webhook-twice');
    expect(fails).toBe(false);
    expect(report.controls).toEqual({ runs: 3, notRepeatable: [] });
    expect(report.about).toContain('2 runs under 1 adversity, compared with 3 control runs');
    const rule = report.rules.find(({ id }) => id === 'webhook/effect-repeated')!;
    expect(rule.state).toBe('incomplete');
    expect(rule.because).toBe(
      'A difference was not confirmed: webhook-twice in run 3, but not when the audit repeated it (run 5)',
    );
    expect(rule.findings).toHaveLength(1);
    // What is about the same person stands beside one another, and what decides comes first.
    expect(rule.findings[0]!.evidence).toMatchObject({
      state: ['due[ann].cents: 5 in the controls, 8 here', expect.any(String), expect.any(String)],
      further: 0,
    });
    expect(rule.findings[0]!.repeat).toMatch(/^npx payments-emulator audit --only webhook-twice --seed 1 /);
  });
});
