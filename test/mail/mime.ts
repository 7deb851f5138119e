/** A part of a MIME message, or the whole of it. */
export interface Part {
  headers: Record<string, string>;
  /** Decoded. */
  content: Buffer;
  parts: Part[];
}

/** Takes a message apart, as a mail program does (RFC 2045 and 2046). */
export function parseMime(text: string): Part {
  const end = text.indexOf('\r\n\r\n');
  const head = end === -1 ? text : text.slice(0, end);
  const body = end === -1 ? '' : text.slice(end + 4);
  const headers: Record<string, string> = {};
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon === -1) throw new Error(`No header: ${line}`);
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return { headers, content: decode(body, headers), parts: [] };
  const pieces = `\r\n${body}`.split(`\r\n--${boundary}`);
  if (!pieces.at(-1)!.startsWith('--')) throw new Error('The last boundary is missing.');
  return {
    headers,
    content: Buffer.alloc(0),
    parts: pieces.slice(1, -1).map((piece) => parseMime(piece.replace(/^\r\n/, ''))),
  };
}

function decode(body: string, headers: Part['headers']): Buffer {
  const encoding = headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body);
  const joined = body.replace(/=\r\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

/** Every leaf of a message, in order. */
export const leavesOf = (part: Part): Part[] => (part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf));

/** A header's encoded words (RFC 2047) as text. */
export const decodeWords = (text: string): string =>
  text.replace(/\?=\s+=\?/g, '?==?').replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, words: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(words, 'base64').toString()
      : Buffer.from(
          words
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/gi, (_found, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString(),
  );

/**
 * The texts of an uncompressed PDF, a string a text operation: its embedded fonts say of which letters they are
 * (ToUnicode).
 */
export function textsOfPdf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const fonts = new Map(
    [...text.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, object]) => [name!, lettersOfFont(text, object!)] as const),
  );
  return [...text.matchAll(/\/(F\d+) [\d.]+ Tf\n(?:[^[\n]*\n)*?\[([^\]]*)\] TJ/g)].map(([, font, pieces]) => {
    const hex = [...pieces!.matchAll(/<([0-9a-f]*)>/g)].map(([, digits]) => digits).join('');
    const letters = fonts.get(font!)!;
    return hex.replace(/[0-9a-f]{4}/g, (code) => letters[Number.parseInt(code, 16)] ?? '');
  });
}

/** The letters of an embedded font by their numbers. */
function lettersOfFont(pdf: string, object: string): string[] {
  const unicode = /\/ToUnicode (\d+) 0 R/.exec(objectOf(pdf, object))![1]!;
  const ranges = [...objectOf(pdf, unicode).matchAll(/> \[([^\]]*)\]/g)].flatMap(([, codes]) => [
    ...codes!.matchAll(/<([0-9a-f ]*)>/g),
  ]);
  return ranges.map(([, codes]) => Buffer.from(codes!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
}

function objectOf(pdf: string, number: string): string {
  const start = pdf.indexOf(`\n${number} 0 obj\n`);
  return pdf.slice(start, pdf.indexOf('\nendobj\n', start));
}

/** The fonts that are in a PDF, by their names. */
export const fontsOfPdf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/FontName \/[A-Z]+\+(\S+)/g)].map(([, name]) => name!);
