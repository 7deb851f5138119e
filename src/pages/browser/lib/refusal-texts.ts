/** Refusals of the client API in words for the buyer, because the API's parameter names have no meaning on a page. */

import type { Refusal } from '../../shared/answer.ts';
import type { ScriptTexts } from '../../texts/en.ts';

/** The ways in which a buyer can pay. */
export type Method = 'card' | 'ach' | 'wallet';

/** The message for a buyer, in a notice and at the invalid fields. */
export interface BuyerMessage {
  readonly title: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The form fields, by the parameters of the client API and of the vault. */
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
  ...Object.fromEntries(
    [
      'routingNumber',
      'achAuthorized',
      'email',
      'firstName',
      'lastName',
      'phone',
      ...['Address1', 'City', 'State', 'PostalCode', 'Country'].map((part) => `billing${part}`),
    ].map((same) => [same, same]),
  ),
};

/** The message at a refused field. */
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

/** The client API's name for part of a list or object, such as `shippingAddress.city`. */
const shippingPart = /^shippingAddress\.(\w+)$/;

/** The field of a parameter; null if the form has no such field. */
function fieldOf(param: string | null, customFields: readonly { readonly id: string }[]): string | null {
  if (param === null) return null;
  const custom = /^customFieldValues\.(.+)$/.exec(param)?.[1];
  if (custom !== undefined) {
    const at = customFields.findIndex(({ id }) => id === custom);
    return at === -1 ? null : `custom${at}`;
  }
  const part = shippingPart.exec(param)?.[1];
  if (part !== undefined) return `shipping${part.charAt(0).toUpperCase()}${part.slice(1)}`;
  return fieldsOfParams[param] ?? null;
}

/** The parts of a refusal that determine its message. */
export type RefusalReason = Pick<Refusal, 'reason' | 'param'>;

/** Why a discount code was refused; null if the refusal has another reason. */
export function tellDiscount(
  { reason, param }: RefusalReason,
  typed: string,
  { discount }: ScriptTexts,
): string | null {
  if (param !== 'discountCode') return null;
  return reason === 'discount_not_applicable' ? discount.tooMuch(typed) : discount.unknown(typed);
}

/**
 * @param method how the buyer paid
 * @param refusal the client API's response
 * @param customFields additional fields of the checkout, in the order of its page
 */
export function tellRefusal(
  method: Method,
  { reason, param }: RefusalReason,
  customFields: readonly { readonly id: string }[],
  texts: ScriptTexts,
): BuyerMessage {
  const { title, other, fields, stale, tooLarge } = texts.refused;
  if (reason === 'insufficient_stock') return { title: texts.stock.title, text: texts.stock.fewer, fields: {} };
  if (param === 'discountCode') return { title, text: texts.discount.refused, fields: {} };
  if (reason === 'token_expired' || reason === 'token_used') return { title, text: stale, fields: {} };
  const field = fieldOf(param, customFields);
  if (method === 'wallet' && !field?.startsWith('custom')) {
    const text = reason === 'parameter_missing' ? texts.wallet.leftOut : texts.wallet.refused;
    return { title, text, fields: {} };
  }
  if (field !== null) return { title, text: fields, fields: { [field]: wordsOf(field, texts) } };
  return { title, text: reason === 'amount_too_large' ? tooLarge : other, fields: {} };
}

/** The vault's reason for refusing a card or an account. */
export function tellUnusable(method: Method, { param }: Pick<Refusal, 'param'>, texts: ScriptTexts): BuyerMessage {
  const { card: title, account } = texts.unusable;
  if (method === 'ach') {
    const text = texts.accountNumber.wrong;
    return { title: account, text, fields: { bankAccountNumber: text } };
  }
  const field = fieldOf(param, []) ?? 'cardNumber';
  // The page has checked the number, so the vault refuses it because it is not a test number.
  const text = field === 'cardNumber' ? texts.cardNumber.real : wordsOf(field, texts);
  return { title, text, fields: { [field]: text } };
}

type Reason = keyof ScriptTexts['declined']['reasons'];

const isReason = (name: string, { declined }: ScriptTexts): name is Reason => Object.hasOwn(declined.reasons, name);

/** The field that a reason refers to. */
const declinedFields: Readonly<Partial<Record<Reason, string>>> = { cvc: 'cardCvc', invalid_card: 'cardExpiry' };

/** @param reason the category of the decline, such as `insufficient_funds` */
export function tellDecline(method: Method, reason: string, texts: ScriptTexts): BuyerMessage {
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
