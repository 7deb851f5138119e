/**
 * The texts of receipts, invoices, confirmations and emails. This file has no imports, so that pages can use it too.
 */

type Interval = 'day' | 'week' | 'month' | 'year';

export const printed = {
  total: 'Total',
  totalPaid: 'Total paid',
  subtotal: 'Subtotal',
  /** @param code null if the discount has no code */
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
  receipt: 'Receipt',
  shipsTo: 'Ships to',
  refunded: 'Refunded',
  card: 'Card',
  bankAccount: 'Bank account',
  yourBankAccount: 'Your bank account',
  /** @param name the brand, the bank or the type of instrument */
  endingIn: (name: string, last4: string) => `${name} ending in ${last4}`,
  every: (interval: Interval, count: number) => (count === 1 ? `every ${interval}` : `every ${count} ${interval}s`),
  /**
   * The terms of a recurring amount, which follow the amount.
   * @param every such as `every month`
   * @param next a day
   */
  terms: (every: string, next: string) => `${every}, next payment on ${next}, until cancelled`,
  openTerms: (every: string) => `${every}, until cancelled`,
  /** @param terms the result of `terms` */
  renews: (money: string, terms: string) => `${money} ${terms}`,
  renewalOf: (product: string, renewal: string) => `${product}: ${renewal}`,
  renewalCancelled: 'Cancelled; no further charges',
  renewalPaused: 'Paused; no charges',
  /** A note on an invoice for a recurring product, which the invoice charges only once. */
  paidOnce: 'One-time payment; does not renew',
  issued: 'Issued',
  due: 'Due',
  overdue: (day: string) => `${day} (overdue)`,
  paid: 'Paid',
  voided: 'Voided',
  beingPaid: 'Being paid',
  amountDue: (currency: string) => `Amount due (${currency})`,
  payInvoice: 'Pay this invoice',
};
export type PrintedWords = typeof printed;

/** The texts of emails. */
export const mailed = {
  hello: (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`),
  invoice: {
    subject: (number: string, merchant: string) => `Invoice ${number} from ${merchant}`,
    sent: (number: string, merchant: string) => `${merchant} has sent you invoice ${number}. The invoice is attached.`,
    /** @param due the due date of the payment */
    sentDue: (number: string, merchant: string, due: string) =>
      `${merchant} has sent you invoice ${number}, due on ${due}. The invoice is attached.`,
    sentOverdue: (number: string, merchant: string, due: string) =>
      `${merchant} has sent you invoice ${number}, which was due on ${due}. The invoice is attached.`,
    open: 'View and pay the invoice',
  },
  receipt: {
    subject: (merchant: string, order: number) => `Your receipt from ${merchant}: order #${order}`,
    paid: (merchant: string, money: string) =>
      `Thank you. This is your receipt for the payment of ${money} to ${merchant}.`,
    debited: (merchant: string, money: string) =>
      `Thank you. ${merchant} will debit ${money} from your bank account, which can take a few days.`,
    order: (number: number) => `Order #${number}`,
    invoice: (number: string) => `View invoice ${number}`,
    portal: 'Your payments, subscriptions and cards',
  },
  refund: {
    subject: (merchant: string, money: string) => `${merchant} has refunded ${money}`,
    text: (merchant: string, money: string, order: number) =>
      `${merchant} has refunded ${money} for your order #${order}.`,
    order: 'Order',
    paid: 'Paid',
    inAll: 'Refunded in all',
    to: 'Refunded to',
  },
  claim: {
    subject: (merchant: string, money: string) => `${merchant} has sent you ${money}`,
    text: (merchant: string, money: string) => `${merchant} has sent you ${money}.`,
    claim: (money: string) => `Claim ${money}`,
    until: (day: string) => `The link is valid until ${day}.`,
  },
};
export type MailedWords = typeof mailed;
