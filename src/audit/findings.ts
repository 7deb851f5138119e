import { getOrMake } from '../engine/maps.ts';
import type { Finding } from './rule.ts';

/**
 * One finding for all that is wrong at one place, so that a thousand charges without a reference are one finding.
 * @param placeOf what each is about: an operation, an address
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
