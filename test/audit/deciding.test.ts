import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, charge, type Scene, saveCard, tryOut } from './scene.ts';

keepsRuns('deciding');

/** Two orders are paid, one after the other. */
async function sellTwo({ ask }: Scene): Promise<void> {
  const customer_id = await saveCard({ ask } as Scene);
  for (const order of ['order-1', 'order-2']) {
    const charged = { customer_id, amount: 900, reference_id: order, metadata: { order } };
    await ask('POST', '/charges', charged, order);
    await ask('POST', '/_emulator/settle', {});
  }
}

describe('the cause that a finding names', () => {
  /** Counts each copy of an event about one of its orders. */
  const counting =
    (twice: string): Application =>
    async (scene) => {
      const orders = new Map<string, number>();
      scene.outlive(() => ({ orders: [...orders].map(([order, paid]) => ({ order, paid })) }));
      await scene.hear(
        ({ data }) => {
          const { order } = data.metadata;
          orders.set(order, order === twice ? (orders.get(order) ?? 0) + data.amount : data.amount);
        },
        ['payment.completed'],
      );
      await sellTwo(scene);
      await scene.until(() => orders.size === 2);
    };

  it('is the delivery about the entry that differs, whichever came first', async () => {
    const named: string[] = [];
    for (const twice of ['order-1', 'order-2']) {
      const { rule } = await tryOut(counting(twice), 'webhook-twice');
      const [finding] = rule('webhook/effect-repeated').findings;
      expect(finding!.message).toContain(`orders[${twice}].paid is 1800 instead of 900. `);
      named.push(/First: the second copy of payment\.completed (evt_\w+),/.exec(finding!.message)?.[1] ?? '');
      expect(finding!.evidence.deliveries.map(({ event_id }) => event_id)).toEqual([named.at(-1)]);
    }
    expect(new Set(named).size).toBe(2);
  });

  /** Keeps one sum, in which no entry names an order. */
  const summing: Application = async (scene) => {
    const books = { earned: 0 };
    scene.outlive(() => books);
    await scene.hear(
      ({ data }) => {
        books.earned += data.amount;
      },
      ['payment.completed'],
    );
    await sellTwo(scene);
    await scene.until(() => books.earned >= 1_800);
  };

  it('is not named where the difference tells nothing about it', async () => {
    const { rule } = await tryOut(summing, 'webhook-twice-at-once');
    const [finding] = rule('webhook/effect-repeated').findings;
    expect(finding!.message).toMatch(/^earned is \d+ instead of 1800\. /);
    expect(finding!.message).not.toContain('First: ');
  });
});

describe('an event that only comes late', () => {
  /** Fails where an event is older than five minutes, whenever it is sent again. */
  const impatient: Application = async (scene) => {
    const paid: string[] = [];
    scene.outlive(() => ({ paid }));
    await scene.hear(
      async ({ created, data }, answer) => {
        const { now } = (await scene.ask('GET', '/_emulator/clock')).data;
        if (Date.parse(now) / 1_000 - created > 300) answer(500);
        else paid.push(data.reference_id);
      },
      ['payment.completed'],
    );
    await charge(scene);
    await scene.until(() => paid.length > 0).catch(() => {});
  };

  it('is lost where the handler fails in every attempt, which is told even if the scenario passes', async () => {
    const { rule } = await tryOut(impatient, 'webhook-late');
    expect(rule('webhook/valid-refused')).toMatchObject({
      state: 'violation',
      findings: [
        {
          adversity: 'webhook-late',
          level: 'warning',
          message: 'All attempts at 1 payment.completed event were answered 500, so the event is lost.',
        },
      ],
    });
  });
});

describe('a write that another user makes as well', () => {
  /** Two users refund the same amount of one payment, one right after the other; what is refused is left to a person. */
  const twoUsers: Application = async (scene) => {
    const { id } = await charge(scene);
    for (const user of ['one', 'two']) await scene.ask('POST', `/transactions/${id}/refund`, { amount: 100 }, user);
    return { refunded: true };
  };

  it('is no repetition of a refused one', async () => {
    const { rule } = await tryOut(twoUsers, 'rate-limited');
    const { state, findings } = rule('request/rate-limit-ignored');
    expect({ state, early: findings.filter(({ message }) => message.includes('did not wait')) }).toEqual({
      state: 'incomplete',
      early: findings,
    });
  });
});

describe('a refused write of which the user is told', () => {
  /** Saves a card for a user, who gets an error if that is refused. */
  const telling: Application = async ({ ask }) => {
    const made = await ask('POST', '/customers', { email: 'ada@example.com' });
    // As long as an application needs to be seen not to repeat it.
    if (made.error !== undefined) await sleep(4_200);
    if (made.error !== undefined) throw new Error('The user was told to try again in a moment.');
    return { customers: 1 };
  };

  it('is not given up, as far as the audit can tell', async () => {
    const { rule } = await tryOut(telling, 'rate-limited');
    expect(rule('request/rate-limit-ignored')).toMatchObject({
      state: 'incomplete',
      because: expect.stringContaining('either the application gave up, or it told its user to try again'),
    });
  });
});
