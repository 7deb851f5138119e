/** The texts of receipts, invoices, confirmations and e-mails, in German. */
import type { MailedWords, PrintedWords } from './en.ts';

export const printed: PrintedWords = {
  total: 'Gesamtbetrag',
  totalPaid: 'Bezahlt',
  subtotal: 'Zwischensumme',
  discount: (code) => (code === null ? 'Rabatt' : `Rabatt (${code})`),
  invoiceNumber: (number) => `Rechnung ${number}`,
  payment: 'Zahlung',
  paymentId: 'Zahlung',
  date: 'Datum',
  paymentMethod: 'Zahlungsmittel',
  debitedFrom: 'Abgebucht von',
  paidWith: 'Bezahlt mit',
  renewal: 'Verlängerung',
  invoice: 'Rechnung',
  receipt: 'Beleg',
  shipsTo: 'Versand an',
  refunded: 'Erstattet',
  card: 'Karte',
  bankAccount: 'Bankkonto',
  yourBankAccount: 'Ihr Bankkonto',
  endingIn: (name, last4) => `${name} mit Endziffern ${last4}`,
  every: (interval, count) => {
    const [each, plural] = {
      day: ['jeden Tag', 'Tage'],
      week: ['jede Woche', 'Wochen'],
      month: ['jeden Monat', 'Monate'],
      year: ['jedes Jahr', 'Jahre'],
    }[interval] as [string, string];
    return count === 1 ? each : `alle ${count} ${plural}`;
  },
  terms: (every, next) => `${every}, das nächste Mal am ${next}, bis zur Kündigung`,
  openTerms: (every) => `${every}, bis zur Kündigung`,
  renews: (money, terms) => `${money} ${terms}`,
  renewalOf: (product, renewal) => `${product}: ${renewal}`,
  renewalCancelled: 'Gekündigt, es wird nichts mehr abgebucht',
  renewalPaused: 'Pausiert, es wird nichts abgebucht',
  paidOnce: 'Einmalige Zahlung, verlängert sich nicht',
  issued: 'Ausgestellt am',
  due: 'Fällig am',
  overdue: (day) => `${day} (überfällig)`,
  paid: 'Bezahlt',
  voided: 'Storniert am',
  beingPaid: 'In Bearbeitung',
  amountDue: (currency) => `Offener Betrag (${currency})`,
  payInvoice: 'Diese Rechnung bezahlen',
};

export const mailed: MailedWords = {
  hello: (name) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
  invoice: {
    subject: (number, merchant) => `Rechnung ${number} von ${merchant}`,
    sent: (number, merchant) => `${merchant} hat Ihnen die Rechnung ${number} geschickt. Sie finden sie im Anhang.`,
    sentDue: (number, merchant, due) =>
      `${merchant} hat Ihnen die Rechnung ${number} geschickt, fällig am ${due}. Sie finden sie im Anhang.`,
    sentOverdue: (number, merchant, due) =>
      `${merchant} hat Ihnen die Rechnung ${number} geschickt, die am ${due} fällig war. Sie finden sie im Anhang.`,
    open: 'Rechnung ansehen und bezahlen',
  },
  receipt: {
    subject: (merchant, order) => `Ihr Beleg von ${merchant}: Bestellung Nr. ${order}`,
    paid: (merchant, money) => `Vielen Dank. Dies ist Ihr Beleg über die Zahlung von ${money} an ${merchant}.`,
    debited: (merchant, money) =>
      `Vielen Dank. ${merchant} bucht ${money} von Ihrem Bankkonto ab, was einige Tage dauern kann.`,
    order: (number) => `Bestellung Nr. ${number}`,
    invoice: (number) => `Rechnung ${number} ansehen`,
    portal: 'Ihre Zahlungen, Abonnements und Karten',
  },
  refund: {
    subject: (merchant, money) => `${merchant} hat ${money} erstattet`,
    text: (merchant, money, order) => `${merchant} hat Ihnen ${money} der Bestellung Nr. ${order} erstattet.`,
    order: 'Bestellung',
    paid: 'Bezahlt',
    inAll: 'Insgesamt erstattet',
    to: 'Erstattet auf',
  },
  claim: {
    subject: (merchant, money) => `${merchant} hat Ihnen ${money} geschickt`,
    text: (merchant, money) => `${merchant} hat Ihnen ${money} geschickt.`,
    claim: (money) => `${money} annehmen`,
    until: (day) => `Der Link gilt bis zum ${day}.`,
  },
};
