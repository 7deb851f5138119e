import { groupedBy } from '../core/base/maps.ts';
import { counted } from '../core/base/terminal-text.ts';
import { evidenceOf, type ObservedRequest } from './observed/observed-run.ts';
import type { Finding } from './rule.ts';

/** A finding that the requests of a record show. @param where by default what the first of them calls */
export const findingOfRequests = (
  requests: readonly ObservedRequest[],
  message: string,
  where = requests[0]!.place,
): Finding => ({ message, where, adversity: null, evidence: evidenceOf({ requests }) });

/**
 * Makes one finding for each location, so that a thousand charges without a reference are one finding.
 * @param placeOf the location of each item: an operation, an address
 */
export function findingsBy<Item>(
  items: Iterable<Item>,
  placeOf: (item: Item) => string,
  findingOf: (items: readonly Item[], where: string) => Omit<Finding, 'where' | 'adversity'>,
): Finding[] {
  return [...groupedBy(items, placeOf)].map(([where, found]) => ({
    ...findingOf(found, where),
    where,
    adversity: null,
  }));
}

/** One finding for each operation with requests that have no such field. */
export function findingsOfLacking(requests: readonly ObservedRequest[], what: string): Finding[] {
  return findingsBy(
    requests,
    ({ place }) => place,
    (all, place) => ({
      message: `${counted(all.length, 'request')} of ${place} had no ${what}.`,
      evidence: evidenceOf({ requests: all.slice(0, 2) }),
    }),
  );
}
