import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { toIso } from '../base/instants.ts';
import { realNow } from '../base/time.ts';
import { quoted } from '../text.ts';
import { codeOf, damaged, StorageError } from './errors.ts';
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts';
import { isCount, isObject } from './reading.ts';

interface Owner extends ProcessIdentity {
  /** Unique to this lock, so that the texts of two locks always differ. */
  readonly id: string;
  readonly url: string | null;
  /** ISO 8601. */
  readonly started: string;
}

/** A file in a data folder that marks it as used by one process. */
export class Lock {
  readonly #path: string;
  #owner: Owner;

  private constructor(path: string, owner: Owner) {
    this.#path = path;
    this.#owner = owner;
  }

  /**
   * Takes the folder, also from an owner that no longer runs.
   * @throws StorageError that names the owner if it runs
   */
  static acquire(directory: string): Lock {
    const owner: Owner = { id: randomUUID(), ...ownIdentity(), url: null, started: toIso(realNow()) };
    const path = join(directory, 'lock');
    const own = `${path}.${owner.id}.new`;
    write(own, owner);
    try {
      take(path, own);
    } finally {
      rmSync(own, { force: true });
    }
    return new Lock(path, owner);
  }

  /** Adds the emulator's address for the message that a second one gets. */
  noteUrl(url: string): void {
    this.#owner = { ...this.#owner, url };
    const own = `${this.#path}.${this.#owner.id}.new`;
    write(own, this.#owner);
    renameSync(own, this.#path);
  }

  release(): void {
    if (readOwner(this.#path)?.id === this.#owner.id) unlinkSync(this.#path);
  }
}

/**
 * Puts a link to `own` at `path`. To replace the lock of a dead owner, a process first takes a second lock named after
 * that owner. Of all who try at once, the first still finds the dead owner, and the others find the first.
 */
function take(path: string, own: string): void {
  for (;;) {
    if (tryLink(own, path)) return;
    const owner = readOwner(path);
    if (owner === null) continue;
    if (isRunning(owner)) throw inUse(dirname(path), owner);
    const guard = `${path}.${owner.id}`;
    take(guard, own);
    try {
      if (readOwner(path)?.id !== owner.id) continue;
      const copy = `${own}.copy`;
      link(own, copy);
      renameSync(copy, path);
      return;
    } finally {
      unlinkSync(guard);
    }
  }
}

function tryLink(own: string, path: string): boolean {
  try {
    link(own, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Creates a file in one step, unless it exists. A few file systems have no links. */
function link(own: string, path: string): void {
  try {
    linkSync(own, path);
  } catch (error) {
    // Windows gives the last one for a memory stick.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR'].includes(codeOf(error) ?? '')) throw error;
    copyFileSync(own, path, constants.COPYFILE_EXCL);
  }
}

function inUse(directory: string, { pid, url, process_start }: Owner): StorageError {
  const owner = `Another emulator (pid ${pid}, ${url ?? 'just starting'}) uses ${directory}`;
  const wayOut = url === null ? 'stop it' : `stop it with \`emulator stop --url ${quoted(url)}\``;
  // If the system does not tell when a process started, another process may have got the number.
  const unless = process_start === null ? ` If process ${pid} is no emulator, delete ${join(directory, 'lock')}.` : '';
  return new StorageError(`${owner}; ${wayOut} or choose another --data-dir.${unless}`);
}

function write(path: string, owner: Owner): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeFileSync(file, `${JSON.stringify(owner)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The running process that uses a data folder, if any. @throws StorageError if the lock is no lock */
export function ownerOf(directory: string): { pid: number; url: string | null } | null {
  const owner = readOwner(join(directory, 'lock'));
  return owner !== null && isRunning(owner) ? { pid: owner.pid, url: owner.url } : null;
}

/** The owner of a lock; null if there is no lock. @throws StorageError if the file is something else */
function readOwner(path: string): Owner | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  const owner = parse(text);
  if (owner === null) {
    const reason = 'it names no owner; delete it if no emulator uses the folder';
    throw damaged(path, { offset: 0, line: 1 }, reason);
  }
  return owner;
}

function parse(text: string): Owner | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return null;
    const { id, pid, process_start, boot_id, url, started } = value;
    const fits =
      typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id) && isCount(pid) && pid > 0 && isTextOrNull(process_start);
    if (!fits || !isTextOrNull(boot_id) || !isTextOrNull(url) || typeof started !== 'string') return null;
    return { id, pid, process_start, boot_id, url, started };
  } catch {
    return null;
  }
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';
