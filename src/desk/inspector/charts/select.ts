import type { Desk } from '../../model/desk.ts';
import type { Row } from '../../model/views/view.ts';

/** Selects the row of a mark in a chart, if the list shows it. */
export function selectRow(desk: Desk, isMeant: (row: Row) => boolean): void {
  const at = desk.rows.findIndex(isMeant);
  if (at !== -1) desk.select(at);
  desk.touched();
}
