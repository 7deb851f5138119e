import { nullable, T, Timestamp } from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';

/** The address of a customer's own page. A person who knows the slug sees the page, so that no id contains the slug. */
const PortalModel = T.Object({
  id: T.String(),
  customer_id: T.String(),
  slug: T.String(),
  created_at: Timestamp(),
  /** The target of the page's link back to the shop; absent or null without such a link. */
  return_url: T.Optional(nullable(T.String())),
});
export type Portal = Readonly<T.Static<typeof PortalModel>>;

export const portals = collection('portal', {
  model: PortalModel,
  prefix: 'portal',
  indexes: [['slug'], ['customer_id']],
  addresses: { slug: 'portal' },
});
