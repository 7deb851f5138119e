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

export const payoutLinkSettings = settings({ payout_link_fee: setting(T.Integer({ minimum: 0 }), 50, 'cents') });

export const payoutLinkTypes = ['directed', 'request'] as const;

const text = (description: string) => about(assumed(nullable(T.String())), description);

/**
 * A page through which the merchant pays out money (specification, "Payout link"): `directed` holds money for one
 * recipient until the claim, `request` is a form that anybody may fill, any number of times.
 */
export const PayoutLinkModel = T.Object({
  ...baseFields('payout_link'),
  type: about(
    fixed(OneOf(payoutLinkTypes), 'decides whether money is held for it: make another link'),
    'Whether it holds money for one recipient, or is a form that anybody may fill.',
  ),
  status: assumed(payoutLinkLifecycle.status),
  amount: about(assumed(nullable(Cents())), 'Cents. Of a request link: what its form suggests, if anything.'),
  fee: about(assumed(Price()), 'Cents, held beside the amount of a directed link; else 0.'),
  currency: assumed(Currency()),
  recipient_email: text('Where the claim link was sent; null of a form.'),
  recipient_name: text('Whom the money is for; null where nobody was named.'),
  note: text('What the recipient is told; null where nothing.'),
  /** The path of the page; the origin is known only when the link is shown. */
  url: about(assumed(fixed(T.String(), isAddress)), 'The address of its page.'),
  slug: about(assumed(fixed(T.String(), isAddress)), "The last part of the page's address."),
  payout_id: fixed(
    text('The id of the payout of a claimed link; null until then.'),
    'is set by the claim: npx payments-emulator trigger payout_link.claim --id ID',
  ),
  claimed_at: instantWhen('it was claimed'),
  cancelled_at: instantWhen('it was cancelled'),
  expires_at: about(
    assumed(nullable(Timestamp())),
    'Until when it can be claimed, in ISO 8601; null of a form, which does not expire.',
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
