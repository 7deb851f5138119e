import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readRegularFile } from '../regular-file.ts';

/** A larger file is not a script that a person wrote. */
const largestScript = 1024 * 1024;
/** How many files are read, and how many file names are tried, at most. */
const mostFiles = 1_000;
const mostTried = 50_000;

/** Variables that every process has, or that an emulator sets for the command beside it. */
const everybodys = /^(PATH|HOME|PWD|OLDPWD|USER|LOGNAME|SHELL|SHLVL|TERM|LANG|LC_\w+|TMPDIR|_|EMULATOR_\w+)$/;
/** Matches the commands that run a script of the package: `npm test`, `pnpm run play`, `node --run play`. */
const packageScript = /\b(?:npm|pnpm|yarn|bun)\s+(?:run-script\s+|run\s+)?([\w:.-]+)|\bnode\s+--run\s+([\w:.-]+)/g;
/** Programs that find the files that they run. */
const runners = /\b(vitest|jest|mocha|ava|tap|playwright|pytest|tox|rspec|phpunit)\b|\bnode\s+--test\b|\bgo\s+test\b/;
const sources = /\.([cm]?[jt]sx?|py|rb|php|go|sh|json|ya?ml|toml)$/;
/** Matches what may be a file's path: it contains a dot or a slash. */
const isName = /^(?=.{2,300}$)[^:?#]*[./][^:?#]*$/;
const endings = ['', '.js', '.mjs', '.cjs', '.ts', '.py', '.sh', '/index.js', '/index.ts'];
/** Folders of other people's code or of build output. */
const notTheirs = /^(node_modules|dist|build|out|coverage|vendor|__pycache__|\..*)$/;

/**
 * The names of set variables that a command may read. They are searched for in the words of the command, in the files
 * that it names, and in the files that those name. `npm test` leads to the package's script; a test runner leads to all
 * sources in the folder. Values are never read.
 * @param words the words of the command, and lines for the shell
 * @param folder the command's working folder
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

/** Collects the words in all files that a command leads to. */
class Reading {
  readonly mentioned = new Set<string>();
  readonly #folder: string;
  readonly #known = new Set<string>();
  #tried = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A line for a shell: it may run scripts of the package, or a test runner. */
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

  /** A text that may name variables and files, relative to its own folder or to the working folder. */
  text(text: string, from: string): void {
    for (const name of text.match(/\w+/g) ?? []) this.mentioned.add(name);
    const parts = new Set(text.split(/[\s'"`;&|()<>=,{}[\]]+/).filter((part) => isName.test(part)));
    for (const part of parts) {
      for (const folder of new Set([from, this.#folder])) {
        for (const ending of endings) this.#file(resolve(folder, part + ending));
      }
    }
    // Python names a module with dots and without its ending.
    for (const [, name] of text.matchAll(/^\s*(?:from|import)\s+\.?(\w[\w.]*)/gm)) {
      this.#file(resolve(from, `${name!.replaceAll('.', '/')}.py`));
    }
  }

  /** The file that a word of the command names. */
  file(word: string): void {
    this.#file(resolve(this.#folder, word));
  }

  #file(path: string): void {
    if (this.#known.has(path) || this.#known.size > mostFiles || ++this.#tried > mostTried) return;
    if (path.includes('/node_modules/') || !isFile(path)) return;
    this.#known.add(path);
    const text = textOf(path);
    // A binary file names nothing.
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

/** The content of a text file; nothing if it cannot be read. */
function textOf(path: string): string {
  try {
    return readRegularFile(path, largestScript).toString();
  } catch {
    return '';
  }
}
