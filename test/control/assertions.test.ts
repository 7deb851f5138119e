import { beforeAll, describe, expect, it, vi } from 'vitest';
import { events } from '../../src/core/kernel/events.ts';
import type { AssertionResult } from '../../src/sandbox/control/wire.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

const recorded = () => sandbox.sandbox.engine.dataSet('ws_demo', 'test').of(events);

/** Asks, and resolves when the emulator has looked at what there was and waits. */
async function waiting(
  assertion: object,
  within = '20s',
): Promise<{ verdict: Promise<AssertionResult>; looks: () => number }> {
  const look = vi.spyOn(recorded(), 'newestFirst');
  const verdict = sandbox.control
    .post<{ data: AssertionResult }>('/assertions', { ...assertion, within })
    .then(({ body }) => body.data)
    .finally(() => look.mockRestore());
  await expect.poll(() => look.mock.calls.length).toBeGreaterThan(0);
  return { verdict, looks: () => look.mock.calls.length };
}

const trigger = (name: string, amount: number) => sandbox.control.post(`/triggers/${name}`, { amount });

describe('an assertion that waits', () => {
  it('looks at new events alone, until one of them is what it waits for', async () => {
    const { verdict, looks } = await waiting({ emitted: 'payout.created', with: { amount: 777 } });
    const first = looks();
    for (const amount of [100, 200, 300]) await trigger('payout.created', amount);
    expect(looks()).toBe(first);
    await trigger('payout.created', 777);
    expect(await verdict).toMatchObject({ pass: true, count: 1 });
  });

  it('waits for as many as it was asked for', async () => {
    const before = [...recorded().newestFirst({ type: ['payout.created'] })].length;
    const { verdict } = await waiting({ emitted: 'payout.created', times: before + 2 });
    await trigger('payout.created', 100);
    await trigger('payout.created', 200);
    expect(await verdict).toMatchObject({ pass: true, count: before + 2 });
    const late = await waiting({ emitted: 'payout.created', times: before + 2, id: 'po_none' }, '50ms');
    expect(await late.verdict).toMatchObject({ pass: false, count: 0 });
  });

  it('hears of a request by its body', async () => {
    const asked = sandbox.control.post<{ data: AssertionResult }>('/assertions', {
      requested: 'customers.create',
      with: { email: 'late@example.com' },
      within: '20s',
    });
    await sandbox.api.post('/customers', { email: 'early@example.com' });
    await sandbox.api.post('/customers', { email: 'late@example.com' });
    expect((await asked).body.data).toMatchObject({ pass: true, count: 1 });
  });
});
