import fuzzysort from 'fuzzysort';
import { escapedPattern } from '../../../core/base/text-pattern.ts';

/** The words of a typed text, without the dots that separate the parts of a row. */
const wordsOf = (typed: string): string[] => typed.split(/\s+/).filter((word) => word !== '' && word !== '·');

/** Whether a text contains each typed word, even inside another word. */
export const hasParts = (text: string, typed: string): boolean =>
  wordsOf(typed).every((word) => text.toLowerCase().includes(word.toLowerCase()));

/** Whether each typed word is a word of the text, or the start of one. */
export const hasWords = (text: string, typed: string): boolean =>
  wordsOf(typed).every((word) => new RegExp(`(^|[^a-z0-9])${escapedPattern(word)}`, 'i').test(text));

/**
 * The minimum score, from 0 to 1, for scattered letters. The first letters of words reach it, but letters from the
 * middle of several words do not.
 */
const leastFit = 0.3;

/**
 * The maximum number of characters of a text to search for scattered letters. In a longer text, such matches are not
 * meaningful and take a long time to find.
 */
const mostScattered = 500;

/** The bonus for an item if each typed word starts a word of its text, over items that only contain the letters. */
const wordsBegun = 1;

/** The bonus for a preferred item. It outweighs a better position of a word in the text, but not a matching word. */
const preference = 0.2;

/**
 * The bonus for an item whose name equals the typed text, starts with it as a whole word (`ws_demo` of `ws_demo ·
 * test`, before `ws_demo_a · test`), or starts with it. Each bonus outweighs any position in a text.
 */
const wholeName = 20;
const firstWordOfName = 12;
const beginningOfName = 10;

/** The score of a name. Typing `return` also matches `payout.return`. */
function fitOfName(name: string, typed: string): number {
  const whole = name.toLowerCase();
  const names = [whole, whole.slice(whole.indexOf('.') + 1)];
  const sought = typed.trim().toLowerCase();
  if (names.includes(sought)) return wholeName;
  if (names.some((each) => each.startsWith(`${sought} `))) return firstWordOfName;
  return names.some((each) => each.startsWith(sought)) ? beginningOfName : 0;
}

/** The ranking of an item, in addition to its text. */
interface About<T> {
  /** The name or names of an item. Typing a name, or its start, ranks the item first. */
  readonly nameOf?: (item: T) => string | readonly string[];
  /** Moves an item before others that match equally well; 0 if the item has no preference. */
  readonly preferenceOf?: (item: T) => number;
  /**
   * Whether an item deletes something. Such an item matches only if its text contains each typed word, and it comes
   * after all other items.
   */
  readonly destroys?: (item: T) => boolean;
}

/** The items that match the typed text, best match first; all items if no text was typed. */
export function find<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  typed: string,
  { nameOf, preferenceOf = () => 0, destroys = () => false }: About<T> = {},
): T[] {
  const sought = wordsOf(typed).join(' ');
  if (sought === '') {
    // The library caches each text for the next keystroke. The next list has different texts.
    fuzzysort.cleanup();
    return [...items];
  }
  return items
    .flatMap((item) => {
      const text = textOf(item);
      const isThere = hasParts(text, sought);
      if (destroys(item) && !isThere) return [];
      const fit = fuzzysort.single(sought, text.slice(0, mostScattered))?.score ?? 0;
      if (fit < leastFit && !isThere) return [];
      const names = nameOf === undefined ? [] : [nameOf(item)].flat();
      const named = Math.max(0, ...names.map((name) => fitOfName(name, typed)));
      const begun = hasWords(text, sought) ? wordsBegun : 0;
      return [{ item, fit: fit + named + begun + preferenceOf(item) * preference }];
    })
    .sort((a, b) => Number(destroys(a.item)) - Number(destroys(b.item)) || b.fit - a.fit)
    .map(({ item }) => item);
}
