import { getOrMake } from '../base/maps.ts';
import type { TObject } from '../base/typebox.ts';

/* Files omit the fields of a record that are null, unless the record can also lack them. */

interface Fields {
  /** The fields that an object of the schema always has, and that can be null. */
  readonly nullable: ReadonlySet<string>;
  /** The fields that an object can lack. */
  readonly optional: ReadonlySet<string>;
}

const known = new WeakMap<object, Fields>();

export const fieldsOf = (schema: TObject): Fields => getOrMake(known, schema, () => readFields(schema));

function readFields(schema: TObject): Fields {
  const required = new Set((schema as { required?: readonly string[] }).required ?? []);
  const fields = Object.entries<FieldSchema>(schema.properties);
  return {
    nullable: new Set(fields.flatMap(([name, field]) => (required.has(name) && mayBeNull(field) ? [name] : []))),
    optional: new Set(fields.flatMap(([name]) => (required.has(name) ? [] : [name]))),
  };
}

interface FieldSchema {
  readonly type?: unknown;
  readonly anyOf?: readonly { readonly type?: unknown }[];
}

/** Whether a schema allows null. */
const mayBeNull = ({ type, anyOf }: FieldSchema): boolean =>
  (Array.isArray(type) && type.includes('null')) || anyOf?.some((one) => one.type === 'null') === true;

/** A record as files contain it. */
export function withoutNulls(schema: TObject, record: object): object {
  const { nullable } = fieldsOf(schema);
  const sparse: Record<string, unknown> = {};
  for (const name in record) {
    const value = (record as Record<string, unknown>)[name];
    if (value !== null || !nullable.has(name)) sparse[name] = value;
  }
  return sparse;
}

/** Restores the null fields of a record from a file. */
export function withNulls<T extends object>(schema: TObject, record: T): T {
  const missing = [...fieldsOf(schema).nullable].filter((name) => !(name in record));
  return { ...record, ...Object.fromEntries(missing.map((name) => [name, null])) };
}
