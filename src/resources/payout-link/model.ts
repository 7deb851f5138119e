import { collection } from '../../engine/collection.ts';
import {
  about,
  assumed,
  baseFields,
  Cents,
  Integer,
  Metadata,
  nullable,
  OneOf,
  T,
  Timestamp,
} from '../../engine/schema.ts';
import { setting, settings } from '../../engine/settings.ts';
import { payoutLinkLifecycle } from './lifecycle.ts';

export const payoutLinkSettings = settings({ payout_link_fee: setting(T.Integer({ minimum: 0 }), 50, 'cents') });

export const payoutLinkTypes = ['directed', 'request'] as const;

const text = () => assumed(nullable(T.String()));
const instant = () => assumed(nullable(Timestamp()));

/**
 * A way for somebody to be paid (specification, "Payout link"): `directed` holds money for one recipient until it is
 * claimed, `request` is a form that anybody may fill, as often as they like.
 */
export const PayoutLinkModel = T.Object({
  ...baseFields('payout_link'),
  type: OneOf(payoutLinkTypes),
  status: assumed(payoutLinkLifecycle.status),
  amount: about(assumed(nullable(Cents())), 'Cents. Of a request link: what its form suggests, if anything.'),
  fee: about(assumed(Integer({ minimum: 0 })), 'Cents, held beside the amount of a directed link; else 0.'),
  currency: assumed(T.String()),
  recipient_email: text(),
  recipient_name: text(),
  note: text(),
  /** It is stored as a path: where the page is served is known when the link is shown. */
  url: assumed(T.String()),
  slug: assumed(T.String()),
  payout_id: text(),
  claimed_at: instant(),
  cancelled_at: instant(),
  expires_at: instant(),
  reference_id: text(),
  metadata: assumed(Metadata()),
});
export type PayoutLink = Readonly<T.Static<typeof PayoutLinkModel>>;

export const payoutLinks = collection('payout_link', {
  model: PayoutLinkModel,
  lifecycle: payoutLinkLifecycle,
  prefix: 'plo',
  indexes: [['type'], ['status'], ['type', 'status'], ['reference_id'], ['slug']],
});
