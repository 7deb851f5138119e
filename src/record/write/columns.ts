/*
 * How a record writes its lines: as columns. What stands at the same path of its lines is a column of cells, and the
 * columns of some thousand lines are a chunk. Most cells say that nothing changed or that a number went on, which
 * compresses to little: 10,000 settled charges take 1.8 MB instead of the 5.7 MB of lines of JSON, and less memory.
 *
 * A text that is new, null, true and false stand as they are. All else begins with one of these numbers.
 */
export const code = {
  /** The value before it in the column, if that was no list and no object. */
  same: 0,
  /** A number of tenths; what follows is added to the one before. */
  tenths: 1,
  /** A number as it follows. */
  number: 2,
  /** A text that any column had before: its place among all texts, less that of the text before it in the column. */
  textOn: 3,
  /** The same: how many texts ago it was new. */
  textAgo: 4,
  /** A text that is the JSON of the value in the column `inText`. */
  json: 5,
  /** A list: its length follows, and its items are in the column `items`. */
  list: 6,
  /** An object of keys that hardly repeat: their number follows; the columns `keys` and `items` have them in turn. */
  pairs: 7,
  /** What JSON has no word for, and leaves out. */
  nothing: 8,
  /** An object: this plus the number of its shape, which is the list of its keys. A new shape follows. */
  shape: 9,
} as const;

export type Cell = string | number | boolean | null | readonly string[];

/** Columns below one that are not named after a key. No key begins so in a record but one that somebody made up. */
export const below = { inText: '\0json', items: '\0items', keys: '\0keys' } as const;

/** How many shapes a column has at most: beyond them its objects are written as pairs. */
export const mostShapes = 200;
