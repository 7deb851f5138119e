import { ServiceError } from '../../../core/kernel/errors.ts';
import { Search } from '../../../payments/secrets/search.ts';
import { unpackGzip } from '../../../payments/secrets/unpack.ts';
import { readingsOf } from './body-text.ts';
import type { HarPair } from './har.ts';

const liveKey = /(?:sk|pk|rk)_live_\w/;
/** How many bytes of a body are read before any of it is sent. A larger body is searched piece by piece. */
const readAhead = 8 * 1024 * 1024;
/** The maximum size of a body after decompression, in bytes. */
const mostUnpacked = 64 * 1024 * 1024;
/**
 * How many bytes of a piece are searched again with the next piece, because a key can be split, even an encoded one.
 */
const overlap = 4_096;

const refused = { status: 403, type: 'permission_error', code: 'live_key_refused', origin: 'assumed' } as const;

/** The error response to a request that contains a live key. */
export const liveKeyRefused = (): ServiceError =>
  new ServiceError(
    refused,
    'The request contains a live key, which would move real money. Use a test key, or pass --allow-live to send it.',
  );

const notReadable = (reason: string): ServiceError =>
  new ServiceError(
    refused,
    `The body cannot be searched for live keys: ${reason}. Send it without Content-Encoding, or pass --allow-live to send it unchanged.`,
  );

/** Whether any of the texts contains a live key, in whatever encoding. */
function hasLiveKeyIn(texts: readonly string[]): boolean {
  let isFound = false;
  const look = (text: string): string => {
    isFound ||= liveKey.test(text);
    return text;
  };
  const search = new Search({ replace: (secret) => secret, known: look, unpack: unpackGzip });
  return texts.some((text) => {
    search.text(text);
    return isFound;
  });
}

/** Whether the target or a header of a request contains a live key, in whatever encoding. */
export const hasLiveKey = (target: string, headers: readonly HarPair[]): boolean =>
  hasLiveKeyIn([target, ...headers.flatMap(({ name, value }) => [name, value])]);

/** The headers that describe a body. */
export interface BodyHeaders {
  readonly mimeType: string;
  readonly encoding: string;
}

/**
 * Yields the pieces of a body after searching them for a live key. A body of up to 8 MB is searched completely before
 * any of it is sent. A larger body is sent in parts, but never completed if it contains a live key.
 * @throws ServiceError
 */
export async function* withoutLiveKeys(
  body: AsyncIterable<Buffer>,
  { mimeType, encoding }: BodyHeaders,
): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  let end: Buffer = Buffer.alloc(0);
  const check = async (): Promise<void> => {
    const bytes = Buffer.concat([end, ...held]);
    if (hasLiveKeyIn(await readable(bytes, mimeType, encoding))) throw liveKeyRefused();
    // A UTF-16 character has two bytes, so the overlap starts at an even position.
    end = bytes.subarray(bytes.length - Math.min(bytes.length, overlap + (bytes.length % 2)));
  };
  for await (const piece of body) {
    held.push(piece);
    size += piece.length;
    if (size < readAhead) continue;
    if (isPacked(encoding)) throw notReadable(`it is larger than ${readAhead / 1_048_576} MB`);
    await check();
    yield* held;
    held = [];
    size = 0;
  }
  if (held.length === 0) return;
  await check();
  yield* held;
}

const isPacked = (encoding: string): boolean => !/^\s*(?:identity)?\s*$/i.test(encoding);

async function readable(bytes: Buffer, mimeType: string, encoding: string): Promise<string[]> {
  try {
    return await readingsOf(bytes, mimeType, encoding, mostUnpacked);
  } catch (error) {
    throw notReadable((error as Error).message);
  }
}
