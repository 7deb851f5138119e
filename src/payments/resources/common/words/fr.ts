/** The texts of receipts, invoices, confirmations and e-mails, in French. */
import type { MailedWords, PrintedWords } from './en.ts';

export const printed: PrintedWords = {
  total: 'Total',
  totalPaid: 'Total payé',
  subtotal: 'Sous-total',
  discount: (code) => (code === null ? 'Remise' : `Remise (${code})`),
  invoiceNumber: (number) => `Facture ${number}`,
  payment: 'Paiement',
  paymentId: 'Paiement',
  date: 'Date',
  paymentMethod: 'Moyen de paiement',
  debitedFrom: 'Débité de',
  paidWith: 'Payé avec',
  renewal: 'Renouvellement',
  invoice: 'Facture',
  receipt: 'Reçu',
  shipsTo: 'Livraison à',
  refunded: 'Remboursé',
  card: 'Carte',
  bankAccount: 'Compte bancaire',
  yourBankAccount: 'Votre compte bancaire',
  endingIn: (name, last4) => `${name} se terminant par ${last4}`,
  every: (interval, count) => {
    const [each, several] = {
      day: ['chaque jour', `tous les ${count} jours`],
      week: ['chaque semaine', `toutes les ${count} semaines`],
      month: ['chaque mois', `tous les ${count} mois`],
      year: ['chaque année', `tous les ${count} ans`],
    }[interval] as [string, string];
    return count === 1 ? each : several;
  },
  terms: (every, next) => `${every}, prochain prélèvement le ${next}, jusqu’à résiliation`,
  openTerms: (every) => `${every}, jusqu’à résiliation`,
  renews: (money, terms) => `${money} ${terms}`,
  renewalOf: (product, renewal) => `${product} : ${renewal}`,
  renewalCancelled: 'Résilié, plus rien n’est débité',
  renewalPaused: 'En pause, rien n’est débité',
  paidOnce: 'Paiement unique, sans renouvellement',
  issued: 'Émise le',
  due: 'Échéance',
  overdue: (day) => `${day} (en retard)`,
  paid: 'Payée',
  voided: 'Annulée le',
  beingPaid: 'En cours de paiement',
  amountDue: (currency) => `Montant dû (${currency})`,
  payInvoice: 'Payer cette facture',
};

export const mailed: MailedWords = {
  hello: (name) => (name === null ? 'Bonjour,' : `Bonjour ${name},`),
  invoice: {
    subject: (number, merchant) => `Facture ${number} de ${merchant}`,
    sent: (number, merchant) => `${merchant} vous a envoyé la facture ${number}. Vous la trouverez en pièce jointe.`,
    sentDue: (number, merchant, due) =>
      `${merchant} vous a envoyé la facture ${number}, à régler avant le ${due}. Vous la trouverez en pièce jointe.`,
    sentOverdue: (number, merchant, due) =>
      `${merchant} vous a envoyé la facture ${number}, qui était à régler avant le ${due}. Vous la trouverez en pièce jointe.`,
    open: 'Voir et payer la facture',
  },
  receipt: {
    subject: (merchant, order) => `Votre reçu de ${merchant} : commande nº ${order}`,
    paid: (merchant, money) => `Merci. Voici votre reçu pour le paiement de ${money} à ${merchant}.`,
    debited: (merchant, money) =>
      `Merci. ${merchant} prélèvera ${money} sur votre compte bancaire, ce qui peut prendre quelques jours.`,
    order: (number) => `Commande nº ${number}`,
    invoice: (number) => `Voir la facture ${number}`,
    portal: 'Vos paiements, abonnements et cartes',
  },
  refund: {
    subject: (merchant, money) => `${merchant} a remboursé ${money}`,
    text: (merchant, money, order) => `${merchant} vous a remboursé ${money} de la commande nº ${order}.`,
    order: 'Commande',
    paid: 'Payé',
    inAll: 'Remboursé au total',
    to: 'Remboursé sur',
  },
  claim: {
    subject: (merchant, money) => `${merchant} vous a envoyé ${money}`,
    text: (merchant, money) => `${merchant} vous a envoyé ${money}.`,
    claim: (money) => `Recevoir ${money}`,
    until: (day) => `Le lien est valable jusqu’au ${day}.`,
  },
};
