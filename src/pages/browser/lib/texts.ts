import { localeNamed } from '../../../payments/mail/languages.ts';
import type { ScriptTexts } from '../../texts/en.ts';

declare global {
  /**
   * The texts of the page's script in the page's language. A separate script provides them, so that no script
   * contains all languages.
   */
  var textsOfPage: ScriptTexts | undefined;
}

export function provideTexts(texts: ScriptTexts): void {
  globalThis.textsOfPage = texts;
}

/** @throws Error if the page has no texts */
export function pageTexts(): ScriptTexts {
  if (globalThis.textsOfPage === undefined) throw new Error('The page texts were not provided.');
  return globalThis.textsOfPage;
}

/** The language of the page, as a BCP 47 tag of a known language. */
export const pageLocale = (): string => localeNamed(document.documentElement.lang);
