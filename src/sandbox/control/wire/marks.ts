import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { markKinds } from '../../requests/marks.ts';
import { Iso, orNull } from './schemas.ts';

/** Marks that separate sections of the log. */

export const MarkView = T.Object({
  at: Iso(),
  workspace: T.String(),
  kind: OneOf(markKinds),
  text: T.String(),
  /** Whether it ends a failed section, such as a test with its name. */
  failed: T.Boolean(),
  /** The target of a move of the clock; null for anything else. */
  to: orNull(Iso()),
});
export type MarkView = T.Static<typeof MarkView>;
