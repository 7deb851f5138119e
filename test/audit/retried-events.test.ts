import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, saveCard, tryOut } from './scene.ts';

keepsRuns('retried-events');

/**
 * A receiver that answers 500 as long as it does not know the order of a payment.
 * @param isCareful whether it notes an event as seen only once it has handled it
 * @param closes whether it closes orders for which no payment has come, and ignores what comes afterwards
 */
const receiver =
  (isCareful: boolean, closes = false): Application =>
  async (scene) => {
    const { ask, hear, outlive } = scene;
    const orders: { payment: string; paid: boolean; open: boolean }[] = [];
    const inbox = new Map<string, number>();
    const seen = new Set<string>();
    outlive(() => ({ orders, inbox: [...inbox].map(([event, tries]) => ({ event, tries })) }));
    await hear(
      ({ id, data }, answer) => {
        inbox.set(id, (inbox.get(id) ?? 0) + 1);
        if (seen.has(id)) return;
        if (!isCareful) seen.add(id);
        const order = orders.find(({ payment }) => payment === data.transaction_id);
        if (order === undefined) return answer(500);
        seen.add(id);
        order.paid = order.open;
      },
      ['payment.completed'],
    );
    const customer_id = await saveCard(scene);
    const { data } = await ask('POST', '/charges', { customer_id, amount: 900, reference_id: 'one' }, 'one');
    const order = { payment: data.id, paid: false, open: true };
    orders.push(order);
    await ask('POST', '/_emulator/settle', {});
    if (!closes) return;
    const isTried = async () => (await ask('GET', '/_emulator/deliveries')).data[0]?.attempts.length > 0;
    while (!(await isTried()));
    if (!order.paid) order.open = false;
  };

const adversities = ['webhook-first', 'webhook-lost', 'webhook-failed-once'];

describe('an event that is refused at first, and accepted later', () => {
  it('must have its effect, whatever made the application refuse it', async () => {
    const { rule } = await tryOut(receiver(false), ...adversities);
    expect(rule('webhook/retry-ignored')).toMatchObject({
      state: 'violation',
      findings: [
        {
          adversity: 'webhook-first',
          where: 'payment.completed',
          message: expect.stringMatching(
            /payment\.completed of txn_\w+ was answered 500, and 2xx when it was retried, but the same is missing as if it never arrived\.$/,
          ),
          repeat: expect.stringContaining('--only webhook-first --only webhook-lost'),
        },
      ],
    });
  });

  it('has its effect in spite of what the application counts about it', async () => {
    const { report } = await tryOut(receiver(true), ...adversities);
    expect(report.rules.filter(({ id }) => id === 'webhook/retry-ignored')).toEqual([]);
  });

  it('may come when the application has gone on without it', async () => {
    const { rule } = await tryOut(receiver(true, true), ...adversities);
    expect(rule('webhook/retry-ignored')).toMatchObject({
      state: 'incomplete',
      because: expect.stringContaining('neither has it when it is only late'),
    });
  });
});
