import { firstKnown, type Language } from '../payments/mail/languages.ts';
import { Printing } from '../payments/resources/common/printing.ts';
import * as de from './texts/de.ts';
import type { PageTexts, ScriptTexts } from './texts/en.ts';
import * as en from './texts/en.ts';
import * as es from './texts/es.ts';
import * as fr from './texts/fr.ts';
import * as ja from './texts/ja.ts';

interface Texts {
  readonly pageTexts: PageTexts;
  readonly scriptTexts: ScriptTexts;
}

const textsBy: Readonly<Record<Language, Texts>> = { en, de, fr, es, ja };

/** The language of a page: its texts, and how it formats amounts, days and countries. */
export class Locale extends Printing {
  /** Texts that only the server uses. */
  readonly page: PageTexts;
  /** Texts that the pages' scripts use, and that the server uses in the same cases. */
  readonly script: ScriptTexts;

  /** @param tag a BCP 47 tag; English if the language is unknown or missing */
  constructor(tag: string) {
    super(tag);
    const { pageTexts, scriptTexts } = textsBy[this.language];
    this.page = pageTexts;
    this.script = scriptTexts;
  }
}

/**
 * A visitor's language.
 * @param asked the `locale` of the URL, which the browser SDK sets
 * @param acceptLanguage the header as sent
 */
export const localeOfVisitor = (asked: string | undefined, acceptLanguage: string | undefined): Locale =>
  new Locale(asked === undefined || asked === '' ? firstKnown(preferredTags(acceptLanguage)) : asked);

/** The languages of an `Accept-Language` header, in order of preference. */
function preferredTags(header = ''): string[] {
  const weighed = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice('q='.length);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  return weighed
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
