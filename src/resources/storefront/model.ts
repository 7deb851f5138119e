import { collection } from '../../engine/collection.ts';
import { assumed, baseFields, nullable, OneOf, T } from '../../engine/schema.ts';

export const storefrontStatuses = ['draft', 'published'] as const;

/** A shop's public site: whether it is up, and where (specification, "Storefront"). */
export const StorefrontModel = T.Object({
  ...baseFields('storefront'),
  status: assumed(OneOf(storefrontStatuses)),
  /** Where it is live; null while it is a draft. */
  url: assumed(nullable(T.String())),
});
export type Storefront = Readonly<T.Static<typeof StorefrontModel>>;

export const storefronts = collection('storefront', { model: StorefrontModel, prefix: 'store', indexes: [] });
