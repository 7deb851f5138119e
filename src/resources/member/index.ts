import { defineResource } from '../../engine/resource.ts';
import { MemberModel, members } from './model.ts';
import { listMembers } from './operations.ts';

/** The merchant's team; the API only reads it. */
export const member = defineResource({
  name: 'member',
  models: { Member: MemberModel },
  collections: [members],
  operations: [listMembers],
});
