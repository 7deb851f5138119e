import { OneOf, T } from '../../kernel/declare/schema.ts';
import { modes } from '../../kernel/workspace.ts';

/** The small schemas in the answers. */

export const Count = () => T.Integer({ minimum: 0 });

export const Iso = () => T.String({ format: 'date-time' });

export const orNull = <S extends T.TSchema>(schema: S) => T.Union([schema, T.Null()]);

export const ModeName = () => OneOf(modes);
