import { type Filtered, filterOf } from '../../filter-words.ts';
import type { Row } from '../views/view.ts';

/** The rows that pass a filter. Each row is looked at once: a new row stands for what has changed. */
export class FilteredRows {
  #key = '';
  #fits: (facts: Filtered) => boolean = () => true;
  #passed = new WeakMap<Row, boolean>();

  /** @param now the emulated time in milliseconds, from which `since:-1h` counts */
  of(rows: readonly Row[], filter: string, now: number): readonly Row[] {
    // What counts from now is another filter with every second.
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
