/** Chooses the language of a page, for the server, the pages' scripts and the SDK alike. */

/** The known languages; the first language replaces unknown languages. */
export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const;
export type Language = (typeof languages)[number];

/** Many programs write an underscore where BCP 47 has a hyphen: `de_AT`. */
const knownLanguage = (tag: string): Language | undefined => {
  const primary = tag.split(/[-_]/)[0]?.toLowerCase();
  return languages.find((language) => language === primary);
};

/** The language of a locale (a BCP 47 tag): `de` for `de-AT`; English if the language is unknown. */
export const languageOf = (tag: string): Language => knownLanguage(tag) ?? languages[0];

/**
 * The locale of a page: the given locale (a BCP 47 tag) if its language is known, otherwise `en`. A malformed locale is
 * reduced to its language. `Intl` takes the result; for a malformed tag, `Intl` would throw an error.
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

/** The first locale whose language is known; otherwise `en`. @param tags in order of preference */
export const firstKnown = (tags: readonly string[]): string =>
  localeNamed(tags.find((tag) => knownLanguage(tag) !== undefined) ?? '');
