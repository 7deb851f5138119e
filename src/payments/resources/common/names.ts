const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Returns whether a text contains Chinese, Japanese or Korean characters. */
export const isEastAsian = (text: string): boolean => eastAsian.test(text);

/**
 * Returns a full name, such as `Ada Lovelace`. In Chinese, Japanese or Korean, the family name comes first, as in
 * `山田太郎`. Returns null if both parts are missing.
 */
export function wholeName(given: string | null, family: string | null): string | null {
  if (!given || !family) return given || family || null;
  return isEastAsian(given) && isEastAsian(family) ? `${family}${given}` : `${given} ${family}`;
}

/**
 * Splits a full name into its parts for forms. The family name is the last word, or the first word in Chinese,
 * Japanese or Korean. A single word is the given name.
 */
export function partsOfName(whole: string): { given: string | null; family: string | null } {
  const words = whole.trim().split(/\s+/u).filter(Boolean);
  if (words.length < 2) return { given: words[0] ?? null, family: null };
  const isFamilyFirst = isEastAsian(whole);
  const family = isFamilyFirst ? words[0] : words.at(-1);
  const rest = isFamilyFirst ? words.slice(1) : words.slice(0, -1);
  return { given: rest.join(' '), family: family ?? null };
}
