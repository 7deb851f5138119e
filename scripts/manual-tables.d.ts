/** The names of the tables on a page of the manual, in order. */
export function tablesIn(page: string): string[];
/** A page with its current tables. @throws Error for a mark that names no table */
export function withTables(page: string, tables: Readonly<Record<string, readonly string[]>>): string;
/** The lines of a table in Markdown. */
export function grid(columns: readonly string[], rows: readonly (readonly string[])[]): string[];
