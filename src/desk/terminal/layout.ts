import { type Area, inside } from './area.ts';
import type { DetailsPane } from './details-pane.ts';
import type { Dialog, Prompt } from './keys/dialogs.ts';
import { hasTrail } from './lines/details-panel.ts';
import { dialogHeight } from './lines/dialog-panel.ts';
import { helpHeight } from './lines/help-panel.ts';
import { headingHeight } from './lines/list-heading.ts';
import type { UiState } from './ui-state.ts';

/** The parts of the screen and their areas. */
export interface Layout {
  readonly width: number;
  readonly header: 1 | 2;
  readonly hasRules: boolean;
  readonly footer: 1 | 2;
  /** The row with the names of the views. */
  readonly tabsRow: number;
  /** The list, with its column names above it; null if another part covers the list. */
  readonly list: { readonly area: Area; readonly hasHeading: boolean } | null;
  /** Details beside the list, or in place of it. */
  readonly details: { readonly area: Area; readonly pane: DetailsPane } | null;
  /** The dialog below the list. */
  readonly dialog: { readonly area: Area; readonly of: Exclude<Dialog, Prompt> } | null;
}

/**
 * Divides the screen between its parts, and fits lists and details to their areas. The visible part of a list or of
 * details determines the scroll position and the data to load.
 */
export function layOut(ui: UiState, columns: number, rows: number): Layout {
  const isLow = rows < 15;
  const hasRules = rows >= 20;
  const header = isLow ? 1 : 2;
  const footer = isLow ? 1 : 2;
  const around = header + 1 + footer + (hasRules ? 3 : 1);
  const height = Math.max(1, Math.max(4, rows) - around);
  const tabsRow = header + (hasRules ? 1 : 0);
  const body: Area = { column: 0, row: tabsRow + 2, width: columns, height };
  return { width: columns, header, hasRules, footer, tabsRow, ...layOutBody(ui, body, columns >= 110) };
}

/** Divides the area between header and footer. @param isWide whether details fit beside the list */
function layOutBody(ui: UiState, body: Area, isWide: boolean): Pick<Layout, 'list' | 'details' | 'dialog'> {
  const { dialog } = ui;
  const { details } = ui.desk;
  if (dialog !== null && dialog.type !== 'prompt') {
    const taken = dialogHeight(dialog, body.width, body.height);
    const area = { ...body, row: body.row + body.height - taken, height: taken };
    if (dialog.type === 'help')
      dialog.top = Math.max(0, Math.min(dialog.top, helpHeight(ui.desk, body.width) - (taken - 1)));
    const above = body.height > taken ? layOutLists(ui, { ...body, height: body.height - taken }, isWide) : none;
    return { ...above, dialog: { area, of: dialog } };
  }
  if (details === null || isWide) return { ...layOutLists(ui, body, isWide), dialog: null };
  return { list: null, details: layOutDetails(ui, ui.paneOf(details), body), dialog: null };
}

const none = { list: null, details: null };

/** The list, with details beside the list if they fit. */
function layOutLists(ui: UiState, body: Area, isWide: boolean): Pick<Layout, 'list' | 'details'> {
  const { desk } = ui;
  const details = isWide ? (desk.details ?? desk.preview.follow(desk.selected)) : null;
  const width = details === null ? body.width : Math.max(58, Math.floor(body.width * (body.width > 160 ? 0.62 : 0.54)));
  const hasHeading = body.height > 6;
  const area = inside({ ...body, width }, hasHeading ? headingHeight(desk.view) : 0);
  ui.list.layOut(area.height);
  const beside = { ...body, column: width + 1, width: body.width - width - 1 };
  return {
    list: { area, hasHeading },
    details: details === null ? null : layOutDetails(ui, ui.paneOf(details), beside),
  };
}

function layOutDetails(ui: UiState, pane: DetailsPane, area: Area): Layout['details'] {
  const head = 1 + (hasTrail(ui, pane) ? 1 : 0);
  pane.layOut(area.width - 2, Math.max(1, area.height - head));
  return { area, pane };
}
