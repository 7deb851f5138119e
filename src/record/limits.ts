/** How large a record may be as a file where nobody says, in bytes. */
export const usualRecordLimit = 25_000_000;
