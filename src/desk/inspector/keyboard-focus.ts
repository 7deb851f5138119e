import type { Desk } from '../model/desk.ts';

/** What has the keyboard: the filter, the rows or the details. */
export type Place = 'filter' | 'grid' | 'details';

/** The browser's state beside the desk: whether the help is open, and what has the keyboard. */
export class Look {
  readonly desk: Desk;
  #isHelpOpen = false;
  /** Draws at once, so that further keys go into what a key has opened. */
  draw: () => void = () => {};

  constructor(desk: Desk) {
    this.desk = desk;
  }

  get isHelpOpen(): boolean {
    return this.#isHelpOpen;
  }

  set isHelpOpen(is: boolean) {
    this.#isHelpOpen = is;
    this.desk.touched();
  }

  /** Draws, then moves the keyboard to a place. */
  focus(place: Place): void {
    this.draw();
    const element = document.querySelector<HTMLElement>(`[data-place=${place}]`);
    element?.focus();
    if (element instanceof HTMLInputElement) element.select();
  }
}
