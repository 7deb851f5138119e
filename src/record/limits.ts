/** How large a record may be as a file where nobody says, in bytes. */
export const usualRecordLimit = 25_000_000;

/** How large a file may be that is read as a record, in bytes: far beyond the limit that one is written with. */
export const largestRecord = 256 * 1024 * 1024;
