import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Seed } from '../../../core/kernel/ids.ts';
import { hexOf } from '../journal/checksummed-lines.ts';

/** The format that `db.json` is written in. */
export const databaseFormat = 1;

/** The part of the first line that tells which commits the file holds. Nobody may edit it. */
export interface Standing {
  readonly seed: Seed;
  /** The last commit that the file holds. */
  readonly seq: number;
  readonly starts: number;
}

/** The checksum of that part of the first line. */
export const standingSum = ({ seed, seq, starts }: Standing): string => hexOf(crc32(`${seed} ${seq} ${starts}`));

/** The content of the first line, which ends in a comma. */
export const headIn = (firstLine: string): { readonly seq?: unknown; readonly checksum?: unknown } =>
  JSON.parse(`${firstLine.slice(0, firstLine.lastIndexOf(','))}}`);

/** The first lines of a data set and of a collection in this layout: their names, and how many ids were drawn. */
export const setLine = /^("(?:[^"\\]|\\.)*"):\{"count":(\d+),"collections":\{$/;
export const collectionLine = /^("(?:[^"\\]|\\.)*"):\[$/;

const pieceLength = 256 * 1024;
const bytesASync = 16 * 1024 * 1024;

/**
 * Writes the text of `db.json` to the file, one record a line, in pieces of a millisecond or two. The first line, which
 * is written last, has the checksum of all bytes after it; an edit shows by it.
 */
export class DatabaseText {
  readonly #file: FileHandle;
  readonly #proceed: () => void;
  /** The buffer of all pieces: new ones would take memory until they are collected. */
  #bytes = Buffer.allocUnsafeSlow(2 * pieceLength);
  #firstLine = '';
  #text = '';
  /** The text before the next data set, collection and record. */
  #before = { set: '', collection: '', record: '' };
  /** The checksum of everything written. */
  #sum = 0;
  #unsynced = 0;

  /** @param proceed called before each piece; throws to give up */
  constructor(file: FileHandle, proceed: () => void) {
    this.#file = file;
    this.#proceed = proceed;
  }

  async begin({ seed, seq, starts }: Standing, version: string): Promise<void> {
    const standing = { seed, seq, starts, standing_checksum: standingSum({ seed, seq, starts }) };
    const head = JSON.stringify({ format: databaseFormat, emulator: version, ...standing, checksum: hexOf(0) });
    this.#firstLine = `${head.slice(0, -1)},\n`;
    await this.#file.writeFile(this.#firstLine);
    this.#text = '"sets":{';
    this.#before.set = '\n';
  }

  /** @param count how many ids were drawn */
  beginSet(key: string, count: number): void {
    this.#text += `${this.#before.set}${JSON.stringify(key)}:{"count":${count},"collections":{`;
    this.#before = { set: ',\n', collection: '\n', record: '' };
  }

  beginCollection(name: string): void {
    this.#text += `${this.#before.collection}${JSON.stringify(name)}:[`;
    this.#before.collection = ',\n';
    this.#before.record = '\n';
  }

  add(text: string): void {
    this.#text += this.#before.record + text;
    this.#before.record = ',\n';
  }

  endCollection(): void {
    this.#text += '\n]';
  }

  endSet(): void {
    this.#text += '\n}}';
  }

  async end(): Promise<void> {
    this.#text += '\n}}\n';
    await this.flush();
    const digits = hexOf(this.#sum);
    await this.#file.write(digits, Buffer.byteLength(this.#firstLine) - `${digits}",\n`.length);
  }

  /** Whether `flush` is due. */
  get isFull(): boolean {
    return this.#text.length >= pieceLength;
  }

  async flush(): Promise<void> {
    this.#proceed();
    const length = Buffer.byteLength(this.#text);
    if (length > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(length);
    this.#bytes.write(this.#text);
    const bytes = this.#bytes.subarray(0, length);
    this.#text = '';
    this.#sum = crc32(bytes, this.#sum);
    await this.#file.writeFile(bytes);
    this.#unsynced += bytes.length;
    // On some file systems, one large sync at the end would block the journal's writes.
    if (this.#unsynced >= bytesASync) {
      this.#unsynced = 0;
      await this.#file.datasync();
    }
  }
}
