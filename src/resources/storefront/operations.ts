import { defineOperation } from '../../engine/operation.ts';
import { T } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { StorefrontModel, storefronts } from './model.ts';

export const listStorefronts = defineOperation({
  id: 'storefronts.list',
  method: 'GET',
  path: '/storefronts',
  summary: 'List storefronts: their status and live address',
  access: 'read',
  scope: 'storefronts:read',
  query: T.Object({ ...listQuery }),
  success: 200,
  envelope: 'list',
  answer: StorefrontModel,
  errors: [400],
  example: { query: { limit: 10 } },
  handle: (ctx, { query }) => ctx.page(storefronts, query),
});
