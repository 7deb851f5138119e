import { randomUUID } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { toIso } from '../../../core/base/instants.ts';
import { isObject } from '../../../core/base/json-values.ts';
import { codeOf } from '../../../core/base/system-errors.ts';
import { quoted } from '../../../core/base/terminal-text.ts';
import { realNow } from '../../../core/base/time.ts';
import { putInPlaceSync } from '../../../core/system/file-replacement.ts';
import { damaged, StorageError, startOfFile } from '../errors.ts';
import { isCount } from '../journal/line-reader.ts';
import { isPresent, type Presence, showPresence } from './presence.ts';
import {
  isInContainer,
  isOfEarlierBoot,
  isOfOwnNamespace,
  isRunning,
  ownIdentity,
  type ProcessIdentity,
} from './process-identity.ts';

interface Owner extends ProcessIdentity {
  /** Unique to this lock, so that the texts of two locks always differ. */
  readonly id: string;
  /**
   * The name of the owner's socket in the folder, which shows other containers whether the owner runs; null if the
   * owner is not in a container.
   */
  readonly socket: string | null;
  readonly url: string | null;
  /** ISO 8601. */
  readonly started: string;
}

/** A file in a data folder that marks the folder as used by one process. */
export class Lock {
  readonly #directory: string;
  readonly #folder: BigIntStats;
  readonly #presence: Presence | null;
  #owner: Owner;

  private constructor(directory: string, owner: Owner, presence: Presence | null) {
    this.#directory = directory;
    this.#folder = statSync(directory, { bigint: true });
    this.#owner = owner;
    this.#presence = presence;
  }

  /**
   * Takes the folder, even from an owner that no longer runs.
   * @throws StorageError that names the owner if the owner runs
   */
  static async acquire(directory: string): Promise<Lock> {
    const id = randomUUID();
    const presence = isInContainer() ? await showPresence(directory, `lock.${id}.sock`) : null;
    const owner: Owner = {
      id,
      ...ownIdentity(),
      socket: presence?.name ?? null,
      url: null,
      started: toIso(realNow()),
    };
    const path = join(directory, 'lock');
    const own = `${path}.${id}.new`;
    try {
      write(own, owner);
      await take(path, own);
      return new Lock(directory, owner, presence);
    } catch (error) {
      await presence?.close();
      throw error;
    } finally {
      rmSync(own, { force: true });
    }
  }

