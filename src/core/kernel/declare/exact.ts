/*
 * The compiler refuses an unknown field only in a literal with an explicit type. It infers the type of a function's
 * result from the literal, so that the function's own type must exclude unknown fields.
 */

/** Values without fields. */
type Plain = string | number | boolean | bigint | symbol | null | undefined;
type List = readonly unknown[];

type KeysOf<U> = U extends unknown ? keyof U : never;
type FieldOf<U, K> = U extends unknown ? (K extends keyof U ? U[K] : never) : never;

/** The names of the unknown fields, at any depth of a value. */
type Excess<V, Known> = unknown extends V
  ? never
  : V extends Plain
    ? never
    : V extends List
      ? Excess<V[number], Extract<Known, List>[number]>
      : ExcessFields<V, Exclude<Known, Plain | List>>;
type ExcessFields<V, Known> =
  string extends KeysOf<Known>
    ? never
    : { [K in keyof V]-?: K extends KeysOf<Known> ? Excess<V[K], FieldOf<Known, K>> : K }[keyof V];

/** The type of an unknown field. It shows the field's name and similar names in the compiler's message. */
interface UnknownField<Name, Near> {
  readonly name: Name;
  readonly near: Near;
}
/** The known names that start with the same letter as a name, or all known names if there are none. */
type Near<Name, Known> = Name extends `${infer First}${string}`
  ? [Extract<Known, `${First}${string}`>] extends [never]
    ? Known
    : Extract<Known, `${First}${string}`>
  : never;

/** The value's type with its unknown fields marked, so that the compiler reports each field at its own location. */
type Flagged<V, Known> = V extends Plain
  ? V
  : V extends Promise<infer Later>
    ? Promise<Flagged<Later, Known>>
    : V extends List
      ? readonly Flagged<V[number], Extract<Known, List>[number]>[]
      : FlaggedFields<V, Exclude<Known, Plain | List>>;
type FlaggedFields<V, Known> =
  string extends KeysOf<Known>
    ? V
    : {
        readonly [K in keyof V]: K extends KeysOf<Known>
          ? Flagged<V[K], FieldOf<Known, K>>
          : UnknownField<K, Near<K, KeysOf<Known>>>;
      };

/** A value without unknown fields. @typeParam Seen the part of the value that is checked */
export type Exact<V, Known, Seen = V> = [Excess<Seen, Known>] extends [never] ? V : Flagged<V, Known>;
