import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, type Scene, saveCard, tryOut } from './scene.ts';

keepsRuns('copied-states');

interface Payment {
  id: string;
  amount: number;
  status: string;
}

/** The payments that the platform lists, as an application shows them that keeps none. */
const listed = async ({ ask }: Scene): Promise<Payment[]> =>
  (await ask('GET', '/transactions')).data.map(({ id, amount, status }: Payment) => ({ id, amount, status }));

/** What a shop makes of the events about the payment for its order. */
interface Shop {
  readonly state: (scene: Scene) => Promise<unknown>;
  readonly hear: (event: { type: string; data: { transaction_id: string; amount: number } }) => void;
  readonly isShipped: () => boolean;
}

const selling =
  (opens: () => Shop): Application =>
  async (scene) => {
    const { state, hear, isShipped } = opens();
    scene.outlive(() => state(scene));
    await scene.hear(hear);
    const charged = { customer_id: await saveCard(scene), amount: 900, reference_id: 'order-1' };
    await scene.ask('POST', '/charges', charged, 'order-1');
    await scene.ask('POST', '/_emulator/settle', {});
    await scene.until(isShipped);
  };

/** Ships a paid order, and stops that when the payment is charged back, or never. */
const shipping = (stops: boolean) => (): Shop => {
  const order = { name: 'order-1', status: 'open' };
  return {
    state: async (scene) => ({ orders: [order], payments: await listed(scene) }),
    hear: ({ type }) => {
      if (type === 'payment.completed') order.status = 'shipped';
      if (type === 'payment.disputed' && stops) order.status = 'stopped';
    },
    isShipped: () => order.status === 'shipped',
  };
};

/** Keeps its payments in the words of the platform, and shows the platform's list as well. */
const mirroring = (): Shop => {
  const kept: Payment[] = [];
  const statuses: Readonly<Record<string, string>> = {
    'payment.completed': 'settled',
    'payment.disputed': 'disputed',
  };
  return {
    state: async (scene) => ({ kept, payments: await listed(scene), shop: 'open' }),
    hear: ({ type, data: { transaction_id: id, amount } }) => {
      const status = statuses[type];
      if (status === undefined) return;
      const known = kept.find((each) => each.id === id);
      if (known === undefined) kept.push({ id, amount, status });
      else known.status = status;
    },
    isShipped: () => kept.length > 0,
  };
};

const judged = async (opens: () => Shop, adversity: string) =>
  (await tryOut(selling(opens), adversity)).rule('async/failure-ignored');

describe('a list that an application reads from the platform while the audit asks for its state', () => {
  it('is no reaction to a payment that is charged back', async () => {
    expect(await judged(shipping(false), 'payment-disputed')).toMatchObject({
      state: 'violation',
      findings: [
        {
          message:
            'payment.disputed was answered 2xx, and nothing changed, neither in the state of the application nor in its actions.',
        },
      ],
    });
    expect((await judged(shipping(true), 'payment-disputed')).state).toBe('pass');
  });

  it('is no reaction to a payment that never settles', async () => {
    const shop = (): Shop => ({
      ...shipping(false)(),
      state: async (scene) => ({ shipped: ['order-1'], payments: await listed(scene) }),
      isShipped: () => true,
    });
    const { state, findings } = await judged(shop, 'payment-failed');
    expect([state, findings[0]?.message]).toEqual([
      'violation',
      expect.stringContaining('the application ends in the same state as when the money arrives'),
    ]);
  });

  it('is not taken for the list that an application keeps itself', async () => {
    expect((await judged(mirroring, 'payment-disputed')).state).toBe('pass');
  });

  it('is not what an application keeps that polls the platform all the time', async () => {
    const polling: Application = async (scene) => {
      let kept: Payment[] = [];
      const poll = async (): Promise<void> => {
        kept = await listed(scene);
        setTimeout(() => void poll().catch(() => {}), 20);
      };
      scene.outlive(async () => {
        await sleep(100);
        return { kept, shop: 'open' };
      });
      const charged = { customer_id: await saveCard(scene), amount: 900, reference_id: 'order-1' };
      await scene.ask('POST', '/charges', charged, 'order-1');
      await scene.ask('POST', '/_emulator/settle', {});
      await poll();
      await scene.until(() => kept.length > 0);
    };
    expect((await tryOut(polling, 'payment-disputed')).rule('async/failure-ignored').state).toBe('pass');
  });

  it('shows nothing where the state has nothing else', async () => {
    const shop = (): Shop => ({
      ...shipping(false)(),
      state: async (scene) => ({ payments: await listed(scene) }),
      isShipped: () => true,
    });
    expect(await judged(shop, 'payment-disputed')).toMatchObject({
      state: 'incomplete',
      because:
        'The audit cannot see how the application handled payment.disputed, because its state is unknown under payment-disputed: it only repeats what the application reads from the platform when the audit asks',
      nextStep: 'have the application report its own state in each run, also after its scenario has ended',
    });
  });
});
