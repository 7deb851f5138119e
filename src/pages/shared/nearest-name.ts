/** The minimum number of letters that two names must have in common at their start. */
const least = 2;

/**
 * The name that a mistyped name most likely means, which is the name with the longest common start; null if there is
 * none.
 */
export function nearestName(typed: string, names: readonly string[]): string | null {
  const letters = lettersOf(typed);
  const counts = names.map((name) => countCommon(letters, lettersOf(name)));
  const most = Math.max(...counts);
  return most < least ? null : (names[counts.indexOf(most)] ?? null);
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function countCommon(one: string, other: string): number {
  let count = 0;
  while (count < Math.min(one.length, other.length) && one[count] === other[count]) count++;
  return count;
}
