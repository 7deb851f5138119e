/*
 * A record writes its lines as columns. The values at the same path of its lines are a column of cells, and the columns
 * of some thousand lines are a chunk. Most cells say that a value is unchanged or that a number was incremented, which
 * compresses well: 10,000 settled charges take 1.8 MB instead of the 5.7 MB of lines of JSON, and less memory.
 *
 * A cell that is a new text, null, true or false is that value itself. Every other cell begins with one of these
 * numbers.
 */
export const code = {
  /** The previous value of the column, if it was not a list or an object. */
  same: 0,
  /** A number in tenths: the column's previous number plus the number that follows. */
  tenths: 1,
  /** A number, which follows unchanged. */
  number: 2,
  /**
   * A text that has already occurred in any column. Its index among all texts, minus the index of the column's previous
   * text, follows.
   */
  textOn: 3,
  /** A text that has already occurred in any column. Its distance from the newest text follows. */
  textAgo: 4,
  /** A text that is the JSON of a value in the column `inText`. */
  json: 5,
  /** A list. Its length follows, and its items are in the column `items`. */
  list: 6,
  /**
   * An object with keys that rarely occur again. The number of keys follows. The keys and values are in the columns
   * `keys` and `items`.
   */
  pairs: 7,
  /** A value that JSON cannot represent and therefore omits. */
  nothing: 8,
  /**
   * An object: this number plus the number of its shape, which is the list of its keys. If the shape is new, it
   * follows.
   */
  shape: 9,
} as const;

export type Cell = string | number | boolean | null | readonly string[];

/** The names of columns that do not correspond to a key. In a record, only a forged key can start in this way. */
export const below = { inText: '\0json', items: '\0items', keys: '\0keys' } as const;

/** The maximum number of shapes in a column. Objects with further shapes are written as pairs. */
export const mostShapes = 200;
