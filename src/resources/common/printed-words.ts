/** What receipts, invoices and confirmations say: texts alone, so that pages can have them in other languages. */

type Interval = 'day' | 'week' | 'month' | 'year';

export const englishWords = {
  total: 'Total',
  totalPaid: 'Total paid',
  subtotal: 'Subtotal',
  /** @param code null where no code took it off */
  discount: (code: string | null) => (code === null ? 'Discount' : `Discount (${code})`),
  invoiceNumber: (number: string) => `Invoice ${number}`,
  payment: 'Payment',
  paymentId: 'Payment',
  date: 'Date',
  paymentMethod: 'Payment method',
  debitedFrom: 'Debited from',
  paidWith: 'Paid with',
  renewal: 'Renewal',
  invoice: 'Invoice',
  shipsTo: 'Ships to',
  refunded: 'Refunded',
  card: 'Card',
  bankAccount: 'Bank account',
  yourBankAccount: 'Your bank account',
  /** @param name of the brand, the bank, or the kind of instrument */
  endingIn: (name: string, last4: string) => `${name} ending in ${last4}`,
  every: (interval: Interval, count: number) => (count === 1 ? `every ${interval}` : `every ${count} ${interval}s`),
  /** How an amount goes on being charged, to be read after it. @param every `every month`, @param next a day */
  terms: (every: string, next: string) => `${every}, next on ${next}, until cancelled`,
  openTerms: (every: string) => `${every}, until cancelled`,
  /** @param terms as `terms` has them */
  renews: (money: string, terms: string) => `${money} ${terms}`,
  renewalOf: (product: string, renewal: string) => `${product}: ${renewal}`,
  renewalCancelled: 'Cancelled, nothing more is charged',
  renewalPaused: 'Paused, nothing is charged',
  /** Of an invoice for a product that is charged again and again elsewhere. */
  paidOnce: 'Paid once, it does not renew',
  issued: 'Issued',
  due: 'Due',
  overdue: (day: string) => `${day} (overdue)`,
  paid: 'Paid',
  voided: 'Voided',
  beingPaid: 'Being paid',
  amountDue: (currency: string) => `Amount due (${currency})`,
  payInvoice: 'Pay this invoice',
};
export type PrintedWords = typeof englishWords;
