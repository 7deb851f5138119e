import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';

export const projectFolder = join(import.meta.dirname, '../..');
const lock = join(tmpdir(), `emulator-build-${process.getuid?.() ?? 0}-${projectFolder.replaceAll('/', '-')}`);
const longestBuild = 60_000;

/** Builds `dist/` where it is older than the sources; of several test files that ask at once, one builds. */
export const ensureBuilt = (): Promise<void> =>
  ensure('dist/cli.js', 'src', () => execa('node', ['scripts/build.js'], { cwd: projectFolder }));

/** Builds `dist/browser/`, what the pages load, where it is older than the sources of the pages. */
export const ensureBrowserBuilt = (): Promise<void> =>
  ensure('dist/browser/page.css', 'src/pages', async () => {
    const { buildBrowser } = await import('../../scripts/browser-build.js');
    await buildBrowser(projectFolder, join(projectFolder, 'dist/browser'));
  });

/** @param built a file that a build writes anew */
async function ensure(built: string, sources: string, build: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + longestBuild;
  while (!isFresh(built, sources)) {
    if (takeLock()) {
      try {
        if (!isFresh(built, sources)) await build();
      } finally {
        rmSync(lock, { recursive: true, force: true });
      }
      return;
    }
    if (performance.now() > deadline) rmSync(lock, { recursive: true, force: true });
    await sleep(50);
  }
  while (statSync(lock, { throwIfNoEntry: false }) !== undefined && performance.now() < deadline) await sleep(50);
}

function takeLock(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

function isFresh(built: string, sources: string): boolean {
  const found = statSync(join(projectFolder, built), { throwIfNoEntry: false });
  return found !== undefined && newestIn(join(projectFolder, sources)) <= found.mtimeMs;
}

function newestIn(folder: string): number {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    newest = Math.max(newest, statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  }
  return newest;
}
