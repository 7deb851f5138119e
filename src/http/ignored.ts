import { clipNames } from '../requests/log.ts';

/** Every header of the APIs that a client may misspell without an answer telling it, and what looks like one of them. */
const headers: ReadonlySet<string> = new Set(['idempotency-key', 'x-service-sdk']);
const looksLikeOne = /idempoten|service[-_]?sdk/i;
/** How long a name must be to look like one. */
const shortest = 'idempoten'.length;
const none: readonly string[] = [];

/** The names of headers, as sent, that look like one that the APIs have but are not it: `X-Idempotency-Key`. */
export function misspeltHeaders(rawHeaders: readonly string[]): readonly string[] {
  let found = none;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length >= shortest && looksLikeOne.test(name) && !headers.has(name.toLowerCase()))
      found = [...found, name];
  }
  return found;
}

/** How long the header may be, in characters. */
const longest = 1_000;

/** The names of what was ignored, as one header may hold them: other signs than those of plain names become `?`. */
export function asHeader(names: readonly string[]): string {
  let text = '';
  for (const name of clipNames(names)) {
    const next = `${text === '' ? '' : `${text}, `}${name.replace(/[^\w.[\]*-]/g, '?')}`;
    if (next.length > longest) return `${text}, ...`;
    text = next;
  }
  return text;
}
