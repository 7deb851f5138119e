/** Which language a page is in: for the server, the pages' scripts and the SDK alike. */

/** Those that the pages know; the first one is that of every unknown language. */
export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const;
export type Language = (typeof languages)[number];

const knownLanguage = (tag: string): Language | undefined => {
  const primary = tag.split('-')[0]?.toLowerCase();
  return languages.find((language) => language === primary);
};

/** The language of a locale (a BCP 47 tag): `de` of `de-AT`; English of an unknown one. */
export const languageOf = (tag: string): Language => knownLanguage(tag) ?? languages[0];

/** A locale that a page can be in: the given one (a BCP 47 tag) where its language is known and it is well formed, else `en`. */
export function localeNamed(tag: string): string {
  if (knownLanguage(tag) === undefined) return languages[0];
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? languages[0];
  } catch {
    return languages[0];
  }
}

/** The first locale whose language is known; `en` where none is. @param tags the one that is liked best first */
export const firstKnown = (tags: readonly string[]): string =>
  localeNamed(tags.find((tag) => knownLanguage(tag) !== undefined) ?? '');
