import { filterOf, filterRefusal } from '../../../core/base/filter-words.ts';
import type { Turns } from '../../../core/base/turns.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { entryNamed } from '../../../core/kernel/pagination.ts';
import type { Collection, Stored } from '../../../core/store/collection.ts';

/** How many records one call searches. A page of a search can therefore contain fewer matches than requested. */
const mostLookedAt = 1_000;

interface PickQuery {
  readonly limit: number;
  readonly starting_after?: string;
  readonly page?: 'last';
  /** Splits the search into slices. The collection can change in between. */
  readonly turns: Turns;
}

/**
 * Compiles a filter to a function that tests rows.
 * @param now the emulated time in milliseconds
 * @throws 400 `parameter_invalid` for an invalid value of a key, because the key would match everything
 */
export function readFilter(search: string, now: number): ReturnType<typeof filterOf> {
  const refusal = filterRefusal(search);
  if (refusal !== null) throw invalid('search', refusal);
  return filterOf(search, now);
}

/**
 * The matching records of a page in their public form, newest first.
 * @param view returns null for a record that does not match
 * @returns `next` is the `starting_after` of the next page; null at the end of the list
 * @throws 400 `parameter_invalid` if `starting_after` is not a record of the collection
 */
export function pick<T extends Stored, V>(
  all: Collection<T>,
  { limit, starting_after, page, turns }: PickQuery,
  view: (record: T) => V | null,
): Promise<Picked<V>> {
  const isLast = page === 'last';
  const records = isLast ? all.oldestFirst() : all.newestInSteps({}, entryNamed(all, 'starting_after', starting_after));
  return pickFrom(records, ({ id }) => id, { limit, page, turns }, view);
}

interface Picked<V> {
  readonly picked: V[];
  readonly next: string | null;
}

/**
 * The same page from a list of records, which starts with the first record of the page. For the last page, it starts
 * with the last record of the list.
 */
export async function pickFrom<T, V>(
  records: Iterable<T>,
  idOf: (record: T) => string,
  { limit, page, turns }: PickQuery,
  view: (record: T) => V | null,
): Promise<Picked<V>> {
  const picked: V[] = [];
  const isLast = page === 'last';
  let looked = 0;
  let next: string | null = null;
  for (const record of records) {
    if (picked.length === limit || looked === mostLookedAt)
      return { picked: isLast ? picked.reverse() : picked, next: isLast ? null : next };
    looked++;
    next = idOf(record);
    const shown = view(record);
    if (shown !== null) picked.push(shown);
    if (turns.isDue) await turns.next();
  }
  return { picked: isLast ? picked.reverse() : picked, next: null };
}
