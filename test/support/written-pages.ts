import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './build.ts';

export const readPage = (page: string): string => readFileSync(join(projectFolder, page), 'utf8');

/**
 * Writes a page that tests make, where it has every line that it had, and more: as with every snapshot, the first run on a
 * developer's machine writes what is new. Elsewhere it must be there.
 * @param page from the project's folder: `docs/coverage.md`
 */
export function writeWhatIsNew(page: string, text: string): void {
  if (process.env.CI === undefined && addsAlone(readPage(page), text)) writeFileSync(join(projectFolder, page), text);
}

/** Whether a text has every line of another one in its order, and more. */
function addsAlone(before: string, after: string): boolean {
  const kept = before.split('\n');
  let at = 0;
  for (const line of after.split('\n')) if (line === kept[at]) at++;
  return at === kept.length && after !== before;
}
