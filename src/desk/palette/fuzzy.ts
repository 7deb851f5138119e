/*
 * Fuzzy search. The library fuzzysort would replace one function of this file; it takes 22 KB instead of 1.2, needs
 * twice as long for two words in 2,000 texts, and ranks `ws_demo_a` before `ws_demo`.
 */

/**
 * How well a text matches the typed words. Each word must occur: best as a whole word, then as the beginning of a word,
 * then anywhere, then as letters in this order.
 * @param mayScatter whether letters in this order are enough
 * @returns a higher score is a better match; null: no match
 */
export function score(text: string, typed: string, mayScatter = true): number | null {
  const within = text.toLowerCase();
  let total = 0;
  for (const word of typed.toLowerCase().split(/\s+/)) {
    if (isBetween(word)) continue;
    const one = scoreOf(within, word, mayScatter);
    if (one === null) return null;
    total += one;
  }
  // Of two equal matches the shorter text wins.
  return total - within.length / 1_000;
}

/** The dot that a row has between words is ignored: a user who types it means the words around it. */
const isBetween = (word: string): boolean => word === '' || word === '·';

/** Whether each typed word is a word of the text, or the beginning of one. */
export const hasWords = (text: string, typed: string): boolean =>
  typed
    .trim()
    .split(/\s+/)
    .filter((word) => !isBetween(word))
    .every((word) => new RegExp(`(^|[^a-z0-9])${escaped(word)}`, 'i').test(text));

function scoreOf(text: string, word: string, mayScatter: boolean): number | null {
  const at = text.indexOf(word);
  if (at !== -1) {
    // `ws_demo` matches "ws_demo · test" better than "ws_demo_a · test".
    if (new RegExp(`(^|[^a-z0-9_])${escaped(word)}($|[^a-z0-9_])`).test(text)) return 140 + word.length;
    if (new RegExp(`(^|[^a-z0-9])${escaped(word)}`).test(text)) return 100 + word.length;
    return 60 + word.length;
  }
  if (!mayScatter) return null;
  // The letters must stand close together.
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

/** The bonus of a preferred item: more than a better place of a word in a text, less than another matching word. */
const preference = 45;

/** The bonus of an item whose name is the typed text or begins with it: more than any place in a text. */
const wholeName = 10_000;
const beginningOfName = 5_000;

/** `payout.return` is also found by `return`. */
function scoreOfName(name: string, typed: string): number {
  const whole = name.toLowerCase();
  const names = [whole, whole.slice(whole.indexOf('.') + 1)];
  const sought = typed.trim().toLowerCase();
  if (names.includes(sought)) return wholeName;
  return names.some((each) => each.startsWith(sought)) ? beginningOfName : 0;
}

/** How to rank an item, beside the text that is searched. */
interface About<T> {
  /** Typing a name, or its beginning, means the item of that name. */
  readonly nameOf?: (item: T) => string;
  /** Moves an item before others that match as well; 0: not at all. */
  readonly preferenceOf?: (item: T) => number;
  /**
   * Whether an item deletes something: then only whole words or their beginnings match, and it stands behind all
   * others.
   */
  readonly destroys?: (item: T) => boolean;
}

/** The items that match the typed text, the best first; all items if nothing was typed. */
export function find<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  typed: string,
  { nameOf, preferenceOf = () => 0, destroys = () => false }: About<T> = {},
): T[] {
  if (typed.trim() === '') return [...items];
  return items
    .flatMap((item) => {
      const fits = score(textOf(item), typed, !destroys(item));
      if (fits === null) return [];
      const named = nameOf === undefined ? 0 : scoreOfName(nameOf(item), typed);
      return [{ item, fits: fits + named + preferenceOf(item) * preference }];
    })
    .sort((a, b) => Number(destroys(a.item)) - Number(destroys(b.item)) || b.fits - a.fits)
    .map(({ item }) => item);
}
