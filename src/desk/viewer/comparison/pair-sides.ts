import { getOrMake } from '../../../core/base/maps.ts';

/** An item of both sides, or of only one side. */
export interface Pair<A> {
  readonly left: A | null;
  readonly right: A | null;
  /** Whether the item occurred earlier on the right side than an item above it. */
  readonly isEarlier: boolean;
}

interface Named {
  readonly key: string;
}

/** Lists that need more comparisons than this are not aligned by their order. */
const mostCompared = 1_000_000;

/** How items of both sides are compared. */
interface Comparing<A> {
  /** The text to compare. Items with equal texts look equal. */
  readonly textOf: (one: A) => string;
  /** Whether an item of the right side matches any item at its position on the left side. */
  readonly isAny?: (one: A) => boolean;
}

/**
 * Pairs items with the same key on both sides: first equal items that have the same order, then equal items in any
 * order, and then the n-th remaining item of one side with the n-th of the other. The pairs have the order of the
 * left side. An item that is only on the right side is inserted at its position there.
 */
export function pairSides<A extends Named>(
  left: readonly A[],
  right: readonly A[],
  { textOf, isAny = () => false }: Comparing<A>,
): Pair<A>[] {
  const [texts, others] = [left.map(textOf), right.map(textOf)];
  const any = right.map(isAny);
  const places = placesByKey(right);
  const partner = new Map<number, number>();
  for (const [key, own] of placesByKey(left)) {
    const found = places.get(key) ?? [];
    const same = (a: number, b: number) => texts[own[a]!] === others[found[b]!] || any[found[b]!] === true;
    for (const [a, b] of matched(own.length, found.length, same)) partner.set(own[a]!, found[b]!);
  }
  return inOneOrder(left, right, partner);
}

function placesByKey(all: readonly Named[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { key }] of all.entries()) getOrMake(places, key, (): number[] => []).push(at);
  return places;
}

/** Pairs of indexes in two lists. */
function matched(left: number, right: number, same: (a: number, b: number) => boolean): [number, number][] {
  const pairs = left * right > mostCompared ? [] : longestCommon(left, right, same);
  const free = (count: number, side: 0 | 1): number[] => {
    const taken = new Set(pairs.map((pair) => pair[side]));
    return Array.from({ length: count }, (_, at) => at).filter((at) => !taken.has(at));
  };
  if (pairs.length > 0) {
    const others = new Set(free(right, 1));
    for (const a of free(left, 0)) {
      const equal = [...others].find((b) => same(a, b));
      if (equal === undefined) continue;
      pairs.push([a, equal]);
      others.delete(equal);
    }
  }
  const rest = free(right, 1);
  return [
    ...pairs,
    ...free(left, 0)
      .slice(0, rest.length)
      .map((a, at): [number, number] => [a, rest[at]!]),
  ];
}

function longestCommon(left: number, right: number, same: (a: number, b: number) => boolean): [number, number][] {
  const width = right + 1;
  const lengths = new Uint32Array((left + 1) * width);
  for (let a = left - 1; a >= 0; a--) {
    for (let b = right - 1; b >= 0; b--) {
      const beside = Math.max(lengths[(a + 1) * width + b]!, lengths[a * width + b + 1]!);
      lengths[a * width + b] = Math.max(beside, same(a, b) ? lengths[(a + 1) * width + b + 1]! + 1 : 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let [a, b] = [0, 0]; a < left && b < right; ) {
    const isTaken = same(a, b) && lengths[a * width + b] === lengths[(a + 1) * width + b + 1]! + 1;
    if (isTaken) pairs.push([a++, b++]);
    else if (lengths[(a + 1) * width + b]! >= lengths[a * width + b + 1]!) a++;
    else b++;
  }
  return pairs;
}

function inOneOrder<A>(left: readonly A[], right: readonly A[], partner: ReadonlyMap<number, number>): Pair<A>[] {
  const pairs: Pair<A>[] = [];
  const isTaken = new Set(partner.values());
  let next = 0;
  const addAlone = (until: number): void => {
    for (; next < until; next++)
      if (!isTaken.has(next)) pairs.push({ left: null, right: right[next]!, isEarlier: false });
  };
  for (const [at, one] of left.entries()) {
    const other = partner.get(at);
    if (other === undefined) pairs.push({ left: one, right: null, isEarlier: false });
    else {
      const isEarlier = other < next;
      addAlone(other);
      pairs.push({ left: one, right: right[other]!, isEarlier });
      next = Math.max(next, other + 1);
    }
  }
  addAlone(right.length);
  return pairs;
}
