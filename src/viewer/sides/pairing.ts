import { getOrMake } from '../../base/maps.ts';

/** One thing of both sides, or of one alone. */
export interface Pair<A> {
  readonly left: A | null;
  readonly right: A | null;
  /** Whether it came earlier on the right than something that stands above it. */
  readonly isEarlier: boolean;
}

interface Named {
  readonly key: string;
}

/** Beyond so many comparisons the n-th of one side is taken for the n-th of the other. */
const mostCompared = 1_000_000;

/**
 * Pairs what is called the same on both sides: what is equal first, then the n-th with the n-th of what is left between.
 * They come in the order of the left side; what the right side has alone stands where it came there.
 * @param textOf is equal for two that show nothing different
 */
export function paired<A extends Named>(
  left: readonly A[],
  right: readonly A[],
  textOf: (one: A) => string,
): Pair<A>[] {
  const partner = new Map<number, number>();
  const places = placesByKey(right);
  for (const [key, own] of placesByKey(left)) {
    const others = places.get(key) ?? [];
    const same = (a: number, b: number) => textOf(left[own[a]!]!) === textOf(right[others[b]!]!);
    for (const [a, b] of matched(own.length, others.length, same)) partner.set(own[a]!, others[b]!);
  }
  return inOneOrder(left, right, partner);
}

function placesByKey(all: readonly Named[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { key }] of all.entries()) getOrMake(places, key, (): number[] => []).push(at);
  return places;
}

/** Pairs of places in two lists: the longest run of equal ones in their order, and the others between in theirs. */
function matched(left: number, right: number, same: (a: number, b: number) => boolean): [number, number][] {
  const equal = left * right > mostCompared ? [] : longestCommon(left, right, same);
  const pairs: [number, number][] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of [...equal, [left, right] as const]) {
    for (; a < nextA && b < nextB; a++, b++) pairs.push([a, b]);
    if (nextA < left) pairs.push([nextA, nextB]);
    [a, b] = [nextA + 1, nextB + 1];
  }
  return pairs;
}

function longestCommon(left: number, right: number, same: (a: number, b: number) => boolean): [number, number][] {
  const width = right + 1;
  const lengths = new Uint32Array((left + 1) * width);
  for (let a = left - 1; a >= 0; a--) {
    for (let b = right - 1; b >= 0; b--) {
      const beside = Math.max(lengths[(a + 1) * width + b]!, lengths[a * width + b + 1]!);
      lengths[a * width + b] = same(a, b) ? lengths[(a + 1) * width + b + 1]! + 1 : beside;
    }
  }
  const pairs: [number, number][] = [];
  for (let [a, b] = [0, 0]; a < left && b < right; ) {
    if (same(a, b)) pairs.push([a++, b++]);
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
