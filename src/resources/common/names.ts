const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether a text is written in Chinese, Japanese or Korean letters. */
export const isEastAsian = (text: string): boolean => eastAsian.test(text);

/** A whole name, `Ada Lovelace`; one in Chinese, Japanese or Korean letters begins with the family: `山田太郎`. Null without any. */
export function wholeName(given: string | null, family: string | null): string | null {
  if (!given || !family) return given || family || null;
  return isEastAsian(given) && isEastAsian(family) ? `${family}${given}` : `${given} ${family}`;
}
