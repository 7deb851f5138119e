import type { StoredEdit } from '../../../core/kernel/edits.ts';
import { clippedChange } from '../assertions/differences.ts';
import type { EditView, FieldChange } from '../wire.ts';

/** An edited field in its stored form. */
export function storedChange(change: FieldChange): StoredEdit['fields'][number] {
  const { field, from, to } = clippedChange(change);
  const name = field.slice(field.lastIndexOf('.') + 1);
  return { field, from: { [name]: from }, to: { [name]: to } };
}

/** An edit in the form that the history of its object shows. */
export const editView = ({ id, by, at, fields, event }: StoredEdit): EditView => ({
  id,
  by,
  at,
  fields: fields.map(({ field, from, to }) => ({ field, from: onlyValue(from), to: onlyValue(to) })),
  event,
});

const onlyValue = (named: Readonly<Record<string, unknown>>): unknown => Object.values(named)[0] ?? null;
