import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../cli/emulator.ts';
import { createTestSandbox } from '../support/sandbox.ts';

const folder = temporaryFolder();
afterEach(() => vi.useRealTimers());
afterAll(() => folder.remove());

it('a machine whose clock was set back between two starts does not set the emulated clock back', async () => {
  const options = { dataDir: join(folder.path, 'data'), clock: undefined, freeze: false };
  const buyer = { billing_postal_code: '62701', billing_country: 'US' };
  type Made = { data: { created_at: string } };
  const first = await createTestSandbox(options);
  const before = await first.api.post<Made>('/customers', { ...buyer, email: 'before@example.com' });
  await first.stop();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  const second = await createTestSandbox(options);
  const after = await second.api.post<Made>('/customers', { ...buyer, email: 'after@example.com' });
  const { now } = (await second.control.get<{ data: { now: string } }>('/clock')).body.data;
  expect(after.body.data.created_at >= before.body.data.created_at).toBe(true);
  expect(now >= before.body.data.created_at).toBe(true);
  // Once the machine's clock has caught up, the emulated one runs again.
  vi.setSystemTime(Date.now() + 7_200_000);
  const later = (await second.control.get<{ data: { now: string } }>('/clock')).body.data;
  expect(later.now > now).toBe(true);
  await second.stop();
});
