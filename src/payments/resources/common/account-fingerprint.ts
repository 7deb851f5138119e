import { digestOf } from '../../../core/kernel/idempotency.ts';

/** 12 bits of a digest of an account number. They tell a buyer's accounts apart, and the number cannot be found by them. */
export const fingerprintOfNumber = (accountNumber: string): string => digestOf(accountNumber).slice(0, 3);

/**
 * Tells a bank account from others that end in the same four digits.
 * @param ofNumber the fingerprint of its number, which is all that is stored of it beside the last four digits
 */
export const accountFingerprintOf = (
  { routing_number, last4 }: { readonly routing_number: string; readonly last4: string },
  ofNumber: string,
): string => digestOf([routing_number, last4, ofNumber]).slice(0, 12);
