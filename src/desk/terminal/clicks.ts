import type { Choice, Chooser } from '../model/forms/chooser.ts';
import { type Area, inside } from './area.ts';
import type { DetailsPane } from './details-pane.ts';
import type { Help } from './keys/dialogs.ts';
import { followLink } from './keys/following.ts';
import type { Layout } from './layout.ts';
import { lineWidth } from './lines/cells.ts';
import { shownChoices } from './lines/chooser-panel.ts';
import { hasTrail } from './lines/details-panel.ts';
import { tabsOf } from './lines/tabs.ts';
import type { MouseEvent } from './terminal/mouse.ts';
import type { UiState } from './ui-state.ts';

/** Handles the mouse. */

/** Handles a mouse event. While keys wait, the mouse is ignored. */
export function point(ui: UiState, event: MouseEvent): void {
  if (ui.typeAhead.isHolding) return;
  if (event.type === 'click') ui.desk.notices.message = null;
  ui.regions.act(event, ui.dialog);
  ui.desk.touched();
}

/** Registers the actions of clicks and of the mouse wheel in each part of a layout. */
export function listen(ui: UiState, layout: Layout): void {
  const { list, details, dialog } = layout;
  ui.regions.begin(ui.dialog);
  // While a dialog is open, only the dialog can be clicked.
  if (dialog !== null) {
    if (dialog.of.type === 'help') listenInHelp(ui, dialog.of, dialog.area);
    else if (dialog.of.type === 'chooser') listenInChooser(ui, dialog.of, dialog.area);
    return;
  }
  if (ui.dialog === null) listenOnTabs(ui, layout);
  if (list !== null) {
    const { rows } = ui.desk;
    const { top } = ui.list;
    ui.regions.add({
      ...list.area,
      click: (line) => clickRow(ui, rows[top + line]?.key),
      scroll: (step) => ui.list.scroll(step),
    });
  }
  if (details !== null) listenInDetails(ui, details.pane, details.area);
}

function listenOnTabs(ui: UiState, { width, tabsRow }: Layout): void {
  let column = 0;
  for (const { view, spans } of tabsOf(ui.desk, width)) {
    const own = lineWidth(spans);
    ui.regions.add({ column, row: tabsRow, width: own, height: 1, click: () => ui.desk.go(view) });
    column += own;
  }
}

function listenInDetails(ui: UiState, pane: DetailsPane, area: Area): void {
  const head = 1 + (hasTrail(ui, pane) ? 1 : 0);
  if (head > 1) ui.regions.add({ ...area, row: area.row + 1, height: 1, click: () => clickTrail(ui) });
  ui.regions.add({
    ...area,
    // The line and column without the heading, the trail and the mark at the start of a line.
    click: (line, column) => clickDetails(ui, pane, line - head, column - 1),
    scroll: (step) => pane.scroll(step),
  });
}

function listenInHelp(ui: UiState, help: Help, area: Area): void {
  const scroll = (step: number): void => {
    help.top += step;
  };
  ui.regions.add({ ...area, scroll });
}

function listenInChooser(ui: UiState, chooser: Chooser, area: Area): void {
  const { choices, head } = shownChoices(chooser, area);
  ui.regions.add({
    ...inside(area, head),
    // Data that arrived after the drawing can have moved or removed the choice.
    click: (line) => clickChoice(ui, chooser, choices[line]),
    scroll: (step) => chooser.select(chooser.at + step),
  });
}

/** Selects a visible row by its key. A click on the selected row opens it. */
function clickRow(ui: UiState, key: string | undefined): void {
  // While the user types a filter, rows are visible but cannot be opened.
  if (ui.dialog !== null) return;
  const index = ui.desk.rows.findIndex((row) => row.key === key);
  const row = ui.desk.rows[index];
  if (row === undefined) return;
  if (index === ui.desk.index) {
    if (ui.desk.details === null) ui.desk.open(row.target);
    return;
  }
  ui.desk.closeDetails();
  ui.desk.select(index);
}

/** Follows an id in the open details. A click on the details beside the list opens them. */
function clickDetails(ui: UiState, pane: DetailsPane, line: number, column: number): void {
  if (ui.dialog !== null) return;
  if (pane.details === ui.desk.details) {
    if (pane.selectAt(line, column)) followLink(ui, pane);
  } else if (ui.desk.selected !== null) {
    ui.desk.open(ui.desk.selected.target);
  }
}

/** Returns to the previous details. */
function clickTrail(ui: UiState): void {
  if (ui.dialog === null) ui.desk.goBack();
}

/** Selects a visible choice. A click on the selected choice chooses it, if Enter would choose it. */
function clickChoice(ui: UiState, chooser: Chooser, drawn: Choice | undefined): void {
  const { choices } = chooser;
  // The choices can have been rebuilt since the drawing.
  const alike = choices.filter(({ name }) => name === drawn?.name);
  const choice = alike.find((each) => each === drawn) ?? (alike.length === 1 ? alike[0] : undefined);
  if (choice === undefined) return;
  const at = choices.indexOf(choice);
  if (chooser.at === at) ui.pressInDialog('enter');
  else chooser.select(at);
}
