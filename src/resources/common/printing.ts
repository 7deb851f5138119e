import { moneyOf } from '../../engine/money.ts';
import { countryName } from './address.ts';
import { dayOf } from './days.ts';
import { englishWords, type PrintedWords } from './printed-words.ts';

/** The language that something is printed in: its words, and how it writes amounts, days and countries. */
export interface Printing {
  readonly printed: PrintedWords;
  /** @param amount in the currency's minor units */
  money(amount: number, currency: string): string;
  /** @param iso an ISO 8601 date or date-time */
  day(iso: string): string;
  /** @param code ISO 3166-1 alpha-2; any other text stays as it is */
  country(code: string): string;
}

/** As e-mails and PDFs are. */
export const inEnglish: Printing = { printed: englishWords, money: moneyOf, day: dayOf, country: countryName };
