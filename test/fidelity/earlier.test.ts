import { expect, test } from 'vitest';
import { compareCalls } from '../../src/emulator/fidelity/compare/compare.ts';
import { CapturedEmulator } from '../support/captured.ts';

test('what was there before a capture is made beforehand as it was answered', async () => {
  const emulator = await CapturedEmulator.start({ fixture: 'shop', seed: 3 });
  const ask = (method: string, path: string, body?: unknown) => emulator.ask(method, `/api/v1${path}`, body);
  try {
    const customers = await ask('GET', '/customers?limit=100');
    expect(customers.data.length).toBeGreaterThan(50);
    for (const { id } of customers.data.slice(0, 3)) {
      await ask('GET', `/customers/${id}`);
      await ask('GET', `/customers/${id}/payment-methods`);
    }
    const products = await ask('GET', '/products');
    const transactions = await ask('GET', '/transactions?limit=5');
    await ask('GET', `/transactions/${transactions.data[0].id}`);
    for (const list of ['subscriptions', 'payouts', 'disputes', 'invoices', 'balance']) await ask('GET', `/${list}`);
    await ask('PATCH', `/products/${products.data[0].id}`, { price: 4200 });
    for (const { id } of customers.data.slice(0, 2)) await ask('POST', '/charges', { customer_id: id, amount: 1200 });
    await emulator.advance(60_000);
    await ask('GET', '/transactions?limit=5');
    await ask('GET', '/balance');
    await ask('POST', '/customers', { email: customers.data[0].email, phone: '+1 555 0100' });
  } finally {
    await emulator.stop();
  }
  const { findings, notCompared, compared } = await compareCalls(emulator.calls, { version: '0' });
  expect(findings.map(({ finding: { operation, place } }) => `${operation} ${place}`)).toEqual([]);
  expect(notCompared.map(({ why }) => why)).toEqual(['later changes to objects that existed before the capture']);
  expect(compared).toBe(emulator.calls.length);
  // What the service alone refuses is judged, whatever became of the object before.
  const answer = { error: 'It is locked.', type: 'invalid_request_error', code: 'locked' };
  const refused = emulator.calls.map((call) => (call.method === 'PATCH' ? { ...call, status: 409, answer } : call));
  const other = await compareCalls(refused, { version: '0' });
  expect(other.findings.map(({ finding: { operation, place } }) => `${operation} ${place}`)).toEqual([
    'products.update status',
  ]);
});
