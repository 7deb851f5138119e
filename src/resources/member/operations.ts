import { defineOperation } from '../../engine/operation.ts';
import { T } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { MemberModel, members } from './model.ts';

export const listMembers = defineOperation({
  id: 'members.list',
  method: 'GET',
  path: '/members',
  summary: 'List the members of the team',
  access: 'read',
  scope: 'members:read',
  query: T.Object({ ...listQuery }),
  success: 200,
  envelope: 'list',
  answer: MemberModel,
  errors: [400],
  example: { query: { limit: 10 } },
  handle: (ctx, { query }) => ctx.page(members, query),
});
