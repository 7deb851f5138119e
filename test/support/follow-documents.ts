/**
 * Runs what the documents show. A comment above a fenced block, which no reader sees, says what to do with it:
 *
 *   <!-- run -->                    run it: `sh` by bash, `js` and `ts` by Node, from the document's own folder
 *   <!-- run, exit 1 -->            it must end with this status
 *   <!-- run, until ready -->       it goes on in the background until the document ends; the next block waits until
 *                                   it has printed this text
 *   <!-- run, except npm ci -->     but for its lines that begin so
 *   <!-- run, where php -->         where that program is installed; the test is skipped elsewhere
 *   <!-- file test/a.test.ts -->    write it to this file first; nothing is run
 *   <!-- output -->                 each of its lines must be in what the last run printed; … stands for anything
 *   <!-- steps -->                  run the commands of a pipeline (YAML of GitHub Actions or GitLab);
 *   <!-- steps, except npm ci -->   but for those that begin so
 *   <!-- not run: why -->           leave it
 *
 * The blocks of a document run in their order in one empty project, in which payments-emulator and everything that
 * this project has is installed. `emulator start` listens on a free port there, and 4747 in a block means that port;
 * 3000 to 3004, where applications listen, are free ones of the document's own too.
 * In a document with one mark every block needs one. A document takes part as soon as it has a mark.
 */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, projectFolder } from './build.ts';
import { readBlocks } from './docs.ts';
import { DocumentProject } from './docs-project.ts';

const isText = (name: string) => name.endsWith('.md');
const documents = [
  'README.md',
  ...readdirSync(join(projectFolder, 'docs'))
    .filter(isText)
    .map((name) => join('docs', name)),
  ...readdirSync(join(projectFolder, 'examples'))
    .map((name) => join('examples', name, 'README.md'))
    .filter((path) => existsSync(join(projectFolder, path))),
]
  .map((path) => ({ path, blocks: readBlocks(join(projectFolder, path)) }))
  .filter(({ blocks }) => blocks.some(({ mark }) => mark !== null));

export const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Runs the documents of one of so many parts: the parts are files of their own, so that they run side by side. */
export function followDocuments(part: number, parts: number): void {
  beforeAll(ensureBuilt);
  describe.each(documents.filter((_document, at) => at % parts === part))('$path', ({ path, blocks }) => {
    const project = new DocumentProject(path === 'README.md');
    beforeAll(() => project.open());
    afterAll(() => project.close());

    it('says of each of its blocks what becomes of it', () => {
      expect(blocks.filter(({ mark }) => mark === null).map(({ line, text }) => `${line}: ${text}`)).toEqual([]);
    });

    for (const block of blocks) {
      if (block.mark === null || block.mark.do === 'nothing') continue;
      const lacks = block.mark.do === 'run' && block.mark.where !== null && !isInstalled(block.mark.where);
      it.skipIf(lacks)(`line ${block.line}: ${block.text.split('\n')[0]}`, { timeout: 180_000 }, () =>
        project.follow(block),
      );
    }
  });
}
