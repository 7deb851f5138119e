import { Anything, about, assumed, baseFields, fixed, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { IdOf } from '../common/fields.ts';

export const blockObjectTypes = ['transaction', 'customer', 'subscription'] as const;

const standsThere = 'says whose block it is, and where: put another one there';

/** The content that an app shows to the customer beside an object (specification, "App block"). */
export const BlockModel = T.Object({
  ...baseFields('block'),
  object_type: about(fixed(OneOf(blockObjectTypes), standsThere), 'What kind of object the block stands at.'),
  object_id: fixed(IdOf('object that the block stands at'), standsThere),
  block_type: about(assumed(T.String()), "The app's own name of this kind of block."),
  content: about(
    assumed(Anything()),
    'Any object of at most 16 KB. The confirmation page, the customer portal and the receipt show `title` as its heading, `url` (with `link_label`) as its link, and everything else as lines.',
  ),
  app_id: about(assumed(fixed(T.String(), standsThere)), 'The client id of the app that the block belongs to.'),
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
