import type { Desk } from '../desk/desk.ts';

/** What the keyboard goes to: the field of the filter, the rows, the details. */
export type Place = 'filter' | 'grid' | 'details';

/** What a browser keeps beside the desk: whether the help is open, and where the keyboard is. */
export class Look {
  readonly desk: Desk;
  #isHelpOpen = false;
  /** Draws at once: whoever types on types into what a key has opened. */
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

  /** Has the keyboard go to a place, which is drawn first. */
  focus(place: Place): void {
    this.draw();
    const element = document.querySelector<HTMLElement>(`[data-place=${place}]`);
    element?.focus();
    if (element instanceof HTMLInputElement) element.select();
  }
}
