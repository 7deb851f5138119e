import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { isFresh } from '../../scripts/fresh.js';

export const projectFolder = join(import.meta.dirname, '../..');
const lock = join(tmpdir(), `emulator-build-${process.getuid?.() ?? 0}-${projectFolder.replaceAll('/', '-')}`);
/** What the pages and the inspector are built of. */
const browserSources = ['src/pages', 'src/desk/inspector', 'src/desk/model', 'src/client', 'docs'];

/** Builds `dist/` where it is older than the sources; of several test files that ask at once, one builds. */
export const ensureBuilt = (): Promise<void> =>
  ensure('dist/cli.js', ['src'], () => execa('node', ['scripts/build.js'], { cwd: projectFolder }));

/** Builds `dist/browser/`, what the pages load, where it is older than its sources. */
export const ensureBrowserBuilt = (): Promise<void> =>
  ensure('dist/browser/manual/index.json', browserSources, async () => {
    const { buildBrowser } = await import('../../scripts/browser-build.js');
    await buildBrowser(projectFolder, join(projectFolder, 'dist/browser'));
  });

/** @param built a file that a build writes anew */
async function ensure(built: string, sources: readonly string[], build: () => Promise<unknown>): Promise<void> {
  const isBuilt = () =>
    isFresh(
      join(projectFolder, built),
      sources.map((folder) => join(projectFolder, folder)),
    );
  while (!isBuilt()) {
    if (takeLock()) {
      try {
        if (!isBuilt()) await build();
      } finally {
        rmSync(lock, { force: true });
      }
      return;
    }
    await sleep(50);
  }
  while (isLocked()) await sleep(50);
}

/** Takes the lock: a file with the number of this process in it, which is there whole or not at all. */
function takeLock(): boolean {
  if (isLocked()) return false;
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, lock);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(own);
  }
}

/** Whether a process holds the lock. One that was ended in the middle of a build has left it behind: it is removed. */
function isLocked(): boolean {
  if (statSync(lock, { throwIfNoEntry: false }) === undefined) return false;
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch {
    rmSync(lock, { force: true });
    return false;
  }
}
