import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../core/base/system-errors.ts';
import { writeFile } from './atomic-files.ts';
import { StorageError } from './errors.ts';
import { filesOf } from './folder-reader.ts';
import { restoredFolder } from './journal/restored-snapshots.ts';

/*
 * A backup is a tar file with the files of a data folder, so that `tar` can unpack it. It is consistent although the
 * emulator runs: the journal is opened before db.json, and both are opened again if a compaction replaced one of them
 * in between. The journal then has every commit that this db.json does not have in full. The file `counts` is not part
 * of a backup, because it would count commits that were made after the journal was opened.
 */

const blockLength = 512;
const pieceLength = 1024 * 1024;
/** How often the files are opened again if the emulator replaces them at the same time. */
const mostAttempts = 20;

interface OpenFile {
  readonly name: string;
  readonly file: number;
  readonly length: number;
}

/**
 * The pieces of a backup of a data folder, which an emulator may be using.
 * @throws StorageError if the folder has no data, or changes all the time
 */
export function* backupOf(directory: string): Generator<Uint8Array> {
  const files = openAll(directory);
  try {
    for (const file of files) yield* entryOf(file);
    yield Buffer.alloc(2 * blockLength);
  } finally {
    closeAll(files);
  }
}

function openAll(directory: string): OpenFile[] {
  const { db, journal, snapshots } = filesOf(directory);
  if (!existsSync(journal)) throw new StorageError(`${directory} contains no data. Name the folder with --data-dir.`);
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const opened: OpenFile[] = [];
    try {
      const ownJournal = openFile('journal.ndjson', journal, opened);
      const ownDb = existsSync(db) ? openFile('db.json', db, opened) : null;
      for (const folder of [restoredFolder(journal), snapshots]) openFolder(directory, folder, opened);
      const isSameDb = ownDb === null ? !existsSync(db) : isSame(ownDb, db);
      if (isSameDb && isSame(ownJournal, journal)) return opened.map(withWholeLines).sort(byOrder);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') {
        closeAll(opened);
        throw error;
      }
    }
    closeAll(opened);
  }
  throw new StorageError(`${directory} was changed during the backup. Try again.`);
}

const closeAll = (files: readonly OpenFile[]): void => {
  for (const { file } of files) closeSync(file);
};

function openFile(name: string, path: string, opened: OpenFile[]): OpenFile {
  const file = openSync(path, 'r');
  const { size: length } = fstatSync(file);
  const own = { name, file, length };
  opened.push(own);
  return own;
}

function openFolder(directory: string, folder: string, opened: OpenFile[]): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.new') || !statSync(path).isFile()) continue;
    openFile(`${folder.slice(directory.length + 1)}/${name}`, path, opened);
  }
}

/**
 * The order of the files in a backup: the journal and db.json come last. A restore that is cut off in between thus
 * leaves no data, or a journal without its db.json, which no start accepts.
 */
const orderOf = ({ name }: { readonly name: string }): number =>
  name === 'db.json' ? 2 : name === 'journal.ndjson' ? 1 : 0;
const byOrder = (a: OpenFile, b: OpenFile): number => orderOf(a) - orderOf(b);

const isSame = ({ file }: OpenFile, path: string): boolean => fstatSync(file).ino === statSync(path).ino;

/** The journal up to the last whole line that it has now, when db.json is open, too. */
function withWholeLines(opened: OpenFile): OpenFile {
  if (opened.name !== 'journal.ndjson') return opened;
  const { file } = opened;
  const end = fstatSync(file).size;
  const bytes = Buffer.alloc(pieceLength);
  for (let at = end; at > 0; ) {
    const from = Math.max(0, at - pieceLength);
    const read = readSync(file, bytes, 0, at - from, from);
    const newline = bytes.subarray(0, read).lastIndexOf(0x0a);
    if (newline !== -1) return { ...opened, length: from + newline + 1 };
    at = from;
  }
  return opened;
}

function* entryOf({ name, file, length }: OpenFile): Generator<Uint8Array> {
  yield headerOf(name, length);
  for (let at = 0; at < length; ) {
    const bytes = Buffer.allocUnsafe(Math.min(pieceLength, length - at));
    const read = readSync(file, bytes, 0, bytes.length, at);
    if (read === 0) throw new StorageError(`${name} became shorter during the backup. Try again.`);
    at += read;
    yield bytes.subarray(0, read);
  }
  yield Buffer.alloc((blockLength - (length % blockLength)) % blockLength);
}

/** The header of a file in a tar (POSIX ustar), which only its owner may read. */
function headerOf(name: string, length: number): Buffer {
  const header = Buffer.alloc(blockLength);
  header.write(name, 0, 100);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const sumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0);

/** The names that a backup can contain. */
const allowed = /^(db\.json|journal\.ndjson|(snapshots|restored)\/[\w.-]{1,90})$/;

/**
 * Unpacks a backup into a folder without data.
 * @param file a descriptor of the backup
 * @throws StorageError if the folder has data, or if the file is not a complete backup
 */
export async function restoreInto(directory: string, file: number): Promise<string[]> {
  const { db, journal } = filesOf(directory);
  if (existsSync(db) || existsSync(journal)) {
    throw new StorageError(`${directory} already contains data. Name an empty folder with --data-dir.`);
  }
  const entries = entriesOf(file);
  const isNew = !existsSync(directory);
  const written: string[] = [];
  try {
    for (const { name, start, length } of entries) {
      const path = join(directory, name);
      written.push(path);
      await unpack(path, file, start, length);
    }
  } catch (error) {
    // A part of a backup must not look like a folder with data.
    for (const path of written.reverse()) rmSync(path, { force: true });
    if (isNew) rmSync(directory, { recursive: true, force: true });
    throw error;
  }
  return entries.map(({ name }) => name);
}

interface Entry {
  readonly name: string;
  readonly start: number;
  readonly length: number;
}

/** The files in a backup. @throws StorageError if the backup is not complete */
function entriesOf(file: number): Entry[] {
  const entries: Entry[] = [];
  const { size } = fstatSync(file);
  for (let at = 0; ; ) {
    const header = Buffer.alloc(blockLength);
    if (readSync(file, header, 0, blockLength, at) < blockLength) throw notBackup();
    if (header.every((byte) => byte === 0)) break;
    const { name, length } = readHeader(header);
    const start = at + blockLength;
    if (start + length > size) throw notBackup();
    entries.push({ name, start, length });
    at = start + Math.ceil(length / blockLength) * blockLength;
  }
  if (!entries.some(({ name }) => name === 'journal.ndjson')) throw notBackup();
  return entries;
}

const notBackup = (): StorageError =>
  new StorageError('The file is not a complete backup. Use a file that the command backup wrote.');

function readHeader(header: Buffer): { name: string; length: number } {
  const text = (from: number, to: number): string => header.toString('latin1', from, to).replace(/\0.*$/s, '');
  const name = text(0, 100);
  const length = Number.parseInt(text(124, 136), 8);
  const sum = Number.parseInt(text(148, 156), 8);
  header.write('        ', 148);
  if (sumOf(header) !== sum || !allowed.test(name) || !Number.isSafeInteger(length)) throw notBackup();
  return { name, length };
}

async function unpack(path: string, from: number, start: number, length: number): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, async (target) => {
    for (let at = 0; at < length; ) {
      const bytes = Buffer.allocUnsafe(Math.min(pieceLength, length - at));
      const read = readSync(from, bytes, 0, bytes.length, start + at);
      if (read === 0) throw notBackup();
      await target.writeFile(bytes.subarray(0, read));
      at += read;
    }
  });
  await chmod(path, 0o600);
}
