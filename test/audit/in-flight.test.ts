import { afterEach, describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Stage, stage } from './stage.ts';

let on: Stage;
afterEach(() => on.stop());
keepsRuns('in-flight');

describe('two equal calls that are on their way together, of which one is refused with 429', () => {
  const rule = 'request/rate-limit-ignored';

  it('are no repeat of each other, where the refused one is made again once its wait is over', async () => {
    on = await stage();
    const { api, control } = on.sandbox;
    const { body } = await api.post<{ data: { id: string } }>('/products', {
      name: 'Mug',
      price: 900,
      track_inventory: true,
      stock_quantity: 9,
    });
    await control.post('/faults', { on: 'inventory.adjust', kind: 'rate_limit', times: 1 });
    const sell = () => api.post('/inventory/adjust', { product_id: body.data.id, delta: -1 });
    // The second arrives when the refusal of the first has left, and was sent before anybody had read it.
    expect([(await sell()).status, (await sell()).status]).toEqual([429, 200]);
    expect(await on.findings(rule)).toMatchObject([{ where: 'inventory.adjust' }]);
    await control.post('/clock', { advance: '2s' });
    await sell();
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });
});
