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
