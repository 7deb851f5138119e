import type { TObject } from '../../base/typebox.ts';
import { described, type Keywords } from './schema.ts';

/*
 * Rules on which fields of a body must be given together, for the interface description. The operation's own checks
 * enforce them, because their messages are better. The rules use only `oneOf`, `anyOf` and `not`, which linters and
 * client generators handle best.
 */

/** A condition on which fields of an object are given. */
export interface Rule<F extends string = string> {
  readonly keywords: Keywords;
  /** The fields that the rule names, for the compiler only. */
  readonly fields?: F;
}

/**
 * The keywords of required fields. They also declare the fields, because linters want a required field to be declared.
 */
const given = (...fields: string[]): Keywords => ({
  required: fields,
  properties: Object.fromEntries(fields.map((field) => [field, {}])),
});
const anyOf = (some: readonly Keywords[]): Keywords => (some.length === 1 ? some[0]! : { anyOf: some });
const keywordsOf = ({ keywords }: Rule): Keywords => keywords;

/** All of these fields are given. */
export const all = <F extends string>(...fields: F[]): Rule<F> => ({ keywords: given(...fields) });

/** Exactly one of these fields is given. */
export const exactly = <F extends string>(...fields: F[]): Rule<F> => ({
  keywords: { oneOf: fields.map((field) => given(field)) },
});

/** At least one of these fields is given. */
export const atLeast = <F extends string>(...fields: F[]): Rule<F> => ({
  keywords: anyOf(fields.map((field) => given(field))),
});

/** None of these fields is given. */
export const none = <F extends string>(...fields: F[]): Rule<F> => ({ keywords: { not: atLeast(...fields).keywords } });

/** No two of these fields are given together. */
export const atMostOne = <F extends string>(...fields: F[]): Rule<F> => ({
  keywords: {
    not: anyOf(fields.flatMap((one, at) => fields.slice(at + 1).map((other) => given(one, other)))),
  },
});

/** A field is given and has one of these values. */
const is = <F extends string>(field: F, values: readonly string[]): Rule<F> => ({
  keywords: { required: [field], properties: { [field]: { enum: values } } },
});

/** At least one of these rules holds. */
export const either = <F extends string>(...rules: Rule<F>[]): Rule<F> => ({
  keywords: { anyOf: rules.map(keywordsOf) },
});

/** All of these rules hold. */
export const both = <F extends string>(...rules: Rule<F>[]): Rule<F> => ({
  keywords: { allOf: rules.map(keywordsOf) },
});

/** If a field is given, a rule holds. */
export const needs = <F extends string, G extends string>(field: F, rule: Rule<G>): Rule<F | G> =>
  either<F | G>(none(field), rule);

/** If a field has one of these values, a rule holds. */
export const when = <F extends string, G extends string>(
  field: F,
  values: readonly string[],
  rule: Rule<G>,
): Rule<F | G> => either<F | G>({ keywords: { not: is(field, values).keywords } }, rule);

/** Unless a field has one of these values, a rule holds. */
export const unless = <F extends string, G extends string>(
  field: F,
  values: readonly string[],
  rule: Rule<G>,
): Rule<F | G> => either<F | G>(is(field, values), rule);

type FieldOf<S extends TObject> = Extract<keyof S['properties'], string>;

/** The schema of a body with its field rules. */
export const ruled = <S extends TObject>(schema: S, ...rules: Rule<FieldOf<S>>[]): S => {
  const [first] = rules;
  // A single rule is merged into the schema, unless it would overwrite a keyword.
  const isPlain = rules.length === 1 && first !== undefined && !('properties' in first.keywords);
  return described(schema, isPlain ? first.keywords : both(...rules).keywords);
};
