import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readRegularFile } from '../regular-file.ts';

/** A program that is larger is no script that somebody wrote. */
const largestScript = 1024 * 1024;
/** How many files are looked into, and how many names of files are tried, at most. */
const mostFiles = 1_000;
const mostTried = 50_000;

/** Variables that every process has, or that an emulator gives to what runs beside it. */
const everybodys = /^(PATH|HOME|PWD|OLDPWD|USER|LOGNAME|SHELL|SHLVL|TERM|LANG|LC_\w+|TMPDIR|_|EMULATOR_\w+)$/;
/** How a script of the package is run: `npm test`, `pnpm run play`, `node --run play`. */
const packageScript = /\b(?:npm|pnpm|yarn|bun)\s+(?:run-script\s+|run\s+)?([\w:.-]+)|\bnode\s+--run\s+([\w:.-]+)/g;
/** Programs that find by themselves what they run. */
const runners = /\b(vitest|jest|mocha|ava|tap|playwright|pytest|tox|rspec|phpunit)\b|\bnode\s+--test\b|\bgo\s+test\b/;
const sources = /\.([cm]?[jt]sx?|py|rb|php|go|sh|json|ya?ml|toml)$/;
/** What may be the path of a file: it has a point or a slash. */
const isName = /^(?=.{2,300}$)[^:?#]*[./][^:?#]*$/;
const endings = ['', '.js', '.mjs', '.cjs', '.ts', '.py', '.sh', '/index.js', '/index.ts'];
/** Folders that hold what others wrote, or what is made of what is elsewhere. */
const notTheirs = /^(node_modules|dist|build|out|coverage|vendor|__pycache__|\..*)$/;

/**
 * The names of the variables that a command may read and that are set: those that its words mention, the files that its
 * words name, or files that these name in turn; behind `npm test` those of the package's script, and behind a runner that
 * looks for tests by itself all sources in the folder. Their values stay where they are.
 * @param words the words of the command, and lines for the shell
 * @param folder where it runs
 */
export function variablesIn(words: readonly string[], folder = process.cwd()): string[] {
  const reading = new Reading(folder);
  reading.line(words.join(' '));
  for (const word of words) {
    reading.text(word, folder);
    reading.file(word);
  }
  const { mentioned } = reading;
  return Object.keys(process.env)
    .filter((name) => /^[A-Z]\w{2,}$/.test(name) && !everybodys.test(name) && mentioned.has(name))
    .sort();
}

/** What is read of a command: the words in all files that it leads to. */
class Reading {
  readonly mentioned = new Set<string>();
  readonly #folder: string;
  readonly #known = new Set<string>();
  #tried = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A line that a shell runs: it may run scripts of the package, or a program that looks for tests. */
  line(text: string): void {
    const scripts = this.#scripts();
    for (const [, run, named = run] of text.matchAll(packageScript)) {
      const name = named === 't' ? 'test' : (named ?? '');
      for (const each of [`pre${name}`, name, `post${name}`]) {
        const script = scripts[each];
        const mark = `script ${each}`;
        if (script === undefined || this.#known.has(mark)) continue;
        this.#known.add(mark);
        this.line(script);
        this.text(script, this.#folder);
      }
    }
    if (runners.test(text)) this.#all(this.#folder);
  }

  /** A text that may name variables, and files: from where it is, or from where the command runs. */
  text(text: string, from: string): void {
    for (const name of text.match(/\w+/g) ?? []) this.mentioned.add(name);
    const parts = new Set(text.split(/[\s'"`;&|()<>=,{}[\]]+/).filter((part) => isName.test(part)));
    for (const part of parts) {
      for (const folder of new Set([from, this.#folder])) {
        for (const ending of endings) this.#file(resolve(folder, part + ending));
      }
    }
    // A module of Python is named by dots, and without its ending.
    for (const [, name] of text.matchAll(/^\s*(?:from|import)\s+\.?(\w[\w.]*)/gm)) {
      this.#file(resolve(from, `${name!.replaceAll('.', '/')}.py`));
    }
  }

  /** What a word of the command names. */
  file(word: string): void {
    this.#file(resolve(this.#folder, word));
  }

  #file(path: string): void {
    if (this.#known.has(path) || this.#known.size > mostFiles || ++this.#tried > mostTried) return;
    if (path.includes('/node_modules/') || !isFile(path)) return;
    this.#known.add(path);
    const text = textOf(path);
    // What is no text names nothing.
    if (text.includes('\0')) return;
    this.text(text, dirname(path));
    if (!sources.test(path) || path.endsWith('.sh')) this.line(text);
  }

  /** Every source in a folder and below it. */
  #all(folder: string): void {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (notTheirs.test(entry.name) || this.#known.size > mostFiles) continue;
      if (entry.isDirectory()) this.#all(path);
      else if (sources.test(entry.name)) this.#file(path);
    }
  }

  #scripts(): Readonly<Record<string, string>> {
    try {
      return JSON.parse(textOf(join(this.#folder, 'package.json'))).scripts ?? {};
    } catch {
      return {};
    }
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What a file holds, where that is a text; nothing where it cannot be read. */
function textOf(path: string): string {
  try {
    return readRegularFile(path, largestScript).toString();
  } catch {
    return '';
  }
}
