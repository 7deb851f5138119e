import { afterEach, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { type Stage, stage } from './stage.ts';

let on: Stage;
afterEach(() => on.stop());
keepsRuns('ignored-filters');

const rule = 'request/unknown-fields';

/** Three payments of two customers, listed for one of them. @returns their ids, newest first */
async function listed(parameter: (customer: string) => string): Promise<string[]> {
  on = await stage();
  const { api } = on.sandbox;
  const customer = async (email: string) => {
    const card = {
      cc_number: '4000056655665556',
      cc_exp_month: '12',
      cc_exp_year: '2030',
      billing_postal_code: '62701',
    };
    const { body } = await api.post<{ data: { id: string }; payment_method: { id: string } }>('/customers', {
      email,
      ...card,
    });
    return { customer_id: body.data.id, payment_method_id: body.payment_method.id };
  };
  const [ada, ben] = [await customer('ada@example.com'), await customer('ben@example.com')];
  for (const each of [ada, ben, ada]) await api.post('/charges', { amount: 900, ...each });
  await on.sandbox.control.post('/settle', {});
  const { body } = await api.get<{ data: { id: string }[] }>(`/transactions?${parameter(ada.customer_id)}`);
  return body.data.map(({ id }) => id);
}

const refund = (id: string) => on.sandbox.api.post(`/transactions/${id}/refund`, {});

it('a filter that is ignored is a warning, if the list contains what it should leave out', async () => {
  const [, bens] = await listed((customer) => `customer=${customer}`);
  const [found] = await on.findings(rule);
  expect(found).toMatchObject({
    level: 'warning',
    message: expect.stringMatching(
      /^transactions\.list was sent customer=cus_\w+, which the API does not read, so the list also contained 1 object with another customer_id, such as txn_\w+\.$/,
    ),
  });
  // Somebody may have asked for this one.
  await refund(bens!);
  expect((await on.findings(rule))[0]!.level).toBe('warning');
});

it('it is an error if the application then acts on each object of the list', async () => {
  for (const id of await listed((customer) => `customer=${customer}`)) await refund(id);
  const [found] = await on.findings(rule);
  expect(found).toMatchObject({
    level: 'error',
    message: expect.stringMatching(
      /then the application called transactions\.refund for each object of the list, txn_\w+ included\.$/,
    ),
  });
  expect(found!.evidence.requests).toHaveLength(2);
});

it.each([
  ['does not appear in the list', () => 'customer=cus_somebody'],
  ['is the place in the list', () => 'page=2'],
  ['is a number', () => 'amonut=900'],
])('a parameter whose value %s is a note', async (_, parameter) => {
  await listed(parameter);
  const [found] = await on.findings(rule);
  expect(found).toMatchObject({ message: expect.stringMatching(/^transactions\.list was sent \w+, which the API/) });
  expect(found!.level).toBeUndefined();
});
