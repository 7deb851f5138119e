import { defineResource } from '../../engine/resource.ts';
import { StorefrontModel, storefronts } from './model.ts';
import { listStorefronts } from './operations.ts';

/** Public sites of the merchant; the API only reads them. */
export const storefront = defineResource({
  name: 'storefront',
  models: { Storefront: StorefrontModel },
  collections: [storefronts],
  operations: [listStorefronts],
});
