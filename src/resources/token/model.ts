import { defineCollection } from '../../engine/collection.ts';
import { T } from '../../engine/schema.ts';
import type { Card } from '../common/card.ts';

/** A one-time card token as it is kept. Its id is the token. */
export interface PaymentToken {
  readonly id: string;
  readonly card: Card;
  readonly behaviour: string | null;
  readonly cvc_given: boolean;
  readonly created_at: string;
  readonly used_at: string | null;
}

export const paymentTokens = defineCollection<PaymentToken>({ name: 'payment_token', prefix: 'ptok', indexes: [] });

/** What POST /tokens answers (specification, "Payment token"). */
export const PaymentTokenModel = T.Object({
  token: T.String({ pattern: '^ptok_' }),
  card: T.Object({ last4: T.String(), brand: T.String(), exp_month: T.String(), exp_year: T.String() }),
});
