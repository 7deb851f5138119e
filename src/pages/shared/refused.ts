/** Refusals of the client API in a buyer's words: it names its own parameters, which mean nothing on a page. */
import { texts } from './texts.ts';

/** What a buyer pays with. */
export type Method = 'card' | 'ach' | 'wallet';

/** What a buyer is told: in a notice, and beside the fields that are wrong. */
export interface Told {
  readonly title: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The fields of the form whose parameters have another name. */
const fieldsOfParams: Readonly<Record<string, string>> = {
  card_number: 'cardNumber',
  card_exp: 'cardExpiry',
  card_cvc: 'cardCvc',
  bank_account_number: 'bankAccountNumber',
  routing_number: 'routingNumber',
  vaultPanAlias: 'cardNumber',
  vaultExpMonth: 'cardExpiry',
  vaultExpYear: 'cardExpiry',
  vaultCvcAlias: 'cardCvc',
  vaultBankAccountAlias: 'bankAccountNumber',
};

const fieldWords: Readonly<Record<string, string>> = {
  cardNumber: texts.cardNumber.wrong,
  cardExpiry: texts.expiry.wrong,
  cardCvc: texts.securityCode.refused,
  bankAccountNumber: texts.accountNumber.wrong,
  routingNumber: texts.routingNumber.wrong,
  achAuthorized: texts.tick,
  email: texts.email.wrong,
};

const plainParam =
  /\b(?:vault[A-Z]\w*|card_\w+|bank_account_number|routing_?[nN]umber|achAuthorized|email|firstName|lastName|phone|billing[A-Z]\w*)\b/;

/** The field of the form that a refusal is about: the client API names it in its message alone. Null where it is about none. */
function fieldOf(message: string, customFields: readonly { readonly id: string }[]): string | null {
  const custom = /customFieldValues\.([\w-]+)/.exec(message)?.[1];
  if (custom !== undefined) {
    const at = customFields.findIndex(({ id }) => id === custom);
    return at === -1 ? null : `custom${at}`;
  }
  const part = /shippingAddress\.(\w+)/.exec(message)?.[1];
  if (part !== undefined) return `shipping${part.charAt(0).toUpperCase()}${part.slice(1)}`;
  if (/\brouting number\b/.test(message)) return 'routingNumber';
  const param = plainParam.exec(message)?.[0];
  return param === undefined ? null : (fieldsOfParams[param] ?? param);
}

/**
 * @param method what the buyer paid with
 * @param customFields what the checkout asks beside the usual, in the order of its page
 */
export function tellRefusal(method: Method, message: string, customFields: readonly { readonly id: string }[]): Told {
  const { title, other, fields, stale } = texts.refused;
  if (/\bin stock\b/.test(message)) return { title: texts.stock.title, text: message, fields: {} };
  if (/discount code/i.test(message)) return { title, text: message, fields: {} };
  if (/alias lives/.test(message)) return { title, text: stale, fields: {} };
  const field = fieldOf(message, customFields);
  if (method === 'wallet' && !field?.startsWith('custom')) {
    const isLeftOut = /\bis required\b/.test(message);
    return { title, text: isLeftOut ? texts.wallet.leftOut : texts.wallet.refused, fields: {} };
  }
  if (field !== null) return { title, text: fields, fields: { [field]: fieldWords[field] ?? texts.check } };
  const text = /above the limit/.test(message) ? texts.refused.tooLarge : other;
  return { title, text, fields: {} };
}

/** What the vault says of a card or an account that it does not take. */
export function tellUnusable(method: Method, message: string): Told {
  const { card: title, account } = texts.unusable;
  const field = fieldOf(message, []);
  if (method === 'ach') {
    const text = texts.accountNumber.wrong;
    return { title: account, text, fields: { bankAccountNumber: text } };
  }
  // The one refusal that names no parameter: the number passes every check, and is none of the test numbers.
  const text = field === null ? texts.cardNumber.real : (fieldWords[field] ?? texts.check);
  return { title, text, fields: { [field ?? 'cardNumber']: text } };
}

type Reason = Exclude<keyof typeof texts.declined, 'title' | 'unharmed'>;

const isReason = (name: string): name is Reason =>
  Object.hasOwn(texts.declined, name) && name !== 'title' && name !== 'unharmed';

/** The field that a reason points at. */
const declinedFields: Readonly<Partial<Record<Reason, string>>> = { cvc: 'cardCvc', invalid_card: 'cardExpiry' };

/** @param reason the category of the decline: `insufficient_funds` */
export function tellDecline(method: Method, reason: string): Told {
  const { declined } = texts;
  const category = isReason(reason) ? reason : 'unknown';
  const why = method === 'ach' && category === 'declined' ? declined.unknown : declined[category];
  const field = method === 'card' ? declinedFields[category] : undefined;
  return {
    title: declined.title,
    text: `${why} ${declined.unharmed}`,
    fields: field === undefined ? {} : { [field]: why },
  };
}
