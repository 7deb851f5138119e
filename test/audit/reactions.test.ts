import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, card, saveCard, tryOut } from './scene.ts';

keepsRuns('reactions');

interface Told {
  readonly type: string;
  readonly data: { readonly transaction_id: string };
}

/**
 * Sells a single lesson, and a subscription by the week, which the clock renews while the lesson is refunded.
 * @param looks whether it looks for refunds itself, instead of hearing of them
 */
const club =
  (refundMail: string | null, looks: boolean | null = null): Application =>
  async (scene) => {
    const { ask, hear, outlive, until } = scene;
    const mails: { about: string; payment?: string }[] = [];
    outlive(() => ({ mails }));
    const buyer = await saveCard(scene);
    await hear(
      ({ type, data }: Told) => {
        if (type !== 'payment.refunded') mails.push({ about: type });
        else if (refundMail !== null) mails.push({ about: refundMail, payment: data.transaction_id });
      },
      ['payment.completed', 'subscription.renewed', ...(looks === null ? ['payment.refunded'] : [])],
    );
    const plan = await ask('POST', '/products', { name: 'Club', price: 500, recurring: { interval: 'week' } }, 'club');
    const member = await ask('POST', '/customers', { email: 'bob@example.com', ...card }, 'bob');
    await ask('POST', '/subscriptions', { customer_id: member.data.id, product_id: plan.data.id }, 'bob');
    await ask('POST', '/charges', { customer_id: buyer, amount: 900, reference_id: 'lesson' }, 'lesson');
    await ask('POST', '/_emulator/settle', {});
    await until(() => mails.length >= 2);
    const look = async (): Promise<void> => {
      const { data } = await ask('GET', '/transactions');
      for (const { id: payment, status } of data)
        if (status === 'refunded' && !mails.some((mail) => mail.payment === payment))
          mails.push({ about: 'refund', payment });
      setTimeout(() => void look().catch(() => {}), 400);
    };
    if (looks === true) await look();
  };

const judged = async (refundMail: string | null) =>
  (await tryOut(club(refundMail), 'payment-refunded')).rule('async/failure-ignored');

describe('a change after money came back', () => {
  it('is no reaction if a renewal at the same time explains it', async () => {
    expect(await judged(null)).toMatchObject({
      state: 'incomplete',
      because: expect.stringMatching(
        /in no entry about that money, and other events came at the same time: subscription/,
      ),
    });
  });

  it('is a reaction in an entry about the payment', async () => {
    expect(await judged('refund')).toMatchObject({ state: 'pass' });
  });

  it.each([
    ['found by an application that looks for it', true, 'incomplete'],
    ['missed by an application that only hears of renewals at that time', false, 'violation'],
  ])('without an event of its own is %s', async (_, looks, state) => {
    expect((await tryOut(club(null, looks), 'payment-refunded')).rule('webhook/ignored').state).toBe(state);
  });
});
