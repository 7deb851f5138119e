import type { CellSpan } from '../cells.ts';

/** Unix seconds as an instant without its year: `03-01 09:14:22`. */
export function timeOfSeconds(created: number): CellSpan {
  const at = new Date(created * 1_000).toISOString();
  return { text: at.slice(5, 19).replace('T', ' '), tone: 'dim', at };
}
