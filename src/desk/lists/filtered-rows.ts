import { filterOf } from '../../filter-words.ts';
import { idOf, type Target } from '../targets.ts';
import type { Row } from '../views/view.ts';
import { gapRow, rowsOf } from './position.ts';
import type { Shown } from './shown.ts';

/** The rows of a view that pass its filter, with a line for a gap. */
export function filteredRows({ session, view, position, gap }: Filterable): readonly Row[] {
  const { part, filter, only } = position;
  const all = rowsOf(view.rows(session, part), only);
  if (view.isSearched === true || filter.trim() === '') return gap === null ? all : all.toSpliced(gap, 0, gapRow);
  const fits = filterOf(filter, session.now);
  return all.filter(({ facts }) => facts !== undefined && fits(facts()));
}

type Filterable = Pick<Shown, 'session' | 'view' | 'position'> & { readonly gap: number | null };

/** The row of something; null: the view has none, or has not loaded it. */
export function rowAbout({ rows, selected }: Pick<Shown, 'rows' | 'selected'>, target: Target): Row | null {
  const id = idOf(target);
  const isIt = (row: Row): boolean => row.target === target || (id !== null && idOf(row.target) === id);
  return selected !== null && isIt(selected) ? selected : (rows.find(isIt) ?? null);
}
