import { nullable, T, Timestamp } from '../../kernel/declare/schema.ts';
import { collection } from '../../store/collection.ts';

/** The address of a customer's own page. Whoever knows the slug sees the page, so it is part of no id. */
const PortalModel = T.Object({
  id: T.String(),
  customer_id: T.String(),
  slug: T.String(),
  created_at: Timestamp(),
  /** Where its way back to the shop leads; left out, or null, where nobody said. */
  return_url: T.Optional(nullable(T.String())),
});
export type Portal = Readonly<T.Static<typeof PortalModel>>;

export const portals = collection('portal', {
  model: PortalModel,
  prefix: 'portal',
  indexes: [['slug'], ['customer_id']],
});
