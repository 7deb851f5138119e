import { OneOf, T } from '../../engine/schema.ts';
import { markKinds } from '../../requests/marks.ts';
import { Iso } from './schemas.ts';

/** Lines between what came before and what comes after. */

export const MarkView = T.Object({
  at: Iso(),
  workspace: T.String(),
  kind: OneOf(markKinds),
  text: T.String(),
  /** Whether it ends a section that went wrong, as the test of its name did. */
  failed: T.Boolean(),
});
export type MarkView = T.Static<typeof MarkView>;
