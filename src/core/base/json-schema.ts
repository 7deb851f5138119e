/** The parts of a published JSON Schema that is written by hand. */

export const text = { type: 'string' } as const;
export const textOrNull = { type: ['string', 'null'] } as const;
export const texts = { type: 'array', items: text } as const;
export const count = { type: 'integer', minimum: 0 } as const;
export const yesOrNo = { type: 'boolean' } as const;

export const list = (items: object) => ({ type: 'array', items });

/** An object with exactly these fields. @param optional those of them that may be missing */
export const whole = <P extends Record<string, object>>(properties: P, optional: readonly (keyof P)[] = []) =>
  ({
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    properties,
  }) as const;

/** An object whose values are all of one kind. */
export const dictionary = (values: object) => ({ type: 'object', additionalProperties: values });
