import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { markKinds } from '../../requests/marks.ts';
import { Iso, orNull } from './schemas.ts';

/** Marks that separate sections of the log. */

export const MarkView = T.Object({
  at: Iso(),
  workspace: T.String(),
  kind: OneOf(markKinds),
  text: T.String(),
  /** Whether the mark ends a failed section, such as a test with the mark's name. */
  failed: T.Boolean(),
  /** The target of a clock move; null for other marks. */
  to: orNull(Iso()),
  /** The text of the mark of the restored snapshot; absent if the mark restored none, and empty if the log has none. */
  restores: T.Optional(T.String()),
});
export type MarkView = T.Static<typeof MarkView>;
