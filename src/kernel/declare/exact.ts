/*
 * The compiler refuses a field too many only in a literal whose type is written beside it. The type of what a function returns is
 * inferred from the literal, so that the function's own type must say that nothing is there but what is known.
 */

/** What has no fields. */
type Plain = string | number | boolean | bigint | symbol | null | undefined;
type List = readonly unknown[];

type KeysOf<U> = U extends unknown ? keyof U : never;
type FieldOf<U, K> = U extends unknown ? (K extends keyof U ? U[K] : never) : never;

/** The names of the fields, however deep in a value, that are not known. */
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

/** The type of a field that is not known, so that the compiler's message has its name and those that are near it. */
export interface UnknownField<Name, Near> {
  readonly name: Name;
  readonly near: Near;
}
/** The names with the same first letter, else all. */
type Near<Name, Known> = Name extends `${infer First}${string}`
  ? [Extract<Known, `${First}${string}`>] extends [never]
    ? Known
    : Extract<Known, `${First}${string}`>
  : never;

/** The value's type where it has such fields: the compiler finds them one by one, each where it is written. */
type Marked<V, Known> = V extends Plain
  ? V
  : V extends Promise<infer Later>
    ? Promise<Marked<Later, Known>>
    : V extends List
      ? readonly Marked<V[number], Extract<Known, List>[number]>[]
      : MarkedFields<V, Exclude<Known, Plain | List>>;
type MarkedFields<V, Known> =
  string extends KeysOf<Known>
    ? V
    : {
        readonly [K in keyof V]: K extends KeysOf<Known>
          ? Marked<V[K], FieldOf<Known, K>>
          : UnknownField<K, Near<K, KeysOf<Known>>>;
      };

/** A value that has no field but the known ones. @typeParam Seen what of it is looked at */
export type Exact<V, Known, Seen = V> = [Excess<Seen, Known>] extends [never] ? V : Marked<V, Known>;
