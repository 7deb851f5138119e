/** The tables of docs/speed.md, from the results of a benchmark (bench/results.json). */
export function speedTables(results: unknown): Record<'speed', string[]>;
/** The text of docs/growth.svg, from the same results. */
export function growthPicture(results: unknown): string;
