import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, tryOut } from './scene.ts';

keepsRuns('paid-twice');

interface Told {
  type: string;
  data: { transaction_id: string; amount: number; metadata: { order_id: string } };
}

type Order = { id: string; status: string; credit: number };
type Payment = { order: string; transaction: string; status: string };
type Shop = { order: Order; payments: Payment[]; revenue: number; mails: { to: string; text: string }[] };

/**
 * Sells one order on a page that is opened twice, and hears what is paid.
 * @param again what it does with a payment for what is paid already
 */
const shop =
  (again: (shop: Shop, payment: Payment, refund: () => Promise<unknown>) => unknown, opens = 2): Application =>
  async ({ ask, hear, until, outlive }) => {
    const order: Order = { id: 'order-1', status: 'open', credit: 0 };
    const kept: Shop = { order, payments: [], revenue: 900, mails: [{ to: 'ada', text: 'Thank you!' }] };
    outlive(() => kept);
    await hear(
      async ({ data }: Told) => {
        const { transaction_id: transaction, metadata } = data;
        if (kept.payments.some((other) => other.transaction === transaction)) return;
        const payment: Payment = { order: metadata.order_id, transaction, status: 'succeeded' };
        kept.payments.push(payment);
        if (order.status === 'paid')
          await again(kept, payment, () => ask('POST', `/transactions/${transaction}/refund`, {}, transaction));
        order.status = 'paid';
      },
      ['payment.completed'],
    );
    const page = { amount: 900, success_url: 'http://localhost/', metadata: { order_id: order.id } };
    let id = '';
    for (let tabs = opens; tabs > 0; tabs--) id = (await ask('POST', '/checkout-sessions', page)).data.id;
    await ask('POST', '/_emulator/triggers/checkout_session.complete', { id });
    await ask('POST', '/_emulator/settle', {});
    await until(() => order.status === 'paid');
  };

const judged = async (application: Application) =>
  (await tryOut(application, 'page-paid-twice')).rule('async/paid-twice');

describe('an order that is paid on two pages', () => {
  it('is found where the second payment is kept like the first', async () => {
    expect(await judged(shop(() => {}))).toMatchObject({
      state: 'violation',
      findings: [
        {
          level: 'warning',
          message:
            'An order was paid on one page, and again on another page that was still open; the application records it like the first payment, and nothing else, and refunded nothing.',
        },
      ],
    });
  });

  it.each<[string, Parameters<typeof shop>[0]]>([
    ['nothing is kept of the second payment', ({ payments }) => payments.pop()],
    [
      'the event about the second payment is refused',
      ({ payments }) => {
        payments.pop();
        throw new Error('It is paid already.');
      },
    ],
  ])('is found where %s', async (_, again) => {
    const { state, findings } = await judged(shop(again));
    expect([state, findings[0]?.message]).toEqual(['violation', expect.stringContaining('keeps nothing more')]);
  });

  it.each<[string, Parameters<typeof shop>[0]]>([
    ['includes it in a total', (kept) => (kept.revenue += 900)],
    ['sends the same mail again', ({ mails }) => mails.push({ to: 'ada', text: 'Thank you!' })],
  ])('is found where the application only %s, as for the first payment', async (_, again) => {
    const { state, findings } = await judged(shop(again));
    expect([state, findings[0]?.message]).toEqual([
      'violation',
      expect.stringContaining('records it like the first payment, and nothing else'),
    ]);
  });

  it.each<[string, Parameters<typeof shop>[0]]>([
    ['gives the second payment back', (_shop, _payment, refund) => refund()],
    ['owes the buyer the money', ({ order }) => (order.credit += 900)],
    [
      'flags the payment for a clerk',
      (_shop, payment) => {
        payment.status = 'to be given back';
      },
    ],
    ['tells a clerk', ({ mails }) => mails.push({ to: 'clerk', text: 'order-1 was paid twice' })],
  ])('is none of an application that %s', async (_, again) => {
    expect((await judged(shop(again))).state).toBe('pass');
  });

  it('is not tried where no second page was open', async () => {
    expect(await judged(shop(() => {}, 1))).toMatchObject({
      state: 'inapplicable',
      because: 'No page was still open for an order that was paid on another page',
      nextStep: expect.stringContaining('open the page of one order twice'),
    });
  });
});
