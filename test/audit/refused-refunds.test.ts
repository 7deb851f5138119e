import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, charge, tryOut } from './scene.ts';

keepsRuns('refused-refunds');

interface Refund {
  amount: number;
  status?: string;
}

/** Refunds a part, and books the refund first. @param refused what it does when the platform refuses the refund */
const refunder =
  (booked: Refund, refused: (refunds: Refund[]) => unknown): Application =>
  async (scene) => {
    const { ask, outlive } = scene;
    const { id } = await charge({ ...scene, ask: (...asked) => persist(() => ask(...asked)) });
    const order = { transaction: id, refunds: [{ ...booked }] };
    outlive(() => ({ orders: [order] }));
    const answer = await ask('POST', `/transactions/${id}/refund`, { amount: 300 });
    if (answer.data === undefined) refused(order.refunds);
    else if (booked.status !== undefined) order.refunds[0]!.status = 'made';
  };

/** Calls until the platform does not refuse the call. */
async function persist<A extends { error?: unknown }>(calls: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await calls();
    if (answer.error === undefined) return answer;
  }
}

const judged = async (application: Application) =>
  (await tryOut(application, 'rate-limited')).rule('request/refused-refund-booked');

describe('a refund that the platform refused', () => {
  it('is found where the books have it as one that was made', async () => {
    expect(await judged(refunder({ amount: 300 }, () => {}))).toMatchObject({
      state: 'violation',
      findings: [
        {
          level: 'warning',
          message:
            'A refund of 300 cents was refused with 429 and never made, and the application books it as one that was made.',
        },
      ],
    });
  });

  it.each<[string, Refund, (refunds: Refund[]) => unknown]>([
    ['is taken out of the books', { amount: 300 }, (refunds) => refunds.pop()],
    ['stays in them as one that is to be made', { amount: 300, status: 'to be made' }, () => {}],
  ])('is no finding where it %s', async (_, booked, refused) => {
    expect((await judged(refunder(booked, refused))).state).toBe('pass');
  });
});
