import type { Context } from '../../engine/context.ts';
import { type PixelIds, type Pixels, pixelRecords } from './model.ts';

const recordId = 'pixels';

export function pixelsOf(ctx: Context): Pixels {
  const held = ctx.find(pixelRecords, recordId);
  return {
    object: 'pixels',
    meta_pixel_id: held?.meta_pixel_id ?? null,
    google_analytics_id: held?.google_analytics_id ?? null,
    google_ads_id: held?.google_ads_id ?? null,
    tiktok_pixel_id: held?.tiktok_pixel_id ?? null,
    snapchat_pixel_id: held?.snapchat_pixel_id ?? null,
    pinterest_tag_id: held?.pinterest_tag_id ?? null,
  };
}

/** An empty text or null clears a pixel; one that is not given stays (specification, "Pixels"). */
export function updatePixels(ctx: Context, given: Partial<PixelIds>): Pixels {
  const before = pixelsOf(ctx);
  const pick = (name: keyof PixelIds): string | null =>
    given[name] === undefined ? before[name] : given[name] === '' ? null : given[name];
  ctx.put(pixelRecords, {
    id: recordId,
    meta_pixel_id: pick('meta_pixel_id'),
    google_analytics_id: pick('google_analytics_id'),
    google_ads_id: pick('google_ads_id'),
    tiktok_pixel_id: pick('tiktok_pixel_id'),
    snapchat_pixel_id: pick('snapchat_pixel_id'),
    pinterest_tag_id: pick('pinterest_tag_id'),
  });
  return pixelsOf(ctx);
}
