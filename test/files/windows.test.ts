import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { contentOf, makeDirectory, open, putThing, removeDirectories, thing } from './things.ts';

/** What Windows refuses, as far as Linux can tell: to put a file in the place of one that this process has open. */
const windows = vi.hoisted(() => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
  return {
    platform,
    /** How many renames a virus scanner is still in the way of. */
    scanned: 0,
    refusal: (_to: string): Error | null => null,
  };
});

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const renameSync = (from: string, to: string): void => {
    const refusal = windows.refusal(to);
    if (refusal !== null) throw refusal;
    fs.renameSync(from, to);
  };
  return { ...fs, default: fs, renameSync };
});

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  const rename = async (from: string, to: string): Promise<void> => {
    const refusal = windows.scanned-- > 0 ? notPermitted() : windows.refusal(to);
    if (refusal !== null) throw refusal;
    await fs.rename(from, to);
  };
  return { ...fs, default: fs, rename };
});

const notPermitted = (): Error => Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' });

const isOpen = (path: string): boolean =>
  readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      return false;
    }
  });

beforeAll(() => {
  // Where that platform looks for temporary files.
  vi.stubEnv('TEMP', process.env.TMPDIR ?? '/tmp');
  windows.refusal = (to) => (isOpen(to) ? notPermitted() : null);
});
afterEach(removeDirectories);
afterAll(() => void Object.defineProperty(process, 'platform', windows.platform));

describe.runIf(windows.platform.value === 'linux')('a data folder on Windows', () => {
  it('is compacted though nothing takes the place of a file that is open, nor of one that is scanned', async () => {
    const directory = realpathSync(makeDirectory());
    const opened = await open(directory);
    const { folder, engine } = opened;
    for (const id of ['a', 'b']) putThing(engine, thing(id));
    await engine.kept();
    const before = folder.journal.length;
    windows.scanned = 2;
    await folder.compact();
    expect(opened.warnings).toEqual([]);
    expect(folder.journal.length).toBeLessThan(before);
    putThing(engine, thing('c'));
    await engine.kept();
    const content = contentOf(folder.state);
    await folder.close();

    const again = await open(directory);
    expect(contentOf(again.folder.state)).toEqual(content);
    await again.folder.close();
  });
});
