import { mkdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/**
 * A third of a start would be V8 compiling the same program again. What it made of it is kept in a file for the next
 * process: 95 ms of processor time less for `emulator start`, 10 ms less for the commands that talk to one (Node 20 on the
 * machine of bench/results.json; `npm run bench -- --only start` measures it, with EMULATOR_CODE_CACHE=off without it).
 * Node has this as `module.enableCompileCache()` from 22.8 on.
 */

/** A program that was loaded. */
export interface Loaded<Exports> {
  readonly exports: Exports;
  /** Keeps for the next process what was compiled until now, where nothing is kept yet; called again, it does nothing. */
  readonly keepCode: () => void;
}

/**
 * Loads a CommonJS bundle, as `require` would, with what an earlier process kept of it. Code that is not there, of other
 * sources, of another Node or damaged is made anew, and a folder that cannot be written to is left alone.
 * @param file in the folder of this one; ASCII, its first line a comment with the checksum of the rest in 64 digits
 * @param use what it is loaded for: each use keeps the functions that it needs
 */
export function loadProgram<Exports>(file: string, use: string): Loaded<Exports> {
  const source = readFileSync(file, 'latin1');
  const name = `${use}-${process.version}-${process.arch}`;
  const checksum = source.slice(2, 2 + checksumLength);
  const folders = foldersBeside(file);
  const code = kept(folders, name, checksum);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    cachedData: code ?? undefined,
  });
  const program = { exports: {} as Exports, lazily: (name: string) => import(name) };
  script.runInThisContext()(program.exports, require, program, file, dirname(file));
  // V8 refuses code of another version of it, or of other flags.
  let isKept = code !== null && script.cachedDataRejected === false;
  const keepCode = () => {
    if (!isKept && folders.length > 0) keep(folders, name, checksum, script.createCachedData());
    isKept = true;
  };
  return { exports: program.exports, keepCode };
}

const checksumLength = 64;

/** Beside the program, else in the user's cache; the first that has the code, or can take it, does. */
function foldersBeside(file: string): string[] {
  const { EMULATOR_CODE_CACHE: asked, XDG_CACHE_HOME: caches, LOCALAPPDATA: local, HOME: home } = process.env;
  if (asked === 'off') return [];
  const own = caches || local || (home && join(home, '.cache'));
  return [join(dirname(file), 'code-cache'), ...(own ? [join(own, 'payments-emulator')] : [])];
}

/**
 * The code that was kept. V8 takes what it is given and dies of damaged code, so that the code stands twice in its file:
 * to compare both took 1 ms for `emulator start`, where a checksum took 2 to 6.
 */
function kept(folders: readonly string[], name: string, checksum: string): Buffer | null {
  for (const [at, folder] of folders.entries()) {
    try {
      const path = join(folder, name);
      // Root may have the home folder of somebody else, who must not choose what root runs.
      if (at > 0 && process.getuid !== undefined && statSync(path).uid !== process.getuid()) continue;
      const bytes = readFileSync(path);
      const middle = checksumLength + (bytes.length - checksumLength) / 2;
      const code = bytes.subarray(checksumLength, middle);
      const isOf = bytes.toString('latin1', 0, checksumLength) === checksum;
      if (isOf && code.length > 0 && code.equals(bytes.subarray(middle))) return code;
    } catch {
      // It is not there, or cannot be read.
    }
  }
  return null;
}

function keep(folders: readonly string[], name: string, checksum: string, code: Buffer): void {
  const bytes = Buffer.concat([Buffer.from(checksum, 'latin1'), code, code]);
  folders.some((folder) => couldWrite(folder, name, bytes));
}

/** Written aside and renamed: of several processes that start at once, each finds the code whole or not at all. */
function couldWrite(folder: string, name: string, bytes: Buffer): boolean {
  const aside = join(folder, `${name}.${process.pid}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(aside, bytes, { mode: 0o600 });
    renameSync(aside, join(folder, name));
    return true;
  } catch {
    remove(aside);
    return false;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It could not be made.
  }
}
