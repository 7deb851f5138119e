/** The texts of receipts, invoices, confirmations and e-mails, in Japanese. */
import type { MailedWords, PrintedWords } from './en.ts';

export const printed: PrintedWords = {
  total: '合計',
  totalPaid: 'お支払い合計',
  subtotal: '小計',
  discount: (code) => (code === null ? '割引' : `割引（${code}）`),
  invoiceNumber: (number) => `請求書 ${number}`,
  payment: 'お支払い',
  paymentId: '決済番号',
  date: '日付',
  paymentMethod: 'お支払い方法',
  debitedFrom: '引き落とし口座',
  paidWith: 'お支払い方法',
  renewal: '更新',
  invoice: '請求書',
  receipt: '領収書',
  shipsTo: 'お届け先',
  refunded: '返金額',
  card: 'カード',
  bankAccount: '銀行口座',
  yourBankAccount: 'お客様の銀行口座',
  endingIn: (name, last4) => `${name}（末尾${last4}）`,
  every: (interval, count) => {
    const [each, several] = {
      day: ['毎日', '日ごと'],
      week: ['毎週', '週間ごと'],
      month: ['毎月', 'か月ごと'],
      year: ['毎年', '年ごと'],
    }[interval] as [string, string];
    return count === 1 ? each : `${count}${several}`;
  },
  terms: (every, next) => `${every}、次回は${next}、解約まで継続`,
  openTerms: (every) => `${every}、解約まで継続`,
  renews: (money, terms) => `${money}（${terms}）`,
  renewalOf: (product, renewal) => `${product}：${renewal}`,
  renewalCancelled: '解約済み。今後の請求はありません',
  renewalPaused: '一時停止中。請求はありません',
  paidOnce: '1回払い。更新はありません',
  issued: '発行日',
  due: 'お支払い期限',
  overdue: (day) => `${day}（期限超過）`,
  paid: 'お支払い済み',
  voided: '取消日',
  beingPaid: '処理中',
  amountDue: (currency) => `ご請求額（${currency}）`,
  payInvoice: 'この請求書を支払う',
};

export const mailed: MailedWords = {
  hello: (name) => (name === null ? 'お客様' : `${name} 様`),
  invoice: {
    subject: (number, merchant) => `${merchant}からの請求書 ${number}`,
    sent: (number, merchant) => `${merchant}から請求書 ${number} が届きました。添付ファイルをご確認ください。`,
    sentDue: (number, merchant, due) =>
      `${merchant}から請求書 ${number}（お支払い期限：${due}）が届きました。添付ファイルをご確認ください。`,
    sentOverdue: (number, merchant, due) =>
      `${merchant}から請求書 ${number} が届きました。お支払い期限（${due}）を過ぎています。添付ファイルをご確認ください。`,
    open: '請求書を表示して支払う',
  },
  receipt: {
    subject: (merchant, order) => `${merchant}からの領収書：ご注文番号 ${order}`,
    paid: (merchant, money) => `ありがとうございます。${merchant}への${money}のお支払いの領収書です。`,
    debited: (merchant, money) =>
      `ありがとうございます。${merchant}がお客様の銀行口座から${money}を引き落とします。数日かかることがあります。`,
    order: (number) => `ご注文番号 ${number}`,
    invoice: (number) => `請求書 ${number} を表示`,
    portal: 'お支払い、定期購入、カードの管理',
  },
  refund: {
    subject: (merchant, money) => `${merchant}が${money}を返金しました`,
    text: (merchant, money, order) => `${merchant}がご注文番号 ${order} のうち${money}を返金しました。`,
    order: 'ご注文番号',
    paid: 'お支払い額',
    inAll: '返金の合計',
    to: '返金先',
  },
  claim: {
    subject: (merchant, money) => `${merchant}から${money}が送られました`,
    text: (merchant, money) => `${merchant}から${money}が送られました。`,
    claim: (money) => `${money}を受け取る`,
    until: (day) => `リンクの有効期限は${day}です。`,
  },
};
