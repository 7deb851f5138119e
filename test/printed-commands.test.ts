import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../src/cli/program.ts';
import { projectFolder } from './support/build.ts';
import { readSources } from './support/sources.ts';
import { readPage } from './support/written-pages.ts';

const commands = (await buildProgram()).commands
  .map((each) => each.name())
  .filter((name) => !name.startsWith('__'))
  .join('|');

/** The short name before a command. Only a script of a project can call it: npm's package of that name is another one. */
const shortName = new RegExp(`(?<![\\w-])emulator (?:${commands})(?!\\w)`);
const isRemark = (line: string): boolean => /^\s*(\*|\/\/|\/\*)/.test(line);

/** The places that name the script of a project, or the format of a file. */
const allowed = ["const script = { name: 'emulator', command: 'emulator start' };", 'testsuite'];

const pages = ['README.md', ...readdirSync(join(projectFolder, 'docs')).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

describe('a command that somebody may copy', () => {
  it('is printed so that it works outside of the scripts of a project', () => {
    const short = readSources().flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => shortName.test(line) && !isRemark(line) && !allowed.some((each) => line.includes(each)))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(short).toEqual([]);
  });

  it.each(pages)('works as %s shows it', (page) => {
    expect(readPage(page)).not.toMatch(/npx emulator\b/);
  });
});
