import { unwrittenIn } from './binary.ts';
import { decodeParameters } from './fields.ts';
import { partOf, replaceRuns } from './runs.ts';

/*
 * What a text means where it is encoded. Each function hands the decoded text to `hide`; where that hides something, its
 * answer takes the place of what was encoded, and else the text stays as it is written.
 */

type Hide = (decoded: string) => string;

/** Decompresses bytes to text; null if they do not contain compressed text. */
export type Unpack = (bytes: Uint8Array) => string | null;

/** Words that can be Base64, in both alphabets. A shorter word cannot contain a secret with a recognizable form. */
const words = {
  least: 16,
  isPart: partOf(/[A-Za-z0-9+/_-]/),
  tail: (text: string, end: number) => (text[end] !== '=' ? 0 : text[end + 1] === '=' ? 2 : 1),
};
/** A slash is a Base64 character, but it also separates the segments of a path. */
const betweenSlashes = { least: 16, isPart: partOf(/[^/]/) };
/** The number of characters that is sufficient to determine whether a word contains text. */
const glance = 24;

/** Hides secrets in the Base64 words of a text, including compressed ones. */
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

/** The text that a Base64 word contains; null if it contains none. */
function textInBase64(word: string): string | null {
  const first = Buffer.from(word.slice(0, glance), 'base64');
  // The last character of this part can be incomplete.
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

/** Decodes the character references in a markup text. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? all;
    return decimal === undefined ? character(hex, 16, all) : character(decimal, 10, all);
  });

const hideInEntities = whole(/&#?\w{1,8};/, withoutEntities);

/** Decodes UTF-16 that was read in another charset. */
const hideInWide = whole(/\0/, (text) => text.replaceAll('\0', ''));

/**
 * Matches characters other than ASCII characters, accented Latin letters and the replacement character. Only the
 * matched characters are normalized.
 */
const oddSign = /[^\0-\x7f\xc0-\xff\ufffd]/;
const oddSigns = /[^\0-\x7f\xc0-\xff\ufffd]+/g;

/** Normalizes full-width characters, digits of other scripts, no-break spaces and all kinds of dashes. */
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

/** In every script, the ten digits are consecutive. */
function valueOfDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCharCode(code - value - 1))) value++;
  return String(value);
}

const decoders = [hideInPercent, hideInEscapes, hideInEntities, hideInWide, hideInOddSigns];

/** Hides everything in a text that `hide` finds in one of the text's decoded forms. */
export const hideDecoded = (text: string, hide: Hide, unpack: Unpack): string =>
  decoders.reduce((shown, decode) => decode(shown, hide), hideInWords(text, hide, unpack));
