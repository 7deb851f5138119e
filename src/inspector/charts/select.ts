import type { Desk } from '../../desk/desk.ts';
import type { Row } from '../../desk/views/view.ts';

/** Selects the row that a mark of a chart stands for, where it is among those that are shown. */
export function selectRow(desk: Desk, isMeant: (row: Row) => boolean): void {
  const at = desk.rows.findIndex(isMeant);
  if (at !== -1) desk.select(at);
  desk.touched();
}
