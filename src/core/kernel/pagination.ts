import type { Collection, Entry, IndexFields, Served, Stored, Where } from '../store/collection.ts';
import { invalid, type Param, type ServiceError } from './errors.ts';

/** The default page size (specification, "Limits"). */
export const usualLimit = 10;

/** The page that a caller requests (specification, "Limits": 1 to 100, default 10). */
export interface PageQuery {
  limit?: number;
  starting_after?: string;
}

export interface Page<T> {
  data: T[];
  has_more: boolean;
}

/**
 * Returns the record after which a page starts; undefined for the first page.
 * @param param the name of the query parameter that contains the id
 * @throws 400 `parameter_invalid` if no record of the collection has the id
 */
export function entryNamed<T extends Stored, I extends IndexFields<T>>(
  collection: Collection<T, I>,
  param: Param,
  id: string | undefined,
): Entry<T> | undefined {
  const entry = id === undefined ? undefined : collection.entry(id);
  if (id !== undefined && entry === undefined) throw notInList(param, id);
  return entry;
}

export const notInList = (param: Param, id: string): ServiceError =>
  invalid(param, `${param} '${id}' is not in this list.`);

/** The filter of a list, built from the named fields that the query contains. */
export function filters<Q extends object, N extends keyof Q & string>(
  query: Q,
  ...names: readonly N[]
): FilterValues<Q, N> {
  const given: FilterValues<Q, N> = {};
  for (const name of names) {
    const wanted = query[name] ?? null;
    if (wanted !== null) given[name] = [wanted];
  }
  return given;
}
type FilterValues<Q, N extends keyof Q> = { [K in N]?: NonNullable<Q[K]>[] };

/**
 * Returns one page of a collection, newest first. A record that no longer matches the filter keeps its position, so
 * that a caller can continue after it.
 * @param keys texts in the collection's inner index; a record must have all of them
 * @throws 400 `parameter_invalid` if `starting_after` is not the id of a record in the collection
 */
export function pageOf<T extends Stored, I extends IndexFields<T>, const W extends Where<T> = Record<never, never>>(
  collection: Collection<T, I>,
  query: PageQuery,
  where?: W & Served<T, I, W>,
  keys: readonly string[] = [],
): Page<T> {
  const limit = query.limit ?? usualLimit;
  const after = entryNamed(collection, 'starting_after', query.starting_after);
  const data: T[] = [];
  for (const record of collection.newestFirst<W>(where, after, keys)) {
    if (data.length === limit) return { data, has_more: true };
    data.push(record);
  }
  return { data, has_more: false };
}

/**
 * Returns one page of the caller's own records in a collection that all workspaces share, newest first.
 * @param own selects the caller's records
 * @throws 400 `parameter_invalid` if `starting_after` is not the id of one of the caller's records
 */
export function pageOfOwn<T extends Stored, I extends IndexFields<T>, const W extends Where<T>>(
  collection: Collection<T, I>,
  query: PageQuery,
  own: W & Served<T, I, W>,
): Page<T> {
  const after = entryNamed(collection, 'starting_after', query.starting_after);
  if (after !== undefined && !collection.matches(after.record, own)) throw notInList('starting_after', after.record.id);
  return pageOf<T, I, W>(collection, query, own);
}
