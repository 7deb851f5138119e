import type { Desk } from '../desk/desk.ts';

/** The row that was selected at the last drawing of a list. */
interface Drawn {
  readonly key: string;
  /** Its wanted and its actual distance below the first row: a dialog may take room for a while. */
  readonly offset: number;
  readonly shown: number;
}

/** Decides which rows of the list are visible. The selected row stays in place when new rows come. */
export class ListScroll {
  readonly #desk: Desk;
  readonly #drawn = new Map<string, Drawn>();
  /** How many rows fit. */
  height = 10;
  /** The first visible row. */
  top = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
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

  /** Scrolls. The selection moves only if the selected row leaves the screen. */
  scroll(step: number): void {
    const { rows, index } = this.#desk;
    this.top = Math.max(0, Math.min(rows.length - this.height, this.top + step));
    this.#desk.select(Math.max(this.top, Math.min(this.top + this.height - 1, index)));
    this.#keep(this.#desk.index - this.top);
  }

  /** The wanted distance of a row below the first row: its current one, if it is visible. */
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
