import { distance } from 'fastest-levenshtein';

/**
 * The longest text that is compared with names, in characters. The limit is necessary because requests can contain
 * texts of any length.
 */
const longestName = 100;

/** Returns the names that a mistyped name most likely means, closest first; empty if no name is similar. */
export function closest(typed: string, names: Iterable<string>, most = 1): string[] {
  if (typed.length > longestName) return [];
  const wanted = typed.toLowerCase();
  const near: { name: string; apart: number }[] = [];
  for (const name of names) {
    const known = name.toLowerCase();
    const within = wanted.length > 2 && (known.includes(wanted) || wanted.includes(known));
    // For the input `dro`, `drop` must rank before `drop_connection`.
    const apart = within ? 1 + Math.abs(known.length - wanted.length) / longestName : distance(wanted, known);
    if (apart <= Math.max(2, Math.floor(known.length / 4))) near.push({ name, apart });
  }
  return near
    .sort((a, b) => a.apart - b.apart)
    .slice(0, most)
    .map(({ name }) => name);
}

/** Returns ` Did you mean 'a' or 'b'?` to append to an error about a mistyped name; empty if no name is similar. */
export function didYouMean(typed: string, names: Iterable<string>, most = 1): string {
  const near = closest(typed, names, most).map((name) => `'${name}'`);
  return near.length === 0 ? '' : ` Did you mean ${orOf(near)}?`;
}

/** Joins names as alternatives: `a, b or c`. */
export const orOf = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
