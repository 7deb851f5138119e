import { moneyOf } from '../platform/money.ts';
import { type Language, languageOf } from './languages.ts';

/** The mail room's own texts in e-mails and PDFs; other texts are in their records. Pages use some of these, too. */
const english = {
  sandbox: 'Sandbox',
  /** In every message: nobody may take it for a real merchant's. */
  mailNote: 'This e-mail was made by payments-emulator, a local sandbox. No real money moves.',
  /** The same for every page. */
  pageNote: 'Sandbox: made by payments-emulator, a local sandbox. No real money is owed or moves.',
  /** @param codes the code points of the letters */
  missing: (codes: string) =>
    `No font of this PDF has ${codes}: your reader may show them in its own, or □ stands for them. The e-mail and the page have them.`,
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
  mailNote: 'Diese E-Mail hat payments-emulator gemacht, eine lokale Sandbox. Es fließt kein echtes Geld.',
  pageNote:
    'Sandbox: von payments-emulator gemacht, einer lokalen Sandbox. Es wird kein echtes Geld geschuldet oder bewegt.',
  missing: (codes) =>
    `Keine Schrift dieses PDF hat ${codes}: Ihr Programm zeigt sie vielleicht in einer eigenen, sonst steht dort □. In der E-Mail und auf der Seite sind sie zu lesen.`,
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
    `Aucune police de ce PDF ne contient ${codes} : votre lecteur les affiche peut-être dans la sienne, sinon □ les remplace. L’e-mail et la page les contiennent.`,
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
    `Ninguna fuente de este PDF tiene ${codes}: su lector quizá los muestre con la suya; si no, □ ocupa su lugar. El correo y la página los tienen.`,
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
  missing: (codes) =>
    `この PDF のフォントにない文字：${codes}。閲覧ソフトのフォントで表示されるか、□ で表されます。メールとページでは表示されます。`,
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

/** The mail room's texts in a language. @param locale a BCP 47 tag */
export const wordsOf = (locale: string): Words => wordsBy[languageOf(locale)];

/** Formats the amounts of an order, in cents of its currency. @param locale a BCP 47 tag */
export const moneyIn =
  (locale: string, currency: string) =>
  (amount: number): string =>
    moneyOf(amount, currency, 'symbol', locale);
