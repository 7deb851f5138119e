import type { FieldSchema as Schema } from '../../../sandbox/profile/places.ts';

/** The schema of a field; undefined: the schema has no such field. */
export const fieldOf = (schema: Schema | undefined, name: string): Schema | undefined => {
  if (schema?.properties !== undefined && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  return schema?.anyOf?.map((each) => fieldOf(each, name)).find((each) => each !== undefined);
};

export const itemOf = (schema: Schema | undefined): Schema | undefined =>
  schema?.items ?? schema?.anyOf?.map(itemOf).find((each) => each !== undefined);

/** Whether objects of a schema have the fields that their makers like, as metadata has. */
export const isOpen = (schema: Schema | undefined): boolean =>
  schema === undefined ||
  (schema.properties === undefined && schema.anyOf === undefined) ||
  (typeof schema.additionalProperties === 'object' && schema.additionalProperties !== null);

/** The words that a schema allows; undefined: it allows any. */
export const wordsOf = (schema: Schema | undefined): readonly unknown[] | undefined =>
  schema?.const !== undefined ? [schema.const] : schema?.enum;

export const isAssumed = (schema: Schema | undefined): boolean => schema?.['x-assumed'] === true;
