import { dim, type Line } from '../desk/cells.ts';
import { fitLine } from './cells.ts';
import { footerLines, footRule } from './footer.ts';
import { headerLines, headingLines, placeLine, tabsLine } from './header.ts';
import { columnsOf, detailsPanel, dialogHeight, dialogPanel, listPanel } from './panels.ts';
import type { UiState } from './ui-state.ts';

/** How the room of a terminal is shared out. */
interface Layout {
  readonly width: number;
  readonly header: 1 | 2;
  readonly hasRules: boolean;
  readonly footer: 1 | 2;
  readonly body: number;
  /** Whether details stand beside the list. */
  readonly isWide: boolean;
}

function layoutOf(columns: number, rows: number): Layout {
  const height = Math.max(4, rows);
  const isLow = rows < 15;
  const hasRules = rows >= 20;
  const header = isLow ? 1 : 2;
  const footer = isLow ? 1 : 2;
  const around = header + 1 + footer + (hasRules ? 3 : 1);
  return { width: columns, header, hasRules, footer, body: Math.max(1, height - around), isWide: columns >= 110 };
}

/** The whole screen, a line a row: the lines around, the list, what is open beside or over it. */
export function screenLines(ui: UiState, columns: number, rows: number): Line[] {
  const layout = layoutOf(columns, rows);
  const { width, header, hasRules, footer } = layout;
  const rule = [dim('─'.repeat(width))];
  const rules = hasRules ? [rule] : [];
  const tabsRow = header + rules.length;
  ui.regions.begin(ui.dialog);
  const body = bodyLines(ui, layout, tabsRow + 2);
  return [
    ...headerLines(ui.session, width, header),
    ...rules,
    tabsLine(ui, width, tabsRow),
    // Made after the list, which says how much room it has.
    placeLine(ui, width),
    ...body,
    ...(hasRules ? [footRule(ui, width)] : []),
    ...footerLines(ui, width, footer),
  ];
}

/** @param row the row of the screen that it begins in */
function bodyLines(ui: UiState, { width, body: height, isWide }: Layout, row: number): readonly Line[] {
  const { dialog, details } = ui;
  if (dialog !== null && dialog.type !== 'prompt') {
    const taken = dialogHeight(dialog, width, height);
    const above = height > taken ? listLines(ui, width, height - taken, isWide, row) : [];
    // Nothing but the dialog can be clicked.
    ui.regions.begin(dialog);
    return [...above, ...dialogPanel(ui, dialog, width, taken, { column: 0, row: row + height - taken })];
  }
  if (details !== null && !isWide) return detailsPanel(ui, details, width, height, { column: 0, row });
  return listLines(ui, width, height, isWide, row);
}

/** The list, with the details beside it where there is room. The side that takes the keys shows it. */
function listLines(ui: UiState, width: number, height: number, isWide: boolean, row: number): readonly Line[] {
  const details = isWide ? (ui.details ?? ui.preview.follow(ui.selected)) : null;
  const left = details === null ? width : Math.max(58, Math.floor(width * 0.54));
  const columns = columnsOf(ui, left);
  const heading = height > 6 && ui.view.isLog !== true ? headingLines(ui, columns, left) : [];
  const place = { column: 0, row: row + heading.length };
  const list = [...heading, ...listPanel(ui, left, height - heading.length, place)];
  if (details === null) return list;
  const beside = detailsPanel(ui, details, width - left - 1, height, { column: left + 1, row });
  return list.map((line, at) => [...fitLine(line, left), dim('│'), ...(beside[at] ?? [])]);
}
