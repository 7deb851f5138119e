import { afterEach, describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { liveStage, payer, type Stage, stage } from './stage.ts';

let on: Stage;
afterEach(() => on.stop());
keepsRuns('modes');

describe('the modes', () => {
  const rule = 'request/modes-mixed';

  it('are kept apart', async () => {
    on = await stage();
    const { api } = on.sandbox;
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    const { customer_id } = await payer(on.sandbox);
    await api.get(`/customers/${customer_id}`);
    await api.get('/customers/cus_nobody');
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await on.sandbox.as('sk_live_demo').get('/customers');
    expect(await on.findings(rule)).toMatchObject([{ where: 'customers.list' }]);
    await on.sandbox.as('sk_live_demo').get(`/customers/${customer_id}`);
    expect(await on.findings(rule)).toMatchObject([
      {
        message: `customers.get was called with a live key for ${customer_id}, which exists in test mode; it was answered 404.`,
      },
      { where: 'customers.list' },
    ]);
  });

  it('have secret keys that no page holds', async () => {
    on = await liveStage();
    const browse = (key: string, headers: Record<string, string>) =>
      fetch(`${on.sandbox.url}/api/v1/products`, { headers: { authorization: `Bearer ${key}`, ...headers } });
    const origin = 'http://localhost:3000';
    await browse('sk_test_demo', { origin });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    const { request } = await import('node:http');
    const asBrowser = (key: string) =>
      new Promise<void>((resolve) => {
        const headers = { authorization: `Bearer ${key}`, origin, 'sec-fetch-site': 'cross-site' };
        request(`${on.sandbox.url}/api/v1/products`, { headers }, (answer) => answer.resume().on('end', resolve)).end();
      });
    await asBrowser('pk_test_demo');
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await asBrowser('sk_test_demo');
    expect(await on.findings(rule)).toMatchObject([{ where: origin }]);
  });

  it('are told apart by whatever is named, and whatever it is answered', async () => {
    on = await stage();
    const saved = await payer(on.sandbox);
    const live = on.sandbox.as('sk_live_demo');
    const { status } = await live.post('/charges', { ...saved, amount: 1_200, reference_id: 'order-1' });
    expect(status).not.toBe(404);
    expect(await on.findings(rule)).toMatchObject([
      {
        where: 'charges.create',
        message: expect.stringContaining(`for ${saved.customer_id}, which exists in test mode`),
      },
    ]);
    expect((await live.get(`/transactions?customer_id=${saved.customer_id}`)).status).toBe(200);
    expect(await on.findings(rule)).toHaveLength(2);
  });

  it('may be asked for what belongs to both, which is told and no violation', async () => {
    on = await stage();
    await payer(on.sandbox);
    await on.sandbox.as('sk_live_demo').get('/account');
    expect(await on.judge(rule)).toMatchObject({ state: 'incomplete', findings: [{ where: 'account.get' }] });
  });
});
