import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, card, charge, tryOutWith } from './scene.ts';

keepsRuns('refused-refunds');

interface Refund {
  amount: number;
  status?: string;
}

/** Refunds a part, and books the refund first; one that has a status has another once the platform has answered. */
const refunder =
  (booked: Refund): Application =>
  async (scene) => {
    const { ask, outlive } = scene;
    const { id } = await charge({ ...scene, ask: (...asked) => persist(() => ask(...asked)) });
    const order = { transaction: id, refunds: [{ ...booked }] };
    outlive(() => ({ orders: [order] }));
    const answer = await ask('POST', `/transactions/${id}/refund`, { amount: 300 });
    if (answer.data !== undefined && booked.status !== undefined) order.refunds[0]!.status = 'made';
  };

/** Calls until the platform does not refuse the call, and waits as long as a refusal asks. */
async function persist<A extends { error?: unknown }>(calls: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await calls();
    if (answer.error === undefined) return answer;
    await sleep(1_100);
  }
}

const judged = async (application: Application) =>
  (await tryOutWith({ settle: 6_000 }, application, 'rate-limited')).rule('request/rate-limit-ignored');

describe('a refund that the platform refused', () => {
  const given = 'transactions.refund was refused with 429 and never repeated.';

  it('is told to be in the books as one that was made', async () => {
    const { state, findings } = await judged(refunder({ amount: 300 }));
    expect([state, ...findings.map(({ message }) => message)]).toEqual([
      'violation',
      `${given} The application books the refund as completed.`,
    ]);
  });

  it('is only told to be given up where it stays in them as one that is to be made', async () => {
    const { findings } = await judged(refunder({ amount: 300, status: 'to be made' }));
    expect(findings.map(({ message }) => message)).toEqual([given]);
  });

  it('is told beside other writes that are given up', async () => {
    const { findings } = await judged(async (scene) => {
      const { ask, outlive } = scene;
      const { id } = await charge({ ...scene, ask: (...asked) => persist(() => ask(...asked)) });
      outlive(() => []);
      await ask('POST', '/products', { name: 'Tea', price: 900 });
      await ask('POST', `/transactions/${id}/refund`, { amount: 300 });
    });
    const other = 'products.create was refused with 429 and never repeated.';
    expect(findings.map(({ message }) => message).sort()).toEqual([other, given]);
  });

  it('is given up where a user repeats what else is refused, which blames nobody for repeating it too early', async () => {
    const { state, findings } = await judged(async ({ ask }) => {
      const twice = async (path: string, body: object) => {
        const made = await ask('POST', path, body);
        return made.error === undefined ? made : ask('POST', path, body);
      };
      const { data } = await twice('/customers', { email: 'ada@example.com', ...card });
      const paid = await persist(() =>
        ask('POST', '/charges', { customer_id: data.id, amount: 900, reference_id: 'one' }),
      );
      await ask('POST', '/_emulator/settle', {});
      const back = await ask('POST', `/transactions/${paid.data.id}/refund`, { amount: 300 });
      await sleep(4_200);
      if (back.error !== undefined) throw new Error('The refund does not arrive.');
      await twice('/products', { name: 'Tea', price: 900 });
      return { refunded: 300 };
    });
    const wheres = findings.map(({ where }) => where);
    expect([state, findings[0]?.message, [...new Set(wheres)]]).toEqual([
      'violation',
      expect.stringMatching(/^transactions.refund was refused with 429 and never repeated/),
      ['transactions.refund'],
    ]);
  });
});
