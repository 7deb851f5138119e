import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, tryOut } from './scene.ts';

keepsRuns('late-pages');

interface Told {
  readonly data: { readonly transaction_id: string; readonly metadata: { readonly order_id: string } };
}

type Orders = Record<string, { status: string; note?: string }>;
type Closed = (
  order: Orders[string],
  does: { readonly refund: () => Promise<unknown>; readonly answer: (status: number) => void },
) => unknown;

/** A shop whose buyer pays one page, and leaves another one, whose order is then cancelled. @param closed handles money for it */
const shop =
  (closed: Closed, opens = ['order-1', 'order-2']): Application =>
  async ({ ask, hear, until, outlive }) => {
    const orders: Orders = {};
    outlive(() => orders);
    await hear(
      async ({ data: { transaction_id: id, metadata } }: Told, answer) => {
        const order = orders[metadata.order_id]!;
        const refund = () => ask('POST', `/transactions/${id}/refund`, {}, id);
        if (order.status === 'cancelled') await closed(order, { refund, answer });
        else order.status = 'paid';
      },
      ['payment.completed'],
    );
    const pages: string[] = [];
    for (const order_id of opens) {
      orders[order_id] = { status: 'open' };
      const page = { amount: 900, success_url: 'http://localhost/', metadata: { order_id } };
      pages.push((await ask('POST', '/checkout-sessions', page)).data.id);
    }
    await ask('POST', '/_emulator/triggers/checkout_session.complete', { id: pages[0] });
    await ask('POST', '/_emulator/settle', {});
    await until(() => orders['order-1']!.status === 'paid');
    for (const order of opens.slice(1)) orders[order]!.status = 'cancelled';
  };

const judged = async (application: Application) =>
  (await tryOut(application, 'page-paid-late')).rule('async/paid-after-end');

describe('a page that is paid after its order was cancelled', () => {
  it.each<[string, Closed, string]>([
    ['takes the event and does nothing', () => {}, 'was taken'],
    ['refuses the event', (_, { answer }) => answer(409), 'was answered 409 in each attempt'],
  ])('is found where the application %s', async (_, closed, answer) => {
    expect(await judged(shop(closed))).toMatchObject({
      state: 'violation',
      findings: [
        {
          level: 'warning',
          message: `The buyer paid a page that was still open after the scenario, payment.completed ${answer}, and nothing changed in the application: it keeps the money, and neither grants nor refunds anything.`,
        },
      ],
    });
  });

  it.each<[string, Closed]>([
    ['gives the money back', (_, { refund }) => refund()],
    ['opens the order again', (order) => Object.assign(order, { status: 'paid' })],
    ['flags the payment', (order) => Object.assign(order, { note: 'paid after it was cancelled' })],
  ])('is none of an application that %s', async (_, closed) => {
    expect((await judged(shop(closed))).state).toBe('pass');
  });

  it('is not tried where every page was paid', async () => {
    expect(await judged(shop(() => {}, ['order-1']))).toMatchObject({
      state: 'inapplicable',
      because: 'No unpaid page was still open at the end of the scenario',
    });
  });
});
