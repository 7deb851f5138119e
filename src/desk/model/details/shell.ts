import { quotedForCmd } from '../../../core/base/cmd-text.ts';
import { quoted } from '../../../core/base/terminal-text.ts';

/** Writes a request as text. */
export type WriteCall = typeof curl;

/**
 * Writes a curl command to paste into a shell; no part of the command makes curl read a file or send more than one
 * request.
 * @param word writes a value as one word of the shell
 */
const curlIn =
  (word: (value: string) => string) =>
  (method: string, url: string, headers: readonly string[], body: string | null): string =>
    [
      'curl',
      ...(method === 'GET' ? [] : ['-X', word(method)]),
      ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
      '--url',
      word(url),
      ...headers.flatMap((header) => ['-H', word(header)]),
      ...(body === null ? [] : ['--data-raw', word(body)]),
    ].join(' ');

/** For sh and its kin. */
export const curl = curlIn(quoted);
/** For `cmd.exe`. */
export const curlForCmd = curlIn(quotedForCmd);

/** The same request for a script in JavaScript. */
export function fetchCall(method: string, url: string, headers: readonly string[], body: string | null): string {
  const pairs = headers.map((header): [string, string] => {
    const at = header.indexOf(':');
    return [header.slice(0, at), header.slice(at + 1).trim()];
  });
  const options = { method, headers: Object.fromEntries(pairs), ...(body === null ? {} : { body }) };
  return `await fetch(${JSON.stringify(url)}, ${JSON.stringify(options, null, 2)});`;
}
