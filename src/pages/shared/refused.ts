/** Refusals of the client API in a buyer's words: it names its own parameters, which mean nothing on a page. */
import type { ScriptTexts } from '../texts/en.ts';

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

/** What is said at a field that was refused. */
function wordsOf(field: string, texts: ScriptTexts): string {
  switch (field) {
    case 'cardNumber':
      return texts.cardNumber.wrong;
    case 'cardExpiry':
      return texts.expiry.wrong;
    case 'cardCvc':
      return texts.securityCode.refused;
    case 'bankAccountNumber':
      return texts.accountNumber.wrong;
    case 'routingNumber':
      return texts.routingNumber.wrong;
    case 'achAuthorized':
      return texts.tick;
    case 'email':
      return texts.email.wrong;
    default:
      return texts.check;
  }
}

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

/** What is not in stock in the number of the order, as the client API tells it; null where that is not the matter. */
function shortageIn(message: string): [name: string, available: number, ordered: number] | null {
  const [, left, name, ordered] = /^Only (\d+) of (.+) (?:is|are) in stock; (\d+) are ordered\.$/s.exec(message) ?? [];
  if (left !== undefined && name !== undefined) return [name, Number(left), Number(ordered)];
  const soldOut = /^(.+) is not in stock\.$/s.exec(message)?.[1];
  return soldOut === undefined ? null : [soldOut, 0, 1];
}

/** Why a discount code is not taken; null where a refusal is not about it. */
export function tellDiscount(message: string, { discount }: ScriptTexts): string | null {
  const typed = /discount code:? '(.*)'/is.exec(message)?.[1];
  if (typed === undefined) return null;
  return /\btakes off all\b/.test(message) ? discount.tooMuch(typed) : discount.unknown(typed);
}

/**
 * @param method what the buyer paid with
 * @param message what the client API says
 * @param customFields what the checkout asks beside the usual, in the order of its page
 */
export function tellRefusal(
  method: Method,
  message: string,
  customFields: readonly { readonly id: string }[],
  texts: ScriptTexts,
): Told {
  const { title, other, fields, stale } = texts.refused;
  const shortage = shortageIn(message);
  if (shortage !== null) return { title: texts.stock.title, text: texts.stock.short(...shortage), fields: {} };
  const discount = tellDiscount(message, texts);
  if (discount !== null) return { title, text: discount, fields: {} };
  if (/alias lives/.test(message)) return { title, text: stale, fields: {} };
  const field = fieldOf(message, customFields);
  if (method === 'wallet' && !field?.startsWith('custom')) {
    const isLeftOut = /\bis required\b/.test(message);
    return { title, text: isLeftOut ? texts.wallet.leftOut : texts.wallet.refused, fields: {} };
  }
  if (field !== null) return { title, text: fields, fields: { [field]: wordsOf(field, texts) } };
  const text = /above the limit/.test(message) ? texts.refused.tooLarge : other;
  return { title, text, fields: {} };
}

/** What the vault says of a card or an account that it does not take. */
export function tellUnusable(method: Method, message: string, texts: ScriptTexts): Told {
  const { card: title, account } = texts.unusable;
  const field = fieldOf(message, []);
  if (method === 'ach') {
    const text = texts.accountNumber.wrong;
    return { title: account, text, fields: { bankAccountNumber: text } };
  }
  // The one refusal that names no parameter: the number passes every check, and is none of the test numbers.
  const text = field === null ? texts.cardNumber.real : wordsOf(field, texts);
  return { title, text, fields: { [field ?? 'cardNumber']: text } };
}

type Reason = keyof ScriptTexts['declined']['reasons'];

const isReason = (name: string, { declined }: ScriptTexts): name is Reason => Object.hasOwn(declined.reasons, name);

/** The field that a reason points at. */
const declinedFields: Readonly<Partial<Record<Reason, string>>> = { cvc: 'cardCvc', invalid_card: 'cardExpiry' };

/** @param reason the category of the decline: `insufficient_funds` */
export function tellDecline(method: Method, reason: string, texts: ScriptTexts): Told {
  const { declined } = texts;
  const category = isReason(reason, texts) ? reason : 'unknown';
  const why = declined.reasons[method === 'ach' && category === 'declined' ? 'unknown' : category];
  const field = method === 'card' ? declinedFields[category] : undefined;
  return {
    title: declined.title,
    text: `${why}${texts.gap}${declined.unharmed}`,
    fields: field === undefined ? {} : { [field]: why },
  };
}
