import { createGunzip } from 'node:zlib';
import { RecordError } from '../errors.ts';
import { dataClosing, dataOpening, pageClosing, pageOpening } from '../page-elements.ts';
import { longestLine, mostLevels, mostUnpacked, mostValuesOf } from '../read/limits.ts';
import { cut, garbled } from '../read/parse-lines.ts';

/*
 * The content of a record as lines of JSON. The content is unpacked twice, the first time only to measure it piece by
 * piece, so that a small file whose content would fill the memory is refused at little cost.
 */

/** The length of a decompressed piece, in bytes. */
const pieceLength = 256 * 1024;

/**
 * Yields the lines of the content in a page.
 * @param name the name of the page in error messages
 * @throws RecordError if the page is not a record, or if its content exceeds the limits
 */
export async function* linesIn(page: string, name: string): AsyncGenerator<string> {
  const packed = packedIn(page, name);
  await measure(packed, name);
  let begun: Buffer[] = [];
  for await (const piece of unpacked(packed, name)) {
    let start = 0;
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
      yield Buffer.concat([...begun, piece.subarray(start, end)]).toString('utf8');
      begun = [];
      start = end + 1;
    }
    if (start < piece.length) begun.push(piece.subarray(start));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8');
}

function packedIn(page: string, name: string): Buffer {
  if (!page.startsWith(pageOpening)) {
    if (page.trim() === '')
      throw new RecordError(`${name} is empty. Create a record with 'npx payments-emulator exec --record'.`);
    throw new RecordError(
      `${name} is not a record. Create one with 'npx payments-emulator exec --record' or 'npx payments-emulator record save'.`,
    );
  }
  if (!page.trimEnd().endsWith(pageClosing)) throw cut(name);
  const start = page.indexOf(dataOpening);
  const end = start === -1 ? -1 : page.indexOf(dataClosing, start);
  if (end === -1) throw cut(name);
  return Buffer.from(page.slice(start + dataOpening.length, end), 'base64');
}

/** Yields the pieces of the content. The event loop can do other work between the pieces. */
async function* unpacked(packed: Buffer, name: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: pieceLength });
  gunzip.end(packed);
  try {
    for await (const piece of gunzip) yield piece as Buffer;
  } catch (error) {
    throw error instanceof RecordError ? error : garbled(name);
  } finally {
    gunzip.destroy();
  }
}

const newline = 0x0a;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Counts the bytes, values and levels of JSON without creating values. Runs in linear time. */
async function measure(packed: Buffer, name: string): Promise<void> {
  const mostValues = mostValuesOf(packed.length);
  let bytes = 0;
  let lineBegins = 0;
  let values = 0;
  let levels = 0;
  let inText = false;
  let isEscaped = false;
  for await (const piece of unpacked(packed, name)) {
    const lineEnds = piece.lastIndexOf(newline);
    if (lineEnds !== -1) lineBegins = bytes + lineEnds + 1;
    bytes += piece.length;
    if (bytes > mostUnpacked) throw tooLarge(name, `more than ${inMegabytes(mostUnpacked)}`);
    // A piece is much shorter than the longest allowed line, so this check detects every line that is too long.
    if (bytes - lineBegins > longestLine) throw tooLarge(name, `a line of more than ${inMegabytes(longestLine)}`);
    for (let at = 0; at < piece.length; at++) {
      const sign = piece[at];
      if (inText) {
        if (isEscaped) isEscaped = false;
        else if (sign === backslash) isEscaped = true;
        else if (sign === quote) inText = false;
      } else if (sign === quote) inText = true;
      else if (sign === comma) values++;
      else if (sign === openList || sign === openObject) {
        values++;
        if (++levels > mostLevels) throw tooLarge(name, `more than ${mostLevels} levels`);
      } else if (sign === closeList || sign === closeObject) levels--;
    }
    if (values > mostValues) throw tooLarge(name, `more than ${mostValues} values`);
  }
}

const inMegabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;

const tooLarge = (name: string, what: string): RecordError =>
  new RecordError(`${name} contains ${what}, which exceeds the limit for records. The record was not read.`);
