import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { DataSet } from '../../../core/kernel/state.ts';

/** The fields in which a record names a person. */
const names = [
  'email',
  'first_name',
  'last_name',
  'name',
  'buyer_name',
  'customer_email',
  'recipient_email',
  'recipient_name',
  'customer_id',
];
/**
 * The maximum number of records that lead to a person. For example, a dispute leads through its payment to the
 * customer.
 */
const furthest = 3;

/** The search terms for the people of an object: the names, addresses and ids of the object and of its owners. */
export function personsOf(registry: Registry, set: DataSet, id: string): string {
  const found = new Set<string>();
  collect({ registry, set, found }, id, furthest);
  return [...found].join(' ');
}

interface Search {
  readonly registry: Registry;
  readonly set: DataSet;
  /** Receives the search terms. */
  readonly found: Set<string>;
}

/** @param left how many more owners to follow */
function collect(search: Search, id: string, left: number): void {
  const { registry, set, found } = search;
  const prefix = id.slice(0, id.lastIndexOf('_'));
  for (const def of registry.collections.values()) {
    if (def.prefix !== prefix) continue;
    const record = set.of(def).get(id) as Readonly<Record<string, unknown>> | undefined;
    if (record === undefined) continue;
    for (const name of names) {
      const value = record[name];
      if (typeof value === 'string') found.add(value);
    }
    if (left === 1) return;
    for (const [name, value] of Object.entries(record)) {
      if (name.endsWith('_id') && typeof value === 'string') collect(search, value, left - 1);
    }
    return;
  }
}
