import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { textForm } from '../../src/core/kernel/declare/schema.ts';
import { allErrors, firstError } from '../../src/core/validation/validator.ts';
import { sentenceOf } from '../../src/core/validation/value-error.ts';
import { resources } from '../../src/payments/resources/registry.ts';
import { controlOperations } from '../../src/sandbox/control/registry.ts';

const object = (properties: object, further: object = {}) => ({ type: 'object', properties, ...further });
const amount = { type: 'integer', minimum: 1 };
const cents = { ...amount, 'x-cents': true };
const form = textForm('^ws_', 'ws_ and a name', 'ws_shop', 'ws_b');
const pick = { ...object({ pick: { type: 'array', minItems: 1 } }), required: ['pick'], additionalProperties: false };

describe('a fault', () => {
  it.each([
    [{ type: 'string' }, 7, 'field must be a string, not 7.'],
    [{ type: 'boolean' }, 'yes', 'field must be true or false, not "yes".'],
    [{ type: 'object' }, [], 'field must be an object, not an empty array.'],
    [{ type: ['array', 'null'] }, {}, 'field must be an array or null, not an object.'],
    [amount, '1', 'field must be a whole number of at least 1, not "1".'],
    [amount, 0, 'field must be a whole number of at least 1, not 0.'],
    [cents, 12.5, 'field must be a whole number of cents of at least 1, such as 1250, not 12.5.'],
    [{ ...cents, maximum: 100 }, 0, 'field must be a whole number of cents from 1 to 100, not 0.'],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 1 }, 0, 'field must be a number above 0 and at most 1, not 0.'],
    [{ type: 'integer', minimum: 1, maximum: 100 }, 101, 'field must be a whole number from 1 to 100, not 101.'],
    [{ type: ['integer', 'null'], maximum: 9 }, 10, 'field must be a whole number of at most 9 or null, not 10.'],
    [{ type: 'string', enum: ['card', 'ach'] }, 'wire', 'field must be one of card, ach, not "wire".'],
    [
      { type: 'string', enum: ['card', 'ach'] },
      'crad',
      'field must be one of card, ach, not "crad". Did you mean \'card\'?',
    ],
    [{ type: ['string', 'null'], enum: ['card', null] }, 7, 'field must be one of card, not 7.'],
    [{ type: 'boolean', const: true }, false, 'field must be true, not false.'],
    [{ type: 'string', minLength: 1 }, '', 'field must not be empty.'],
    [{ type: 'string', maxLength: 3 }, 'four', 'field must have at most 3 characters, not 4.'],
    [{ type: 'array', minItems: 2 }, [1], 'field must have at least 2 items, not 1.'],
    [{ type: 'array', maxItems: 2 }, [1, 2, 3], 'field must have at most 2 items, not 3.'],
    [{ type: 'string', ...form }, 'shop', 'field must be ws_ and a name, such as ws_shop or ws_b, not "shop".'],
    [{ type: 'string', pattern: '^a$' }, 'b', 'field must be in a different format, not "b".'],
    [{ type: 'string', pattern: '^a$', 'x-sensitive': true }, 'b', 'field must be in a different format.'],
    [{ type: 'integer' }, 'x'.repeat(50), `field must be a whole number, not "${'x'.repeat(40)}…".`],
    [{ type: 'integer' }, 'sk_test_0123456789', 'field must be a whole number, not "sk_test_…89".'],
    [object({}, { minProperties: 1 }), {}, 'field must not be empty.'],
    [object({}, { maxProperties: 1 }), { a: 1, b: 2 }, 'field must have at most 1 key.'],
    [object({}, { propertyNames: { maxLength: 2 } }), { abc: 1 }, 'field has a key that is too long.'],
    [
      { type: 'string', format: 'date-time' },
      'now',
      'field must be an ISO 8601 date and time, such as 2026-03-31T09:00:00Z, not "now".',
    ],
    [object({ name: {} }, { required: ['name'] }), {}, 'field.name is required.'],
    [
      object({ name: {} }, { additionalProperties: false }),
      { nmae: 1 },
      "There is no field 'field.nmae'. Did you mean 'name'?",
    ],
    [object({ list: { type: 'array', items: amount } }), { list: [1, 'x'] }, 'field.list.1 must be a whole number of'],
    [object({ 'a/b': amount }), { 'a/b': 0 }, 'field.a/b must be a whole number of'],
  ])('of %j in %j is told in words', (schema, value, sentence) => {
    const fault = firstError(schema, value, ['field']);
    expect(fault).not.toBeNull();
    expect(sentenceOf(fault!)).toContain(sentence);
    expect(allErrors(schema, value, ['field']).map((each) => sentenceOf(each))).toEqual([sentenceOf(fault!)]);
  });

  it.each([
    ['none of the types', 'x', 'field must be a whole number of at least 1 or an object, not "x".'],
    ['the type of one', 0, 'field must be a whole number of at least 1, not 0.'],
    ['one that has a fault inside', { pick: [] }, 'field.pick must have at least 1 item.'],
    ['one with an unknown field', { pick: [1], pik: 1 }, "There is no field 'field.pik'. Did you mean 'pick'?"],
  ])('of a value with several forms is that of the closest form: %s', (_what, value, sentence) => {
    const schema = { anyOf: [amount, pick] };
    expect(sentenceOf(firstError(schema, value, ['field'])!)).toBe(sentence);
    expect(allErrors(schema, value, ['field']).map((each) => sentenceOf(each))).toEqual([sentence]);
  });

  it('of a name that a user may choose tells how to write it', () => {
    const schema = { type: 'object', patternProperties: { '^[a-z]': amount }, additionalProperties: false };
    expect(firstError({ ...schema, 'x-names': ['alice', 'order-1'] }, { Bob: 1 })?.reason).toBe(
      "'Bob' is not a valid name; use a name such as alice or order-1",
    );
  });

  it('is the first one, or every one, each told once', () => {
    const schema = object({ a: amount, b: amount }, { required: ['a', 'b', 'c'] });
    const value = { a: 0, b: 0.5 };
    expect(firstError(schema, value)).toMatchObject({ param: 'c', keyword: 'required' });
    expect(allErrors(schema, value).map(({ param }) => param)).toEqual(['c', 'a', 'b']);
  });

  it('is none where everything is as it must be', () => {
    expect(firstError(object({ a: amount }), { a: 1, b: 2 })).toBeNull();
    expect(allErrors({ anyOf: [amount, pick] }, { pick: [1] })).toEqual([]);
  });
});

