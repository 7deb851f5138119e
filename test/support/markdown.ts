const escaped = (cell: string): string => cell.replaceAll('|', '\\|');
const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;

/** The lines of a Markdown table. */
export const grid = (columns: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  line(columns),
  `|${columns.map(() => '---').join('|')}|`,
  ...rows.map(line),
];

/** What GitHub makes of a heading, for links to it. */
export const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\w -]/gu, '')
    .replaceAll(' ', '-');

export const code = (text: string): string => `\`${text}\``;
