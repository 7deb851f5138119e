import { afterEach, describe, expect, it } from 'vitest';
import { payer, type Stage, stage } from './stage.ts';

let on: Stage;
afterEach(() => on.stop());

describe('charges and payouts without a reference', () => {
  it('are one finding an operation', async () => {
    on = await stage();
    const { api } = on.sandbox;
    expect(await on.judge('request/no-reference')).toMatchObject({ state: 'inapplicable' });
    const saved = await payer(on.sandbox);
    await api.post('/charges', { amount: 1_200, ...saved, reference_id: 'order-1' });
    await api.post('/charges', { amount: 1_300, ...saved }, { 'idempotency-key': 'order-2' });
    expect(await on.judge('request/no-reference')).toEqual({ state: 'pass' });
    await api.post('/charges', { amount: 1_200, ...saved });
    await api.post('/charges', { amount: 1_300, ...saved });
    const [found, ...others] = await on.findings('request/no-reference');
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      message: '2 requests of charges.create had no reference_id and no Idempotency-Key.',
      where: 'charges.create',
      evidence: { requests: [{ status: 201 }, { status: 201 }] },
    });
  });
});
