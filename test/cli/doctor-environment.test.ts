import { lookup } from 'node:dns/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { checkLoopback } from '../../src/cli/commands/doctor/doctor-environment.ts';

/* What no test can bring about on the machine that it runs on: other names. */

vi.mock('node:dns/promises', async (original) => ({ ...(await original<object>()), lookup: vi.fn() }));
afterEach(() => void vi.resetAllMocks());

const resolvingTo = async (...addresses: string[]) => {
  vi.mocked(lookup).mockResolvedValue(addresses.map((address) => ({ address })) as never);
  return checkLoopback('127.0.0.1');
};
const warned = (says: RegExp) => [expect.objectContaining({ status: 'warning', says: expect.stringMatching(says) })];

it('emulator doctor says what localhost is', async () => {
  expect(await resolvingTo('::1', '127.0.0.1')).toMatchObject([{ status: 'ok' }]);
  expect(await resolvingTo('::1')).toEqual(warned(/is ::1 on this machine, but the emulator listens on 127\.0\.0\.1/));
  vi.mocked(lookup).mockRejectedValue(new Error('ENOTFOUND'));
  expect(await checkLoopback('127.0.0.1')).toEqual(
    warned(/is unknown on this machine, but the emulator listens on 127\.0\.0\.1/),
  );
});
