import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { projectFolder } from './build.ts';

export const readPage = (page: string): string => readFileSync(join(projectFolder, page), 'utf8');

/**
 * Expects a file of the project to be what its test makes of the code. Only `-u` writes it: a run that mends what it
 * finds would be green here and red where nothing may be written.
 * @param file from the project's folder: `docs/speed.md`
 */
export function expectFile(file: string, text: string): Promise<void> {
  const test = relative(projectFolder, expect.getState().testPath!);
  const remedy = `${file} is not what the code says. Write it with: npx vitest run ${test} -u`;
  return expect(text, remedy).toMatchFileSnapshot(join(projectFolder, file));
}
