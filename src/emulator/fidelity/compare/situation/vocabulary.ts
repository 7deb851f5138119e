import type { Registry } from '../../../../core/kernel/declare/registry.ts';
import { type FieldSchema, partsOf, schemasByName } from '../../../../sandbox/profile/places.ts';

/** The words that the declarations name: field names, enumerated values, event types and error codes. */
export function vocabularyOf(registry: Registry): ReadonlySet<string> {
  const words = new Set<unknown>(registry.events.keys());
  for (const { code } of registry.refusals) words.add(code);
  const visit = (schema: FieldSchema): void => {
    const { enum: values = [], const: constant, properties = {} } = schema;
    for (const word of [...values, constant, ...Object.keys(properties)]) words.add(word);
    for (const part of partsOf(schema)) visit(part);
  };
  for (const places of schemasByName(registry).values()) for (const { schema } of places) visit(schema);
  return new Set([...words].filter((word) => typeof word === 'string'));
}
