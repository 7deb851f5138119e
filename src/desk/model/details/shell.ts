import { quoted } from '../../../core/base/terminal-text.ts';

/** Writes a request as text. */
export type WriteCall = typeof curl;

/**
 * A curl command to paste into a shell; no part of the command makes curl read a file or send more than one request.
 */
export const curl = (method: string, url: string, headers: readonly string[], body: string | null): string =>
  [
    'curl',
    ...(method === 'GET' ? [] : ['-X', quoted(method)]),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    '--url',
    quoted(url),
    ...headers.flatMap((header) => ['-H', quoted(header)]),
    ...(body === null ? [] : ['--data-raw', quoted(body)]),
  ].join(' ');

/** The same request for a script in JavaScript. */
export function fetchCall(method: string, url: string, headers: readonly string[], body: string | null): string {
  const pairs = headers.map((header): [string, string] => {
    const at = header.indexOf(':');
    return [header.slice(0, at), header.slice(at + 1).trim()];
  });
  const options = { method, headers: Object.fromEntries(pairs), ...(body === null ? {} : { body }) };
  return `await fetch(${JSON.stringify(url)}, ${JSON.stringify(options, null, 2)});`;
}
