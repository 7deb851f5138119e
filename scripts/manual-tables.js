/**
 * A generated table on a page of the manual stands between two marks, which readers do not see; the text around it is
 * written by hand.
 */
const table = /^<!-- table: (.+?) -->\n[\s\S]*?^<!-- end of table -->$/gm;

/** The names of the tables on a page, in order. */
export const tablesIn = (page) => [...page.matchAll(table)].map(([, name]) => name);

/**
 * A page with its current tables.
 * @param tables the lines of each table by its name
 * @throws Error for a mark that names no table
 */
export const withTables = (page, tables) =>
  page.replace(table, (_, name) => {
    const lines = tables[name];
    if (lines === undefined)
      throw new Error(`No table is called '${name}'. There is ${Object.keys(tables).join(', ')}.`);
    return `<!-- table: ${name} -->\n\n${lines.join('\n')}\n\n<!-- end of table -->`;
  });

const escaped = (cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ');
const line = (cells) => `| ${cells.map(escaped).join(' | ')} |`;

/** The lines of a table in Markdown. */
export const grid = (columns, rows) => [line(columns), `|${columns.map(() => '---').join('|')}|`, ...rows.map(line)];
