import { collection } from '../../engine/collection.ts';
import { Anything, assumed, baseFields, Cents, internal, nullable, OneOf, T } from '../../engine/schema.ts';
import { setting, settings } from '../../engine/settings.ts';
import { CardModel } from '../common/card.ts';
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

/** An authentication of a card, from its initialisation to its result. The API shows results that are made from it. */
const AuthenticationModel = T.Object({
  ...baseFields('three_ds_authentication'),
  status: threeDsLifecycle.status,
  card: internal(CardModel),
  behaviour: internal(text()),
  /** UUIDs of the two servers that take part. */
  server_trans_id: internal(T.String()),
  acs_trans_id: internal(T.String()),
  /** This field and those up to `error` are null until there is a result. */
  ds_trans_id: internal(text()),
  eci: internal(text()),
  cavv: internal(text()),
  xid: internal(text()),
  reason: internal(text()),
  error: internal(text()),
  /** Null where the caller did not say what is to be paid. */
  amount: internal(nullable(Cents())),
  currency: internal(text()),
  /** Where the challenge returns to: an address, or a path of the emulator's own. */
  redirect_url: internal(text()),
  /** The slug of the session, link or invoice that is paid; null where the caller did not say. */
  slug: internal(text()),
  /** `X-Service-SDK` of the client that began it; null where it sent none. */
  sdk: internal(text()),
});
export type Authentication = Readonly<T.Static<typeof AuthenticationModel>>;

export const authentications = collection('three_ds_authentication', {
  model: AuthenticationModel,
  lifecycle: threeDsLifecycle,
  prefix: 'auth',
  indexes: [['server_trans_id'], ['ds_trans_id'], ['cavv'], ['xid']],
});

/** The statuses of a result (specification, "3-D Secure result"), and C while a challenge is open (assumed). */
export const resultStatuses = Object.values(threeDsLifecycle.statusOf).filter((status) => status !== 'initialized');

/** A 3-D Secure result (specification, "3-D Secure result"). */
export const ThreeDsResultModel = T.Object({
  object: assumed(T.Unsafe<string>({ type: 'string', const: 'three_ds_result' })),
  authentication_id: assumed(T.String()),
  status: OneOf(resultStatuses, ['C']),
  challenge_required: T.Boolean(),
  /** Where to send the cardholder: `creq` is posted to `url`. */
  challenge: assumed(nullable(T.Object({ url: T.String(), creq: T.String() }))),
  eci: text(),
  cavv: text(),
  xid: text(),
  authenticationValue: text(),
  dsTransId: text(),
  threeDSServerTransID: T.String(),
  threeDsVersion: T.String(),
  skipped: T.Boolean(),
  reason: text(),
  error: T.Optional(T.String()),
});
export type ThreeDsResult = T.Static<typeof ThreeDsResultModel>;

/** What POST /three-ds/initialize answers. */
export const ThreeDsSetupModel = T.Object({ transaction_info: Anything(), device_fingerprint_html: text() });

const given = () => T.Optional(nullable(T.String({ maxLength: 500 })));

/** A result as a charge brings it back; whatever else the result had may stay in it. */
export const ThreeDsInput = T.Object({
  authentication_id: given(),
  status: given(),
  eci: given(),
  cavv: given(),
  xid: given(),
  authenticationValue: given(),
  dsTransId: given(),
  threeDSServerTransID: given(),
  threeDsVersion: given(),
  challenge_required: T.Optional(nullable(T.Boolean())),
  challenge: T.Optional(nullable(Anything())),
  skipped: T.Optional(nullable(T.Boolean())),
  reason: given(),
  object: given(),
});
export type ThreeDsFields = T.Static<typeof ThreeDsInput>;
