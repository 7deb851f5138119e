/** Whether a built file is younger than everything in the folders that it is made of. */
export function isFresh(built: string, sources: readonly string[]): boolean;
