/** Selects the language of a page. The server, the scripts of the pages and the SDK share this code. */

/** The supported languages. The first one replaces unsupported languages. */
export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const;
export type Language = (typeof languages)[number];

/** Many programs write an underscore instead of the BCP 47 hyphen: `de_AT`. */
const knownLanguage = (tag: string): Language | undefined => {
  const primary = tag.split(/[-_]/)[0]?.toLowerCase();
  return languages.find((language) => language === primary);
};

/** The language of a locale (a BCP 47 tag): `de` for `de-AT`. English if the language is not supported. */
export const languageOf = (tag: string): Language => knownLanguage(tag) ?? languages[0];

/**
 * The locale of a page: the requested locale (a BCP 47 tag) if its language is supported; `en` if not. A malformed
 * locale is reduced to its language, because `Intl` throws an error for a malformed tag.
 */
export function localeNamed(tag: string): string {
  const language = knownLanguage(tag);
  if (language === undefined) return languages[0];
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? language;
  } catch {
    return language;
  }
}

/** The first locale whose language is supported; `en` if there is none. @param tags in order of preference */
export const firstKnown = (tags: readonly string[]): string =>
  localeNamed(tags.find((tag) => knownLanguage(tag) !== undefined) ?? '');
