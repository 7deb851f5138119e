import { objectList } from '../../../core/kernel/declare/declarations.ts';
import { controlOperation, list, operation } from '../../../core/kernel/declare/operation.ts';
import { OneOf, T, Words } from '../../../core/kernel/declare/schema.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { checkEmail } from '../../platform/checks.ts';
import { joined } from '../common/cells.ts';
import { EmailInput } from '../common/fields.ts';
import { listQuery } from '../common/queries.ts';
import { MemberModel, memberRoles, members } from './model.ts';

const listMembers = operation('GET /members', {
  id: 'members.list',
  summary: 'List team members',
  access: 'read',
  scope: 'members:read',
  query: T.Object({ ...listQuery }),
  answers: [200, list(MemberModel)],
  example: { query: { limit: 10 }, further: { starting_after: 'mem_grace' } },
  handle: (ctx, { query }) => ctx.page(members, query),
});

const createMember = controlOperation('POST /members', {
  id: 'members.create',
  summary: 'Add a team member',
  body: T.Object({
    name: Words(200),
    email: EmailInput("The member's email address."),
    role: T.Optional(OneOf(memberRoles)),
  }),
  answers: [201, MemberModel],
  example: { body: { name: 'Grace Hopper', email: 'grace@example.com', role: 'admin' } },
  handle: (ctx, { body: { name, email, role = 'member' } }) =>
    ctx.add(members, { ...ctx.base(members, 'member'), name, email: checkEmail(email), role }),
});

/** The merchant's team. The merchant API can only read it. */
export const member = slice('member', {
  models: { Member: MemberModel },
  collections: [members],
  operations: [listMembers, createMember],
  fixtures: [{ section: 'members', as: createMember }],
  list: objectList(members, {
    title: 'Members',
    who: ({ name, email }) => joined(name, email),
    what: ({ role }) => role,
  }),
});
