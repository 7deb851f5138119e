const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether a text is written in Chinese, Japanese or Korean letters. */
export const isEastAsian = (text: string): boolean => eastAsian.test(text);

/**
 * A full name, `Ada Lovelace`; in Chinese, Japanese or Korean letters the family name comes first: `山田太郎`. Null if both
 * parts are missing.
 */
export function wholeName(given: string | null, family: string | null): string | null {
  if (!given || !family) return given || family || null;
  return isEastAsian(given) && isEastAsian(family) ? `${family}${given}` : `${given} ${family}`;
}

/**
 * The parts of a full name, for forms: the family name is the last word, or in Chinese, Japanese or Korean letters the
 * first word. A single word is the given name.
 */
export function partsOfName(whole: string): { given: string | null; family: string | null } {
  const words = whole.trim().split(/\s+/u).filter(Boolean);
  if (words.length < 2) return { given: words[0] ?? null, family: null };
  const isFamilyFirst = isEastAsian(whole);
  const family = isFamilyFirst ? words[0] : words.at(-1);
  const rest = isFamilyFirst ? words.slice(1) : words.slice(0, -1);
  return { given: rest.join(' '), family: family ?? null };
}
