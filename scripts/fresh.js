import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a built file is newer than everything in its source folders.
 * @param built its path
 * @param sources paths of the folders
 */
export function isFresh(built, sources) {
  const found = statSync(built, { throwIfNoEntry: false });
  return found !== undefined && sources.every((folder) => newestIn(folder) <= found.mtimeMs);
}

function newestIn(folder) {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    newest = Math.max(newest, statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  }
  return newest;
}
