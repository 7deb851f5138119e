import type { Choice, Chooser } from '../desk/forms/chooser.ts';
import { type Area, inside } from './area.ts';
import type { DetailsPane } from './details-pane.ts';
import type { Help } from './keys/dialogs.ts';
import { followLink } from './keys/following.ts';
import type { Layout } from './layout.ts';
import { lineWidth } from './lines/cells.ts';
import { hasTrail, shownChoices } from './lines/panels.ts';
import { tabsOf } from './lines/tabs.ts';
import type { MouseEvent } from './terminal/mouse.ts';
import type { UiState } from './ui-state.ts';

/** What the mouse does on the screen. */

/** Does what the mouse asks for. While keys wait for something, it is not listened to. */
export function point(ui: UiState, event: MouseEvent): void {
  if (ui.typeAhead.isHolding) return;
  if (event.type === 'click') ui.desk.notices.message = null;
  ui.regions.act(event, ui.dialog);
  ui.desk.touched();
}

/** Has what is drawn in a layout do something when it is clicked, or the wheel is turned on it. */
export function listen(ui: UiState, layout: Layout): void {
  const { list, details, dialog } = layout;
  ui.regions.begin(ui.dialog);
  // Nothing but a dialog can be clicked.
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
  for (const { view, spans } of tabsOf(ui.desk, width) ?? []) {
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
    // Below the heading and the trail, and behind the mark of a line.
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
    // What was loaded since it was drawn may have moved the choice, or taken it away.
    click: (line) => clickChoice(ui, chooser, choices[line]),
    scroll: (step) => chooser.select(chooser.at + step),
  });
}

/** Selects a row that is shown, by its key; opens the one that is selected. */
function clickRow(ui: UiState, key: string | undefined): void {
  // Whoever types a filter sees the rows, but is not among them.
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

/** Goes where an id in the details that are open leads; opens those that stand beside the list. */
function clickDetails(ui: UiState, pane: DetailsPane, line: number, column: number): void {
  if (ui.dialog !== null) return;
  if (pane.details === ui.desk.details) {
    if (pane.selectAt(line, column)) followLink(ui, pane);
  } else if (ui.desk.selected !== null) {
    ui.desk.open(ui.desk.selected.target);
  }
}

/** Goes back to the details that led to those that are open. */
function clickTrail(ui: UiState): void {
  if (ui.dialog === null) ui.desk.goBack();
}

/** Selects a choice that is shown; chooses the one that is selected, where Enter would. */
function clickChoice(ui: UiState, chooser: Chooser, drawn: Choice | undefined): void {
  const { choices } = chooser;
  // They may have been made anew since they were drawn.
  const alike = choices.filter(({ name }) => name === drawn?.name);
  const choice = alike.find((each) => each === drawn) ?? (alike.length === 1 ? alike[0] : undefined);
  if (choice === undefined) return;
  const at = choices.indexOf(choice);
  if (chooser.at === at) ui.pressInDialog('enter');
  else chooser.select(at);
}
