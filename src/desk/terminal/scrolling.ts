import type { CellSpan } from '../model/cells.ts';
import type { Desk } from '../model/desk.ts';
import { widthOf } from './texts/text-width.ts';

/** The row that was selected at the last drawing of a list. */
interface Drawn {
  readonly key: string;
  /**
   * The desired and the actual distance of the row below the first row. They can differ while a dialog takes up
   * space.
   */
  readonly offset: number;
  readonly shown: number;
}

/** The maximum number of code units of a text to measure; no column needs more. */
const longestMeasured = 200;

/** The widths of the columns of one list, which the name identifies. */
interface Widest {
  readonly of: string;
  readonly long: number[];
  readonly short: number[];
}

/** Determines which rows of the list are visible. The selected row stays in place when new rows arrive. */
export class ListScroll {
  readonly #desk: Desk;
  readonly #drawn = new Map<string, Drawn>();
  #widest: Widest = { of: '', long: [], short: [] };
  /** The number of rows that fit. */
  height = 10;
  /** The first visible row. */
  top = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /**
   * The widest text of each column that was visible in the current list so far, in full and in its shortest form, so
   * that columns do not move while rows scroll.
   * @param rows the cells of the visible rows
   * @param columns the number of columns
   */
  widest(rows: readonly (readonly CellSpan[])[], columns: number): Omit<Widest, 'of'> {
    const { view, position } = this.#desk;
    const of = `${view.name} ${position.part}`;
    if (this.#widest.of !== of) {
      const none = Array.from({ length: columns }, () => 0);
      this.#widest = { of, long: none, short: [...none] };
    }
    const { long, short } = this.#widest;
    for (const cells of rows) {
      for (const [at, { text, shorter }] of cells.entries()) {
        long[at] = Math.max(long[at]!, widthOf(text.slice(0, longestMeasured)));
        short[at] = Math.max(short[at]!, widthOf((shorter?.at(-1) ?? text).slice(0, longestMeasured)));
      }
    }
    return this.#widest;
  }

  /** Finds the first visible row for a height. */
  layOut(height: number): void {
    this.height = height;
    this.#desk.shows(height);
    const { rows, position, view, index } = this.#desk;
    const last = Math.max(0, rows.length - height);
    if (position.key === null) {
      this.top = view.isLog === true ? last : 0;
      this.#keep(index - this.top);
    } else {
      const offset = this.#offsetOf(index);
      this.top = Math.max(0, Math.min(index - Math.min(offset, height - 1), last));
      this.#keep(offset);
    }
  }

  /** The desired distance of a row below the first row, which is the current distance if the row is visible. */
  #offsetOf(index: number): number {
    const { rows, view, selected } = this.#desk;
    const drawn = this.#drawn.get(view.name);
    if (drawn === undefined || drawn.key === selected?.key) return drawn?.offset ?? 0;
    const before = rows.findIndex(({ key }) => key === drawn.key);
    return before === -1 ? drawn.offset : Math.max(0, Math.min(index - before + drawn.shown, this.height - 1));
  }

  #keep(offset: number): void {
    const { view, selected, index } = this.#desk;
    if (selected !== null) this.#drawn.set(view.name, { key: selected.key, offset, shown: index - this.top });
  }
}
