import { getOrMake } from '../../../core/base/maps.ts';
import { type Cell, spanOf } from '../cells.ts';
import { idCell } from '../format.ts';
import { sectionOf } from '../lists/position.ts';
import type { Session } from '../session.ts';
import { subjectOf } from '../targets.ts';
import { activity } from '../views/activity-view.ts';
import type { Row } from '../views/view.ts';
import type { Section } from './structure.ts';

/** The maximum number of rows to show in a section. */
const mostShown = 20;

/** The latest section that has a mark's name, such as the name of a test: its problems, its calls and its objects. */
export function markSections(session: Session, mark: string): Section[] {
  const all = sectionOf(activity.rows(session, 0), mark);
  const rows = all.filter(({ divides }) => divides === undefined);
  const problems = rows.filter(({ facts }) => facts?.().isProblem === true);
  const ids = new Set(rows.flatMap(({ target }) => (target.type === 'delivery' ? [] : (subjectOf(target) ?? []))));
  const passed = 'All calls and webhooks in this section succeeded; the output of the test shows why it failed.';
  const hasFailed = problems.length === 0 && all.length > 1 && all.at(-1)?.ends === true;
  return [
    ...tableOf('What went wrong', hasFailed ? [[passed]] : grouped(problems.map(cellsOf))),
    ...tableOf('Calls', rows.filter(({ target }) => target.type === 'request').map(callOf), [4]),
    ...tableOf(
      'Objects',
      [...ids].map((id) => [idCell(id)]),
    ),
  ];
}

/** When, what, with which answer, and why or with which result. The row of the mark shows the day. */
function cellsOf({ cells }: Row): Cell[] {
  const [at = '', what = '', answer = '', , ...rest] = cells();
  const instant = spanOf(at).at ?? '';
  return [
    { ...spanOf(at), text: instant.slice(11, 19), shorter: [] },
    shortest(what),
    answer,
    rest.findLast((cell) => spanOf(cell).text !== '') ?? '',
  ];
}

/** A call in one line: with its object and its amount, if it changed an object. */
function callOf(row: Row): Cell[] {
  const [, , , , object = '', amount = '', person, remark = ''] = row.cells();
  const [at = '', what = '', answer = '', result = ''] = cellsOf(row);
  return person === undefined
    ? [at, what, answer, '', '', result]
    : [at, what, answer, shortest(object), amount, remark];
}

function shortest(cell: Cell): Cell {
  const { shorter = [], ...span } = spanOf(cell);
  return { ...span, text: shorter.at(-1) ?? span.text };
}

/** Rows that say the same except for their time, each once with their number. */
function grouped(rows: readonly (readonly Cell[])[]): Cell[][] {
  const groups = new Map<string, (readonly Cell[])[]>();
  for (const row of rows) {
    const [, ...rest] = row.map((cell) => spanOf(cell).text);
    getOrMake(groups, rest.join('  '), () => []).push(row);
  }
  return [...groups.values()].map(([first = [], ...same]) =>
    same.length === 0
      ? [...first]
      : [...first.slice(0, -1), `${spanOf(first.at(-1) ?? '').text} (${same.length + 1} times)`],
  );
}

function tableOf(heading: string, rows: readonly (readonly Cell[])[], amounts: readonly number[] = []): Section[] {
  if (rows.length === 0) return [];
  const more = rows.length - mostShown;
  const rest =
    more > 0 ? [(rows[0] ?? []).map((_, at) => (at === 1 ? `and ${more.toLocaleString('en-US')} more` : ''))] : [];
  return [{ heading, blocks: [{ type: 'table', rows: [...rows.slice(0, mostShown), ...rest], amounts }] }];
}
