import { isUtf8 } from 'node:buffer';
import { faultIn } from '../../../core/base/json-fault.ts';
import { escapedPattern } from '../../../core/base/text-pattern.ts';
import { damaged, type FilePosition } from '../errors.ts';
import { isStored, newline } from '../journal/line-reader.ts';

/** A JSON file that a user may have edited, and the places of its records and fields. */
export class JsonText {
  readonly #path: string;
  readonly #text: string;
  /** The size of the byte order mark at the beginning, in bytes. */
  readonly #shift: number;

  /** @throws StorageError if the bytes are not UTF-8 */
  constructor(path: string, bytes: Buffer) {
    if (!isUtf8(bytes)) throw damaged(path, firstLineBeyondUtf8(bytes), 'the line is not UTF-8');
    this.#path = path;
    this.#text = bytes.toString().replace(/^\ufeff/, '');
    this.#shift = bytes.length - Buffer.byteLength(this.#text);
  }

  /** @throws StorageError with the place and the record if the text is not JSON */
  parse(): unknown {
    try {
      return JSON.parse(this.#text);
    } catch {
      return this.#parseMended(withCommasMended(this.#text));
    }
  }

  #parseMended(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      const index = faultIn(text);
      const isCut = index >= text.length;
      const reason = isCut
        ? 'the file ends unexpectedly'
        : `${JSON.stringify(text.charAt(index))} is not valid JSON here`;
      throw damaged(this.#path, this.placeAt(index), reason + this.#recordAround(index));
    }
  }

  placeAt(index: number): FilePosition {
    const before = this.#text.slice(0, Math.max(0, index));
    return { offset: this.#shift + Buffer.byteLength(before), line: before.split('\n').length };
  }

  /** The index of a record, searched from `from` on: of its text as an emulator writes it, or else of its id. */
  indexOfRecord(record: object, from: number): number {
    const index = this.#text.indexOf(JSON.stringify(record), from);
    if (index !== -1 || !isStored(record)) return Math.max(from, index);
    return this.indexOfField('id', JSON.stringify(record.id), from);
  }

  /**
   * The index of a named field whose value starts with `value`, searched from `from` on; `from` if there is no such
   * field.
   */
  indexOfField(name: string, value: string, from: number): number {
    const pattern = new RegExp(`${escapedPattern(JSON.stringify(name))}\\s*:\\s*${escapedPattern(value)}`, 'g');
    pattern.lastIndex = from;
    return pattern.exec(this.#text)?.index ?? from;
  }

  /** Names the record whose line contains an index, if possible. */
  #recordAround(index: number): string {
    const start = this.#text.lastIndexOf('\n', index - 1) + 1;
    const end = this.#text.indexOf('\n', index);
    const line = this.#text.slice(start, end === -1 ? undefined : end);
    const [, id] = /^\{"id":\s?"([^"]{1,80})"/.exec(line) ?? [];
    return id === undefined ? '' : `, in the record ${id}`;
  }
}

/**
 * The text without surplus commas, and with the missing commas, where a user added or removed whole lines. Every
 * character keeps its index.
 */
const withCommasMended = (text: string): string =>
  text.replace(/,(?=\r?\n\s*[\]}])/g, ' ').replace(/(?<=[\]}])\r?\n(?=[{"])/g, (end) => ','.padEnd(end.length));

function firstLineBeyondUtf8(bytes: Buffer): FilePosition {
  let offset = 0;
  for (let line = 1; ; line++) {
    const end = bytes.indexOf(newline, offset);
    if (end === -1 || !isUtf8(bytes.subarray(offset, end))) return { offset, line };
    offset = end + 1;
  }
}
