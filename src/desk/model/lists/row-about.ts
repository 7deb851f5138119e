import { idOf, type RowSubject } from '../targets.ts';
import type { Row } from '../views/view.ts';
import type { VisibleRows } from './visible-rows.ts';

/** The row of a target; null if the view has no such row, or has not loaded it. */
export function rowAbout({ rows, selected }: Pick<VisibleRows, 'rows' | 'selected'>, target: RowSubject): Row | null {
  const own = idsOf(target);
  const isIt = (row: Row): boolean => row.target === target || idsOf(row.target).some((id) => own.includes(id));
  return selected !== null && isIt(selected) ? selected : (rows.find(isIt) ?? null);
}

/** The ids that can identify a row. A row of the timeline represents an event and the event's first delivery. */
function idsOf(target: RowSubject): string[] {
  if (target.type === 'event') return [target.event.id, ...(target.delivery === null ? [] : [target.delivery.id])];
  const id = idOf(target);
  return id === null ? [] : [id];
}
