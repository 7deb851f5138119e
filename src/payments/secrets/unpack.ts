import { gunzipSync } from 'node:zlib';
import type { Unpack } from './decoding.ts';

/** The maximum size of the decompressed text of one word, in bytes. */
const mostUnpacked = 1_048_576;

/** Decompresses gzip data to text. */
export const unpackGzip: Unpack = (bytes) => {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostUnpacked }).toString('utf8');
  } catch {
    return null;
  }
};
