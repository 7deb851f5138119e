import type { ListCell, ListDef } from '../../../core/kernel/declare/declarations.ts';
import type { AnyLifecycle } from '../../../core/kernel/declare/lifecycle.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { publicView, type T } from '../../../core/kernel/declare/schema.ts';
import type { Slice } from '../../../core/kernel/declare/slice.ts';
import { notFound } from '../../../core/kernel/errors.ts';
import type { DataSet } from '../../../core/kernel/state.ts';
import type { AnyCollectionDef, Stored } from '../../../core/store/collection.ts';
import type { ObjectView, SubjectSummary } from '../wire.ts';
import { personsOf } from './persons.ts';

/** A kind of object that the service stores. */
export interface Kind {
  readonly name: string;
  readonly slice: Slice;
  readonly of: AnyCollectionDef;
  readonly lifecycle: AnyLifecycle | null;
  /** The moves that can be triggered on an existing object. */
  readonly moves: readonly string[];
  readonly view: (record: Stored) => Record<string, unknown>;
  readonly list: ListDef | null;
}

const kept = new WeakMap<Registry, readonly Kind[]>();

export function kindsOf(registry: Registry): readonly Kind[] {
  const known = kept.get(registry);
  if (known !== undefined) return known;
  const kinds = registry.slices.flatMap((slice) => {
    const { collections, lifecycle, models, trigger, list = null } = slice;
    return collections.flatMap((of): Kind[] => {
      const own = lifecycle !== undefined && registry.collectionOf(lifecycle) === of ? lifecycle : null;
      const model = Object.values(models).find((each) => objectName(each) === of.name);
      if (own === null && model === undefined) return [];
      const view = model === undefined ? outline : viewBy(model as T.TObject);
      const moves = own === null || trigger === undefined ? [] : Object.keys(trigger.moves);
      const isListed = own !== null || lifecycle === undefined;
      return [{ name: own?.noun ?? of.name, slice, of, lifecycle: own, moves, view, list: isListed ? list : null }];
    });
  });
  kept.set(registry, kinds);
  return kinds;
}

/**
 * An object of any kind, with its kind.
 * @throws 404 `resource_missing`
 */
export function objectNamed(registry: Registry, set: DataSet, id: string): { kind: Kind; record: Stored } {
  for (const kind of kindsOf(registry)) {
    const record = set.of(kind.of).get(id);
    if (record !== undefined) return { kind, record };
  }
  throw notFound('object', id);
}

/** Converts a record to its form in the API, based on its model. */
function viewBy(model: T.TObject): Kind['view'] {
  const show = publicView(model);
  return (record) => show({ ...record });
}

/** The kinds of objects with their collections, and the API's view of each. */
export const shownKinds = (registry: Registry): { name: string; def: AnyCollectionDef; view: Kind['view'] }[] =>
  kindsOf(registry).map(({ name, of, view }) => ({ name, def: of, view }));

/** Whether the API shows a field in objects of a kind; always false for a kind without a model. */
export function shownFields(registry: Registry, name: string): (field: string) => boolean {
  const kind = kindsOf(registry).find((each) => each.name === name);
  const fields = new Set(kind === undefined ? [] : Object.keys(kind.view({ id: '' })));
  return (field) => fields.has(field);
}

/** The value of `object` in objects of a model. */
function objectName(model: T.TSchema): unknown {
  const { properties } = model as { properties?: { object?: { const?: unknown } } };
  return properties?.object?.const;
}

/** A short view of a record that the API never shows. */
function outline(record: Stored): Record<string, unknown> {
  const { id, object, status, created_at, updated_at } = record as Stored & Record<string, unknown>;
  return { id, object, status, created_at, updated_at };
}

/** The text of a row about the object of an event or a change. For a deleted object, only its id. */
export function aboutObject(registry: Registry, set: DataSet, name: string, id: string): SubjectSummary {
  const kind = kindsOf(registry).find((each) => each.name === name);
  const record = kind === undefined ? undefined : set.of(kind.of).get(id);
  if (kind === undefined || record === undefined) return { id, amount: null, currency: null, who: '' };
  const { amount, currency } = record as Stored & { amount?: unknown; currency?: unknown };
  return {
    id,
    amount: kind.list?.amount?.(record) ?? (typeof amount === 'number' ? amount : null),
    currency: typeof currency === 'string' ? currency : null,
    who: whoOf(registry, set, record) ?? cellOf(kind.list?.who(record)).text,
  };
}

/** The text of a row about an object of any kind; null if no object has the id. */
export function aboutId(registry: Registry, set: DataSet, id: string): SubjectSummary | null {
  const kind = kindsOf(registry).find(({ of }) => set.of(of).get(id) !== undefined);
  return kind === undefined ? null : aboutObject(registry, set, kind.name, id);
}

type Owned = Stored & Record<'email' | 'buyer_name' | 'customer_id' | 'transaction_id', unknown>;

/** The person that an object names, or the person that owns the object or its payment. */
export function whoOf(registry: Registry, set: DataSet, record: Stored): string | null {
  const { email, buyer_name, customer_id, transaction_id } = record as Owned;
  const named = (kind: string, id: unknown) => {
    const of = typeof id === 'string' ? kindsOf(registry).find(({ name }) => name === kind)?.of : undefined;
    return of === undefined ? undefined : set.of(of).get(id as string);
  };
  const owner = named('customer', customer_id) as { readonly email?: unknown } | undefined;
  const own = [email, owner?.email, buyer_name].find((each) => typeof each === 'string' && each !== '');
  if (typeof own === 'string') return own;
  const payment = named('transaction', transaction_id);
  return payment === undefined ? null : whoOf(registry, set, payment);
}

/**
 * Finds the owner of an e-mail address: returns the search terms for the people whose records contain the address.
 * The records are read once, at the first request.
 */
export function personsByAddress(registry: Registry, set: DataSet): (address: string) => string {
  let known: Map<string, string> | null = null;
  const read = (): Map<string, string> => {
    const found = new Map<string, string>();
    const owners = kindsOf(registry).find(({ name }) => name === 'customer');
    for (const record of owners === undefined ? [] : set.of(owners.of).newestFirst()) {
      const { email } = record as Stored & { readonly email?: unknown };
      if (typeof email !== 'string') continue;
      found.set(email, `${found.get(email) ?? ''} ${record.id} ${personsOf(registry, set, record.id)}`);
    }
    return found;
  };
  return (address) => {
    known ??= read();
    return known.get(address) ?? '';
  };
}

export const cellOf = (cell: ListCell = ''): ObjectView['who'] =>
  typeof cell === 'string' ? { text: cell, tone: 'plain' } : cell;
