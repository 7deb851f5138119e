/** Chooses the language of a page, for the server, the pages' scripts and the SDK alike. */

/** The known languages; the first one replaces unknown ones. */
export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const;
export type Language = (typeof languages)[number];

const knownLanguage = (tag: string): Language | undefined => {
  const primary = tag.split('-')[0]?.toLowerCase();
  return languages.find((language) => language === primary);
};

/** The language of a locale (a BCP 47 tag): `de` for `de-AT`; English if it is unknown. */
export const languageOf = (tag: string): Language => knownLanguage(tag) ?? languages[0];

/**
 * The locale of a page: the given one (a BCP 47 tag) if it is well formed and its language is known, otherwise `en`.
 */
export function localeNamed(tag: string): string {
  if (knownLanguage(tag) === undefined) return languages[0];
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? languages[0];
  } catch {
    return languages[0];
  }
}

/** The first locale whose language is known; otherwise `en`. @param tags in order of preference */
export const firstKnown = (tags: readonly string[]): string =>
  localeNamed(tags.find((tag) => knownLanguage(tag) !== undefined) ?? '');
