import { beforeAll, describe, expect, it } from 'vitest';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

type List = { data: { id: string }[]; has_more: boolean };
type Refusal = { code: string; param: string };

const idsOf = async (of: 'api' | 'control', path: string) =>
  (await sandbox[of].get<List>(path)).body.data.map(({ id }) => id);
const refusalOf = async (of: 'api' | 'control', path: string) => {
  const { status, body } = await sandbox[of].get<Refusal>(path);
  return [status, body.code, body.param];
};
const notInList = [400, 'parameter_invalid', 'starting_after'];

describe('a list that is read page by page', () => {
  it('goes on behind an object that has left the filter since', async () => {
    const made: string[] = [];
    for (let at = 0; at < 4; at++) {
      const { body } = await sandbox.api.post<{ data: { id: string } }>('/payout-links', { type: 'request' });
      made.unshift(body.data.id);
    }
    const [newest, second, third, oldest] = made;
    expect(await idsOf('api', '/payout-links?status=active&limit=2')).toEqual([newest, second]);
    await sandbox.api.post(`/payout-links/${second}/cancel`);
    expect(await idsOf('api', `/payout-links?status=active&starting_after=${second}`)).toEqual([third, oldest]);
    await sandbox.api.post(`/payout-links/${oldest}/cancel`);
    expect(await idsOf('api', `/payout-links?status=active&starting_after=${oldest}`)).toEqual([]);
  });

  it('knows nothing of another mode, of another kind, or of what never was', async () => {
    const live = await sandbox.as('sk_live_demo').post<{ data: { id: string } }>('/customers', { email: 'l@b.test' });
    const { body } = await sandbox.api.post<{ data: { id: string } }>('/products', { name: 'Mug', price: 900 });
    for (const id of [live.body.data.id, body.data.id, 'cus_none']) {
      expect(await refusalOf('api', `/customers?starting_after=${id}`)).toEqual(notInList);
    }
  });
});

describe('a list of the control API', () => {
  it('goes on behind a request that the filter leaves out', async () => {
    await sandbox.api.get('/customers/cus_1');
    await sandbox.api.get('/customers');
    const [found, missed] = await idsOf('control', '/requests?limit=2');
    expect((await idsOf('control', `/requests?status=404&starting_after=${found}`))[0]).toBe(missed);
    expect(await refusalOf('control', '/requests?starting_after=req_none')).toEqual(notInList);
  });

  it('does so for events, and refuses what the ledger does not hold', async () => {
    const { body: customer } = await sandbox.api.post<{ data: { id: string } }>('/customers', {
      email: 'buyer@example.com',
      cc_number: '4000056655665556',
      cc_exp_month: '12',
      cc_exp_year: '2099',
    });
    const charge = { customer_id: customer.data.id, amount: 4200 };
    const { body: first } = await sandbox.api.post<{ data: { id: string } }>('/charges', charge);
    await sandbox.control.post('/settle', {});
    await sandbox.api.post(`/transactions/${first.data.id}/refund`);
    const [refunded, completed] = await idsOf('control', '/events');
    expect(await idsOf('control', `/events?type=payment.completed&starting_after=${refunded}`)).toEqual([completed]);
    expect(await refusalOf('control', '/ledger?starting_after=led_none-1')).toEqual(notInList);
  });

  it('knows nothing of another workspace, though both are kept together', async () => {
    const rule = { when: { operation: 'charges.create' }, then: { kind: 'decline' } };
    const own = await sandbox.control.post<{ data: { id: string } }>('/rules', rule);
    const others = await sandbox.control.post<{ data: { id: string } }>('/rules?workspace=ws_demo_a', rule);
    expect(others.status).toBe(201);
    expect(await idsOf('control', `/rules?starting_after=${own.body.data.id}`)).toEqual([]);
    expect(await refusalOf('control', `/rules?starting_after=${others.body.data.id}`)).toEqual(notInList);
  });
});
