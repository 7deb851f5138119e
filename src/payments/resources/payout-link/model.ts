import {
  about,
  assumed,
  baseFields,
  fixed,
  nullable,
  OneOf,
  T,
  Timestamp,
} from '../../../core/kernel/declare/schema.ts';
import { setting, settings } from '../../../core/kernel/declare/settings.ts';
import { collection } from '../../../core/store/collection.ts';
import { Cents, Metadata, Price } from '../../platform/fields.ts';
import { Currency, instantWhen, isAddress, ReferenceId } from '../common/fields.ts';
import { payoutLinkLifecycle } from './lifecycle.ts';

export const payoutLinkSettings = settings({
  payout_link_fee: setting(Price(), 50, 'the fee of a directed payout link, in cents'),
});

export const payoutLinkTypes = ['directed', 'request'] as const;

const text = (description: string) => about(assumed(nullable(T.String())), description);

/**
 * A page through which the merchant pays out money (specification, "Payout link"). A `directed` link holds money for
 * one recipient until the claim. A `request` link is a form that anyone can fill in, any number of times.
 */
export const PayoutLinkModel = T.Object({
  ...baseFields('payout_link'),
  type: about(
    fixed(
      OneOf(payoutLinkTypes),
      'cannot be edited, because it determines whether the link holds money; create another link instead',
    ),
    'Whether the link holds money for one recipient (directed) or is a form that anyone can fill in (request).',
  ),
  status: assumed(payoutLinkLifecycle.status),
  amount: about(assumed(nullable(Cents())), 'The amount, in cents. For a request link, the suggested amount or null.'),
  fee: about(
    assumed(Price()),
    'The fee held in addition to the amount of a directed link, in cents; 0 for a request link.',
  ),
  currency: assumed(Currency()),
  recipient_email: text('The email address that the claim link was sent to; null for a form.'),
  recipient_name: text('Recipient name; null if there is none.'),
  note: text('The note to the recipient; null if there is none.'),
  /** The path of the page; the origin is known only when the link is shown. */
  url: about(assumed(fixed(T.String(), isAddress)), 'The page URL.'),
  slug: about(assumed(fixed(T.String(), isAddress)), 'The slug: the last segment of the page URL.'),
  payout_id: fixed(
    text('The id of the payout; null until the link is claimed.'),
    'is set when the link is claimed. To claim the link, run npx payments-emulator trigger payout_link.claim --id ID',
  ),
  claimed_at: instantWhen('the link was claimed'),
  cancelled_at: instantWhen('the link was cancelled'),
  expires_at: about(
    assumed(nullable(Timestamp())),
    'When the link expires (ISO 8601); null for a form, which does not expire.',
  ),
  reference_id: assumed(ReferenceId()),
  metadata: assumed(Metadata()),
});
export type PayoutLink = Readonly<T.Static<typeof PayoutLinkModel>>;

export const payoutLinks = collection('payout_link', {
  model: PayoutLinkModel,
  lifecycle: payoutLinkLifecycle,
  prefix: 'plo',
  indexes: [['type'], ['status'], ['type', 'status'], ['reference_id'], ['slug']],
  addresses: { slug: 'payout page' },
});
