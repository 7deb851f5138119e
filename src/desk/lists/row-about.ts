import { idOf, type Target } from '../targets.ts';
import type { Row } from '../views/view.ts';
import type { Shown } from './shown.ts';

/** The row of something; null: the view has none, or has not loaded it. */
export function rowAbout({ rows, selected }: Pick<Shown, 'rows' | 'selected'>, target: Target): Row | null {
  const id = idOf(target);
  const isIt = (row: Row): boolean => row.target === target || (id !== null && idOf(row.target) === id);
  return selected !== null && isIt(selected) ? selected : (rows.find(isIt) ?? null);
}
