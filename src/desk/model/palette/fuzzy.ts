import fuzzysort from 'fuzzysort';

/** What was typed, in words, without the dot that rows have between theirs. */
const wordsOf = (typed: string): string[] => typed.split(/\s+/).filter((word) => word !== '' && word !== '·');

/** Whether each word that was typed stands in a text, be it within a word. */
export const hasParts = (text: string, typed: string): boolean =>
  wordsOf(typed).every((word) => text.toLowerCase().includes(word.toLowerCase()));

/** Whether each typed word is a word of the text, or the beginning of one. */
export const hasWords = (text: string, typed: string): boolean =>
  wordsOf(typed).every((word) => new RegExp(`(^|[^a-z0-9])${escaped(word)}`, 'i').test(text));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** How well scattered letters must match, of 1: the first ones of words do, others from the middle of several do not. */
const leastFit = 0.3;

/** What an item has, in whose text each typed word begins a word, before others where letters only happen to stand. */
const wordsBegun = 1;

/** What an item that is preferred has before others: more than a better place of a word in a text, less than a word. */
const preference = 0.2;

/**
 * What an item has before others whose name is what was typed, begins with it as a whole word (`ws_demo` of
 * `ws_demo · test`, before `ws_demo_a · test`), or begins with it: more than any place in a text.
 */
const wholeName = 20;
const firstWordOfName = 12;
const beginningOfName = 10;

/** `payout.return` is called so, and `return` as well. */
function fitOfName(name: string, typed: string): number {
  const whole = name.toLowerCase();
  const names = [whole, whole.slice(whole.indexOf('.') + 1)];
  const sought = typed.trim().toLowerCase();
  if (names.includes(sought)) return wholeName;
  if (names.some((each) => each.startsWith(`${sought} `))) return firstWordOfName;
  return names.some((each) => each.startsWith(sought)) ? beginningOfName : 0;
}

/** How to rank an item, beside the text that is searched. */
interface About<T> {
  /** Typing a name, or its beginning, means the item of that name. An item may have several. */
  readonly nameOf?: (item: T) => string | readonly string[];
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
  const sought = wordsOf(typed).join(' ');
  if (sought === '') {
    // The library keeps what it made of each text, for the next letter; a list that opens has other texts.
    fuzzysort.cleanup();
    return [...items];
  }
  return items
    .flatMap((item) => {
      const text = textOf(item);
      const isThere = hasParts(text, sought);
      if (destroys(item) && !isThere) return [];
      const fit = fuzzysort.single(sought, text)?.score ?? 0;
      if (fit < leastFit && !isThere) return [];
      const names = nameOf === undefined ? [] : [nameOf(item)].flat();
      const named = Math.max(0, ...names.map((name) => fitOfName(name, typed)));
      const begun = hasWords(text, sought) ? wordsBegun : 0;
      return [{ item, fit: fit + named + begun + preferenceOf(item) * preference }];
    })
    .sort((a, b) => Number(destroys(a.item)) - Number(destroys(b.item)) || b.fit - a.fit)
    .map(({ item }) => item);
}
