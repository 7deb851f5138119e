import type { Context } from '../../../core/kernel/context.ts';
import { about, assumed, nullable, ObjectName, T } from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';

/** The pixels, with their descriptions. */
export const pixelNames = {
  meta_pixel_id: 'Meta pixel',
  google_analytics_id: 'Google Analytics property',
  google_ads_id: 'Google Ads account',
  tiktok_pixel_id: 'TikTok pixel',
  snapchat_pixel_id: 'Snapchat pixel',
  pinterest_tag_id: 'Pinterest tag',
};
type PixelName = keyof typeof pixelNames;

/** A value for each pixel. */
export const forEachPixel = <V>(make: (name: PixelName, about: string) => V) =>
  Object.fromEntries(Object.entries(pixelNames).map(([name, what]) => [name, make(name as PixelName, what)])) as Record<
    PixelName,
    V
  >;

const identifiers = forEachPixel((_name, what) =>
  about(assumed(nullable(T.String())), `The ${what} identifier; null if there is none.`),
);

/** Marketing pixel identifiers of the checkout (specification, "Pixels"). */
export const PixelsModel = T.Object({ object: ObjectName('pixels'), ...identifiers });
export type Pixels = Readonly<T.Static<typeof PixelsModel>>;

/** A data set has at most one record. It has none until a pixel is changed. */
export const pixelSets = collection('pixels', {
  model: T.Object({ id: T.String(), ...identifiers }),
  prefix: 'pixels',
  indexes: [],
});

/** The id of the record. */
export const pixelsId = 'pixels';

export function pixelsOf(ctx: Context): Pixels {
  const stored = ctx.find(pixelSets, pixelsId);
  return { object: 'pixels', ...forEachPixel((name) => stored?.[name] ?? null) };
}
