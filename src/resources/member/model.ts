import { defineCollection } from '../../engine/collection.ts';
import { baseFields, OneOf, T } from '../../engine/schema.ts';

export const memberRoles = ['owner', 'admin', 'member', 'viewer'] as const;

/** Somebody of the merchant's team (specification, "Member"). */
export const MemberModel = T.Object({
  ...baseFields('member'),
  name: T.String(),
  email: T.String(),
  role: OneOf(memberRoles),
});
export type Member = T.Static<typeof MemberModel>;

export const members = defineCollection<Member>({ name: 'member', prefix: 'mem', indexes: [] });
