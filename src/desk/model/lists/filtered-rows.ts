import { type FilterFacts, filterOf } from '../../../core/base/filter-words.ts';
import type { Row } from '../views/view.ts';
import { gapRow, rowsOf } from './position.ts';
import type { VisibleRows } from './visible-rows.ts';

type Filterable = Pick<VisibleRows, 'session' | 'view' | 'position'> & { readonly gap: number | null };

/** The rows that match a filter. Each row is tested only once, because a changed row is a new row. */
export class FilteredRows {
  #key = '';
  #fits: (facts: FilterFacts) => boolean = () => true;
  #passed = new WeakMap<Row, boolean>();

  /** The rows of a view that match its filter, with a row for a gap. */
  shownIn({ session, view, position: { part, filter, only }, gap }: Filterable): readonly Row[] {
    const all = rowsOf(view.rows(session, part), only);
    const isLocal = view.isSearched !== true && filter.trim() !== '';
    if (isLocal) return this.of(all, filter, session.now);
    return gap === null ? all : all.toSpliced(gap, 0, gapRow);
  }

  /** @param now the emulated time in milliseconds, to which `since:-1h` is relative */
  of(rows: readonly Row[], filter: string, now: number): readonly Row[] {
    // The result of a filter that is relative to now changes every second.
    const key = filter.includes('since:-') ? `${filter} ${Math.floor(now / 1_000)}` : filter;
    if (this.#key !== key) {
      this.#key = key;
      this.#fits = filterOf(filter, now);
      this.#passed = new WeakMap();
    }
    return rows.filter((row) => this.#passes(row));
  }

  #passes(row: Row): boolean {
    let passes = this.#passed.get(row);
    if (passes === undefined) {
      passes = row.facts !== undefined && this.#fits(row.facts());
      this.#passed.set(row, passes);
    }
    return passes;
  }
}
