import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, card, charge, tryOut, tryOutWith } from './scene.ts';

keepsRuns('write-faults');

describe('a decline', () => {
  it('stays one where the outcome of the charge is to be unknown, and another card is no second charge', async () => {
    const { rule } = await tryOut(async ({ ask }) => {
      const when = { operation: 'charges.create', nth: 1 };
      await ask('POST', '/_emulator/rules', { when, then: { kind: 'decline', code: 'insufficient_funds' } });
      const statuses: string[] = [];
      for (const reference_id of ['order-1', 'order-1-2']) {
        const entered = { number: card.cc_number, exp_month: '12', exp_year: '2040' };
        const { token } = (await ask('POST', '/tokens', entered)).data;
        const order = { payment_token: token, amount: 900, reference_id };
        let made = await ask('POST', '/charges', order);
        for (; made.type === 'api_error'; made = await ask('POST', '/charges', order)) {
          await ask('POST', '/_emulator/clock', { advance: '10s' });
        }
        statuses.push(made.data?.status ?? made.code);
      }
      return statuses;
    }, 'answer-unknown-charged');
    expect(rule('request/retry-with-new-reference').findings).toEqual([]);
  });
});

describe('a lost answer', () => {
  /** Refunds a part, and then the rest. A refund whose answer is lost is made again, under a key or without one. */
  const returner =
    (name: (part: string) => string | undefined): Application =>
    async (scene) => {
      const { id } = await charge(scene);
      for (const amount of [300, 600]) {
        await scene.ask('POST', `/transactions/${id}/refund`, { amount }, name(`refund-${amount}`));
      }
      return (await scene.ask('GET', `/transactions/${id}`)).data.total_refunded;
    };

  it('is tried on a call of each form, so that no seed passes what another finds', async () => {
    for (const seed of [1, 2]) {
      const { rule } = await tryOutWith(
        { seed },
        returner(() => undefined),
        'answer-lost',
      );
      expect(rule('request/retry-with-new-reference').state).toBe('violation');
    }
    const { rule } = await tryOut(
      returner((part) => part),
      'answer-lost',
    );
    expect(rule('request/retry-with-new-reference').state).toBe('pass');
  });
});

describe('slow answers', () => {
  it('are those to the first call of each operation, in one run', async () => {
    const { states, lines } = await tryOut(async (scene) => {
      const { ask, outlive } = scene;
      outlive(() => ({}));
      const { customer_id } = await charge(scene);
      const account = { account_type: 'checking', account_holder_type: 'personal', account_holder_name: 'Sam Seller' };
      const bank_account = { routing_number: '021000021', account_number: '000123456789', ...account };
      await ask('POST', '/payouts', { customer_id, amount: 40, bank_account, reference_id: 'sam' }, 'sam');
    }, 'answer-slow');
    expect(lines.filter((line) => line.includes('answer-slow'))).toHaveLength(1);
    // An operation without an opportunity would be incomplete.
    expect(states).toEqual({ 'request/retry-with-new-reference': 'pass', 'request/no-reference': 'pass' });
  });
});
