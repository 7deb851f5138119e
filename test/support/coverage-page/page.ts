import { anchor, grid } from '../markdown.ts';
import { gapsIn } from './chapters.ts';
import { type Chapter, mark } from './table.ts';

/** The whole page. */
export function renderPage(chapters: readonly Chapter[]): string {
  const counts = chapters.map(({ title, tables }) => {
    const rows = tables.flatMap((table) => table.rows);
    const gaps = rows.filter(({ faults }) => faults.length > 0).length;
    return [`[${title}](#${anchor(title)})`, String(rows.length), String(rows.length - gaps), String(gaps)];
  });
  const sum = (column: number) => String(counts.reduce((total, row) => total + Number(row[column]), 0));
  const gaps = gapsIn(chapters);
  return `${[
    '# Coverage',
    '',
    'What the specification of the service says, row by row, and what in this emulator does it. This page is made from',
    'the declarations and from a running emulator; `npx vitest run test/coverage.test.ts -u` writes it anew, and the same',
    'test fails where it is out of date, where a row has nothing behind it, and where the emulator has more than the',
    'specification without saying so.',
    '',
    '## Summary',
    '',
    ...grid(
      ['Part', 'Rows', 'Covered', 'Gaps'],
      [...counts, ['**Together**', `**${sum(1)}**`, `**${sum(2)}**`, `**${sum(3)}**`]],
    ),
    '',
    gaps.length === 0 ? 'No row has a gap.' : 'Gaps:',
    ...(gaps.length === 0 ? [] : ['', ...gaps.map((gap) => `- ${gap}`)]),
    '',
    `**${mark}** marks what is assumed: where the specification is silent, this emulator does what a user of a payments API`,
    'would expect, and the real service may do otherwise. In `/openapi.json` such a field, value, code or operation has',
    '`x-assumed: true`.',
    '',
    ...chapters.flatMap(chapterLines),
  ]
    .join('\n')
    .trimEnd()}\n`;
}

const chapterLines = ({ title, about, tables }: Chapter): string[] => [
  `## ${title}`,
  '',
  about,
  '',
  ...tables.flatMap((table) => [
    `### ${table.title}`,
    '',
    ...(table.rows.length === 0
      ? []
      : [
          ...grid(
            table.columns,
            table.rows.map(({ cells, faults }) => [
              ...cells.slice(0, -1),
              `${cells.at(-1)}${faults.length === 0 ? '' : ` **gap: ${faults.join('; ')}**`}`,
            ]),
          ),
          '',
        ]),
    ...(table.remark === undefined || table.remark === '' ? [] : [table.remark, '']),
    ...(table.assumed === undefined ? [] : [...grid(table.assumed.columns, table.assumed.rows), '']),
  ]),
];
