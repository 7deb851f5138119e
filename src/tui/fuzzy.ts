/**
 * How well a text fits what was typed: every word of it must be there, at best at the beginning of a word of the text,
 * else somewhere in it, else as letters in their order. Null: it does not fit; a higher number fits better.
 */
export function score(text: string, typed: string): number | null {
  const within = text.toLowerCase();
  let total = 0;
  for (const word of typed.toLowerCase().split(/\s+/)) {
    if (word === '') continue;
    const one = scoreOf(within, word);
    if (one === null) return null;
    total += one;
  }
  // Of two that fit alike, the shorter one.
  return total - within.length / 1_000;
}

function scoreOf(text: string, word: string): number | null {
  const at = text.indexOf(word);
  if (at !== -1) {
    if (text === word || new RegExp(`(^|[^a-z0-9])${escaped(word)}`).test(text)) return 100 + word.length;
    return 60 + word.length;
  }
  // Letters in their order, all of them close together.
  let from = -1;
  let gaps = 0;
  for (const letter of word) {
    const found = text.indexOf(letter, from + 1);
    if (found === -1) return null;
    if (from !== -1) gaps += found - from - 1;
    from = found;
  }
  return gaps > word.length * 3 ? null : 30 - gaps;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What fits what was typed, best first; everything as it comes where nothing was. */
export function find<T>(items: readonly T[], textOf: (item: T) => string, typed: string): T[] {
  if (typed.trim() === '') return [...items];
  return items
    .flatMap((item) => {
      const fits = score(textOf(item), typed);
      return fits === null ? [] : [{ item, fits }];
    })
    .sort((a, b) => b.fits - a.fits)
    .map(({ item }) => item);
}
