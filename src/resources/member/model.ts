import { collection } from '../../engine/collection.ts';
import { baseFields, OneOf, T } from '../../engine/schema.ts';

export const memberRoles = ['owner', 'admin', 'member', 'viewer'] as const;

/** Somebody of the merchant's team (specification, "Member"). */
export const MemberModel = T.Object({
  ...baseFields('member'),
  name: T.String(),
  email: T.String(),
  role: OneOf(memberRoles),
});
export type Member = Readonly<T.Static<typeof MemberModel>>;

export const members = collection('member', { model: MemberModel, prefix: 'mem', indexes: [] });
