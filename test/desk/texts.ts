import { type Cell, spanOf } from '../../src/desk/model/cells.ts';
import type { Block, Details } from '../../src/desk/model/details/structure.ts';
import type { Chooser } from '../../src/desk/model/forms/chooser.ts';
import type { Row } from '../../src/desk/model/views/view.ts';

/* What the desk has to say, as lines that a test reads. */

const lineOf = (cells: readonly Cell[]): string =>
  cells
    .map((cell) => spanOf(cell).text)
    .filter((text) => text !== '')
    .join('  ');

/** A row: two blanks for each cause that it is below, then its cells. */
export const textOfRow = ({ depth = 0, cells }: Row): string => '  '.repeat(depth) + lineOf(cells());

/** The choices of a list: the name, two blanks, what is said of it. */
export const textsOfChoices = ({ choices }: Chooser): string[] =>
  choices.map(({ name, about }) => lineOf([name, about]));

/** Details: the title, each heading, and below it a line for each thing. */
export const textOfDetails = ({ title, sections }: Details): string =>
  [title, ...sections.flatMap(({ heading, blocks }) => [`# ${heading}`, ...blocks.flatMap(linesOf)])].join('\n');

function linesOf(block: Block): string[] {
  switch (block.type) {
    case 'lines':
      return block.lines.map((line) => line.map(({ text }) => text).join(''));
    case 'fields':
      return block.fields.map(({ name, value }) => `${name}: ${lineOf(value)}`);
    case 'table':
      return block.rows.map(lineOf);
    case 'tree':
      return block.rows.map(({ depth, cells }) => '  '.repeat(depth) + lineOf(cells));
    case 'moves':
      return [...block.names];
    case 'mail':
      return [`${block.subject} at ${block.address}`];
    case 'life':
      return [`now ${block.life.state}, by ${block.life.steps.map(({ to }) => to).join(', ')}`];
    case 'changes':
      return block.changes.map(({ field, from, to }) => `${field}: ${spanOf(from).text} → ${spanOf(to).text}`);
    case 'records':
      return block.records.flatMap(({ id, change, about, fields }) => [
        `${id} ${change}  ${lineOf(about)}`,
        ...fields.map(({ field, from, to }) => `  ${field}: ${spanOf(from).text} → ${spanOf(to).text}`),
      ]);
    case 'attempt': {
      const { number, status, error } = block.attempt;
      return [`attempt ${number}: ${status ?? error}`, ...(block.body?.lines ?? [])];
    }
    case 'answers':
      return block.answers.lines.map(({ service, emulator }) => `${service} | ${emulator}`);
    case 'text':
      return [...block.lines, ...(block.cut === null ? [] : [block.cut])];
  }
}
