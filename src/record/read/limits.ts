/* A record may come from a stranger. A record beyond these limits is refused before its content is used. */

const megabyte = 1024 * 1024;

/** The default size limit of a record's file, in bytes. */
export const usualRecordLimit = 25_000_000;

/** The maximum size of a file that is read as a record, and the highest limit that a caller can set, in bytes. */
export const largestRecord = 64_000_000;

/** The maximum size of the decompressed content of a record, in bytes. */
export const mostUnpacked = 256 * megabyte;

/**
 * The maximum size of a line in the content, in bytes. Each line is parsed as a whole, and no other work runs in the
 * meantime. An emulator starts a new line after each megabyte. Only a complete data set that was added makes longer
 * lines, with 1 KB for each charge.
 */
export const longestLine = 32 * megabyte;

/** The maximum nesting depth of lists and objects in a record. */
export const mostLevels = 64;

/** The maximum number of values in a small record. */
const usualValues = 5_000_000;
/** The maximum number of values in any record, which is enough for 60,000 charges with their webhooks. */
const mostValues = 25_000_000;
/** The maximum number of values per byte of the file. A record from an emulator has fewer than two. */
const valuesAByte = 4;

/**
 * The maximum number of values in the content of a record. @param packed the length of the content in the file, in
 * bytes
 */
export const mostValuesOf = (packed: number): number =>
  Math.min(mostValues, Math.max(usualValues, valuesAByte * packed));
