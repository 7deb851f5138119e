import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { reasonOf } from '../../../core/base/system-errors.ts';

/** The largest body that is kept for the file, in bytes, both as it was sent and decoded. A larger body only passes. */
const mostKept = 4 * 1024 * 1024;

/** Keeps the bytes of a body that passes. */
export class PassingBody {
  #chunks: Buffer[] = [];
  size = 0;

  add(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size <= mostKept) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  /** The text of a whole body, or in a clause why it is left out. @param encoding of the header `Content-Encoding` */
  async text(mimeType: string, encoding: string): Promise<{ text: string; size: number } | { leftOut: string }> {
    if (this.size > mostKept) return { leftOut: `the body has more than ${mostKept / 1_048_576} MB` };
    if (!isText(mimeType)) return { leftOut: 'the body is no text' };
    try {
      const bytes = await decoded(Buffer.concat(this.#chunks), encoding);
      const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(mimeType) ?? [];
      return { text: new TextDecoder(charset, { fatal: true }).decode(bytes), size: bytes.length };
    } catch (error) {
      return { leftOut: `the body cannot be decoded: ${reasonOf(error)}` };
    }
  }
}

/** The parts of a form are told apart by lines, and their names hide nothing: a form with files is no text. */
const isText = (mimeType: string): boolean =>
  mimeType === '' || /^text\/|[/+](?:json|xml|javascript|x-www-form-urlencoded|x-ndjson)\b/i.test(mimeType);

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** Node has zstd since 22.15. */
const zstd = (zlib as { zstdDecompress?: typeof zlib.brotliDecompress }).zstdDecompress;
const decoders: Readonly<Record<string, Decoder | undefined>> = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
  ...(zstd === undefined ? {} : { zstd: promisify(zstd) }),
  identity: async (bytes) => bytes,
};

async function decoded(bytes: Buffer, encoding: string): Promise<Buffer> {
  let left = bytes;
  // The last encoding was applied last.
  for (const name of encoding.toLowerCase().split(',').reverse()) {
    if (name.trim() === '' || left.length === 0) continue;
    const decode = decoders[name.trim()];
    if (decode === undefined) throw new Error(`its encoding is ${name.trim()}`);
    left = await decode(left, { maxOutputLength: mostKept });
  }
  return left;
}
