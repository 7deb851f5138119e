import { gunzipSync } from 'node:zlib';

/*
 * How somebody would look for a secret in a file who knows nothing of the program that hid it: every text of the file is
 * read in every way that has a meaning.
 */

const deepest = 5;

/** Every reading of a text. */
export function readingsOf(text: string, found = new Set<string>(), depth = 0): Set<string> {
  if (found.has(text) || depth > deepest) return found;
  found.add(text);
  for (const decoded of decodings(text)) if (decoded !== text) readingsOf(decoded, found, depth + 1);
  return found;
}

function decodings(text: string): string[] {
  return [
    ...inJson(text),
    text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8')),
    text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
    text.replaceAll('\0', ''),
    text.replaceAll('+', ' '),
    ...(text.match(/[A-Za-z0-9+/]{12,}/g) ?? []).map(inBase64),
    ...(text.match(/[A-Za-z0-9_-]{12,}/g) ?? []).map(inBase64),
  ];
}

function inJson(text: string): string[] {
  try {
    const texts: string[] = [];
    JSON.parse(text, (name, value) => {
      texts.push(name);
      if (typeof value !== 'object') texts.push(String(value));
      else if (value !== null) texts.push(Object.values(value).join(' '));
      return value;
    });
    return texts;
  } catch {
    return [];
  }
}

function inBase64(word: string): string {
  const bytes = Buffer.from(word, 'base64');
  try {
    return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch {
    return '';
  }
}

/** The letters and digits of a text, however they are grouped and whichever script they are of. */
export const signsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
