import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { modes } from '../../../core/kernel/workspace.ts';

/** Small schemas that responses use. */

export const Count = () => T.Integer({ minimum: 0 });

export const Iso = () => T.String({ format: 'date-time' });

export const orNull = <S extends T.TSchema>(schema: S) => T.Union([schema, T.Null()]);

export const ModeName = () => OneOf(modes);

/** A page of a list that the emulator filters. */
export const pageOf = <S extends T.TSchema>(item: S) =>
  T.Object({
    data: T.Array(item),
    has_more: T.Boolean(),
    /** The `starting_after` of the next page; null at the end of the list. A page of a search can be incomplete. */
    next: orNull(T.String()),
  });
