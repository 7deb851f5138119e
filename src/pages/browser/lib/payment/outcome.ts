import type { Answer, Refusal } from '../../../shared/answer.ts';

/** The parts of a payment response that pages read. */
export interface PaymentAnswer {
  readonly transactionId: string;
  readonly orderNumber: number | null;
  readonly orderLabel: string | null;
  readonly confirmationToken: string;
}

/** The outcome of an attempt to pay. */
export type Outcome<P = PaymentAnswer> =
  | { readonly kind: 'paid'; readonly paid: P }
  /** No money moved, and the buyer can try again. */
  | { readonly kind: 'declined'; readonly refusal: Refusal }
  | { readonly kind: 'invalid'; readonly refusal: Refusal }
  | { readonly kind: 'authenticate'; readonly refusal: Refusal }
  | { readonly kind: 'gone' }
  | { readonly kind: 'wait'; readonly seconds: number }
  /**
   * It is unknown whether the buyer was charged. The page can send the same attempt again, but must not make a new
   * attempt.
   */
  | { readonly kind: 'unknown' };

export function outcomeOf<P = PaymentAnswer>(answer: Answer<P>): Outcome<P> {
  if (answer.kind === 'done') return { kind: 'paid', paid: answer.body };
  if (answer.kind === 'unreachable') return { kind: 'unknown' };
  const { status, refusal, retryAfter } = answer;
  if (status >= 500 || status === 409) return { kind: 'unknown' };
  if (status === 429) return { kind: 'wait', seconds: retryAfter ?? 60 };
  if (status === 404) return { kind: 'gone' };
  if (status === 402) return { kind: 'authenticate', refusal };
  return { kind: refusal.code === 'card_declined' ? 'declined' : 'invalid', refusal };
}
