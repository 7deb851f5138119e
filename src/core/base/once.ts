/**
 * Runs the work at the first call and returns its result to every caller. A failure is not stored: the next call
 * tries again.
 */
export function remembering<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    kept ??= work().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}
