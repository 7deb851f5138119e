/**
 * Does a piece of work when it is asked for first, and gives everybody what came of it. A failure is not remembered: who
 * asks next tries again.
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