describe('a single value, which is checked without the library', () => {
  const schemas = [
    { type: 'string', minLength: 1, description: 'a text' },
    { type: 'string', enum: ['auto', 'manual'] },
    { type: 'string', ...textForm('^https?://[^/]', 'an address', 'http://127.0.0.1:4747') },
    { type: 'string', format: 'date-time' },
    { type: 'integer', minimum: 0, maximum: 65_535 },
    { type: 'integer' },
    { type: 'boolean' },
  ];
  const values = [
    '',
    'auto',
    '💳',
    'http://a',
    '2026-03-01',
    '2026-02-30',
    0,
    -1,
    1.5,
    65_536,
    true,
    null,
    {},
    ['auto'],
  ];

  it.each(schemas)('%j has the faults that the library finds', (schema) => {
    for (const value of values) {
      const [told, found] = [[firstError(schema, value) ?? []].flat(), allErrors(schema, value)];
      expect([value, told.map((each) => sentenceOf(each))]).toEqual([value, found.map((each) => sentenceOf(each))]);
    }
  });
});

describe('the schemas of all operations', () => {
  const schemas = [...resources.flatMap(({ operations }) => operations), ...controlOperations].flatMap(
    ({ body, query }) => [body ?? {}, query ?? {}],
  );

  it('are JSON Schema, which is not checked when they are loaded', () => {
    const ajv = new Ajv({ strict: false });
    expect(schemas.length).toBeGreaterThan(200);
    expect(schemas.filter((schema) => ajv.validateSchema(schema) !== true)).toEqual([]);
  });
});
