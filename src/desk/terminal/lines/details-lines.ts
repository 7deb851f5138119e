import { counted } from '../../../core/base/terminal-text.ts';
import type { BothAnswers } from '../../../sandbox/control/wire.ts';
import { type Cell, dim, type Line, type Span, spanOf } from '../../model/cells.ts';
import type { Block, Field, Section, ShownChange, ShownRecord, Text } from '../../model/details/structure.ts';
import { latency, statusSpan, words } from '../../model/format.ts';
import { LongText } from '../texts/long-text.ts';
import { widthOf } from '../texts/text-width.ts';

/** Draws the parts of details for a terminal, before wrapping. */

/** One line of the details, or a long text. */
export type Part = Line | LongText;

/** The maximum width to which the other rows widen a cell. */
const mostAligned = 24;

/** The lines of a section, without its heading. */
export const linesOf = ({ blocks }: Section): Part[] => blocks.flatMap(blockLines);

function blockLines(block: Block): readonly Part[] {
  switch (block.type) {
    case 'lines':
      return block.lines;
    case 'fields':
      return fieldLines(block.fields);
    case 'table':
      return aligned(block.rows, block.amounts).map(joined);
    case 'tree':
      return block.rows.map(({ depth, cells }) =>
        depth === 0 ? joined(cells) : [{ text: `${'  '.repeat(depth - 1)} └ ` }, ...joined(cells)],
      );
    case 'moves':
      return block.names.map((text) => [{ text }]);
    // A terminal cannot show a graph or the layout of an email. The lines below the picture describe them in words.
    case 'life':
    case 'mail':
      return [];
    case 'changes':
      return changedLines(block.changes);
    case 'records':
      return recordLines(block.records, block.more);
    case 'attempt':
      return attemptLines(block);
    case 'answers':
      return answerLines(block.answers);
    case 'text':
      return textLines(block);
    default:
      return block satisfies never;
  }
}

/** Cells side by side. */
const joined = (cells: readonly Cell[]): Span[] =>
  cells.flatMap((cell, at) => {
    const { text, tone } = spanOf(cell);
    return at === 0 ? [{ text, tone }] : [{ text: `  ${text}`, tone }];
  });

/** Rows with the same number of cells, in columns. */
function aligned(rows: readonly (readonly Cell[])[], amounts: readonly number[] = []): readonly (readonly Cell[])[] {
  const [first = []] = rows;
  if (rows.length < 2 || rows.some(({ length }) => length !== first.length)) return rows;
  const widthIn = (cell: Cell): number => widthOf(spanOf(cell).text.slice(0, mostAligned));
  const widths = first.map((_, at) => Math.max(...rows.map((cells) => widthIn(cells[at]!))));
  return rows.map((cells) =>
    cells.map((cell, at): Cell => {
      const { text, tone } = spanOf(cell);
      const blanks = ' '.repeat(widths[at]! - widthIn(cell));
      if (amounts.includes(at)) return { text: blanks + text, tone };
      return { text: at === first.length - 1 ? text : text + blanks, tone };
    }),
  );
}

function fieldLines(fields: readonly Field[]): Line[] {
  const widest = Math.max(0, ...fields.map(({ name }) => name.length));
  return fields.map(({ name, value }) => [dim(`${name.padEnd(widest)}  `), ...joined(value)]);
}

/** One line for each changed field, such as `status  settled → disputed`. */
function changedLines(changed: readonly ShownChange[], indent = ''): Line[] {
  const widest = Math.max(0, ...changed.map(({ field }) => field.length));
  return changed.map(
    ({ field, from, to }): Line => [
      dim(`${indent}${field.padEnd(widest)}  `),
      { text: spanOf(from).text },
      dim(' → '),
      spanOf(to),
    ],
  );
}

const signs = {
  added: { text: '+ ', tone: 'good' },
  changed: { text: '~ ', tone: 'wait' },
  removed: { text: '- ', tone: 'bad' },
} as const satisfies Record<string, Span>;

function recordLines(records: readonly ShownRecord[], more: number): Line[] {
  const lines = records.flatMap(({ id, change, about, fields }): Line[] => [
    [signs[change], ...joined([id, dim(change), ...about.filter((cell) => spanOf(cell).text !== '')])],
    ...changedLines(fields, '    '),
  ]);
  return more === 0 ? lines : [...lines, [dim(`and ${counted(more, 'more', 'more')}`)]];
}

function attemptLines({ attempt, at, body }: Extract<Block, { type: 'attempt' }>): Part[] {
  const { number, signature, status, latency_ms, headers, error, fault } = attempt;
  return [
    [
      { text: `attempt ${number}  ` },
      statusSpan(status),
      dim(`  ${latency(latency_ms)}  ${spanOf(at).text}`),
      ...(fault === null ? [] : [{ text: `  fault: ${words(fault)}`, tone: 'wait' } satisfies Span]),
    ],
    ...(signature === null ? [] : [[dim('  Service-Signature: '), { text: signature }]]),
    ...(error === null ? [] : [[{ text: `  ${error}`, tone: 'bad' } satisfies Span]]),
    ...Object.entries(headers).map(([name, value]) => [dim(`  ${name}: ${value}`)]),
    ...(body === null ? [] : textLines(body, '  ')),
  ];
}

/** Both responses as one text in the style of a patch, with differing lines below each other. */
const answerLines = ({ of, lines }: BothAnswers): Line[] => [
  [dim(`${of}   - the service   + the emulator`)],
  ...lines.flatMap(({ depth, service, emulator, differs }): Line[] => {
    const indent = '  '.repeat(depth);
    if (!differs && service === emulator) return [[{ text: `  ${indent}${service}` }]];
    return [
      ...(service === null ? [] : [[{ text: `- ${indent}${service}`, tone: differs ? 'bad' : 'dim' } satisfies Span]]),
      ...(emulator === null
        ? []
        : [[{ text: `+ ${indent}${emulator}`, tone: differs ? 'good' : 'dim' } satisfies Span]]),
    ];
  }),
];

function textLines({ lines, isJson, cut }: Text, indent = ''): Part[] {
  const text = new LongText(lines, { indent, isJson });
  return cut === null ? [text] : [text, [dim(`${indent}… ${cut}`)]];
}
