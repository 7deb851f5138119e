/**
 * Runs the work at the first call and gives its result to every caller. A failure is not remembered: the next caller
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
