import { fitLine, type Line } from './cells.ts';
import type { Desk } from './desk.ts';
import { footLines, headerLines, headingLine, type Layout, layoutOf, rule, tabsLine } from './frame.ts';
import { detailsPanel, dialogHeight, dialogPanel, listPanel, type Panel } from './panels.ts';

/** The whole screen, a line a row: the lines around, the list, what is open beside or over it. */
export function sheetOf(desk: Desk, columns: number, rows: number): Line[] {
  const layout = layoutOf(columns, rows);
  const { width, rules, footer } = layout;
  const ruled = rules ? [rule(width)] : [];
  return [
    ...headerLines(desk.session, layout),
    ...ruled,
    tabsLine(desk, width),
    rule(width),
    ...body(desk, layout),
    ...ruled,
    ...footLines(desk, width, footer),
  ];
}

function body(desk: Desk, { width, body: height, isWide }: Layout): readonly Line[] {
  const { dialog, details } = desk;
  if (dialog !== null && dialog.type !== 'line') {
    const taken = dialogHeight(dialog, width, height);
    const above = height > taken ? list(desk, width, height - taken, isWide) : [];
    return [...above, ...linesOf(dialogPanel(dialog, width, taken))];
  }
  if (details !== null && !isWide) return linesOf(detailsPanel(desk, width, height));
  return list(desk, width, height, isWide);
}

/** The list, with the details beside it where there is room. */
function list(desk: Desk, width: number, height: number, isWide: boolean): readonly Line[] {
  const hasDetails = desk.details !== null && isWide;
  const left = hasDetails ? Math.floor(width * 0.46) : width;
  const heading = height > 6 && desk.view.isLog !== true ? [headingLine(desk, desk.view.columns, left)] : [];
  const lines = [...heading, ...linesOf(listPanel(desk, left, height - heading.length))];
  if (!hasDetails) return lines;
  const right = width - left - 1;
  const details = linesOf(detailsPanel(desk, right, height));
  return lines.map((line, at) => [...fitLine(line, left), { text: '│', tone: 'dim' }, ...(details[at] ?? [])]);
}

const linesOf = ({ lines, strong }: Panel): readonly Line[] =>
  strong < 0
    ? lines
    : lines.map((line, at) => (at === strong ? line.map((span) => ({ ...span, isStrong: true })) : line));
