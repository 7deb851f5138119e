/* A record may come from a stranger. A record beyond these limits is refused before its content is used. */

const megabyte = 1024 * 1024;

/** The default limit of a record's file, in bytes. */
export const usualRecordLimit = 25_000_000;

/** The largest file that is read as a record, and the highest limit that a caller can ask for, in bytes. */
export const largestRecord = 64_000_000;

/** How many bytes the unpacked content of a record may have. */
export const mostUnpacked = 256 * megabyte;

/**
 * How many bytes a line of the content may have: a line is parsed in one go, and everything else waits meanwhile. An
 * emulator starts a line with each megabyte; only a data set that was added as a whole makes longer lines, of 1 KB for
 * each charge.
 */
export const longestLine = 32 * megabyte;

/** How many levels of lists and objects a value of a record may have. */
export const mostLevels = 64;

/** How many values a small record may have. */
const usualValues = 5_000_000;
/** How many values any record may have: enough for 60,000 charges with their webhooks. */
const mostValues = 25_000_000;
/** A record that an emulator wrote has fewer than two values for each byte of its file. */
const valuesAByte = 4;

/** How many values the content of a record may have. @param packed the length of the content in the file, in bytes */
export const mostValuesOf = (packed: number): number =>
  Math.min(mostValues, Math.max(usualValues, valuesAByte * packed));
