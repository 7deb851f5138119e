import { about, assumed, baseFields, nullable, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';

export const storefrontStatuses = ['draft', 'published'] as const;

/** A merchant's public site: whether it is online, and its URL (specification, "Storefront"). */
export const StorefrontModel = T.Object({
  ...baseFields('storefront'),
  status: about(assumed(OneOf(storefrontStatuses)), 'Whether the storefront is live.'),
  url: about(assumed(nullable(T.String())), 'The live storefront URL; null for a draft.'),
});
export type Storefront = Readonly<T.Static<typeof StorefrontModel>>;

export const storefronts = collection('storefront', { model: StorefrontModel, prefix: 'store', indexes: [] });
