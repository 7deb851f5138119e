import { collection } from '../../engine/collection.ts';
import { nullable, T, Timestamp } from '../../engine/schema.ts';
import { setting, settings } from '../../engine/settings.ts';
import { CardModel } from '../common/card.ts';

export const tokenSettings = settings({
  vault_enabled: setting(
    T.Boolean(),
    true,
    'the card vault, which the pages and the SDKs need; also direct 3-D Secure',
  ),
  white_label: setting(T.Boolean(), false, '`GET /tokenization-key` says `gateway_a_white_label`'),
});

/** A one-time card token as it is kept. Its id is the token. */
const StoredTokenModel = T.Object({
  id: T.String(),
  card: CardModel,
  behaviour: nullable(T.String()),
  cvc_given: T.Boolean(),
  created_at: Timestamp(),
  used_at: nullable(Timestamp()),
});
export type PaymentToken = Readonly<T.Static<typeof StoredTokenModel>>;

export const paymentTokens = collection('payment_token', { model: StoredTokenModel, prefix: 'ptok', indexes: [] });

/** What POST /tokens answers (specification, "Payment token"). */
export const PaymentTokenModel = T.Object({
  token: T.String({ pattern: '^ptok_' }),
  card: T.Object({ last4: T.String(), brand: T.String(), exp_month: T.String(), exp_year: T.String() }),
});
