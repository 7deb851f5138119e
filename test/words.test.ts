import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../src/cli/program.ts';
import { projectFolder } from './support/build.ts';

/** The words that a reader meets twice before understanding them (docs/internals/writing.md). */
const refused: readonly RegExp[] = [
  /\bmend(s|ed|ing)?\b/i,
  /\bis no (json|yaml|har|duration|number|move|kind|amount|address|path|record|time|name)\b/i,
  /\black(s|ing)\b/i,
  /\b(anew|afresh|therein)\b/i,
  /\bstands? (still|at)\b/i,
  /\btime lines?\b/i,
  /\bsent (nowhere|to nobody)\b/i,
  /\b(hold|held) against the service\b/i,
  /\bcame of it\b/i,
  /\bof its own accord\b/i,
  /\bgone? back into\b/i,
  /\b(nobody|nowhere)\b/i,
];

const refusedIn = (text: string): string[] => refused.flatMap((word) => word.exec(text)?.[0] ?? []);

const commandsOf = (command: Command): Command[] => [command, ...command.commands.flatMap(commandsOf)];

const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);

/** The texts of a source file that a person may read: strings and markup with a space in them. */
function textsOf(file: string): { line: number; text: string }[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(projectFolder, file), 'utf8'),
    ts.ScriptTarget.ES2023,
    true,
  );
  const found: { line: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      if (node.text.includes(' ')) found.push({ line, text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The lines of a manual page that are prose. */
function proseOf(page: string): { line: number; text: string }[] {
  let isCode = false;
  return readFileSync(join(projectFolder, page), 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      if (/^\s*```/.test(text)) isCode = !isCode;
      return isCode ? [] : [{ line: index + 1, text: text.replace(/`[^`]*`/g, '') }];
    });
}

describe('plain words', () => {
  it('are in the help of every command', async () => {
    const faults = commandsOf(await buildProgram()).flatMap((command) =>
      refusedIn(command.helpInformation()).map((word) => `${command.name()}: ${word}`),
    );
    expect(faults).toEqual([]);
  });

  it('are in errors, labels, pages and reports', () => {
    const sources = filesBelow('src', /\.tsx?$/).filter((file) => !/generated|\/(de|es|fr|ja)\.ts$/.test(file));
    const faults = sources.flatMap((file) =>
      textsOf(file).flatMap(({ line, text }) => refusedIn(text).map((word) => `${file}:${line}: ${word}`)),
    );
    expect(faults).toEqual([]);
  });

  it('are in README and manual', () => {
    const pages = ['README.md', ...filesBelow('docs', /^[^/]*\.md$/)];
    const faults = pages.flatMap((page) =>
      proseOf(page).flatMap(({ line, text }) => refusedIn(text).map((word) => `${page}:${line}: ${word}`)),
    );
    expect(faults).toEqual([]);
  });
});