  /**
   * Checks that the folder at its path still belongs to this process. Call this before you replace, remove or rename a
   * file in the folder. The folder may have been moved away, and the path may lead to another emulator's folder.
   * @throws StorageError if the folder no longer belongs to this process
   */
  check(): void {
    if (this.isHeld) return;
    const isGone = this.#isSameFolder && !existsSync(join(this.#directory, 'lock'));
    throw isGone ? unlocked(this.#directory) : lost(this.#directory);
  }

  /** Adds the emulator's address to the lock, for the error message of a second emulator. */
  noteUrl(url: string): void {
    this.check();
    this.#owner = { ...this.#owner, url };
    const path = join(this.#directory, 'lock');
    const own = `${path}.${this.#owner.id}.new`;
    write(own, this.#owner);
    putInPlaceSync(own, path);
  }

  async release(): Promise<void> {
    if (this.isHeld) unlinkSync(join(this.#directory, 'lock'));
    await this.#presence?.close();
  }

  /** Whether the path still leads to the folder of this lock, and the file in it still names this lock. */
  get isHeld(): boolean {
    if (!this.#isSameFolder) return false;
    try {
      return readOwner(join(this.#directory, 'lock'))?.id === this.#owner.id;
    } catch {
      return false;
    }
  }

  get #isSameFolder(): boolean {
    const found = statSync(this.#directory, { bigint: true, throwIfNoEntry: false });
    return found?.dev === this.#folder.dev && found.ino === this.#folder.ino;
  }
}

/** The error of a process whose lock another process removed. */
const unlocked = (directory: string): StorageError =>
  new StorageError(
    `${join(directory, 'lock')} was removed while the emulator ran, so another emulator might be using the folder. No more data ` +
      'was written there; all acknowledged changes are in its journal.ndjson.',
  );

/** The error of a process whose folder was taken away while the process ran. */
const lost = (directory: string): StorageError =>
  new StorageError(
    `${directory} was moved or removed while the emulator ran, or another emulator is using it now. No data was written ` +
      'there; all acknowledged changes are in journal.ndjson in the folder that was moved.',
  );

/**
 * Creates a link to `own` at `path`. To replace the lock of a dead owner, a process first takes a second lock named
 * after that owner. If several processes try at the same time, one of them replaces the dead owner, and the others
 * find the new owner.
 */
async function take(path: string, own: string): Promise<void> {
  for (;;) {
    if (tryLink(own, path)) return;
    const owner = readOwner(path);
    if (owner === null) continue;
    if (await isAlive(dirname(path), owner)) throw inUse(dirname(path), owner);
    const guard = `${path}.${owner.id}`;
    await take(guard, own);
    try {
      if (readOwner(path)?.id !== owner.id) continue;
      const copy = `${own}.copy`;
      link(own, copy);
      putInPlaceSync(copy, path);
      if (owner.socket !== null) rmSync(join(dirname(path), owner.socket), { force: true });
      return;
    } finally {
      unlinkSync(guard);
    }
  }
}

/** Whether an owner runs. An owner in another namespace without a socket counts as running. */
async function isAlive(directory: string, owner: Owner): Promise<boolean> {
  if (isOfEarlierBoot(owner)) return false;
  if (isOfOwnNamespace(owner)) return isRunning(owner);
  return owner.socket === null || (await isPresent(directory, owner.socket));
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

/** Creates a file in one step, unless it exists. A few file systems do not support links. */
function link(own: string, path: string): void {
  try {
    linkSync(own, path);
  } catch (error) {
    // Windows returns the last of these codes for a USB stick.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR'].includes(codeOf(error) ?? '')) throw error;
    copyFileSync(own, path, constants.COPYFILE_EXCL);
  }
}

function inUse(directory: string, owner: Owner): StorageError {
  const { pid, url, process_start, socket } = owner;
  const isElsewhere = !isOfOwnNamespace(owner);
  const place = isElsewhere ? 'in another container, or outside of this container' : `pid ${pid}`;
  const who = `Another emulator (${place}, ${url ?? 'just starting'}) is using ${directory}`;
  const wayOut =
    url === null || isElsewhere ? 'stop it' : `stop it with \`npx payments-emulator stop --url ${quoted(url)}\``;
  // If the system does not report when a process started, another process may have the same number now.
  const isUnsure = isElsewhere ? socket === null : process_start === null;
  const unless = isElsewhere ? 'it is no longer running' : `process ${pid} is not an emulator`;
  const remark = isUnsure ? ` If ${unless}, delete ${join(directory, 'lock')}.` : '';
  return new StorageError(`${who}; ${wayOut} or choose another --data-dir.${remark}`);
}

function write(path: string, owner: Owner): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, `${JSON.stringify(owner)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The running process that uses a data folder, if any. @throws StorageError if the lock is not a lock */
export async function ownerOf(directory: string): Promise<{ pid: number; url: string | null } | null> {
  const owner = readOwner(join(directory, 'lock'));
  return owner !== null && (await isAlive(directory, owner)) ? { pid: owner.pid, url: owner.url } : null;
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
    const reason = 'the lock does not identify an owner; delete it if no emulator is using the folder';
    throw damaged(path, startOfFile, reason);
  }
  return owner;
}

function parse(text: string): Owner | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return null;
    const { id, pid, process_start, boot_id, pid_namespace = null, socket = null, url, started } = value;
    const fits =
      typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id) && isCount(pid) && pid > 0 && typeof started === 'string';
    if (!fits || !isTextOrNull(process_start) || !isTextOrNull(boot_id) || !isTextOrNull(pid_namespace)) return null;
    if (!isTextOrNull(url) || (socket !== null && socket !== `lock.${id}.sock`)) return null;
    return { id, pid, process_start, boot_id, pid_namespace, socket, url, started };
  } catch {
    return null;
  }
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';
