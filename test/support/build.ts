import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';

export const projectFolder = join(import.meta.dirname, '../..');
const lock = join(tmpdir(), `emulator-build-${process.getuid?.() ?? 0}-${projectFolder.replaceAll('/', '-')}`);
const longestBuild = 60_000;

/** Builds `dist/` where it is older than the sources; of several test files that ask at once, one builds. */
export async function ensureBuilt(): Promise<void> {
  const deadline = performance.now() + longestBuild;
  while (!isFresh()) {
    if (takeLock()) {
      try {
        if (!isFresh()) await execa('node', ['scripts/build.js'], { cwd: projectFolder });
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

function isFresh(): boolean {
  const built = statSync(join(projectFolder, 'dist/cli.js'), { throwIfNoEntry: false });
  return built !== undefined && newestIn(join(projectFolder, 'src')) <= built.mtimeMs;
}

function newestIn(folder: string): number {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  }
  return newest;
}
