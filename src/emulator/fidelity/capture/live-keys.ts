import { ServiceError } from '../../../core/kernel/errors.ts';
import { Search } from '../../../payments/secrets/search.ts';
import { unpackGzip } from '../../../payments/secrets/unpack.ts';
import { readingsOf } from './body-text.ts';
import type { HarPair } from './har.ts';

const liveKey = /(?:sk|pk|rk)_live_\w/;
/** How much of a body is read before anything of it is sent, in bytes; a larger body is searched piece by piece. */
const readAhead = 8 * 1024 * 1024;
/** How much a body may hold that was packed, in bytes. */
const mostUnpacked = 64 * 1024 * 1024;
/** A key may be cut in two by the pieces of a body, also one that is encoded. */
const overlap = 4_096;

const refused = { status: 403, type: 'permission_error', code: 'live_key_refused', origin: 'assumed' } as const;

/** The refusal of a request with a live key. */
export const liveKeyRefused = (): ServiceError =>
  new ServiceError(
    refused,
    'A live key would move real money: only test keys are sent (--allow-live sends this one too).',
  );

const notReadable = (reason: string): ServiceError =>
  new ServiceError(
    refused,
    `The body cannot be searched for live keys: ${reason}. Send it without Content-Encoding (--allow-live sends it as it is).`,
  );

/** Whether a text has a live key, however it is encoded. */
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

/** Whether the target or a header of a request has a live key, however it is encoded. */
export const hasLiveKey = (target: string, headers: readonly HarPair[]): boolean =>
  hasLiveKeyIn([target, ...headers.flatMap(({ name, value }) => [name, value])]);

/** What the headers say of a body. */
export interface BodyHeaders {
  readonly mimeType: string;
  readonly encoding: string;
}

/**
 * The pieces of a body, after they were searched for a live key: nothing of a body is sent before 8 MB of it were read,
 * and nothing that completes a larger one, if it has one.
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
    // UTF-16 has two bytes for a character.
    end = bytes.subarray(bytes.length - Math.min(bytes.length, overlap + (bytes.length % 2)));
  };
  for await (const piece of body) {
    held.push(piece);
    size += piece.length;
    if (size < readAhead) continue;
    if (isPacked(encoding)) throw notReadable(`it has more than ${readAhead / 1_048_576} MB`);
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
