import { nullable, OneOf, T } from './schema.ts';

/** A field of a form. */
export const InputField = T.Object({
  /** The name of the field in the request body. */
  name: T.String(),
  /**
   * An `amount` is cents or a range of them, a `duration` is milliseconds or a text such as `2s`, and a `code` is a
   * code from the list.
   */
  type: OneOf(['text', 'choice', 'number', 'amount', 'duration', 'yes_no', 'code']),
  /** For a `choice`, all values. For a `text`, suggestions, if any exist. */
  choices: T.Array(T.String()),
  /** The default value, or an example for a required field. */
  fallback: nullable(T.String()),
  required: T.Boolean(),
  about: T.String(),
});
export type InputField = T.Static<typeof InputField>;

/** The parts of a JSON Schema that determine the input of a form. */
interface FieldShape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly FieldShape[];
  readonly description?: string;
}

/**
 * The fields of a schema, as form fields.
 * @param names the fields to show, in their order; default: all
 * @param further data that the schema does not contain: other types, and default values
 */
export const inputFields = (
  { properties }: { readonly properties: Readonly<Record<string, FieldShape | T.TSchema>> },
  names: readonly string[] = Object.keys(properties),
  further: Readonly<Record<string, Partial<InputField>>> = {},
): InputField[] =>
  names.flatMap((name) => {
    const shape: FieldShape | undefined = properties[name];
    if (shape === undefined) return [];
    const choices = (shape.enum ?? []).filter((each) => each !== null).map(String);
    const type = choices.length > 0 ? 'choice' : typeOf(shape);
    return [{ name, type, choices, fallback: null, required: false, about: shape.description ?? '', ...further[name] }];
  });

function typeOf(shape: FieldShape): InputField['type'] {
  const types = [shape, ...(shape.anyOf ?? [])].flatMap(({ type = [] }) => type);
  if (types.includes('boolean')) return 'yes_no';
  if (types.includes('object')) return 'amount';
  if (types.includes('integer') || types.includes('number')) return types.includes('string') ? 'duration' : 'number';
  return 'text';
}
