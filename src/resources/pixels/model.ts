import { collection } from '../../engine/collection.ts';
import { assumed, nullable, T } from '../../engine/schema.ts';

const pixelNames = [
  'meta_pixel_id',
  'google_analytics_id',
  'google_ads_id',
  'tiktok_pixel_id',
  'snapchat_pixel_id',
  'pinterest_tag_id',
] as const;
type PixelName = (typeof pixelNames)[number];

/** A value for each pixel. */
export const forEachPixel = <V>(make: (name: PixelName) => V) =>
  Object.fromEntries(pixelNames.map((name) => [name, make(name)])) as Record<PixelName, V>;

const identifiers = forEachPixel(() => assumed(nullable(T.String())));

/** Marketing pixel identifiers of the checkout (specification, "Pixels"). */
export const PixelsModel = T.Object({ object: T.Unsafe<string>({ type: 'string', const: 'pixels' }), ...identifiers });
export type Pixels = Readonly<T.Static<typeof PixelsModel>>;

/** At most one record a data set: none until something is changed. */
export const pixelRecords = collection('pixels', {
  model: T.Object({ id: T.String(), ...identifiers }),
  prefix: 'pixels',
  indexes: [],
});
