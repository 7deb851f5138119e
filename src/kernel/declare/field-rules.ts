import type { TObject } from '../../base/typebox.ts';
import { described, type Keywords } from './schema.ts';

/*
 * Which fields of a body are given together, as the interface description says it. The operation's own checks hold it,
 * because they say better what is wrong. The rules are written with `oneOf`, `anyOf` and `not` alone, which linters and
 * generators of clients know best.
 */

/** A condition on which fields of an object are given. */
export interface Rule<F extends string = string> {
  readonly keywords: Keywords;
  /** The fields that it names, for the compiler alone. */
  readonly fields?: F;
}

/** Names the fields too: linters want a required one to be known where it is required. */
const given = (...fields: string[]): Keywords => ({
  required: fields,
  properties: Object.fromEntries(fields.map((field) => [field, {}])),
});
const anyOf = (some: readonly Keywords[]): Keywords => (some.length === 1 ? some[0]! : { anyOf: some });
const keywordsOf = ({ keywords }: Rule): Keywords => keywords;

/** Every one of these fields is given. */
export const all = <F extends string>(...fields: F[]): Rule<F> => ({ keywords: given(...fields) });

/** Exactly one of these fields is given. */
export const exactly = <F extends string>(...fields: F[]): Rule<F> => ({
  keywords: { oneOf: fields.map((field) => given(field)) },
});

/** One of these fields at least is given. */
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

/** One of these rules holds at least. */
export const either = <F extends string>(...rules: Rule<F>[]): Rule<F> => ({
  keywords: { anyOf: rules.map(keywordsOf) },
});

/** All of these rules hold. */
export const both = <F extends string>(...rules: Rule<F>[]): Rule<F> => ({
  keywords: { allOf: rules.map(keywordsOf) },
});

/** Where a field is given, a rule holds. */
export const needs = <F extends string, G extends string>(field: F, rule: Rule<G>): Rule<F | G> =>
  either<F | G>(none(field), rule);

/** Where a field has one of these values, a rule holds. */
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

/** The schema of a body, with the rules of which of its fields are given together. */
export const ruled = <S extends TObject>(schema: S, ...rules: Rule<FieldOf<S>>[]): S => {
  const [first] = rules;
  // A single rule stands beside the fields, unless it would take the place of what stands there.
  const isPlain = rules.length === 1 && first !== undefined && !('properties' in first.keywords);
  return described(schema, isPlain ? first.keywords : both(...rules).keywords);
};
