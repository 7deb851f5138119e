import { quoted } from '../../../core/base/terminal-text.ts';

/** Writes a request as text. */
export type WriteCall = typeof curl;

/** A word that `cmd.exe` reads without quotation marks. */
const plainWord = /^[\w+:./\\-]+$/;

/**
 * A value as one word of a command that a user pastes into `cmd.exe`, for a program that splits its words as most
 * programs of Windows do (a quotation mark is doubled up by a backslash). Line breaks become spaces: they would end the
 * command.
 */
function quotedForCmd(value: string): string {
  if (plainWord.test(value)) return value;
  const inOneLine = value.replace(/\s*[\r\n]+\s*/g, ' ');
  const word = `"${inOneLine.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
  // Between quotation marks `cmd.exe` changes nothing but variables. A mark or a variable within is told by carets, and
  // then everything else is too, as `cmd.exe` and the program do not agree where the quotation ends.
  return /["%]/.test(inOneLine) ? word.replace(/[()[\]%!^"<>&|;,*?`]/g, '^$&') : word;
}

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
