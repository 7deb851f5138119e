/** The tables of a page of the manual stand between two marks, which no reader sees; the text around them is written. */
const table = /^<!-- table: (.+?) -->\n[\s\S]*?^<!-- end of table -->$/gm;

/** The names of the tables that a page shows, in their order. */
export const tablesIn = (page: string): string[] => [...page.matchAll(table)].map(([, name]) => name!);

/** A page with its tables as they are now. @throws Error for a mark that names no table */
export const withTables = (page: string, tables: Readonly<Record<string, readonly string[]>>): string =>
  page.replace(table, (_, name: string) => {
    const lines = tables[name];
    if (lines === undefined)
      throw new Error(`No table is called '${name}'. There is ${Object.keys(tables).join(', ')}.`);
    return `<!-- table: ${name} -->\n\n${lines.join('\n')}\n\n<!-- end of table -->`;
  });
