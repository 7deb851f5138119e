import { collection } from '../store/collection.ts';
import { nullable, OneOf, T, Timestamp } from './declare/schema.ts';

/** The ways by which a developer edits an object. */
export const editors = ['api', 'cli', 'dashboard', 'inspector'] as const;
export type Editor = (typeof editors)[number];

const EditModel = T.Object({
  id: T.String(),
  /** The id of the edited object. */
  subject: T.String(),
  by: OneOf(editors),
  at: Timestamp(),
  /**
   * The paths of the edited fields, and their values before and after, long ones cut. Each value stands below the last
   * name of its path, because records hide secrets by their names.
   */
  fields: T.Array(T.Object({ field: T.String(), from: T.Record(T.Unknown()), to: T.Record(T.Unknown()) })),
  /** The id of the event that the edit sent; null: it sent none. */
  event: nullable(T.String()),
});
/** An edit of an object: its history tells what no move of its lifecycle explains. */
export type StoredEdit = Readonly<T.Static<typeof EditModel>>;

export const edits = collection('edit', { model: EditModel, prefix: 'edit', indexes: [['subject']] });
