import { collection } from '../store/collection.ts';
import { nullable, OneOf, T, Timestamp } from './declare/schema.ts';

/** The interfaces through which a developer can edit an object. */
export const editors = ['api', 'cli', 'dashboard', 'inspector'] as const;

const EditModel = T.Object({
  id: T.String(),
  /** The id of the edited object. */
  subject: T.String(),
  by: OneOf(editors),
  at: Timestamp(),
  /**
   * The paths of the edited fields with their old and new values; long values are shortened. Each value is stored under
   * the last name of its path, because records hide secrets by their names.
   */
  fields: T.Array(T.Object({ field: T.String(), from: T.Record(T.Unknown()), to: T.Record(T.Unknown()) })),
  /** The id of the event that the edit sent; null if the edit sent no event. */
  event: nullable(T.String()),
});
/** An edit of an object. The object's history uses it to explain changes that no move of the lifecycle explains. */
export type StoredEdit = Readonly<T.Static<typeof EditModel>>;

export const edits = collection('edit', { model: EditModel, prefix: 'edit', indexes: [['subject']] });
