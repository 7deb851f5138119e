/** The names of the tables that a page of the manual shows, in their order. */
export function tablesIn(page: string): string[];
/** A page with its tables as they are now. @throws Error for a mark that names no table */
export function withTables(page: string, tables: Readonly<Record<string, readonly string[]>>): string;
/** The lines of a table in Markdown. */
export function grid(columns: readonly string[], rows: readonly (readonly string[])[]): string[];
