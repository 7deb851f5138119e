import { quoted } from '../../text.ts';

/** A curl command to paste into a shell; nothing in its parts makes curl read a file or send more than one request. */
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
