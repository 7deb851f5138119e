import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { modes } from '../../../core/kernel/workspace.ts';

/** The small schemas in the answers. */

export const Count = () => T.Integer({ minimum: 0 });

export const Iso = () => T.String({ format: 'date-time' });

export const orNull = <S extends T.TSchema>(schema: S) => T.Union([schema, T.Null()]);

export const ModeName = () => OneOf(modes);

/** A page of a list whose filter the emulator applies. */
export const pageOf = <S extends T.TSchema>(item: S) =>
  T.Object({
    data: T.Array(item),
    has_more: T.Boolean(),
    /** The `starting_after` of the next page; null: the end of the list. A search may end a page early. */
    next: orNull(T.String()),
  });
