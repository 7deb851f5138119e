/** No name is longer; comparing whatever a request may hold instead of one would take long. */
const longestName = 100;

/** The names that a mistyped one most likely means, closest first; none where nothing is near. */
export function closest(typed: string, names: Iterable<string>, most = 1): string[] {
  if (typed.length > longestName) return [];
  const wanted = typed.toLowerCase();
  const near: { name: string; distance: number }[] = [];
  for (const name of names) {
    const known = name.toLowerCase();
    const within = wanted.length > 2 && (known.includes(wanted) || wanted.includes(known));
    // Of `drop` and `drop_connection` the former is nearer to `dro`.
    const distance = within ? 1 + Math.abs(known.length - wanted.length) / longestName : editDistance(wanted, known);
    if (distance <= Math.max(2, Math.floor(known.length / 4))) near.push({ name, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

/** ` Did you mean 'a' or 'b'?`, to be said behind a sentence that refuses a mistyped name; empty where no name is near. */
export function didYouMean(typed: string, names: Iterable<string>, most = 1): string {
  const near = closest(typed, names, most).map((name) => `'${name}'`);
  return near.length === 0 ? '' : ` Did you mean ${orOf(near)}?`;
}

/** `a, b or c`. */
export const orOf = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** How many insertions, deletions and replacements lie between two texts. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, above[j]! + 1, row[j - 1]! + 1));
    }
  }
  return row[b.length]!;
}
