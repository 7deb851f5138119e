import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adversities } from '../../src/audit/adversities/adversities.ts';
import { kindsOf } from '../../src/audit/adversities/fault-plans.ts';
import { EffectBaseline, effectsOf } from '../../src/audit/observed/effects.ts';
import { ObservedRun } from '../../src/audit/observed/observed-run.ts';
import { armamentsOf } from '../../src/audit/planner/armaments.ts';
import { type LiveStage, liveStage, payer } from './stage.ts';

let on: LiveStage;
beforeEach(async () => {
  on = await liveStage();
});
afterEach(() => on.stop());

/** A day of an application, with a buyer's browser and a question beside it. */
async function work(): Promise<ObservedRun> {
  const { api } = on.sandbox;
  const card = { number: '4000056655665556', exp_month: '12', exp_year: '2030' };
  await on.sandbox.as('pk_test_demo').post('/tokens', card);
  const saved = await payer(on.sandbox);
  await api.post('/account-checks', saved);
  await api.post('/charges', { amount: 1_200, ...saved });
  const { body } = await api.post<{ data: { id: string } }>('/charges', { amount: 1_300, ...saved });
  await api.post(`/transactions/${body.data.id}/void`);
  await api.post('/payouts', { amount: 900, ...saved });
  return on.record();
}

/** What an adversity is tried on, in the order of the calls; nothing where it finds no occasion. */
function triedOn(name: string, record: ObservedRun): readonly string[] {
  const armed = armamentsOf(adversities.find((each) => each.name === name)!, record, () => 0);
  return 'state' in armed ? [] : [...new Set(armed.flatMap(kindsOf))];
}

/** The same record of an emulator whose slices declare something else of an operation. */
const declaring = ({ view }: ObservedRun, effects: ObservedRun['view']['effects']): ObservedRun =>
  new ObservedRun({ ...view, effects: { ...view.effects, ...effects } });

describe('the effects that operations declare', () => {
  it('are served with the record, those of the buyer as their access has it', async () => {
    const { effects } = (await on.record()).view;
    expect(effects['charges.create']).toEqual(['moves_money', 'counts_twice', 'asks_network']);
    expect(effects['tokens.create']).toEqual(['by_buyer']);
    expect(effects['checkout.pay']).toEqual(['moves_money', 'asks_network', 'by_buyer']);
    expect(effects).not.toHaveProperty(['customers.create']);
  });

  it('decide what the audit tries its adversities on', async () => {
    const record = await work();
    const writes = ['customers.create', 'charges.create', 'transactions.void', 'payouts.create'];
    expect(triedOn('answer-lost', record)).toEqual(writes);
    expect(triedOn('answer-slow', record)).toEqual(['charges.create', 'payouts.create']);
    expect(triedOn('answer-unknown-charged', record)).toEqual(['charges.create']);

    const wrong = declaring(record, {
      'charges.create': ['only_asks'],
      'transactions.void': ['moves_money', 'counts_twice'],
      'payouts.create': ['asks_network'],
      'tokens.create': [],
    });
    expect(triedOn('answer-lost', wrong)).toEqual([
      'tokens.create',
      ...writes.filter((operation) => operation !== 'charges.create'),
    ]);
    expect(triedOn('answer-slow', wrong)).toEqual(['transactions.void']);
    expect(triedOn('answer-unknown-charged', wrong)).toEqual(['payouts.create']);
  });

  it('decide whose repetition is more than was wanted', async () => {
    const record = await work();
    const control = effectsOf(record);
    const again = [...control, ...control.filter(({ operation }) => /^(charges|customers)/.test(operation))];
    const moreOf = (effects: typeof control) =>
      new EffectBaseline([control, control]).compare(effects).more.map(({ effects: [first] }) => first?.operation);
    expect(moreOf(again)).toEqual(['charges.create', 'charges.create']);
  });
});
