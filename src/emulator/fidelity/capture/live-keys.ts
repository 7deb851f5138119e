import { ServiceError } from '../../../core/kernel/errors.ts';
import type { HarPair } from './har.ts';

const liveKey = /[sp]k_live_\w/;
/** How much of a body without a key in its headers is read before anything of it is sent, in bytes. */
const readAhead = 1_048_576;
/** A key may be cut in two by the pieces of a body. */
const overlap = 16;

/** The refusal of a request with a live key. */
export const liveKeyRefused = (): ServiceError =>
  new ServiceError(
    { status: 403, type: 'permission_error', code: 'live_key_refused', origin: 'assumed' },
    'A live key would move real money: only test keys are sent (--allow-live sends this one too).',
  );

/** Whether the target or a header has a live key; Basic authentication hides the key in Base64. */
export const hasLiveKey = (target: string, headers: readonly HarPair[]): boolean =>
  [target, ...headers.map(({ value }) => value)].some(
    (text) =>
      liveKey.test(text) || liveKey.test(Buffer.from(/^Basic +(\S+)/i.exec(text)?.[1] ?? '', 'base64').toString()),
  );

/**
 * The pieces of a body, after the first of them were searched for a live key: nothing of a small body, and nothing that
 * completes a large body, is sent if it has one.
 * @throws ServiceError
 */
export async function* withoutLiveKeys(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let ahead: Buffer[] | null = [];
  let size = 0;
  let end = '';
  for await (const piece of body) {
    const text = end + piece.toString('latin1');
    if (liveKey.test(text)) throw liveKeyRefused();
    end = text.slice(-overlap);
    size += piece.length;
    if (ahead === null) yield piece;
    else ahead.push(piece);
    if (ahead === null || size < readAhead) continue;
    yield* ahead;
    ahead = null;
  }
  if (ahead !== null) yield* ahead;
}
