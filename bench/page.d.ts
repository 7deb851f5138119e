/** The tables of docs/speed.md, from the results of two benchmarks (bench/results.json and bench/peer.json). */
export function speedTables(results: unknown, beside: unknown): Record<'peer' | 'speed', string[]>;
/** The text of docs/growth.svg, from the same results. */
export function growthPicture(results: unknown): string;
