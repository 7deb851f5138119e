import { moneyOf } from '../platform/money.ts';
import { type Language, languageOf } from './languages.ts';

/**
 * The mail module's own texts in e-mails and PDFs. Other texts are in their records. Pages use some of these texts,
 * too.
 */
const english = {
  sandbox: 'Sandbox',
  /** Appears in every message, so that it cannot be mistaken for a message from a real merchant. */
  mailNote: 'This email was created by payments-emulator, a local sandbox. No real money is involved.',
  /** Appears on every page, so that it cannot be mistaken for a page of a real merchant. */
  pageNote: 'Sandbox: created by payments-emulator, a local sandbox. No real money is owed or transferred.',
  /** @param codes the code points of the characters */
  missing: (codes: string) =>
    `The PDF shows ◌ instead of ${codes} because its fonts do not include these characters. The email and the page show these characters correctly.`,
  more: (count: number) => `${count} more`,
  billedTo: 'Billed to',
  from: 'From',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  amount: 'Amount',
};
type Words = typeof english;

const german: Words = {
  sandbox: 'Sandbox',
  mailNote: 'Diese E-Mail wurde von payments-emulator erstellt, einer lokalen Sandbox. Es fließt kein echtes Geld.',
  pageNote:
    'Sandbox: erstellt von payments-emulator, einer lokalen Sandbox. Es wird kein echtes Geld geschuldet oder bewegt.',
  missing: (codes) =>
    `Das PDF zeigt ◌ anstelle von ${codes}, weil seine Schriften diese Zeichen nicht enthalten. Die E-Mail und die Seite zeigen sie an.`,
  more: (count) => `${count} weitere`,
  billedTo: 'Rechnung an',
  from: 'Von',
  description: 'Beschreibung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  amount: 'Betrag',
};

const french: Words = {
  sandbox: 'Environnement de test',
  mailNote:
    'Cet e-mail a été créé par payments-emulator, un environnement de test local. Aucun argent réel ne circule.',
  pageNote:
    'Environnement de test : créé par payments-emulator, en local. Aucune somme réelle n’est due ni ne circule.',
  missing: (codes) =>
    `Le PDF affiche ◌ pour ${codes}, qu’aucune de ses polices ne contient. L’e-mail et la page les affichent.`,
  more: (count) => `${count} de plus`,
  billedTo: 'Facturé à',
  from: 'De',
  description: 'Désignation',
  quantity: 'Quantité',
  unitPrice: 'Prix unitaire',
  amount: 'Montant',
};

const spanish: Words = {
  sandbox: 'Entorno de pruebas',
  mailNote: 'Este correo lo creó payments-emulator, un entorno de pruebas local. No se mueve dinero real.',
  pageNote: 'Entorno de pruebas: creado por payments-emulator, en local. No se debe ni se mueve dinero real.',
  missing: (codes) =>
    `El PDF muestra ◌ en lugar de ${codes}: ninguna de sus fuentes los tiene. El correo y la página los muestran.`,
  more: (count) => `${count} más`,
  billedTo: 'Facturado a',
  from: 'De',
  description: 'Descripción',
  quantity: 'Cantidad',
  unitPrice: 'Precio unitario',
  amount: 'Importe',
};

const japanese: Words = {
  sandbox: 'サンドボックス',
  mailNote: 'このメールはローカルのサンドボックス payments-emulator が作成したものです。実際のお金は動きません。',
  pageNote: 'サンドボックス：ローカルの payments-emulator が作成したものです。実際の請求ではなく、お金は動きません。',
  missing: (codes) => `PDF のフォントにない文字（${codes}）は ◌ で表示されます。メールとページでは表示されます。`,
  more: (count) => `ほか${count}文字`,
  billedTo: '請求先',
  from: '請求元',
  description: '内容',
  quantity: '数量',
  unitPrice: '単価',
  amount: '金額',
};

const wordsBy: Readonly<Record<Language, Words>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ja: japanese,
};

/** The mail module's texts in a language. @param locale a BCP 47 tag */
export const wordsOf = (locale: string): Words => wordsBy[languageOf(locale)];

/** How many of the missing characters are listed by code point. */
const namedLetters = 5;

/** Describes the characters that could not be printed in a PDF. @param letters at least one character */
export function missingIn(letters: readonly string[], words: Pick<Words, 'missing' | 'more'>): string {
  const codes = letters.map(
    (letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  const named = codes.slice(0, namedLetters);
  if (codes.length > named.length) named.push(words.more(codes.length - named.length));
  return words.missing(named.join(', '));
}

/** Returns a function that formats the amounts of an order, in cents of its currency. @param locale a BCP 47 tag */
export const moneyIn =
  (locale: string, currency: string) =>
  (amount: number): string =>
    moneyOf(amount, currency, 'symbol', locale);
