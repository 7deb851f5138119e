import { parseIso } from '../../../core/base/instants.ts';
import { type Language, languageOf, localeNamed } from '../../mail/languages.ts';
import { minorDigitsOf } from '../../platform/money.ts';
import { pdfFont, type Surroundings } from '../../platform/surroundings.ts';
import { countryName } from './address.ts';
import * as de from './words/de.ts';
import type { MailedWords, PrintedWords } from './words/en.ts';
import * as en from './words/en.ts';
import * as es from './words/es.ts';
import * as fr from './words/fr.ts';
import * as ja from './words/ja.ts';

interface Words {
  readonly printed: PrintedWords;
  readonly mailed: MailedWords;
}

const wordsBy: Readonly<Record<Language, Words>> = { en, de, fr, es, ja };

/** Returns the language of a PDF. Japanese requires a font from the user; without the font, PDFs are in English. */
export const printingOfPdf = (printing: Printing, kernel: Surroundings): Printing =>
  printing.language === 'ja' && kernel.facility(pdfFont) === null ? new Printing('en') : printing;

/** The language of a printed document: its text, and its formats for amounts, days and countries. */
export class Printing {
  /** A BCP 47 tag. */
  readonly tag: string;
  readonly language: Language;
  readonly printed: PrintedWords;
  readonly mailed: MailedWords;

  /** @param tag a BCP 47 tag; an unknown or missing language defaults to English */
  constructor(tag: string) {
    this.tag = localeNamed(tag);
    this.language = languageOf(this.tag);
    const { printed, mailed } = wordsBy[this.language];
    this.printed = printed;
    this.mailed = mailed;
  }

  /** @param amount in the currency's minor units */
  money(amount: number, currency: string): string {
    const format = new Intl.NumberFormat(this.tag, { style: 'currency', currency });
    return format.format(amount / 10 ** minorDigitsOf(currency));
  }

  /** @param iso an ISO 8601 date or date-time */
  day(iso: string): string {
    return new Intl.DateTimeFormat(this.tag, { dateStyle: 'long', timeZone: 'UTC' }).format(parseIso(iso) ?? 0);
  }

  /** @param code ISO 3166-1 alpha-2; any other text is returned unchanged */
  country(code: string): string {
    return countryName(code, this.tag);
  }
}
