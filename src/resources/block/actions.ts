import type { Context } from '../../engine/context.ts';
import { invalid, notFound, ServiceError } from '../../engine/errors.ts';
import { type Block, blocks } from './model.ts';

/** The largest content of a block, in bytes of JSON. */
const largestContent = 16 * 1024;

export type BlockFields = Pick<Block, 'object_type' | 'object_id' | 'block_type' | 'content'>;

/** @throws 403 `app_required` where no app calls */
export function callingApp({ appId }: Context): string {
  if (appId !== null) return appId;
  throw new ServiceError('permission_error', 'Blocks belong to apps; call with an app access token.', {
    code: 'app_required',
  });
}

/**
 * Attaches a block to an object, or replaces the app's block of that type there (specification, "App block").
 * @throws 404 `resource_missing` for an object that is not there, 400 `parameter_invalid` for too much content
 */
export function putBlock(ctx: Context, { object_type, object_id, block_type, content }: BlockFields): Block {
  const app_id = callingApp(ctx);
  if (Buffer.byteLength(JSON.stringify(content)) > largestContent) {
    throw invalid('content', `content has more than ${largestContent} bytes of JSON.`);
  }
  requireObject(ctx, object_type, object_id);
  const present = ctx.of(blocks).newest({
    app_id: [app_id],
    object_type: [object_type],
    object_id: [object_id],
    block_type: [block_type],
  });
  if (present !== undefined) return ctx.update(blocks, present, { content });
  return ctx.add(blocks, { ...ctx.base(blocks, 'block'), object_type, object_id, block_type, content, app_id });
}

/**
 * Removes a block of the calling app. Those of other apps are none that it knows.
 * @throws 404 `resource_missing`
 */
export function removeBlock(ctx: Context, id: string): Block {
  const block = ctx.get(blocks, id);
  if (block.app_id !== callingApp(ctx)) throw notFound('block', id);
  ctx.remove(blocks, id);
  return block;
}

/** Looked up by its name, so that a block may lie on an object of any rank. */
function requireObject({ engine, dataSet }: Context, type: string, id: string): void {
  const def = engine.registry.collections.get(type);
  if (def === undefined || dataSet.of(def).get(id) === undefined) throw notFound(type, id);
}
