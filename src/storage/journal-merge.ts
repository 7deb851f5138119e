import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { hexOf } from './checksummed-lines.ts';
import { collectionLine, DatabaseText, headIn, setLine } from './database-text.ts';
import { type Changes, JournalChanges, type MergeOptions, NotMergeable, type SetChanges } from './journal-changes.ts';
import { newline, readLines, textOf } from './reading.ts';

/*
 * Makes a new `db.json` of the old one and the journal, from the files alone: a thread of its own can do it while commits
 * go on. What it holds on to is where in the journal the newest version of each record stands, no record itself.
 */

/** @throws NotMergeable; or what the system says */
export async function mergeJournal(options: MergeOptions): Promise<void> {
  const { target, standing, version, database } = options;
  const head = database === null ? null : readHead(database);
  const journal = new JournalChanges(options, head?.seq ?? 0);
  await journal.read();
  const file = await open(target, 'w', 0o600);
  try {
    const out = new DatabaseText(file);
    await out.begin(standing, version);
    const merge = new Merge(out, journal);
    if (database !== null) await merge.followOld(database, head!.checksum);
    await merge.addNew();
    await out.end();
    await file.sync();
  } finally {
    journal.close();
    await file.close();
  }
}

/** What the first line of a `db.json` says that is needed here. */
function readHead(path: string): { seq: number; checksum: string } {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(4096);
    const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0));
    const { seq, checksum } = headIn(text.slice(0, text.indexOf('\n')));
    if (typeof seq === 'number' && typeof checksum === 'string') return { seq, checksum };
  } catch {
    // It was arranged by hand.
  } finally {
    closeSync(file);
  }
  throw new NotMergeable('db.json does not begin as it is written');
}

/** Follows the old file and writes the new one. */
class Merge {
  readonly #out: DatabaseText;
  readonly #journal: JournalChanges;
  #set: { key: string; changes: SetChanges | undefined } | null = null;
  #kind: { name: string; changes: Changes | undefined } | null = null;
  #isOver = false;

  constructor(out: DatabaseText, journal: JournalChanges) {
    this.#out = out;
    this.#journal = journal;
  }

  /** Writes what the old file holds, with the changes in their places. */
  async followOld(path: string, checksum: string): Promise<void> {
    let sum: number | null = null;
    const takePiece = (piece: Buffer): void => {
      const start = sum === null ? piece.indexOf(newline) + 1 : 0;
      sum = crc32(piece.subarray(start), sum ?? 0);
    };
    const comma = 0x2c;
    const take = (buffer: Buffer, from: number, end: number, { line }: { line: number }) =>
      line === 1 ? undefined : this.#take(textOf(buffer, from, buffer[end - 1] === comma ? end - 1 : end) ?? '');
    await readLines(path, take, takePiece);
    if (!this.#isOver || hexOf(sum ?? 0) !== checksum) throw new NotMergeable('db.json is not as it was written');
  }

  /** Writes the data sets that the old file has not, or not any more. */
  async addNew(): Promise<void> {
    for (const [key, changes] of this.#journal.sets) {
      if (changes.count === 0 && [...changes.kinds.values()].every(({ written }) => written.size === 0)) continue;
      this.#out.beginSet(key, changes.count);
      await this.#endSet(changes);
    }
  }

  #take(text: string): Promise<void> | undefined {
    if (this.#kind !== null && text.startsWith('{')) {
      this.#takeRecord(this.#kind, text);
      return this.#out.isFull ? this.#out.flush() : undefined;
    }
    if (text === ']' && this.#kind !== null) return this.#endKind(this.#kind);
    if (text === '}}' && this.#set !== null) return this.#leaveSet(this.#set);
    if (text === '}}') this.#isOver = true;
    else if (text !== '"sets":{') this.#begin(text);
    return undefined;
  }

  #begin(text: string): void {
    const [, key, count] = setLine.exec(text) ?? [];
    const [, name] = collectionLine.exec(text) ?? [];
    if (key !== undefined && this.#set === null) {
      const changes = this.#journal.sets.get(JSON.parse(key));
      this.#set = { key: JSON.parse(key), changes };
      if (changes?.isNew !== true) this.#out.beginSet(this.#set.key, changes?.count ?? Number(count));
    } else if (name !== undefined && this.#set !== null && this.#kind === null) {
      const kind = JSON.parse(name);
      this.#kind = { name: kind, changes: this.#set.changes?.kinds.get(kind) };
      if (this.#set.changes?.isNew !== true) this.#out.beginCollection(kind);
    } else {
      throw new NotMergeable('db.json is not laid out as it is written');
    }
  }

  #takeRecord({ name, changes }: { name: string; changes: Changes | undefined }, text: string): void {
    if (this.#set!.changes?.isNew === true) return;
    if (changes === undefined) {
      this.#out.add(text);
      return;
    }
    const id = /^\{"id":"([^"\\]*)"/.exec(text)?.[1] ?? JSON.parse(text).id;
    if (changes.removed.has(id)) return;
    const place = changes.written.get(id);
    if (place === undefined) {
      this.#out.add(text);
    } else {
      changes.written.delete(id);
      this.#out.add(this.#journal.textAt(name, place));
    }
  }

  async #endKind({ name, changes }: { name: string; changes: Changes | undefined }): Promise<void> {
    const { changes: own } = this.#set!;
    this.#kind = null;
    if (own?.isNew === true) return;
    await this.#addWritten(name, changes);
    this.#out.endCollection();
    own?.kinds.delete(name);
  }

  async #leaveSet({ key, changes }: { key: string; changes: SetChanges | undefined }): Promise<void> {
    this.#set = null;
    if (changes?.isNew === true) return;
    this.#journal.sets.delete(key);
    await this.#endSet(changes);
  }

  /** Writes the kinds of records that the old file has none of, and the end of the data set. */
  async #endSet(changes: SetChanges | undefined): Promise<void> {
    for (const [name, kind] of changes?.kinds ?? []) {
      if (kind.written.size === 0) continue;
      this.#out.beginCollection(name);
      await this.#addWritten(name, kind);
      this.#out.endCollection();
    }
    this.#out.endSet();
  }

  async #addWritten(name: string, changes: Changes | undefined): Promise<void> {
    for (const place of changes?.written.values() ?? []) {
      this.#out.add(this.#journal.textAt(name, place));
      if (this.#out.isFull) await this.#out.flush();
    }
  }
}
