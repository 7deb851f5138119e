import type { TObject } from '../../base/typebox.ts';
import { described, type Keywords } from './schema.ts';

/*
 * Rules on which fields of a body must be given together, for the interface description. The operation's own checks
 * enforce them, because their messages are better. The rules use only `oneOf`, `anyOf` and `not`, which linters and
 * client generators handle best.
 */

/** A condition on which fields of an object are present. */
export interface Rule<F extends string = string> {
  readonly keywords: Keywords;
  /** The fields that the rule names. Only the compiler uses them. */
  readonly fields?: F;
}

/**
 * The keywords for required fields. They also declare the fields, because linters expect a required field to be
 * declared.
 */
const given = (...fields: string[]): Keywords => ({
  required: fields,
  properties: Object.fromEntries(fields.map((field) => [field, {}])),
});
const anyOf = (some: readonly Keywords[]): Keywords => (some.length === 1 ? some[0]! : { anyOf: some });
const keywordsOf = ({ keywords }: Rule): Keywords => keywords;

/** All of these fields are present. */
export const all = <F extends string>(...fields: F[]): Rule<F> => ({ keywords: given(...fields) });

/** Exactly one of these fields is present. */
export const exactly = <F extends string>(...fields: F[]): Rule<F> => ({
  keywords: { oneOf: fields.map((field) => given(field)) },
});

/** At least one of these fields is present. */
export const atLeast = <F extends string>(...fields: F[]): Rule<F> => ({
  keywords: anyOf(fields.map((field) => given(field))),
});

/** None of these fields is present. */
export const none = <F extends string>(...fields: F[]): Rule<F> => ({ keywords: { not: atLeast(...fields).keywords } });

/** At most one of these fields is present. */
export const atMostOne = <F extends string>(...fields: F[]): Rule<F> => ({
  keywords: {
    not: anyOf(fields.flatMap((one, at) => fields.slice(at + 1).map((other) => given(one, other)))),
  },
});

/** A field is present and has one of these values. */
const is = <F extends string>(field: F, values: readonly string[]): Rule<F> => ({
  keywords: { required: [field], properties: { [field]: { enum: values } } },
});

/** At least one of these rules is met. */
export const either = <F extends string>(...rules: Rule<F>[]): Rule<F> => ({
  keywords: { anyOf: rules.map(keywordsOf) },
});

/** All of these rules are met. */
export const both = <F extends string>(...rules: Rule<F>[]): Rule<F> => ({
  keywords: { allOf: rules.map(keywordsOf) },
});

/** If a field is present, a rule must be met. */
export const needs = <F extends string, G extends string>(field: F, rule: Rule<G>): Rule<F | G> =>
  either<F | G>(none(field), rule);

/** If a field has one of these values, a rule must be met. */
export const when = <F extends string, G extends string>(
  field: F,
  values: readonly string[],
  rule: Rule<G>,
): Rule<F | G> => either<F | G>({ keywords: { not: is(field, values).keywords } }, rule);

/** A rule must be met unless a field has one of these values. */
export const unless = <F extends string, G extends string>(
  field: F,
  values: readonly string[],
  rule: Rule<G>,
): Rule<F | G> => either<F | G>(is(field, values), rule);

type FieldOf<S extends TObject> = Extract<keyof S['properties'], string>;

/** Adds field rules to the schema of a body. */
export const ruled = <S extends TObject>(schema: S, ...rules: Rule<FieldOf<S>>[]): S => {
  const [first] = rules;
  // A single rule is merged into the schema, unless it would overwrite a keyword.
  const isPlain = rules.length === 1 && first !== undefined && !('properties' in first.keywords);
  return described(schema, isPlain ? first.keywords : both(...rules).keywords);
};
