import { nullable, T, Timestamp } from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';

/** The URL of a customer's portal page. Anyone who knows the slug can see the page, so no id contains the slug. */
const PortalModel = T.Object({
  id: T.String(),
  customer_id: T.String(),
  slug: T.String(),
  created_at: Timestamp(),
  /** The URL of the page's link back to the shop; absent or null if there is no such link. */
  return_url: T.Optional(nullable(T.String())),
});
export type Portal = Readonly<T.Static<typeof PortalModel>>;

export const portals = collection('portal', {
  model: PortalModel,
  prefix: 'portal',
  indexes: [['slug'], ['customer_id']],
  addresses: { slug: 'portal' },
});
