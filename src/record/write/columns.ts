/*
 * A record writes its lines as columns. The values at the same path of its lines are a column of cells, and the columns
 * of some thousand lines are a chunk. Most cells say that a value is unchanged or that a number was incremented, which
 * compresses well: 10,000 settled charges take 1.8 MB instead of the 5.7 MB of lines of JSON, and less memory.
 *
 * A cell that is a new text, null, true or false is that value itself. Every other cell begins with one of these
 * numbers.
 */
export const code = {
  /** The previous value of the column, if that was no list and no object. */
  same: 0,
  /** A number of tenths: the previous number of the column plus the number that follows. */
  tenths: 1,
  /** A number, which follows as it is. */
  number: 2,
  /**
   * A text that any column had before. Its index among all texts follows, less the index of the previous text in the
   * column.
   */
  textOn: 3,
  /** A text that any column had before. The distance from the newest text follows. */
  textAgo: 4,
  /** A text that is the JSON of the value in the column `inText`. */
  json: 5,
  /** A list: its length follows, and its items are in the column `items`. */
  list: 6,
  /** An object of keys that hardly repeat: their number follows; the columns `keys` and `items` have them in turn. */
  pairs: 7,
  /** A value that JSON cannot express, and leaves out. */
  nothing: 8,
  /** An object: this number plus the number of its shape, which is the list of its keys. A new shape follows. */
  shape: 9,
} as const;

export type Cell = string | number | boolean | null | readonly string[];

/** Names of columns that are not named after a key. In a record, only an invented key begins in this way. */
export const below = { inText: '\0json', items: '\0items', keys: '\0keys' } as const;

/** How many shapes a column has at most: objects with further shapes are written as pairs. */
export const mostShapes = 200;
