import { OneOf, T } from '../../kernel/declare/schema.ts';
import { markKinds } from '../../requests/marks.ts';
import { Iso, orNull } from './schemas.ts';

/** Lines between what came before and what comes after. */

export const MarkView = T.Object({
  at: Iso(),
  workspace: T.String(),
  kind: OneOf(markKinds),
  text: T.String(),
  /** Whether it ends a section that went wrong, as the test of its name did. */
  failed: T.Boolean(),
  /** Where a move of the clock leads; null for all else. */
  to: orNull(Iso()),
});
export type MarkView = T.Static<typeof MarkView>;
