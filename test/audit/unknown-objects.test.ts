import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, type Scene, saveCard, tryOut, tryOutWith } from './scene.ts';

keepsRuns('unknown-objects');

interface Told {
  data: { transaction_id: string; metadata?: Record<string, string> };
}

/** Sells one thing, and lets the payment settle. */
async function sell(scene: Scene): Promise<void> {
  const { ask } = scene;
  const sold = { customer_id: await saveCard(scene), amount: 900, reference_id: 'one', metadata: { order: 'order-1' } };
  await ask('POST', '/charges', sold, 'one');
  await ask('POST', '/_emulator/settle', {});
}

const judged = async (application: Application) =>
  (await tryOut(application, 'webhook-foreign')).rule('webhook/unknown-refused');

describe('an application that keeps its orders in its own database, and never reads', () => {
  /** @param refuse answers for an order that the database does not have */
  const shop =
    (refuse: (answer: (status: number) => void, scene: Scene) => unknown): Application =>
    async (scene) => {
      const orders: Record<string, string> = { 'order-1': 'open' };
      scene.outlive(() => ({ orders }));
      await scene.hear(
        ({ data }: Told, answer) => {
          const { order = '' } = data.metadata ?? {};
          if (orders[order] === undefined) return refuse(answer, scene);
          orders[order] = 'paid';
        },
        ['payment.completed'],
      );
      await sell(scene);
      await scene.until(() => orders['order-1'] === 'paid');
    };

  it('is not blamed for ignoring an order that it does not have', async () => {
    expect(await judged(shop(() => {}))).toMatchObject({ state: 'pass', findings: [] });
  });

  it.each([404, 422, 500])('is found where it answers %i', async (status) => {
    expect(await judged(shop((answer) => answer(status)))).toMatchObject({
      state: 'violation',
      findings: [{ where: 'payment.completed', message: expect.stringMatching(`was answered ${status}\\.$`) }],
    });
  });

  it('is found where somebody asks for something that does not exist in the same moment', async () => {
    const lookUp = async (answer: (status: number) => void, { ask }: Scene) => {
      await ask('GET', '/customers/cus_ofNobody0000000000');
      answer(500);
    };
    const busy: Application = async (scene) => {
      await scene.ask('GET', '/customers/cus_ofNobody0000000000');
      await shop(lookUp)(scene);
    };
    expect((await judged(busy)).state).toBe('violation');
  });

  it('is found where it never answers', async () => {
    const silent = shop(() => sleep(30_000, null, { ref: false }));
    const { rule } = await tryOutWith({ settle: 25_000 }, silent, 'webhook-foreign');
    expect(rule('webhook/unknown-refused')).toMatchObject({
      state: 'violation',
      findings: [{ message: expect.stringMatching(/was not answered \(.+\)\.$/) }],
    });
  });
});

describe('an application that reads the object of an event first', () => {
  /** @param refused the answer for a payment of another product */
  const reading =
    (refused: number): Application =>
    async (scene) => {
      const paid: string[] = [];
      scene.outlive(() => ({ paid: paid.length }));
      await scene.hear(
        async ({ data }: Told, answer) => {
          const { data: payment } = await scene.ask('GET', `/transactions/${data.transaction_id}`);
          if (payment === undefined) answer(500);
          else if (payment.metadata?.order !== 'order-1') answer(refused);
          else if (!paid.includes(payment.id)) paid.push(payment.id);
        },
        ['payment.completed'],
      );
      await sell(scene);
      await scene.until(() => paid.length > 0);
    };
  const ofOthers = async (refused: number) =>
    (await tryOut(reading(refused), 'other-product')).rule('webhook/unknown-refused');

  it('is not judged by an object that the emulator does not have', async () => {
    expect(await judged(reading(200))).toMatchObject({ state: 'pass', findings: [] });
  });

  it('is judged by a payment that another product takes', async () => {
    expect(await ofOthers(500)).toMatchObject({
      state: 'violation',
      findings: [{ where: 'payment.completed', message: expect.stringMatching(/was answered 500 \(3 attempts\)\.$/) }],
    });
    expect(await ofOthers(200)).toMatchObject({ state: 'pass', findings: [] });
  });

  it('may ask for a later attempt', async () => {
    expect(await ofOthers(503)).toMatchObject({ state: 'incomplete' });
  });
});
