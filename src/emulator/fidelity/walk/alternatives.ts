import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Fields } from '../../../core/kernel/declare/request-path.ts';
import type { Slice } from '../../../core/kernel/declare/slice.ts';

/** Another form of an operation's request, for a service that rejects the example. */
export interface Alternative {
  /** What the request has: `with payment_method_id`. */
  readonly name: string;
  /** @param named the real values, by the example values that represent them; without the value, nothing changes */
  readonly change: (body: Fields, named: ReadonlyMap<string, unknown>) => Fields;
}

/** The maximum number of alternatives to one request. */
export const mostAlternatives = 6;

/**
 * The other forms of a request that the documentation allows: with a further reference (`payment_method_id`), with a
 * reference under its short name (`customer` for `customer_id`), and without one of the optional fields.
 */
export function alternativesTo({ body: schema, example }: AnyOperation, slices: readonly Slice[]): Alternative[] {
  const body = (example?.body ?? {}) as Fields;
  const required: readonly string[] = schema?.required ?? [];
  const standIns = new Map(
    slices.flatMap(({ collections }) => collections.map(({ name, prefix }) => [name, `${prefix}_1`] as const)),
  );
  const standInOf = (field: string): string | undefined => standIns.get(field.replace(/_id$/, ''));
  const fields = Object.keys(schema?.properties ?? {});
  const isOneForm = Object.keys(body).every((name) => standInOf(name) === undefined && !required.includes(name));
  const further = fields.filter((name) => !(name in body) && standInOf(name) !== undefined);
  const long = Object.keys(body).filter((name) => name.endsWith('_id') && standInOf(name) !== undefined);
  const optional = Object.keys(body).filter((name) => !required.includes(name) && name !== 'metadata');
  return [
    ...further.map((name): Alternative => {
      const change = (present: Fields, named: ReadonlyMap<string, unknown>): Fields => {
        const value = named.get(standInOf(name)!);
        return value === undefined ? present : { ...(isOneForm ? {} : present), [name]: value };
      };
      return { name: isOneForm ? `with ${name} alone` : `with ${name}`, change };
    }),
    ...long.map((name): Alternative => {
      const short = name.slice(0, -'_id'.length);
      const change = ({ [name]: id, ...rest }: Fields): Fields => ({ ...rest, [short]: id });
      return { name: `with ${short} instead of ${name}`, change };
    }),
    ...optional.toReversed().map((name): Alternative => {
      const change = ({ [name]: _without, ...rest }: Fields): Fields => rest;
      return { name: `without ${name}`, change };
    }),
  ].slice(0, mostAlternatives);
}
