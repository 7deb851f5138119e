import { about, nullable, T, Timestamp, textForm } from '../../../core/kernel/declare/schema.ts';
import { setting, settings } from '../../../core/kernel/declare/settings.ts';
import { collection } from '../../../core/store/collection.ts';
import { CardModel } from '../common/card.ts';
import { Last4 } from '../common/fields.ts';

export const tokenSettings = settings({
  vault_enabled: setting(
    T.Boolean(),
    true,
    'whether the card vault is enabled; the pages, the SDKs and direct 3-D Secure require the vault',
  ),
  white_label: setting(T.Boolean(), false, 'whether `GET /tokenization-key` returns `gateway_a_white_label`'),
});

/** A one-time card token. This is the stored form. The id is the token. */
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

/** The response of POST /tokens (specification, "Payment token"). */
export const PaymentTokenModel = T.Object({
  token: about(
    T.String(textForm('^ptok_', 'a one-time token', 'ptok_visa')),
    'A single-use token, valid for 15 minutes.',
  ),
  card: about(
    T.Object({
      last4: Last4('card number'),
      brand: about(T.String(), 'Card brand, such as visa.'),
      exp_month: about(T.String(), 'Two-digit expiration month.'),
      exp_year: about(T.String(), 'Four-digit expiration year.'),
    }),
    'Card details that are safe to display.',
  ),
});
