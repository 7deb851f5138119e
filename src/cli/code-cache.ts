import { mkdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/**
 * Keeps V8's compiled code in a file for the next process; otherwise a third of a start would be compiling the same
 * program again. Saves 95 ms of processor time for `emulator start`, and 10 ms for the commands that talk to an
 * emulator (Node 20 on the machine of bench/results.json; `npm run bench -- --only start` measures it,
 * EMULATOR_CODE_CACHE=off turns it off). From 22.8 on, Node has this as `module.enableCompileCache()`.
 */

/** A loaded program. */
export interface Loaded<Exports> {
  readonly exports: Exports;
  /** Keeps what was compiled so far, if nothing is kept yet. Further calls do nothing. */
  readonly keepCode: () => void;
}

/**
 * Loads a CommonJS bundle as `require` would, with the code that an earlier process kept. If the kept code is missing,
 * damaged, or from other sources or another Node, the bundle is compiled again; a folder that cannot be written to is
 * left alone.
 * @param file in the folder of this file; ASCII; its first line is a comment with the checksum of the rest in 64 digits
 * @param use the purpose: each purpose keeps the functions that it needs
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
  // V8 rejects code from another version or with other flags.
  let isKept = code !== null && script.cachedDataRejected === false;
  const keepCode = () => {
    if (!isKept && folders.length > 0) keep(folders, name, checksum, script.createCachedData());
    isKept = true;
  };
  return { exports: program.exports, keepCode };
}

const checksumLength = 64;

/**
 * The folder of the program, then the user's cache. The first one that holds the code, or can be written to, is used.
 */
function foldersBeside(file: string): string[] {
  const { EMULATOR_CODE_CACHE: asked, XDG_CACHE_HOME: caches, LOCALAPPDATA: local, HOME: home } = process.env;
  if (asked === 'off') return [];
  const own = caches || local || (home && join(home, '.cache'));
  return [join(dirname(file), 'code-cache'), ...(own ? [join(own, 'payments-emulator')] : [])];
}

/**
 * The kept code. V8 does not check it and crashes on damaged code, so the file holds the code twice. Comparing the
 * copies takes 1 ms for `emulator start`, a checksum took 2 to 6.
 */
function kept(folders: readonly string[], name: string, checksum: string): Buffer | null {
  for (const [at, folder] of folders.entries()) {
    try {
      const path = join(folder, name);
      // Root may run with another user's home folder; that user must not choose what root runs.
      if (at > 0 && process.getuid !== undefined && statSync(path).uid !== process.getuid()) continue;
      const bytes = readFileSync(path);
      const middle = checksumLength + (bytes.length - checksumLength) / 2;
      const code = bytes.subarray(checksumLength, middle);
      const isOf = bytes.toString('latin1', 0, checksumLength) === checksum;
      if (isOf && code.length > 0 && code.equals(bytes.subarray(middle))) return code;
    } catch {
      // The file is missing or unreadable.
    }
  }
  return null;
}

function keep(folders: readonly string[], name: string, checksum: string, code: Buffer): void {
  const bytes = Buffer.concat([Buffer.from(checksum, 'latin1'), code, code]);
  folders.some((folder) => couldWrite(folder, name, bytes));
}

/**
 * Writes a temporary file and renames it, so that processes that start at the same time find the whole code or none.
 */
function couldWrite(folder: string, name: string, bytes: Buffer): boolean {
  const aside = join(folder, `${name}.${process.pid}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(aside, bytes, { mode: 0o600, flag: 'wx' });
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
    // The folder could not be created.
  }
}
