import { idOf, type RowSubject } from '../targets.ts';
import type { Row } from '../views/view.ts';
import type { VisibleRows } from './visible-rows.ts';

/** The row of a target; null: the view has no such row, or has not loaded it. */
export function rowAbout({ rows, selected }: Pick<VisibleRows, 'rows' | 'selected'>, target: RowSubject): Row | null {
  const own = idsOf(target);
  const isIt = (row: Row): boolean => row.target === target || idsOf(row.target).some((id) => own.includes(id));
  return selected !== null && isIt(selected) ? selected : (rows.find(isIt) ?? null);
}

/** The ids that may identify a row: a row of the timeline stands for an event and the event's first delivery. */
function idsOf(target: RowSubject): string[] {
  if (target.type === 'event') return [target.event.id, ...(target.delivery === null ? [] : [target.delivery.id])];
  const id = idOf(target);
  return id === null ? [] : [id];
}
