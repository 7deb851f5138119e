import { defineCollection } from '../../engine/collection.ts';
import { assumed, nullable, T } from '../../engine/schema.ts';

const identifier = () => assumed(nullable(T.String()));

/** Marketing pixel identifiers of the checkout (specification, "Pixels"). */
export const PixelsModel = T.Object({
  object: T.Unsafe<string>({ type: 'string', const: 'pixels' }),
  meta_pixel_id: identifier(),
  google_analytics_id: identifier(),
  google_ads_id: identifier(),
  tiktok_pixel_id: identifier(),
  snapchat_pixel_id: identifier(),
  pinterest_tag_id: identifier(),
});
export type Pixels = T.Static<typeof PixelsModel>;
export type PixelIds = Omit<Pixels, 'object'>;

/** At most one record a data set: none until something is changed. */
export const pixelRecords = defineCollection<PixelIds & { readonly id: string }>({
  name: 'pixels',
  prefix: 'pixels',
  indexes: [],
});
