import { OneOf, T, Words } from '../engine/schema.ts';
import { addMember } from '../resources/member/actions.ts';
import { MemberModel, memberRoles } from '../resources/member/model.ts';
import { defineControl } from './operation.ts';

export const memberOperations = [
  defineControl({
    id: 'members.create',
    method: 'POST',
    path: '/members',
    summary: "Take somebody into the merchant's team",
    body: T.Object({ name: Words(200), email: Words(254), role: T.Optional(OneOf(memberRoles)) }),
    success: 201,
    envelope: 'data',
    answer: MemberModel,
    example: { body: { name: 'Grace Hopper', email: 'grace@example.com', role: 'admin' } },
    handle: ({ engine }, { body: { name, email, role = 'member' }, workspace, mode, cause }) =>
      engine.run(workspace, mode, cause, (ctx) => addMember(ctx, { name, email, role })),
  }),
];
