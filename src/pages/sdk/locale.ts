import { firstKnown, type Language, languageOf } from '../../mail/languages.ts';
import { sdkTexts as de } from '../texts/de.ts';
import { sdkTexts as en, type SdkTexts } from '../texts/en.ts';
import { sdkTexts as es } from '../texts/es.ts';
import { sdkTexts as fr } from '../texts/fr.ts';
import { sdkTexts as ja } from '../texts/ja.ts';

/**
 * The few texts that the SDK itself shows, before a frame is there or where none comes. It does not know the language
 * before it is called, so that it has them in all.
 */
const textsBy: Readonly<Record<Language, SdkTexts>> = { en, de, fr, es, ja };

/** The language that a page wants, and what the SDK says in it. */
export interface Wording {
  /** The `locale` that the page gives; null where the browser decides. */
  readonly locale: string | null;
  /** What the texts are in, which the page around may not be. */
  readonly language: Language;
  readonly texts: SdkTexts;
}

/** @param given the `locale` of what is mounted, then that of the factory */
export function wordingOf(...given: readonly unknown[]): Wording {
  const locale = given.find((each): each is string => typeof each === 'string' && each !== '') ?? null;
  const language = languageOf(locale ?? firstKnown(navigator.languages));
  return { locale, language, texts: textsBy[language] };
}

/** For the address of a frame. */
export const localeIn = ({ locale }: Wording): Readonly<Record<string, string>> => (locale === null ? {} : { locale });
