import { filterOf, filterRefusal } from '../filter-words.ts';
import { invalid } from '../kernel/errors.ts';
import { entryNamed } from '../kernel/pagination.ts';
import type { Collection, Stored } from '../store/collection.ts';

/** How many records one call looks at for a filter: a page of a search may hold fewer than asked for. */
const mostLookedAt = 1_000;

interface PickQuery {
  readonly limit: number;
  readonly starting_after?: string;
  readonly page?: 'last';
}

/**
 * A filter that somebody wrote, as a test of rows.
 * @param now the emulated time in milliseconds
 * @throws 400 `parameter_invalid` for a value that is none of its key, which would find everything
 */
export function readFilter(search: string, now: number): ReturnType<typeof filterOf> {
  const refusal = filterRefusal(search);
  if (refusal !== null) throw invalid('search', refusal);
  return filterOf(search, now);
}

/**
 * The records of a page that a filter leaves, as they are shown, newest first.
 * @param view null: the filter does not leave it
 * @returns `next` is what `starting_after` goes on with; null at the end of the list
 * @throws 400 `parameter_invalid` where `starting_after` names nothing in the collection
 */
export function pick<T extends Stored, V>(
  all: Collection<T>,
  { limit, starting_after, page }: PickQuery,
  view: (record: T) => V | null,
): { picked: V[]; next: string | null } {
  const picked: V[] = [];
  const isLast = page === 'last';
  const records = isLast ? all.oldestFirst() : all.newestFirst({}, entryNamed(all, 'starting_after', starting_after));
  let looked = 0;
  let next: string | null = null;
  for (const record of records) {
    if (picked.length === limit || looked === mostLookedAt)
      return { picked: isLast ? picked.reverse() : picked, next: isLast ? null : next };
    looked++;
    next = record.id;
    const shown = view(record);
    if (shown !== null) picked.push(shown);
  }
  return { picked: isLast ? picked.reverse() : picked, next: null };
}
