import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Seed } from '../kernel/ids.ts';
import { hexOf } from './checksummed-lines.ts';

/** The format that `db.json` is written in. */
export const databaseFormat = 1;

/** What the first line says of the place of the file among the commits. It is nobody's to edit. */
export interface Standing {
  readonly seed: Seed;
  /** The last commit that the file holds. */
  readonly seq: number;
  readonly starts: number;
}

/** The checksum of what the first line says of the place of the file. */
export const standingSum = ({ seed, seq, starts }: Standing): string => hexOf(crc32(`${seed} ${seq} ${starts}`));

/** What the first line says, as it is written here: it ends in a comma. */
export const headIn = (firstLine: string): { readonly seq?: unknown; readonly checksum?: unknown } =>
  JSON.parse(`${firstLine.slice(0, firstLine.lastIndexOf(','))}}`);

/** The lines that a data set and a collection begin with, as they are written here: their names, and the ids drawn. */
export const setLine = /^("(?:[^"\\]|\\.)*"):\{"count":(\d+),"collections":\{$/;
export const collectionLine = /^("(?:[^"\\]|\\.)*"):\[$/;

const pieceLength = 256 * 1024;
const bytesASync = 16 * 1024 * 1024;

/**
 * The text of `db.json` on its way to the file, one record a line, in pieces that are each made within a millisecond or
 * two. The first line has the checksum of all bytes behind it, by which a file that somebody edited is known; it is put
 * in last.
 */
export class DatabaseText {
  readonly #file: FileHandle;
  readonly #proceed: () => void;
  /** The bytes of a piece, the same for all of them: fresh ones would lie about until they are collected. */
  #bytes = Buffer.allocUnsafeSlow(2 * pieceLength);
  #firstLine = '';
  #text = '';
  /** What stands before the next data set, collection and record. */
  #before = { set: '', collection: '', record: '' };
  /** The checksum of all that was written. */
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

  /** @param count how many ids it has drawn */
  beginSet(key: string, count: number): void {
    this.#text += `${this.#before.set}${JSON.stringify(key)}:{"count":${count},"collections":{`;
    this.#before = { set: ',\n', collection: '\n', record: '' };
  }

  beginCollection(name: string): void {
    this.#text += `${this.#before.collection}${JSON.stringify(name)}:[`;
    this.#before.collection = ',\n';
    this.#before.record = '\n';
  }

  /** Adds a record. */
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

  /** Whether it is time to `flush`. */
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
    // One large sync at the end would hold up the journal's writes on some file systems.
    if (this.#unsynced >= bytesASync) {
      this.#unsynced = 0;
      await this.#file.datasync();
    }
  }
}
