import { bare, operation } from '../../../core/kernel/declare/operation.ts';
import { about, assumed, nullable, T, Text } from '../../../core/kernel/declare/schema.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { resourceMissing } from '../../../core/kernel/errors.ts';
import { forEachPixel, PixelsModel, pixelSets, pixelsId, pixelsOf } from './model.ts';

const getPixels = operation('GET /pixels', {
  id: 'pixels.get',
  summary: 'Read the marketing pixel identifiers of the checkout',
  access: 'read',
  scope: 'pixels:read',
  answers: [200, bare(PixelsModel)],
  // The specification lists this error for a key without an account. In the emulator, every workspace has an account.
  refuses: [resourceMissing],
  example: {},
  handle: (ctx) => pixelsOf(ctx),
});

const changePixels = operation('PATCH /pixels', {
  id: 'pixels.update',
  summary: 'Set or clear marketing pixel identifiers; omitted fields do not change',
  access: 'secret',
  scope: 'pixels:write',
  body: T.Object(
    forEachPixel((_name, what) =>
      about(
        assumed(T.Optional(nullable(Text(100)))),
        `The ${what} identifier; null or an empty string removes the identifier.`,
      ),
    ),
  ),
  answers: [200, bare(PixelsModel)],
  example: { body: { google_analytics_id: 'G-EXAMPLE', meta_pixel_id: null } },
  handle: (ctx, { body }) => {
    const before = pixelsOf(ctx);
    // An empty string clears a pixel, as null does.
    const changed = forEachPixel((name) => (body[name] === undefined ? before[name] : body[name] || null));
    ctx.put(pixelSets, { id: pixelsId, ...changed });
    return pixelsOf(ctx);
  },
});

/** Marketing pixels of the checkout. */
export const pixels = slice('pixels', {
  models: { Pixels: PixelsModel },
  collections: [pixelSets],
  operations: [getPixels, changePixels],
});
