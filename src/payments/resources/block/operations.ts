import type { Context } from '../../../core/kernel/context.ts';
import { bare, list, operation } from '../../../core/kernel/declare/operation.ts';
import { Anything, about, assumed, OneOf, T, Words } from '../../../core/kernel/declare/schema.ts';
import { appRequired, errorOf, invalid, notFound, resourceMissing } from '../../../core/kernel/errors.ts';
import { IdInput } from '../common/fields.ts';
import { listQuery } from '../common/queries.ts';
import { BlockModel, blockObjectTypes, blocks } from './model.ts';

/** The largest content of a block, in bytes of JSON. */
const largestContent = 16 * 1024;

/** @throws 403 `app_required` if the caller is not an app */
function callingApp({ call: { appId } }: Context): string {
  if (appId !== undefined) return appId;
  throw errorOf(appRequired, 'Blocks belong to apps; call with an app access token.');
}

/**
 * Whether an object exists. The collection is found by its name, so that the object may belong to a slice of any rank.
 */
const exists = ({ dataSet }: Context, type: string, id: string): boolean =>
  [...dataSet.collections()].some((each) => each.def.name === type && each.get(id) !== undefined);

export const createBlock = operation('POST /blocks', {
  id: 'blocks.create',
  summary: "Attach a block to an object, or replace the app's block of that type there",
  access: 'app',
  body: T.Object({
    object_type: about(assumed(OneOf(blockObjectTypes)), 'What kind of object the block is for.'),
    object_id: assumed(IdInput('object that the block is for')),
    block_type: about(assumed(Words(64)), 'Your own name of this kind of block; an object has one of each.'),
    content: about(
      assumed(Anything()),
      'Any object of at most 16 KB; `title`, `url` and `link_label` are shown as heading and link, all else as lines.',
    ),
  }),
  answers: [200, bare(BlockModel)],
  refuses: [resourceMissing],
  example: {
    body: {
      object_type: 'transaction',
      object_id: 'txn_1001',
      block_type: 'loyalty',
      content: { title: 'You earned 42 points' },
    },
  },
  handle: (ctx, { body: { object_type, object_id, block_type, content } }) => {
    const app_id = callingApp(ctx);
    if (Buffer.byteLength(JSON.stringify(content)) > largestContent) {
      throw invalid('content', `content has more than ${largestContent} bytes of JSON.`);
    }
    if (!exists(ctx, object_type, object_id)) throw notFound(object_type, object_id);
    const present = ctx.of(blocks).newest({
      app_id: [app_id],
      object_type: [object_type],
      object_id: [object_id],
      block_type: [block_type],
    });
    if (present !== undefined) return ctx.update(blocks, present, { content });
    return ctx.add(blocks, { ...ctx.base(blocks, 'block'), object_type, object_id, block_type, content, app_id });
  },
});

export const listBlocks = operation('GET /blocks', {
  id: 'blocks.list',
  summary: "List the app's blocks on an object",
  access: 'app',
  query: T.Object({
    ...listQuery,
    object_type: about(OneOf(blockObjectTypes), 'Only blocks on this kind of object.'),
    object_id: IdInput('object that the blocks stand at'),
  }),
  answers: [200, list(BlockModel)],
  example: { query: { object_type: 'transaction', object_id: 'txn_1001' }, further: { starting_after: 'blk_1001' } },
  handle: (ctx, { query }) =>
    ctx.page(blocks, query, {
      app_id: [callingApp(ctx)],
      object_type: [query.object_type],
      object_id: [query.object_id],
    }),
});

export const deleteBlock = operation('DELETE /blocks/{id}', {
  id: 'blocks.delete',
  summary: 'Remove a block of the app',
  access: 'app',
  answers: [200, bare(T.Object({ id: BlockModel.properties.id, object: BlockModel.properties.object }))],
  refuses: [resourceMissing],
  example: { params: { id: 'blk_1001' } },
  handle: (ctx, { params }) => {
    const { id, object, app_id } = ctx.get(blocks, params.id);
    // An app does not learn that blocks of other apps exist.
    if (app_id !== callingApp(ctx)) throw notFound('block', id);
    ctx.remove(blocks, id);
    return { id, object };
  },
});
