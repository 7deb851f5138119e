/** The tables of docs/speed.md, from what a run of the benchmark kept (bench/results.json). */
export function speedTables(results: unknown): Record<'speed', string[]>;
/** The text of docs/growth.svg, from the same. */
export function growthPicture(results: unknown): string;
