import { getOrMake } from '../core/base/maps.ts';
import { counted } from '../core/base/terminal-text.ts';
import { evidenceOf, type ObservedRequest } from './observed/observed-run.ts';
import type { Finding } from './rule.ts';

/**
 * Makes one finding for each location, so that a thousand charges without a reference are one finding.
 * @param placeOf the location of each item: an operation, an address
 */
export function findingsBy<Item>(
  items: Iterable<Item>,
  placeOf: (item: Item) => string,
  findingOf: (items: readonly Item[], where: string) => Omit<Finding, 'where' | 'adversity'>,
): Finding[] {
  const places = new Map<string, Item[]>();
  for (const item of items) getOrMake(places, placeOf(item), (): Item[] => []).push(item);
  return [...places].map(([where, found]) => ({ ...findingOf(found, where), where, adversity: null }));
}

/** One finding for each operation with requests that have no such field. */
export function findingsOfLacking(requests: readonly ObservedRequest[], what: string): Finding[] {
  return findingsBy(
    requests,
    ({ operation }) => operation ?? '',
    (all, operation) => ({
      message: `${counted(all.length, 'request')} of ${operation} had no ${what}.`,
      evidence: evidenceOf({ requests: all.slice(0, 2) }),
    }),
  );
}
