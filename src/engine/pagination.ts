import type { Collection, Stored, Where } from './collection.ts';
import { invalid } from './errors.ts';

/** How many objects a page has where nobody says (specification, "Limits"). */
export const usualLimit = 10;

/** The page that a caller asked for (specification, "Limits": 1 to 100, default 10). */
export interface PageQuery {
  limit?: number;
  starting_after?: string;
}

export interface Page<T> {
  data: T[];
  has_more: boolean;
}

/**
 * One page of a collection, newest first.
 * @param keys texts of the collection's inner index, all of which a record must have
 * @throws 400 `parameter_invalid` where `starting_after` names nothing in the filtered list.
 */
export function pageOf<T extends Stored>(
  collection: Collection<T>,
  query: PageQuery,
  where: Where<T> = {},
  keys: readonly string[] = [],
): Page<T> {
  const limit = query.limit ?? usualLimit;
  let after: ReturnType<typeof collection.entry>;
  if (query.starting_after !== undefined) {
    after = collection.entry(query.starting_after);
    if (after === undefined || !collection.matches(after.record, where, keys)) {
      throw invalid('starting_after', `starting_after '${query.starting_after}' is not in this list.`);
    }
  }
  const data: T[] = [];
  for (const record of collection.newestFirst(where, after, keys)) {
    if (data.length === limit) return { data, has_more: true };
    data.push(record);
  }
  return { data, has_more: false };
}
