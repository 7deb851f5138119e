import { defineOperation } from '../../engine/operation.ts';
import { Anything, assumed, Id, OneOf, T, Words } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { callingApp, putBlock, removeBlock } from './actions.ts';
import { BlockModel, blockObjectTypes, blocks } from './model.ts';

export const createBlock = defineOperation({
  id: 'blocks.create',
  method: 'POST',
  path: '/blocks',
  summary: "Attach a block to an object, or replace the app's block of that type there",
  access: 'app',
  body: T.Object({
    object_type: assumed(OneOf(blockObjectTypes)),
    object_id: assumed(Id()),
    block_type: assumed(Words(64)),
    content: assumed(Anything()),
  }),
  success: 200,
  envelope: 'bare',
  answer: BlockModel,
  errors: [400, 403, 404],
  example: {
    body: {
      object_type: 'transaction',
      object_id: 'txn_1',
      block_type: 'loyalty',
      content: { title: 'You earned 42 points' },
    },
  },
  handle: (ctx, { body }) => putBlock(ctx, body),
});

export const listBlocks = defineOperation({
  id: 'blocks.list',
  method: 'GET',
  path: '/blocks',
  summary: "List the app's blocks on an object",
  access: 'app',
  query: T.Object({ ...listQuery, object_type: OneOf(blockObjectTypes), object_id: Id() }),
  success: 200,
  envelope: 'list',
  answer: BlockModel,
  errors: [400, 403],
  example: { query: { object_type: 'transaction', object_id: 'txn_1' } },
  handle: (ctx, { query }) =>
    ctx.page(blocks, query, {
      app_id: [callingApp(ctx)],
      object_type: [query.object_type],
      object_id: [query.object_id],
    }),
});

export const deleteBlock = defineOperation({
  id: 'blocks.delete',
  method: 'DELETE',
  path: '/blocks/{id}',
  summary: 'Remove a block of the app',
  access: 'app',
  success: 200,
  envelope: 'bare',
  answer: T.Object({ id: BlockModel.properties.id, object: BlockModel.properties.object }),
  errors: [403, 404],
  example: { params: { id: 'blk_1' } },
  handle: (ctx, { params }) => {
    const { id, object } = removeBlock(ctx, params.id!);
    return { id, object };
  },
});
