import {
  Anything,
  about,
  assumed,
  baseFields,
  internal,
  nullable,
  ObjectName,
  OneOf,
  T,
} from '../../../core/kernel/declare/schema.ts';
import { setting, settings } from '../../../core/kernel/declare/settings.ts';
import { collection } from '../../../core/store/collection.ts';
import { Cents } from '../../platform/fields.ts';
import { CardModel } from '../common/card.ts';
import { IdOf } from '../common/fields.ts';
import { threeDsLifecycle } from './lifecycle.ts';

const text = () => nullable(T.String());

export const threeDsSettings = settings({
  three_ds_enabled: setting(T.Boolean(), false, 'whether the checkout and the wallet prepare operation use 3-D Secure'),
  acquirer_brands: setting(
    T.Array(T.String()),
    ['visa', 'mastercard', 'amex', 'discover'],
    'the card brands that have a 3-D Secure acquirer profile',
  ),
});

/** An authentication of a card, from its initialization to its result. The API shows only results. */
const AuthenticationModel = T.Object({
  ...baseFields('three_ds_authentication'),
  status: threeDsLifecycle.status,
  card: internal(CardModel),
  behaviour: internal(text()),
  /** The UUIDs of the two servers that take part in the authentication. */
  server_trans_id: internal(T.String()),
  acs_trans_id: internal(T.String()),
  /** The fields from here to `error` are null until the authentication has a result. */
  ds_trans_id: internal(text()),
  eci: internal(text()),
  cavv: internal(text()),
  xid: internal(text()),
  reason: internal(text()),
  error: internal(text()),
  /** The amount; null if the caller sent no amount. */
  amount: internal(nullable(Cents())),
  currency: internal(text()),
  /** The return URL of the challenge: a full URL, or the path of a page of the emulator. */
  redirect_url: internal(text()),
  /** The slug of the session, link or invoice; null if the caller sent no slug. */
  slug: internal(text()),
  /** The `X-Service-SDK` header of the client that started the authentication; null if the client sent none. */
  sdk: internal(text()),
});
export type Authentication = Readonly<T.Static<typeof AuthenticationModel>>;

export const authentications = collection('three_ds_authentication', {
  model: AuthenticationModel,
  lifecycle: threeDsLifecycle,
  prefix: 'auth',
  indexes: [['server_trans_id'], ['ds_trans_id'], ['cavv'], ['xid']],
  addresses: { id: 'challenge' },
});

/** The statuses of a result (specification, "3-D Secure result"), and C while a challenge is open (assumed). */
export const resultStatuses = Object.values(threeDsLifecycle.statusOf).filter((status) => status !== 'initialized');

/** A 3-D Secure result (specification, "3-D Secure result"). */
export const ThreeDsResultModel = T.Object({
  object: assumed(ObjectName('three_ds_result')),
  authentication_id: assumed(IdOf('authentication, which you send to finish')),
  status: about(
    OneOf(resultStatuses, ['C']),
    'The authentication status. Y, A, N, U and R are terminal; SKIPPED means that no authentication is needed.',
  ),
  challenge_required: about(T.Boolean(), 'Whether the cardholder must complete a challenge.'),
  challenge: about(
    assumed(
      nullable(
        T.Object({
          url: about(T.String(), 'The challenge URL.'),
          creq: about(T.String(), 'The value of `creq` to post to `url`.'),
        }),
      ),
    ),
    'The challenge for the cardholder: post `creq` to `url`. Null if no challenge is required.',
  ),
  eci: about(text(), 'The electronic commerce indicator; null until there is a result.'),
  cavv: about(text(), 'The cardholder authentication value; null if the issuer sent none.'),
  xid: about(text(), 'The transaction identifier of the authentication; null until there is a result.'),
  authenticationValue: about(text(), 'Same value as `cavv`.'),
  dsTransId: about(text(), "The directory server's transaction id; null until there is a result."),
  threeDSServerTransID: about(T.String(), "The 3-D Secure server's transaction id."),
  threeDsVersion: about(T.String(), 'The 3-D Secure protocol version.'),
  skipped: about(T.Boolean(), 'Whether the authentication was skipped; if true, charge without `three_ds`.'),
  reason: about(text(), 'Why the authentication was skipped or refused; null if there is no reason.'),
  error: about(T.Optional(T.String()), 'Why the authentication failed. If present, stop polling.'),
});
export type ThreeDsResult = T.Static<typeof ThreeDsResultModel>;

/** The response of POST /three-ds/initialize. */
export const ThreeDsSetupModel = T.Object({
  transaction_info: about(Anything(), 'The value to send unchanged to authenticate and finish.'),
  device_fingerprint_html: about(
    text(),
    'HTML to render in a hidden element for about 3 seconds; null if the issuer does not require it.',
  ),
});

const given = (description: string) => about(T.Optional(nullable(T.String({ maxLength: 500 }))), description);

/** A result in a charge, which can contain the other fields of the result too. */
export const ThreeDsInput = T.Object({
  authentication_id: given('The id of the 3-D Secure authentication.'),
  status: given('The status of the 3-D Secure result.'),
  eci: given('The electronic commerce indicator.'),
  cavv: given('The cardholder authentication value.'),
  xid: given('The transaction identifier of the authentication.'),
  authenticationValue: given('Same value as `cavv`.'),
  dsTransId: given("The directory server's transaction id."),
  threeDSServerTransID: given("The 3-D Secure server's transaction id."),
  threeDsVersion: given('The 3-D Secure protocol version.'),
  challenge_required: about(
    T.Optional(nullable(T.Boolean())),
    'A field of the 3-D Secure result. The service ignores the field.',
  ),
  challenge: about(
    T.Optional(nullable(Anything())),
    'A field of the 3-D Secure result. The service ignores the field.',
  ),
  skipped: about(T.Optional(nullable(T.Boolean())), 'A field of the 3-D Secure result. The service ignores the field.'),
  reason: given('A field of the 3-D Secure result. The service ignores the field.'),
  object: given('A field of the 3-D Secure result. The service ignores the field.'),
});
export type ThreeDsFields = T.Static<typeof ThreeDsInput>;
