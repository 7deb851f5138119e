import { dim, type Line } from '../model/cells.ts';
import { type Layout, layOut } from './layout.ts';
import { fitLine } from './lines/cells.ts';
import { detailsPanel } from './lines/details-panel.ts';
import { dialogPanel } from './lines/dialog-panel.ts';
import { footerLines, footRule } from './lines/footer.ts';
import { headerLines } from './lines/header.ts';
import { headingLines, placeLine } from './lines/list-heading.ts';
import { columnsOf, listPanel } from './lines/list-rows.ts';
import { tabsLine } from './lines/tabs.ts';
import type { UiState } from './ui-state.ts';

/**
 * The whole screen, one line for each row: the header and footer, the list, and the details or the dialog beside or
 * over the list.
 */
export function screenLines(ui: UiState, columns: number, rows: number): Line[] {
  const layout = layOut(ui, columns, rows);
  const { width, header, hasRules, footer } = layout;
  const rule = [dim('─'.repeat(width))];
  return [
    ...headerLines(ui.desk.session, width, header),
    ...(hasRules ? [rule] : []),
    tabsLine(ui.desk, width),
    placeLine(ui.desk, width),
    ...bodyLines(ui, layout),
    ...(hasRules ? [footRule(ui, width)] : []),
    ...footerLines(ui, width, footer),
  ];
}

function bodyLines(ui: UiState, { list, details, dialog }: Layout): readonly Line[] {
  const beside = details === null ? [] : detailsPanel(ui, details.pane, details.area);
  const below = dialog === null ? [] : dialogPanel(ui, dialog.of, dialog.area);
  if (list === null) return [...beside, ...below];
  const { width } = list.area;
  const columns = columnsOf(ui, width);
  const heading = list.hasHeading ? headingLines(ui.desk, columns, width) : [];
  const lines = [...heading, ...listPanel(ui, columns, list.area)];
  if (details === null) return [...lines, ...below];
  return [...lines.map((line, at) => [...fitLine(line, width), dim('│'), ...(beside[at] ?? [])]), ...below];
}
