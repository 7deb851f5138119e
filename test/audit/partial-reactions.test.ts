import { describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Application, saveCard, tryOut } from './scene.ts';

keepsRuns('partial-reactions');

/** A theatre that sells a seat: what it knows of its order, and what it keeps besides. */
class Theatre {
  revenue = 0;
  readonly order = { id: 'order-1', status: 'open' };
  readonly seats = [{ seat: 'A1', order: 'order-1', status: 'free' }];
  readonly payments: { transaction: string; status: string }[] = [];
  readonly ledger: { order: string; kind: string; cents: number }[] = [];
}

interface Told {
  readonly type: string;
  readonly data: { readonly transaction_id: string; readonly amount: number };
}

/** @param back what the theatre does when somebody refunds the payment */
const selling =
  (back: (theatre: Theatre) => void): Application =>
  async (scene) => {
    const theatre = new Theatre();
    scene.outlive(() => theatre);
    await scene.hear(
      ({ type, data: { transaction_id: transaction, amount } }: Told) => {
        if (type === 'payment.refunded') return back(theatre);
        theatre.revenue += amount;
        theatre.order.status = 'paid';
        theatre.seats[0]!.status = 'valid';
        theatre.payments.push({ transaction, status: 'succeeded' });
        theatre.ledger.push({ order: 'order-1', kind: 'paid', cents: amount });
      },
      ['payment.completed', 'payment.refunded'],
    );
    const charged = { customer_id: await saveCard(scene), amount: 900, reference_id: 'order-1' };
    await scene.ask('POST', '/charges', charged, 'order-1');
    await scene.ask('POST', '/_emulator/settle', {});
    await scene.until(() => theatre.revenue > 0);
  };

const judged = async (back: (theatre: Theatre) => void) =>
  (await tryOut(selling(back), 'payment-refunded')).rule('async/failure-ignored');

const takeBack = ({ order, seats: [seat] }: Theatre) => {
  order.status = 'refunded';
  seat!.status = 'free';
};

/** Sells two orders, and takes back the first one alone. */
const halfWatchful: Application = async (scene) => {
  const orders: { id: string; transaction: string; status: string }[] = [];
  scene.outlive(() => ({ orders }));
  await scene.hear(
    ({ type, data: { transaction_id: transaction } }: Told) => {
      const at = orders.findIndex((order) => order.transaction === transaction);
      if (type === 'payment.completed') orders[at]!.status = 'paid';
      else if (at === 0) orders[at]!.status = 'refunded';
    },
    ['payment.completed', 'payment.refunded'],
  );
  const customer_id = await saveCard(scene);
  for (const id of ['order-1', 'order-2']) {
    const charged = { customer_id, amount: 900, reference_id: id };
    const { data } = await scene.ask('POST', '/charges', charged, id);
    orders.push({ id, transaction: data.id, status: 'open' });
    await scene.ask('POST', '/_emulator/settle', {});
    await scene.until(() => orders.every(({ status }) => status === 'paid'));
  }
};

describe('an application that reacts to one of two refunds', () => {
  it('is found with the event of the other one', async () => {
    const { report, rule } = await tryOut(halfWatchful, 'payment-refunded');
    const { state, findings } = rule('async/failure-ignored');
    expect([state, report.counts.violation]).toEqual(['violation', 1]);
    const { events, deliveries } = findings[0]!.evidence;
    expect(events).toHaveLength(1);
    expect(deliveries.map(({ event_id }) => event_id)).toEqual([events[0]!.id]);
  });
});

describe('an application that reacts to returned money in one place', () => {
  it('is undecided while an entry still grants what the money was for, with what changed and what stayed', async () => {
    const back = (theatre: Theatre) => {
      theatre.revenue = 0;
      theatre.order.status = 'refunded';
    };
    expect(await judged(back)).toMatchObject({
      state: 'incomplete',
      findings: [
        {
          message:
            'After payment.refunded, revenue changed from 900 to 0, but seats[…] is still {"seat":"A1","order":"order-1","status":"valid"}.',
        },
      ],
    });
  });

  it.each<[string, (theatre: Theatre) => void]>([
    ['the record of the payment', takeBack],
    [
      'a ledger that has another row about it',
      (theatre) => {
        takeBack(theatre);
        theatre.ledger.push({ order: 'order-1', kind: 'refund', cents: -900 });
      },
    ],
  ])('is right if only %s stays', async (_, back) => {
    expect((await judged(back)).state).toBe('pass');
  });
});
