import { defineOperation } from '../../engine/operation.ts';
import { assumed, nullable, T, Text } from '../../engine/schema.ts';
import { pixelsOf, updatePixels } from './actions.ts';
import { PixelsModel } from './model.ts';

const identifier = () => assumed(T.Optional(nullable(Text(100))));

export const getPixels = defineOperation({
  id: 'pixels.get',
  method: 'GET',
  path: '/pixels',
  summary: 'Read the marketing pixel identifiers of the checkout',
  access: 'read',
  scope: 'pixels:read',
  success: 200,
  envelope: 'bare',
  answer: PixelsModel,
  // The row names it, for a key without an account; here every workspace has one.
  errors: [404],
  example: {},
  handle: (ctx) => pixelsOf(ctx),
});

export const changePixels = defineOperation({
  id: 'pixels.update',
  method: 'PATCH',
  path: '/pixels',
  summary: 'Set or clear marketing pixel identifiers; what is left out stays',
  access: 'secret',
  scope: 'pixels:write',
  body: T.Object({
    meta_pixel_id: identifier(),
    google_analytics_id: identifier(),
    google_ads_id: identifier(),
    tiktok_pixel_id: identifier(),
    snapchat_pixel_id: identifier(),
    pinterest_tag_id: identifier(),
  }),
  success: 200,
  envelope: 'bare',
  answer: PixelsModel,
  errors: [400],
  example: { body: { google_analytics_id: 'G-EXAMPLE', meta_pixel_id: null } },
  handle: (ctx, { body }) => updatePixels(ctx, body),
});
