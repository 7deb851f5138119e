import { collection } from '../../engine/collection.ts';
import { Anything, about, assumed, baseFields, OneOf, T } from '../../engine/schema.ts';

export const blockObjectTypes = ['transaction', 'customer', 'subscription'] as const;

/** What an app shows to the customer beside an object (specification, "App block"). */
export const BlockModel = T.Object({
  ...baseFields('block'),
  object_type: OneOf(blockObjectTypes),
  object_id: T.String(),
  block_type: assumed(T.String()),
  content: about(
    assumed(Anything()),
    'Any object of at most 16 KB. The confirmation page and the receipt show `title` as its heading, `url` (with `link_label`) as its link, and everything else as lines.',
  ),
  /** The client id of the app that it belongs to. */
  app_id: assumed(T.String()),
});
export type Block = Readonly<T.Static<typeof BlockModel>>;

export const blocks = collection('block', {
  model: BlockModel,
  prefix: 'blk',
  removable: true,
  indexes: [
    ['object_type', 'object_id'],
    ['app_id', 'object_type', 'object_id'],
    ['app_id', 'object_type', 'object_id', 'block_type'],
  ],
});
