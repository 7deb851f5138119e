/** The texts of receipts, invoices, confirmations and e-mails, in Spanish. */
import type { MailedWords, PrintedWords } from './en.ts';

export const printed: PrintedWords = {
  total: 'Total',
  totalPaid: 'Total pagado',
  subtotal: 'Subtotal',
  discount: (code) => (code === null ? 'Descuento' : `Descuento (${code})`),
  invoiceNumber: (number) => `Factura ${number}`,
  payment: 'Pago',
  paymentId: 'Pago',
  date: 'Fecha',
  paymentMethod: 'Forma de pago',
  debitedFrom: 'Cargado en',
  paidWith: 'Pagado con',
  renewal: 'Renovación',
  invoice: 'Factura',
  receipt: 'Recibo',
  shipsTo: 'Envío a',
  refunded: 'Reembolsado',
  card: 'Tarjeta',
  bankAccount: 'Cuenta bancaria',
  yourBankAccount: 'Su cuenta bancaria',
  endingIn: (name, last4) => `${name} terminada en ${last4}`,
  every: (interval, count) => {
    const [each, several] = {
      day: ['cada día', 'días'],
      week: ['cada semana', 'semanas'],
      month: ['cada mes', 'meses'],
      year: ['cada año', 'años'],
    }[interval] as [string, string];
    return count === 1 ? each : `cada ${count} ${several}`;
  },
  terms: (every, next) => `${every}, próximo cobro el ${next}, hasta que se cancele`,
  openTerms: (every) => `${every}, hasta que se cancele`,
  renews: (money, terms) => `${money} ${terms}`,
  renewalOf: (product, renewal) => `${product}: ${renewal}`,
  renewalCancelled: 'Cancelada, no se cobra nada más',
  renewalPaused: 'En pausa, no se cobra nada',
  paidOnce: 'Pago único, no se renueva',
  issued: 'Fecha de emisión',
  due: 'Vencimiento',
  overdue: (day) => `${day} (vencida)`,
  paid: 'Pagada',
  voided: 'Anulada el',
  beingPaid: 'En proceso de pago',
  amountDue: (currency) => `Importe pendiente (${currency})`,
  payInvoice: 'Pagar esta factura',
};

export const mailed: MailedWords = {
  hello: (name) => (name === null ? 'Hola:' : `Hola, ${name}:`),
  invoice: {
    subject: (number, merchant) => `Factura ${number} de ${merchant}`,
    sent: (number, merchant) => `${merchant} le ha enviado la factura ${number}. La encontrará adjunta.`,
    sentDue: (number, merchant, due) =>
      `${merchant} le ha enviado la factura ${number}, con vencimiento el ${due}. La encontrará adjunta.`,
    sentOverdue: (number, merchant, due) =>
      `${merchant} le ha enviado la factura ${number}, que venció el ${due}. La encontrará adjunta.`,
    open: 'Ver y pagar la factura',
  },
  receipt: {
    subject: (merchant, order) => `Su recibo de ${merchant}: pedido n.º ${order}`,
    paid: (merchant, money) => `Gracias. Este es su recibo del pago de ${money} a ${merchant}.`,
    debited: (merchant, money) =>
      `Gracias. ${merchant} cargará ${money} en su cuenta bancaria, lo que puede tardar unos días.`,
    order: (number) => `Pedido n.º ${number}`,
    invoice: (number) => `Ver la factura ${number}`,
    portal: 'Sus pagos, suscripciones y tarjetas',
  },
  refund: {
    subject: (merchant, money) => `${merchant} ha reembolsado ${money}`,
    text: (merchant, money, order) => `${merchant} le ha reembolsado ${money} del pedido n.º ${order}.`,
    order: 'Pedido',
    paid: 'Pagado',
    inAll: 'Reembolsado en total',
    to: 'Reembolsado en',
  },
  claim: {
    subject: (merchant, money) => `${merchant} le ha enviado ${money}`,
    text: (merchant, money) => `${merchant} le ha enviado ${money}.`,
    claim: (money) => `Recibir ${money}`,
    until: (day) => `El enlace es válido hasta el ${day}.`,
  },
};
