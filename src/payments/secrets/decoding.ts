import { unwrittenIn } from './binary.ts';
import { decodeParameters } from './fields.ts';
import { partOf, replaceRuns } from './runs.ts';

/*
 * What a text means where it is encoded. Each function hands the decoded text to `hide`; where that hides something, its
 * answer takes the place of what was encoded, and else the text stays as it is written.
 */

type Hide = (decoded: string) => string;

/** The text of compressed bytes; null: they have none. */
export type Unpack = (bytes: Uint8Array) => string | null;

/** Words that may be Base64, in either alphabet. A shorter word holds no secret that has a form. */
const words = {
  least: 16,
  isPart: partOf(/[A-Za-z0-9+/_-]/),
  tail: (text: string, end: number) => (text[end] !== '=' ? 0 : text[end + 1] === '=' ? 2 : 1),
};
/** A slash is a sign of Base64, and stands between the parts of a path. */
const betweenSlashes = { least: 16, isPart: partOf(/[^/]/) };
/** Enough characters to tell whether a word holds text. */
const glance = 24;

/** A text in which words of Base64 are decoded, also such as are compressed. */
export const hideInWords = (text: string, hide: Hide, unpack: Unpack): string =>
  replaceRuns(text, words, (word) => {
    const shown = hideInWord(word, hide, unpack);
    if (shown !== null) return shown;
    return word.includes('/')
      ? replaceRuns(word, betweenSlashes, (part) => hideInWord(part, hide, unpack) ?? part)
      : word;
  });

function hideInWord(word: string, hide: Hide, unpack: Unpack): string | null {
  const decoded = word.startsWith('H4sI') ? unpack(Buffer.from(word, 'base64')) : textInBase64(word);
  if (decoded === null) return null;
  const shown = hide(decoded);
  if (shown === decoded) return null;
  return Buffer.from(shown).toString(/[-_]/.test(word) ? 'base64url' : 'base64');
}

/** The text that a word of Base64 holds; null: it holds none. */
function textInBase64(word: string): string | null {
  const first = Buffer.from(word.slice(0, glance), 'base64');
  // A character may be cut at the end of the glance.
  if (unwrittenIn(first.toString('utf8', 0, first.length - 3), 1) > 0) return null;
  const decoded = Buffer.from(word, 'base64').toString('utf8');
  return unwrittenIn(decoded, 1) > 0 ? null : decoded;
}

const whole =
  (isEncoded: RegExp, decode: (text: string) => string) =>
  (text: string, hide: Hide): string => {
    if (!isEncoded.test(text)) return text;
    const decoded = decode(text);
    if (decoded === text) return text;
    const shown = hide(decoded);
    return shown === decoded ? text : shown;
  };

const character = (hex: string, base: number, otherwise: string): string => {
  const code = Number.parseInt(hex, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
};

const hideInPercent = whole(/%[0-9a-f]{2}/i, (text) => decodeParameters(text.replaceAll('+', '%2B')));

const hideInEscapes = whole(/\\u[0-9a-f]{4}|\\x[0-9a-f]{2}/i, (text) =>
  text.replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/gi, (all, wide?: string, narrow?: string) =>
    character(wide ?? narrow ?? '', 16, all),
  ),
);

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** A text of markup as it is read. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? all;
    return decimal === undefined ? character(hex, 16, all) : character(decimal, 10, all);
  });

const hideInEntities = whole(/&#?\w{1,8};/, withoutEntities);

/** UTF-16 that was read as another charset. */
const hideInWide = whole(/\0/, (text) => text.replaceAll('\0', ''));

/** What is not written in plain signs; letters with accents, and what could not be read, stay as they are. */
const oddSign = /[^\0-\x7f\xc0-\xff\ufffd]/;
const oddSigns = /[^\0-\x7f\xc0-\xff\ufffd]+/g;

/** Full-width signs, digits of other scripts, no-break spaces, dashes of all kinds. */
const hideInOddSigns = whole(oddSign, (text) =>
  text.replace(oddSigns, (signs) =>
    signs
      .normalize('NFKC')
      .replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '')
      .replace(/\p{Pd}/gu, '-')
      .replace(/[\u00b7\u2022\u2027\u30fb]/g, '.')
      .replace(/(?![0-9])\p{Nd}/gu, valueOfDigit),
  ),
);

/** Each script has its ten digits in a row. */
function valueOfDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCharCode(code - value - 1))) value++;
  return String(value);
}

const decoders = [hideInPercent, hideInEscapes, hideInEntities, hideInWide, hideInOddSigns];

/** A text in which everything is hidden that `hide` hides in one of its decoded forms. */
export const hideDecoded = (text: string, hide: Hide, unpack: Unpack): string =>
  decoders.reduce((shown, decode) => decode(shown, hide), hideInWords(text, hide, unpack));
