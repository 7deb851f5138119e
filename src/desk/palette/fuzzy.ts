/*
 * How what was typed finds things. A library for it (fuzzysort) would stand for one function of this file, take 22 KB where
 * all of this takes 1.2, need twice as long for two words in 2,000 texts, and put `ws_demo_a` before `ws_demo`.
 */

/**
 * How well a text matches what was typed. Each word that was typed must be in it: as a whole word, which is best, at
 * the beginning of one, anywhere, or as letters in this order.
 * @param mayScatter whether letters in this order are enough
 * @returns the higher the better; null: it does not match
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
  // Of two that match alike, the shorter one is better.
  return total - within.length / 1_000;
}

/** Whether it is the dot that rows have between words; whoever types what stands in a row means the words. */
const isBetween = (word: string): boolean => word === '' || word === '·';

/** Whether each word that was typed is a word of a text, or the beginning of one. */
export const hasWords = (text: string, typed: string): boolean =>
  typed
    .trim()
    .split(/\s+/)
    .filter((word) => !isBetween(word))
    .every((word) => new RegExp(`(^|[^a-z0-9])${escaped(word)}`, 'i').test(text));

function scoreOf(text: string, word: string, mayScatter: boolean): number | null {
  const at = text.indexOf(word);
  if (at !== -1) {
    // `ws_demo` is more of a word in "ws_demo · test" than in "ws_demo_a · test".
    if (new RegExp(`(^|[^a-z0-9_])${escaped(word)}($|[^a-z0-9_])`).test(text)) return 140 + word.length;
    if (new RegExp(`(^|[^a-z0-9])${escaped(word)}`).test(text)) return 100 + word.length;
    return 60 + word.length;
  }
  if (!mayScatter) return null;
  // The letters must not be far from each other.
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

/** What an item that is preferred has before others: more than a better place of a word in a text, less than a word. */
const preference = 45;

/** What an item has before others whose name is what was typed, or begins with it: more than any place in a text. */
const wholeName = 10_000;
const beginningOfName = 5_000;

/** `payout.return` is called so, and `return` as well. */
function scoreOfName(name: string, typed: string): number {
  const whole = name.toLowerCase();
  const names = [whole, whole.slice(whole.indexOf('.') + 1)];
  const sought = typed.trim().toLowerCase();
  if (names.includes(sought)) return wholeName;
  return names.some((each) => each.startsWith(sought)) ? beginningOfName : 0;
}

/** What is known of an item beside the text that words are looked for in. */
interface About<T> {
  /** Who types a name, or begins to, means the item that has it. */
  readonly nameOf?: (item: T) => string;
  /** How far an item goes before others that match about as well: 0 not at all. */
  readonly preferenceOf?: (item: T) => number;
  /** Whether an item destroys something: whole parts of it have to be typed, and it stands behind all others. */
  readonly destroys?: (item: T) => boolean;
}

/** The items that match what was typed, the best first; all of them where nothing was typed. */
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
