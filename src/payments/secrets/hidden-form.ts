/*
 * The form of a secret that is hidden in a capture: `hidden.pan.4242` is a card number that ends in 4242. The form has
 * only signs that JSON, addresses, cookies and headers write alike. Equal secrets have equal forms, and different
 * secrets different forms: a number tells secrets of one kind apart whose last four characters are the same or not
 * shown (`hidden.cvc`, `hidden.cvc..2`).
 */

/** The information about a hidden secret that stays visible. */
export interface HiddenValue {
  /** `sk_test`, `pan`, `cvc`, `bank_account`, `cookie`, `signature`, or the last part of a secret name: `token`. */
  readonly kind: string;
  /** The last four characters; null if the secret is too short to show them. */
  readonly last4: string | null;
  /** The number of the secret among those of the same kind with the same last four characters, counted from 1. */
  readonly number: number;
}

const form = /^hidden\.([a-z][a-z0-9_]*)(?:\.([\w-]{4})?(?:\.(\d{1,9}))?)?$/;

export const writeHidden = ({ kind, last4, number }: HiddenValue): string => {
  if (number > 1) return `hidden.${kind}.${last4 ?? ''}.${number}`;
  return last4 === null ? `hidden.${kind}` : `hidden.${kind}.${last4}`;
};

/** Parses the form of a hidden secret; null for any other value. */
export function readHidden(value: unknown): HiddenValue | null {
  if (typeof value !== 'string') return null;
  const [, kind, last4 = null, number = '1'] = form.exec(value) ?? [];
  return kind === undefined ? null : { kind, last4, number: Number(number) };
}

/** Whether a value in a capture replaces a secret. */
export const isHidden = (value: unknown): boolean => readHidden(value) !== null;
