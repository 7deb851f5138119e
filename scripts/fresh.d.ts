/** Whether a built file is newer than everything in its source folders. */
export function isFresh(built: string, sources: readonly string[]): boolean;
