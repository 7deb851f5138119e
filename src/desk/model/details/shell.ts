import { quoted } from '../../../core/base/terminal-text.ts';

/** Writes a request as text. */
export type WriteCall = typeof curl;

/** A word that `cmd.exe` reads without quotation marks. */
const plainWord = /^[\w+:./\\-]+$/;

/**
 * Quotes a value as one word of a command that a user pastes into `cmd.exe`. The called program must split words as
 * most Windows programs do, with a backslash before an inner quotation mark. Line breaks become spaces, because they
 * would end the command.
 */
function quotedForCmd(value: string): string {
  if (plainWord.test(value)) return value;
  const inOneLine = value.replace(/\s*[\r\n]+\s*/g, ' ');
  const word = `"${inOneLine.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
  // Inside quotation marks, `cmd.exe` expands only variables. A quotation mark or a variable in the value needs
  // carets. Then all other special characters need carets too, because `cmd.exe` and the program disagree about the
  // end of the quotation.
  return /["%]/.test(inOneLine) ? word.replace(/[()[\]%!^"<>&|;,*?`]/g, '^$&') : word;
}

/**
 * Writes a curl command to paste into a shell. No part of the command can make curl read a file or send more than one
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

/** For sh and compatible shells. */
export const curl = curlIn(quoted);
/** For `cmd.exe`. */
export const curlForCmd = curlIn(quotedForCmd);

/** The name that stands for a hidden one-time token. */
export const tokenName = 'PAYMENT_TOKEN';

/** A command for sh that makes a one-time token, and then sends a call whose body has a name in place of the token. */
export const withNewToken = (making: string, call: string): string =>
  `${tokenName}=$(${making} | grep -o 'ptok_[A-Za-z0-9]*') && ${call.replace(`"${tokenName}"`, `"'"$${tokenName}"'"`)}`;

/** The same request for a JavaScript program. */
export function fetchCall(method: string, url: string, headers: readonly string[], body: string | null): string {
  const pairs = headers.map((header): [string, string] => {
    const at = header.indexOf(':');
    return [header.slice(0, at), header.slice(at + 1).trim()];
  });
  const options = { method, headers: Object.fromEntries(pairs), ...(body === null ? {} : { body }) };
  return `await fetch(${JSON.stringify(url)}, ${JSON.stringify(options, null, 2)});`;
}
