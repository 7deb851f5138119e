/** Commands to paste into a shell. */

/** A curl command, quoted for a shell. */
export const curl = (method: string, url: string, headers: readonly string[], body: string | null): string =>
  [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    quoted(url),
    ...headers.flatMap((header) => ['-H', quoted(header)]),
    ...(body === null ? [] : ['--data-binary', quoted(body)]),
  ].join(' ');

export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A text as one word of a shell, in quotation marks where it needs them. */
export const wordOf = (text: string): string => (/^[\w.:/-]+$/.test(text) ? text : quoted(text));
