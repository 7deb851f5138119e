import { defineResource } from '../../engine/resource.ts';
import { PixelsModel, pixelRecords } from './model.ts';
import { changePixels, getPixels } from './operations.ts';

/** Marketing pixels that the checkout loads. */
export const pixels = defineResource({
  name: 'pixels',
  models: { Pixels: PixelsModel },
  collections: [pixelRecords],
  operations: [getPixels, changePixels],
});
