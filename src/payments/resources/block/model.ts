import { Anything, about, assumed, baseFields, fixed, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { IdOf } from '../common/fields.ts';

export const blockObjectTypes = ['transaction', 'customer', 'subscription'] as const;

const standsThere =
  'cannot be edited, because it determines the app and the object of the block; create another block instead';

/** The content that an app shows to the customer with an object (specification, "App block"). */
export const BlockModel = T.Object({
  ...baseFields('block'),
  object_type: about(
    fixed(OneOf(blockObjectTypes), standsThere),
    'The type of the object that the block is attached to.',
  ),
  object_id: fixed(IdOf('object that the block is attached to'), standsThere),
  block_type: about(assumed(T.String()), "The app's own name for this block type."),
  content: about(
    assumed(Anything()),
    'A JSON object of at most 16 KB. The confirmation page, the customer portal and the receipt show `title` as the heading, `url` (with `link_label`) as the link, and all other fields as lines.',
  ),
  app_id: about(assumed(fixed(T.String(), standsThere)), 'The client id of the app that attached the block.'),
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
