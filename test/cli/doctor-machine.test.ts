import { lookup } from 'node:dns/promises';
import { statfs } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkDisk, checkLoopback, checkMachineClock, checkTerminal } from '../../src/cli/commands/doctor-machine.ts';

/*
 * What no test can bring about on the machine that it runs on: other disks, names, terminals and clocks.
 */

vi.mock('node:fs/promises', async (original) => ({ ...(await original<object>()), statfs: vi.fn() }));
vi.mock('node:dns/promises', async (original) => ({ ...(await original<object>()), lookup: vi.fn() }));
afterEach(() => void vi.resetAllMocks());

const gibibyte = 1024 ** 3;
const disk = { type: 0xef53, bsize: 1, blocks: 10 * gibibyte, bavail: 5 * gibibyte };
const onDisk = async (changed: object) => {
  vi.mocked(statfs).mockResolvedValue({ ...disk, ...changed } as never);
  return checkDisk('/');
};
const resolvingTo = async (...addresses: string[]) => {
  vi.mocked(lookup).mockResolvedValue(addresses.map((address) => ({ address })) as never);
  return checkLoopback('127.0.0.1');
};
const warned = (says: RegExp) => [expect.objectContaining({ status: 'warning', says: expect.stringMatching(says) })];

describe('what emulator doctor says of', () => {
  it('the disk', async () => {
    expect(await onDisk({})).toEqual([expect.objectContaining({ status: 'ok', says: '5.0 GiB are free' })]);
    expect(await onDisk({ bavail: 7 * 1024 * 1024 })).toEqual(warned(/^7 MiB are free for \//));
    expect(await onDisk({ type: 0x6969 })).toEqual(warned(/lies on NFS/));
    // As statfs(2) has it where the number is signed.
    expect(await onDisk({ type: 0xff534d42 | 0 })).toEqual(warned(/lies on CIFS/));
    expect(await onDisk({ blocks: 0, bavail: 0 })).toMatchObject([{ status: 'ok' }]);
  });

  it('what localhost is', async () => {
    expect(await resolvingTo('::1', '127.0.0.1')).toMatchObject([{ status: 'ok' }]);
    expect(await resolvingTo('::1')).toEqual(warned(/is ::1 here, and the emulator listens on 127\.0\.0\.1/));
    vi.mocked(lookup).mockRejectedValue(new Error('ENOTFOUND'));
    expect(await checkLoopback('127.0.0.1')).toEqual(warned(/is unknown here/));
  });

  it('the terminal', () => {
    expect(checkTerminal({ isTTY: true, columns: 120, rows: 40 }, {})).toMatchObject([{ status: 'ok' }]);
    expect(checkTerminal({ isTTY: true, columns: 50, rows: 40 }, {})).toEqual(warned(/50 columns and 40 rows/));
    expect(checkTerminal({ isTTY: false, columns: 50 }, {})).toEqual([]);
  });

  it('the clock of the machine beside that of the emulator', () => {
    const now = Date.now();
    expect(checkMachineClock(now, now)).toMatchObject({ status: 'ok' });
    expect([checkMachineClock(null, now + 300_000)]).toEqual(warned(/is 5 minutes ahead of this one/));
    expect([checkMachineClock(null, now - 300_000)]).toEqual(warned(/is 5 minutes behind this one/));
  });
});
