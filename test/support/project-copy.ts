import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { projectFolder } from './build.ts';

/** An example of a whole slice: where it belongs, and what it says. */
export interface SliceExample {
  readonly place: string;
  readonly text: string;
}

/** The blocks of a page that have a mark, `<!-- file: src/a.ts -->` or `<!-- change: src/a.ts -->`, as they stand there. */
const blocksOf = (page: string, mark: 'file' | 'change'): { place: string; text: string }[] =>
  [
    ...readFileSync(join(projectFolder, page), 'utf8').matchAll(
      new RegExp(`<!-- ${mark}: (\\S+) -->\n\`\`\`\\w+\n([\\s\\S]*?)\`\`\``, 'g'),
    ),
  ].map(([, place = '', text = '']) => ({ place, text }));

/** The whole slices that `docs/internals/slices.md` shows. */
export const sliceExamples: readonly SliceExample[] = blocksOf('docs/internals/slices.md', 'file');

/** A copy of the project's program in a folder of its own, to be changed, compiled, built and run. */
export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'emulator-slice-'));

  constructor() {
    this.take('src', 'bin', 'fixtures', 'scripts', 'package.json', 'tsconfig.json', 'CHANGELOG.md');
    symlinkSync(join(projectFolder, 'node_modules'), this.at('node_modules'));
  }

  at(path: string): string {
    return join(this.folder, path);
  }

  read(path: string): string {
    return readFileSync(this.at(path), 'utf8');
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
  }

  /** Takes parts of the project into the copy, as old as they are, so that what was built of them is not built again. */
  take(...parts: string[]): void {
    for (const part of parts) {
      cpSync(join(projectFolder, part), this.at(part), { recursive: true, preserveTimestamps: true });
    }
  }

  /**
   * Adds a slice, but its one line to the registry: the import, and the name in the list.
   * @param before the slice that it stands before
   */
  addSlice({ place, text }: SliceExample, name: string, before: string): void {
    this.write(place, text);
    const from = `'${place.replace('src/payments/resources', '.')}'`;
    const registry = this.read('src/payments/resources/registry.ts');
    // Who tries the example has it there already.
    if (registry.includes(from)) return;
    const listed = registry
      .replace(`import { ${before} }`, `import { ${name} } from ${from};\nimport { ${before} }`)
      .replace(`  ${before},\n`, `  ${name},\n  ${before},\n`);
    this.write('src/payments/resources/registry.ts', listed);
  }

  /** Loads the declarations of the copy, and writes what is generated from them. */
  async generate(): Promise<void> {
    await execa('node', ['scripts/generated.js'], { cwd: this.folder });
  }

  /**
   * Makes the new files and the changes that a page shows.
   * @returns the paths of the files
   * @throws Error for a change that fits nowhere, or in several places
   */
  follow(page: string): string[] {
    for (const { place, text } of blocksOf(page, 'file')) this.write(place, text);
    for (const { place, text } of blocksOf(page, 'change')) {
      for (const hunk of text.split('@@\n')) {
        const lines = hunk.trimEnd().split('\n');
        const side = (left: string) =>
          lines.flatMap((line) => (line.startsWith(left) ? [] : [line.slice(1)])).join('\n');
        const [before, after] = [side('+'), side('-')];
        const [start = '', ...rest] = this.read(place).split(before);
        if (rest.length !== 1)
          throw new Error(`${page} changes ${rest.length} places of ${place}, not one:\n${before}`);
        this.write(place, `${start}${after}${rest[0]}`);
      }
    }
    return [...blocksOf(page, 'file'), ...blocksOf(page, 'change')].map(({ place }) => place);
  }

  /** What the compiler says of the copy, a line each. */
  async compile(): Promise<string[]> {
    const { folder: cwd } = this;
    await this.generate();
    const compiler = join(projectFolder, 'node_modules/@typescript/native/bin/tsc');
    const { stdout } = await execa('node', [compiler, '--noEmit', '--incremental', 'false', '--singleThreaded'], {
      cwd,
      reject: false,
    });
    return stdout.split(/\n(?=\S)/).filter((line) => line.includes('error TS'));
  }

  /** Builds the program of the copy; nothing may be said about it. */
  async build(): Promise<void> {
    const { stderr } = await execa('node', ['scripts/build.js', '--program-only'], { cwd: this.folder });
    if (stderr !== '') throw new Error(stderr);
  }

  /** Runs a script in the copy. @returns the JSON that it prints */
  async run(name: string, script: string): Promise<unknown> {
    this.write(name, script);
    const { stdout } = await execa('node', [this.at(name)], { cwd: this.folder });
    return JSON.parse(stdout);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
