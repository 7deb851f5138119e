import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { reasonOf } from '../../../core/base/system-errors.ts';

/**
 * The largest body that the capture file stores, in bytes, as sent and as decoded. A larger body is only forwarded.
 */
const mostKept = 4 * 1024 * 1024;

/** The text of a body for the capture file, or the reason why the file omits it. */
type BodyText =
  | { readonly text: string; readonly size: number }
  /**
   * `leftOut` says in a clause why the text is omitted. `readings` are the texts that the body can be decoded to: their
   * secrets are hidden in the rest of the file, too.
   */
  | { readonly leftOut: string; readonly readings: readonly string[] };

/** Stores the bytes of a body while it is forwarded. */
export class PassingBody {
  #chunks: Buffer[] = [];
  size = 0;

  add(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size <= mostKept) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  /** @param encoding the value of the header `Content-Encoding` */
  async text(mimeType: string, encoding: string): Promise<BodyText> {
    if (this.size > mostKept) return { leftOut: `the body is larger than ${mostKept / 1_048_576} MB`, readings: [] };
    const sent = Buffer.concat(this.#chunks);
    const leave = async (leftOut: string): Promise<BodyText> => ({
      leftOut,
      readings: await readingsOf(sent, mimeType, encoding, mostKept).catch(() => []),
    });
    if (!isText(mimeType)) return leave('the body is not text');
    try {
      const bytes = await unpacked(sent, encoding, mostKept);
      const charset = wideCharset(bytes) ?? charsetOf(mimeType);
      return { text: new TextDecoder(charset, { fatal: true }).decode(bytes), size: bytes.length };
    } catch (error) {
      return leave(`the body cannot be decoded: ${reasonOf(error)}`);
    }
  }
}

/** A form with files does not count as text, because boundary lines separate its parts. */
const isText = (mimeType: string): boolean =>
  mimeType === '' || /^text\/|[/+](?:json|xml|javascript|x-www-form-urlencoded|x-ndjson)\b/i.test(mimeType);

/**
 * Returns every text that a body can be decoded to: by its headers, and by its bytes if they contradict the headers.
 * @throws the reason why the body cannot be decompressed
 */
export async function readingsOf(bytes: Buffer, mimeType: string, encoding: string, most: number): Promise<string[]> {
  const named = await unpacked(bytes, encoding, most);
  const found = await unpacked(named, packing(named), most).catch(() => named);
  const charsets = ['utf-8', charsetOf(mimeType), wideCharset(found) ?? 'utf-8'];
  return [...new Set(charsets.map((charset) => read(found, charset)))];
}

const charsetOf = (mimeType: string): string => /charset\s*=\s*"?([\w-]+)/i.exec(mimeType)?.[1] ?? 'utf-8';

function read(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** How many bytes are checked to detect UTF-16, in which every second byte of most texts is 0. */
const glance = 64;

/**
 * Detects UTF-16 by the byte order mark or by zero bytes, whatever the headers say. Null if the text is not UTF-16.
 */
function wideCharset(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const first = bytes.subarray(0, glance);
  const zerosAt = (rest: number): number => first.filter((byte, at) => byte === 0 && at % 2 === rest).length;
  const many = first.length / 4;
  if (first.length < 4) return null;
  if (zerosAt(1) > many && zerosAt(0) === 0) return 'utf-16le';
  return zerosAt(0) > many && zerosAt(1) === 0 ? 'utf-16be' : null;
}

/** Detects the compression by the first bytes. */
function packing(bytes: Buffer): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  if (bytes.length > 4 && bytes.readUInt32LE(0) === 0xfd2fb528) return 'zstd';
  const isZlib = bytes.length > 2 && bytes[0] === 0x78 && bytes.readUInt16BE(0) % 31 === 0;
  return isZlib ? 'deflate' : 'identity';
}

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** Node has supported zstd since version 22.15. */
const zstd = (zlib as { zstdDecompress?: typeof zlib.brotliDecompress }).zstdDecompress;
const decoders: Readonly<Record<string, Decoder | undefined>> = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
  ...(zstd === undefined ? {} : { zstd: promisify(zstd) }),
  identity: async (bytes) => bytes,
};

/** @throws the reason why the body cannot be decompressed */
async function unpacked(bytes: Buffer, encoding: string, most: number): Promise<Buffer> {
  let left = bytes;
  // The last encoding in the header was applied last, so it is removed first.
  for (const name of encoding.toLowerCase().split(',').reverse()) {
    if (name.trim() === '' || left.length === 0) continue;
    const decode = Object.hasOwn(decoders, name.trim()) ? decoders[name.trim()] : undefined;
    if (decode === undefined) throw new Error(`its encoding ${name.trim()} is not supported`);
    left = await decode(left, { maxOutputLength: most });
  }
  return left;
}
