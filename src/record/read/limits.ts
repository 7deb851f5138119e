/* A record may come from a stranger. What is beyond these limits is refused before anything is made of it. */

const megabyte = 1024 * 1024;

/** How large a record may be as a file where nobody says, in bytes. */
export const usualRecordLimit = 25_000_000;

/** How large a file may be that is read as a record, and that one may be asked for, in bytes. */
export const largestRecord = 64_000_000;

/** How many bytes the content of a record may have when it is unpacked. */
export const mostUnpacked = 256 * megabyte;

/**
 * How many bytes a line of the content may have: a line is parsed at once, and nothing else is done meanwhile. An emulator
 * begins a line with each megabyte; only a state that came as a whole makes longer ones, of 1 KB for each charge in it.
 */
export const longestLine = 32 * megabyte;

/** How many levels of lists and objects a value of a record may have. */
export const mostLevels = 64;

/** How many values a small record may have. */
const usualValues = 5_000_000;
/** How many values any record may have: those of 60,000 charges with their webhooks. */
const mostValues = 25_000_000;
/** A record that an emulator wrote has fewer than two values for each byte of its file. */
const valuesAByte = 4;

/** How many values the content of a record may have. @param packed the length of the content in the file, in bytes */
export const mostValuesOf = (packed: number): number =>
  Math.min(mostValues, Math.max(usualValues, valuesAByte * packed));
