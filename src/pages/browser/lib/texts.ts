import type { ScriptTexts } from '../../texts/en.ts';

declare global {
  /** What the script of a page says, in the page's language: a script of its own brings it, so that no other has five. */
  var textsOfPage: ScriptTexts | undefined;
}

export function provideTexts(texts: ScriptTexts): void {
  globalThis.textsOfPage = texts;
}

/** @throws Error on a page without texts */
export function pageTexts(): ScriptTexts {
  if (globalThis.textsOfPage === undefined) throw new Error('The page has no texts.');
  return globalThis.textsOfPage;
}

/** The language of the page, a BCP 47 tag. */
export const pageLocale = (): string => document.documentElement.lang;
