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
  three_ds_enabled: setting(T.Boolean(), false, '3-D Secure in the checkout and in wallet prepare'),
  acquirer_brands: setting(
    T.Array(T.String()),
    ['visa', 'mastercard', 'amex', 'discover'],
    'card brands that have a 3-D Secure acquirer profile',
  ),
});

/** An authentication of a card, from its initialization to its result. The API shows only results. */
const AuthenticationModel = T.Object({
  ...baseFields('three_ds_authentication'),
  status: threeDsLifecycle.status,
  card: internal(CardModel),
  behaviour: internal(text()),
  /** UUIDs of the two servers that take part. */
  server_trans_id: internal(T.String()),
  acs_trans_id: internal(T.String()),
  /** The fields from here to `error` are null until the authentication has a result. */
  ds_trans_id: internal(text()),
  eci: internal(text()),
  cavv: internal(text()),
  xid: internal(text()),
  reason: internal(text()),
  error: internal(text()),
  /** The amount; null if the caller gave no amount. */
  amount: internal(nullable(Cents())),
  currency: internal(text()),
  /** The return address of the challenge: a URL, or a path of an emulator's page. */
  redirect_url: internal(text()),
  /** The slug of the session, link or invoice; null if the caller gave no slug. */
  slug: internal(text()),
  /** `X-Service-SDK` of the client that started the authentication; null if the client sent none. */
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
  authentication_id: assumed(IdOf('authentication, which finish takes')),
  status: about(
    OneOf(resultStatuses, ['C']),
    'Y, A, N, U and R are terminal; SKIPPED where no authentication is needed.',
  ),
  challenge_required: about(T.Boolean(), 'Whether the cardholder is to be asked.'),
  challenge: about(
    assumed(
      nullable(
        T.Object({
          url: about(T.String(), 'Where the challenge is opened.'),
          creq: about(T.String(), 'What is posted there.'),
        }),
      ),
    ),
    'Where to send the cardholder: `creq` is posted to `url`; null where nowhere.',
  ),
  eci: about(text(), 'The electronic commerce indicator; null before there is a result.'),
  cavv: about(text(), 'The cardholder authentication value; null where the issuer gave none.'),
  xid: about(text(), 'The transaction identifier of the authentication; null before there is a result.'),
  authenticationValue: about(text(), 'The same as `cavv`.'),
  dsTransId: about(text(), "The directory server's id of the authentication; null before there is a result."),
  threeDSServerTransID: about(T.String(), "The 3-D Secure server's id of the authentication."),
  threeDsVersion: about(T.String(), 'The version of the protocol.'),
  skipped: about(T.Boolean(), 'Whether no authentication was needed; charge without `three_ds`.'),
  reason: about(text(), 'Why it was skipped or refused; null where nobody says.'),
  error: about(T.Optional(T.String()), 'Why authenticating failed; stop polling.'),
});
export type ThreeDsResult = T.Static<typeof ThreeDsResultModel>;

/** The answer of POST /three-ds/initialize. */
export const ThreeDsSetupModel = T.Object({
  transaction_info: about(Anything(), 'What authenticate and finish take, as it is.'),
  device_fingerprint_html: about(
    text(),
    'HTML to render hidden for about 3 seconds; null where the issuer wants none.',
  ),
});

const given = (description: string) => about(T.Optional(nullable(T.String({ maxLength: 500 }))), description);

/** A result in a charge, which may contain the result's other fields too. */
export const ThreeDsInput = T.Object({
  authentication_id: given('The id of the authentication.'),
  status: given('The status of the result.'),
  eci: given('The electronic commerce indicator.'),
  cavv: given('The cardholder authentication value.'),
  xid: given('The transaction identifier of the authentication.'),
  authenticationValue: given('The same as `cavv`.'),
  dsTransId: given("The directory server's id of the authentication."),
  threeDSServerTransID: given("The 3-D Secure server's id of the authentication."),
  threeDsVersion: given('The version of the protocol.'),
  challenge_required: about(T.Optional(nullable(T.Boolean())), 'As the result had it; nothing is made of it.'),
  challenge: about(T.Optional(nullable(Anything())), 'As the result had it; nothing is made of it.'),
  skipped: about(T.Optional(nullable(T.Boolean())), 'As the result had it; nothing is made of it.'),
  reason: given('As the result had it; nothing is made of it.'),
  object: given('As the result had it; nothing is made of it.'),
});
export type ThreeDsFields = T.Static<typeof ThreeDsInput>;
