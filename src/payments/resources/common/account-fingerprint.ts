import { digestOf } from '../../../core/kernel/idempotency.ts';

/**
 * Returns a fingerprint of an account number: 12 bits of a digest. It distinguishes the accounts of a buyer without
 * revealing the number.
 */
export const fingerprintOfNumber = (accountNumber: string): string => digestOf(accountNumber).slice(0, 3);

/**
 * Returns the fingerprint of an account, which distinguishes the account from others that end in the same four
 * digits.
 * @param ofNumber the fingerprint of the account number; apart from this fingerprint, only the last four digits are
 * stored
 */
export const accountFingerprintOf = (
  { routing_number, last4 }: { readonly routing_number: string; readonly last4: string },
  ofNumber: string,
): string => digestOf([routing_number, last4, ofNumber]).slice(0, 12);
