import { firstKnown, type Language, languageOf } from '../../payments/mail/languages.ts';
import { sdkTexts as de } from '../texts/de.ts';
import { sdkTexts as en, type SdkTexts } from '../texts/en.ts';
import { sdkTexts as es } from '../texts/es.ts';
import { sdkTexts as fr } from '../texts/fr.ts';
import { sdkTexts as ja } from '../texts/ja.ts';

/**
 * The few texts of the SDK itself, for the time before a frame is loaded, and for a frame that fails to load. The SDK
 * contains them in all languages, because it learns the language only when a page calls it.
 */
const textsBy: Readonly<Record<Language, SdkTexts>> = { en, de, fr, es, ja };

/** The language that a page requests, and the SDK's texts in it. */
export interface Wording {
  /** The page's `locale`; null if the browser decides. */
  readonly locale: string | null;
  /** The language of the texts, which can differ from the language of the page. */
  readonly language: Language;
  readonly texts: SdkTexts;
}

/** @param given the `locale` of the mounted element, then the `locale` of the factory */
export function wordingOf(...given: readonly unknown[]): Wording {
  const locale = given.find((each): each is string => typeof each === 'string' && each !== '') ?? null;
  const language = languageOf(locale ?? firstKnown(navigator.languages));
  return { locale, language, texts: textsBy[language] };
}

/** Query parameters for a frame's URL. */
export const localeIn = ({ locale }: Wording): Readonly<Record<string, string>> => (locale === null ? {} : { locale });
