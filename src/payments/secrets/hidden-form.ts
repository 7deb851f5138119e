/*
 * The form of a secret that is hidden in a capture: `hidden.pan.4242` is a card number that ends in 4242. The form has
 * only signs that JSON, addresses, cookies and headers write alike. Equal secrets have equal forms, and different
 * secrets different forms: a number tells secrets of one kind apart whose last four characters are the same or not
 * shown (`hidden.cvc`, `hidden.cvc..2`).
 */

/** What is left of a hidden secret. */
export interface HiddenValue {
  /** `sk_test`, `pan`, `cvc`, `bank_account`, `cookie`, `signature`, or the ending of a secret name: `token`. */
  readonly kind: string;
  /** The last four characters; null for a secret that is too short to show them. */
  readonly last4: string | null;
  /** From 1, within the secrets of one kind with the same last four. */
  readonly number: number;
}

const form = /^hidden\.([a-z][a-z0-9_]*)(?:\.([\w-]{4})?(?:\.(\d{1,9}))?)?$/;

export const writeHidden = ({ kind, last4, number }: HiddenValue): string => {
  if (number > 1) return `hidden.${kind}.${last4 ?? ''}.${number}`;
  return last4 === null ? `hidden.${kind}` : `hidden.${kind}.${last4}`;
};

/** What is left of a secret; null for any other value. */
export function readHidden(value: unknown): HiddenValue | null {
  if (typeof value !== 'string') return null;
  const [, kind, last4 = null, number = '1'] = form.exec(value) ?? [];
  return kind === undefined ? null : { kind, last4, number: Number(number) };
}

/** Whether a value of a capture takes the place of a secret. */
export const isHidden = (value: unknown): boolean => readHidden(value) !== null;
