/** The name of this project's pages and SDK, sent in a header of every call. */
export const sdkName = 'web/1.0.0';
