import { clipNames } from '../../requests/log.ts';

/** The headers of the APIs and of the emulator that a client could misspell without noticing. */
const headers: ReadonlySet<string> = new Set(['idempotency-key', 'x-service-sdk', 'x-emulator-outcome']);
const looksLikeOne = /idempoten|service[-_]?sdk|emulator[-_]?outcome/i;
/** The minimum length of a name that counts as similar. */
const shortest = 'idempoten'.length;
const none: readonly string[] = [];

/** The sent headers that resemble such a header but have another name, such as `X-Idempotency-Key`. */
export function misspeltHeaders(rawHeaders: readonly string[]): readonly string[] {
  let found = none;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length >= shortest && looksLikeOne.test(name) && !headers.has(name.toLowerCase()))
      found = [...found, name];
  }
  return found;
}

/** The maximum length of the header value, in characters. */
const longest = 1_000;

/** The names of ignored fields as a header value. Characters that are unusual in names become `?`. */
export function asHeader(names: readonly string[]): string {
  let text = '';
  for (const name of clipNames(names)) {
    const next = `${text === '' ? '' : `${text}, `}${name.replace(/[^\w.[\]{}=*-]/g, '?')}`;
    if (next.length > longest) return `${text}, ...`;
    text = next;
  }
  return text;
}
