import type { FieldSchema as Schema } from '../../../../sandbox/profile/places.ts';

/** The schema of a field; undefined if there is no such field. */
export const fieldOf = (schema: Schema | undefined, name: string): Schema | undefined => {
  if (schema?.properties !== undefined && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  return schema?.anyOf?.map((each) => fieldOf(each, name)).find((each) => each !== undefined);
};

export const itemOf = (schema: Schema | undefined): Schema | undefined =>
  schema?.items ?? schema?.anyOf?.map(itemOf).find((each) => each !== undefined);

/** Whether objects of a schema can have any fields, as metadata can. */
export const isOpen = (schema: Schema | undefined): boolean =>
  schema === undefined ||
  (schema.properties === undefined && schema.anyOf === undefined) ||
  (typeof schema.additionalProperties === 'object' && schema.additionalProperties !== null);

/** The values that a schema allows; undefined if it allows any value. */
export const wordsOf = (schema: Schema | undefined): readonly unknown[] | undefined =>
  schema?.const !== undefined ? [schema.const] : schema?.enum;

export const isAssumed = (schema: Schema | undefined): boolean => schema?.['x-assumed'] === true;
