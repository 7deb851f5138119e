import type { Desk } from '../desk/desk.ts';

/** The row that was selected when a list was drawn last. */
interface Drawn {
  readonly key: string;
  /** How far below the first row it is to stand, and how far it stood: a dialog may leave less room for a while. */
  readonly offset: number;
  readonly shown: number;
}

/** Which rows of the list are on the screen. The selected one stays where it stands although others come. */
export class ListScroll {
  readonly #desk: Desk;
  readonly #drawn = new Map<string, Drawn>();
  /** How many rows there is room for. */
  height = 10;
  /** The first row on the screen. */
  top = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Finds the first row for so many rows of room. */
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

  /** Scrolls by so many rows. The row that is selected stays so while it can be seen. */
  scroll(step: number): void {
    const { rows, index } = this.#desk;
    this.top = Math.max(0, Math.min(rows.length - this.height, this.top + step));
    this.#desk.select(Math.max(this.top, Math.min(this.top + this.height - 1, index)));
    this.#keep(this.#desk.index - this.top);
  }

  /** How far below the first row the one with an index is to stand: where it is, if it can be seen. */
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
