import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../support/build.ts';

const tracked = execaSync('git', ['ls-files'], { cwd: projectFolder }).stdout.split('\n');
const read = (path: string) => ({ path, text: readFileSync(join(projectFolder, path), 'utf8') });
/** What runs on a user's machine, or on that of who builds the project. */
const programs = tracked.filter((path) => /^(src|bin|scripts|examples)\/.*\.[cm]?[jt]sx?$/.test(path)).map(read);

/** Where a pattern is found: `path: the line`. */
const found = (pattern: RegExp, isAllowed: (path: string) => boolean = () => false): string[] =>
  programs
    .filter(({ path }) => !isAllowed(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim()}`] : [])),
    );

describe('what a system without POSIX would trip over', () => {
  it('is not a path that is joined or cut as text', () => {
    const joined = /\$\{\w*(folder|directory|dir|root|cwd|tmpdir)(\(\))?\}\//i;
    const cut = /\b(file|folder|directory)\.(split|lastIndexOf)\(['"]\//i;
    expect([...found(joined), ...found(cut)]).toEqual([]);
  });

  it('is not an address of a file that is made, or read, as text', () => {
    expect([...found(/['"`]file:\/\//), ...found(/import\.meta\.url\)\.pathname/)]).toEqual([]);
  });

  it('is not a device or folder of POSIX, but in the completion of its shells', () => {
    expect(found(/(?<![\w.!-])\/(dev|tmp|etc|usr)\//, (path) => path.startsWith('src/cli/completion/'))).toEqual([]);
  });

  it('is not a program that is started without looking for its script', () => {
    const isOurOwn = (path: string) => path.startsWith('scripts/') || path.startsWith('examples/');
    const plain = /\{[^}]*\b(spawn|execFile)\b[^}]*\} (from|= await import\() ?'node:child_process'/;
    expect(found(plain, isOurOwn)).toEqual([]);
  });

  it('is not a script of a package that sets a variable as POSIX shells do', () => {
    const scripts = tracked
      .filter((path) => path.endsWith('package.json') && !path.startsWith('test/'))
      .flatMap((path) => Object.values<string>(JSON.parse(read(path).text).scripts ?? {}));
    expect(scripts.filter((script) => /(^|&& )[A-Z_]+=/.test(script))).toEqual([]);
  });

  it('is not a name of a file that its disks cannot hold, or hold beside another', () => {
    expect(tracked.filter((path) => /[<>:"|?*\\]|[. ]$/m.test(path))).toEqual([]);
    expect(tracked.length - new Set(tracked.map((path) => path.toLowerCase())).size).toBe(0);
  });

  it('is no text whose lines git would end in another way', () => {
    expect(read('.gitattributes').text).toMatch(/^\* text=auto eol=lf$/m);
  });
});
