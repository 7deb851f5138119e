import { isObject } from '../../../../core/base/json-values.ts';
import type { Registry } from '../../../../core/kernel/declare/registry.ts';
import { type FieldSchema, schemasByName } from '../../../../sandbox/profile/places.ts';

/** The words that the declarations name: field names, enumerated values, event types and error codes. */
export function vocabularyOf(registry: Registry): ReadonlySet<string> {
  const words = new Set<string>(registry.events.keys());
  for (const { code } of registry.refusals) if (code !== null) words.add(code);
  const add = (value: unknown): void => {
    if (typeof value === 'string') words.add(value);
  };
  const visit = ({ enum: values = [], const: constant, properties = {}, ...rest }: FieldSchema): void => {
    for (const value of [...values, constant]) add(value);
    for (const [name, field] of Object.entries(properties)) {
      words.add(name);
      visit(field);
    }
    const { items, anyOf = [], additionalProperties: others } = rest;
    for (const part of [items, ...anyOf, others]) if (isObject(part)) visit(part as FieldSchema);
  };
  for (const places of schemasByName(registry).values()) for (const { schema } of places) visit(schema);
  return words;
}
