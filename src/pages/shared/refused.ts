/** Refusals of the client API in a buyer's words: it names its own parameters, which mean nothing on a page. */
import type { Refusal } from './answer.ts';
import { texts } from './texts.ts';

/** What a buyer pays with. */
export type Method = 'card' | 'ach' | 'wallet';

/** What a buyer is told: in a notice, and beside the fields that are wrong. */
export interface Told {
  readonly title: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The fields of the form by the parameters of the client API and of the vault. */
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

const fieldWords: Readonly<Record<string, string>> = {
  cardNumber: texts.cardNumber.wrong,
  cardExpiry: texts.expiry.wrong,
  cardCvc: texts.securityCode.refused,
  bankAccountNumber: texts.accountNumber.wrong,
  routingNumber: texts.routingNumber.wrong,
  achAuthorized: texts.tick,
  email: texts.email.wrong,
};

/** The client API writes a part of a list or an object as `shippingAddress.city`. */
const shippingPart = /^shippingAddress\.(\w+)$/;

/** The field of the form that a parameter is of; null where there is none. */
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

type Refused = Pick<Refusal, 'error' | 'reason' | 'param'>;

/**
 * @param method what the buyer paid with
 * @param customFields what the checkout asks beside the usual, in the order of its page
 */
export function tellRefusal(
  method: Method,
  { error, reason, param }: Refused,
  customFields: readonly { readonly id: string }[],
): Told {
  const { title, other, fields, stale, tooLarge } = texts.refused;
  // Both say to buyers what they ordered, and which code they typed.
  if (reason === 'insufficient_stock') return { title: texts.stock.title, text: error, fields: {} };
  if (param === 'discountCode') return { title, text: error, fields: {} };
  if (reason === 'token_expired' || reason === 'token_used') return { title, text: stale, fields: {} };
  const field = fieldOf(param, customFields);
  if (method === 'wallet' && !field?.startsWith('custom')) {
    const text = reason === 'parameter_missing' ? texts.wallet.leftOut : texts.wallet.refused;
    return { title, text, fields: {} };
  }
  if (field !== null) return { title, text: fields, fields: { [field]: fieldWords[field] ?? texts.check } };
  return { title, text: reason === 'amount_too_large' ? tooLarge : other, fields: {} };
}

/** What the vault says of a card or an account that it does not take. */
export function tellUnusable(method: Method, { param }: Pick<Refusal, 'param'>): Told {
  const { card: title, account } = texts.unusable;
  if (method === 'ach') {
    const text = texts.accountNumber.wrong;
    return { title: account, text, fields: { bankAccountNumber: text } };
  }
  const field = fieldOf(param, []) ?? 'cardNumber';
  // The page has checked the number: what the vault refuses of it is none of the test numbers.
  const text = field === 'cardNumber' ? texts.cardNumber.real : (fieldWords[field] ?? texts.check);
  return { title, text, fields: { [field]: text } };
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
