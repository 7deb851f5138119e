import { digestOf } from '../../../core/kernel/idempotency.ts';

/**
 * A fingerprint of an account number: 12 bits of a digest. It distinguishes a buyer's accounts, and does not reveal the
 * number.
 */
export const fingerprintOfNumber = (accountNumber: string): string => digestOf(accountNumber).slice(0, 3);

/**
 * An account's fingerprint, which distinguishes the account from others that end in the same four digits.
 * @param ofNumber the fingerprint of the account's number; beside it, only the last four digits are stored
 */
export const accountFingerprintOf = (
  { routing_number, last4 }: { readonly routing_number: string; readonly last4: string },
  ofNumber: string,
): string => digestOf([routing_number, last4, ofNumber]).slice(0, 12);
