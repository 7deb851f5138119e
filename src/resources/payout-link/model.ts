import type { MetadataValues } from '../../engine/checks.ts';
import { defineCollection } from '../../engine/collection.ts';
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

export const payoutLinkTypes = ['directed', 'request'] as const;
export const payoutLinkStatuses = ['pending', 'active', 'claimed', 'cancelled', 'expired'] as const;

const text = () => assumed(nullable(T.String()));
const instant = () => assumed(nullable(Timestamp()));

/**
 * A way for somebody to be paid (specification, "Payout link"): `directed` holds money for one recipient until it is
 * claimed, `request` is a form that anybody may fill, as often as they like.
 */
export const PayoutLinkModel = T.Object({
  ...baseFields('payout_link'),
  type: OneOf(payoutLinkTypes),
  status: assumed(OneOf(payoutLinkStatuses)),
  amount: about(assumed(nullable(Cents())), 'Cents. Of a request link: what its form suggests, if anything.'),
  fee: about(assumed(Integer({ minimum: 0 })), 'Cents, held beside the amount of a directed link; else 0.'),
  currency: assumed(T.String()),
  recipient_email: text(),
  recipient_name: text(),
  note: text(),
  /** Kept as a path: where it is served is known when it is shown. */
  url: assumed(T.String()),
  slug: assumed(T.String()),
  payout_id: text(),
  claimed_at: instant(),
  cancelled_at: instant(),
  expires_at: instant(),
  reference_id: text(),
  metadata: assumed(Metadata()),
});
export type PayoutLink = T.Static<typeof PayoutLinkModel> & { readonly metadata: MetadataValues };

export const payoutLinks = defineCollection<PayoutLink>({
  name: 'payout_link',
  prefix: 'plo',
  indexes: [['type'], ['status'], ['type', 'status'], ['reference_id'], ['slug']],
});
