import { about, baseFields, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';

export const memberRoles = ['owner', 'admin', 'member', 'viewer'] as const;

/** A member of the merchant's team (specification, "Member"). */
export const MemberModel = T.Object({
  ...baseFields('member'),
  name: about(T.String(), "The member's name."),
  email: about(T.String(), "The member's email address."),
  role: about(OneOf(memberRoles), 'The role of the team member.'),
});
export type Member = Readonly<T.Static<typeof MemberModel>>;

export const members = collection('member', { model: MemberModel, prefix: 'mem', indexes: [] });
