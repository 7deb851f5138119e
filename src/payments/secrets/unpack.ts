import { gunzipSync } from 'node:zlib';
import type { Unpack } from './decoding.ts';

/** How much a compressed word of a text may hold, in bytes. */
const mostUnpacked = 1_048_576;

/** The text of bytes that gzip compressed. */
export const unpackGzip: Unpack = (bytes) => {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostUnpacked }).toString('utf8');
  } catch {
    return null;
  }
};
