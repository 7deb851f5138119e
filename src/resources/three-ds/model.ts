import { defineCollection } from '../../engine/collection.ts';
import type { ResourceRecord } from '../../engine/context.ts';
import { Anything, assumed, nullable, OneOf, T } from '../../engine/schema.ts';
import type { Card } from '../common/card.ts';

/** Terminal statuses and SKIPPED (specification, "3-D Secure result"), and C while a challenge is open (assumed). */
export const resultStatuses = ['Y', 'A', 'N', 'U', 'R', 'SKIPPED', 'C'] as const;

/** An authentication of a card, from its initialisation to its result. Results are made from it. */
export interface Authentication extends ResourceRecord {
  /** `initialized` is never shown: there is no result yet. */
  readonly status: 'initialized' | (typeof resultStatuses)[number];
  readonly card: Card;
  readonly behaviour: string | null;
  /** UUIDs of the two servers that take part. */
  readonly server_trans_id: string;
  readonly acs_trans_id: string;
  /** Everything below is null until there is a result. */
  readonly ds_trans_id: string | null;
  readonly eci: string | null;
  readonly cavv: string | null;
  readonly xid: string | null;
  readonly reason: string | null;
  readonly error: string | null;
  /** Cents; null where the caller did not say what is to be paid. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** Where the challenge returns to: an address, or a path of the emulator's own. */
  readonly redirect_url: string | null;
  /** What is paid for: the slug of a session, link or invoice; null where the caller did not say. */
  readonly slug: string | null;
  /** `X-Service-SDK` of the client that began it; null where it sent none. */
  readonly sdk: string | null;
}

export const authentications = defineCollection<Authentication>({
  name: 'three_ds_authentication',
  prefix: 'auth',
  indexes: [['server_trans_id'], ['ds_trans_id'], ['cavv'], ['xid']],
});

const text = () => nullable(T.String());

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
