// Converts JSON Schemas to TypeScript types.

/** A value as a type; texts are quoted. */
export const literal = (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value));

/** Values as a union; `never` if there are none. */
export const unionOf = (values) => [...new Set(values)].map(literal).join(' | ') || 'never';

/**
 * An object type with these members.
 * @param fields each with `name`, `type`, whether it `isOptional`, and its description `about`
 */
export function members(fields) {
  if (fields.length === 0) return 'Record<never, never>';
  const lines = fields.map(({ name, type, isOptional = false, about }) => {
    const said = about === undefined ? '' : `/** ${about.replaceAll('*/', '*')} */\n`;
    return `${said}${nameOf(name)}${isOptional ? '?' : ''}: ${type};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

const nameOf = (name) => (/^([\w$]+|\[.*\])$/.test(name) ? name : literal(name));

/** The type of a schema. References lead to the models. */
export function typeOf(schema) {
  if (schema.$ref !== undefined) return `Models['${schema.$ref.split('/').at(-1)}']`;
  // No type expresses the other demands of such a schema on its fields.
  if (schema.properties !== undefined) return plainTypeOf('object', schema);
  if (schema['x-codes'] !== undefined) return unionOf(codesIn(schema['x-codes']));
  if ('const' in schema) return literal(schema.const);
  if (schema.enum !== undefined) return unionOf(schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return [...new Set(variants.map(typeOf))].join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((each) => `(${typeOf(each)})`).join(' & ');
  const types = [schema.type].flat().map((type) => plainTypeOf(type, schema));
  return [...new Set(types)].join(' | ');
}

/** All codes of a table, for any rail. */
export const codesIn = ({ byRail }) => Object.values(byRail).flatMap(Object.keys);

function plainTypeOf(type, schema) {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array': {
      const items = typeOf(schema.items ?? {});
      return /[ |&]/.test(items) && !items.startsWith('{') ? `(${items})[]` : `${items}[]`;
    }
    case 'object':
      return objectOf(schema);
    case undefined:
      return 'unknown';
    default:
      return type;
  }
}

function objectOf({ properties, required = [], additionalProperties, patternProperties }) {
  const known = Object.entries(properties ?? {}).map(([name, field]) => ({
    name,
    type: typeOf(field),
    isOptional: !required.includes(name),
    about: field.description,
  }));
  const further =
    additionalProperties === false ? undefined : (additionalProperties ?? Object.values(patternProperties ?? {})[0]);
  if (known.length > 0) return members(known);
  if (further === undefined) return 'Record<string, unknown>';
  return `Record<string, ${further === true ? 'unknown' : typeOf(further)}>`;
}
