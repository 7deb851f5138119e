import type { Context } from '../../../core/kernel/context.ts';
import { bare, list, operation } from '../../../core/kernel/declare/operation.ts';
import { Anything, about, assumed, OneOf, T, Words } from '../../../core/kernel/declare/schema.ts';
import { appRequired, errorOf, invalid, notFound, resourceMissing } from '../../../core/kernel/errors.ts';
import { IdInput } from '../common/fields.ts';
import { listQuery } from '../common/queries.ts';
import { BlockModel, blockObjectTypes, blocks } from './model.ts';

/** The maximum size of a block's content, in bytes of JSON. */
const largestContent = 16 * 1024;

/** @throws 403 `app_required` if the caller is not an app */
function callingApp({ call: { appId } }: Context): string {
  if (appId !== undefined) return appId;
  throw errorOf(appRequired, 'Only apps have access to blocks; send an app access token.');
}

/**
 * Returns whether an object exists. The function finds the collection by name, so that the object can belong to a
 * slice of any rank.
 */
const exists = ({ dataSet }: Context, type: string, id: string): boolean =>
  [...dataSet.collections()].some((each) => each.def.name === type && each.get(id) !== undefined);

export const createBlock = operation('POST /blocks', {
  id: 'blocks.create',
  summary: "Attach a block to an object, or replace the app's block of the same type",
  access: 'app',
  body: T.Object({
    object_type: about(assumed(OneOf(blockObjectTypes)), 'The type of the object to attach the block to.'),
    object_id: assumed(IdInput('object to attach the block to')),
    block_type: about(
      assumed(Words(64)),
      'Your own name for this block type. An object can have at most one block of each type per app.',
    ),
    content: about(
      assumed(Anything()),
      'A JSON object of at most 16 KB. The pages show `title` as the heading, `url` and `link_label` as the link, and all other fields as lines.',
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
      throw invalid('content', `content must be at most ${largestContent} bytes of JSON.`);
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
    object_type: about(OneOf(blockObjectTypes), 'Returns only blocks on objects of this type.'),
    object_id: IdInput('object that the blocks are attached to'),
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
  summary: "Remove one of the app's blocks",
  access: 'app',
  answers: [200, bare(T.Object({ id: BlockModel.properties.id, object: BlockModel.properties.object }))],
  refuses: [resourceMissing],
  example: { params: { id: 'blk_1001' } },
  handle: (ctx, { params }) => {
    const { id, object, app_id } = ctx.get(blocks, params.id);
    // An app must not learn that another app has blocks.
    if (app_id !== callingApp(ctx)) throw notFound('block', id);
    ctx.remove(blocks, id);
    return { id, object };
  },
});
