import type { Desk } from '../model/desk.ts';

/** The part of the page with the keyboard focus: the filter, the rows or the details. */
export type FocusArea = 'filter' | 'grid' | 'details';

/** The state of the page outside the desk: whether the help is open, and which part has the keyboard focus. */
export class PageState {
  readonly desk: Desk;
  #isHelpOpen = false;
  /** Draws immediately, so that the next keys reach the element that a key has opened. */
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

  /** Draws, then moves the keyboard focus to a part of the page. */
  focus(place: FocusArea): void {
    this.draw();
    const element = document.querySelector<HTMLElement>(`[data-place=${place}]`);
    element?.focus();
    if (element instanceof HTMLInputElement) element.select();
  }
}
