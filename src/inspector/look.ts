import type { Desk } from '../desk/desk.ts';

/** What a browser keeps beside the desk: which help is open, and where the keyboard is to be after a drawing. */
export class Look {
  readonly desk: Desk;
  #isHelpOpen = false;
  /** The element that is focused once it is drawn: `filter`, `grid`, `details`. */
  wanted: 'filter' | 'grid' | 'details' | null = null;

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

  focus(wanted: NonNullable<Look['wanted']>): void {
    this.wanted = wanted;
    this.desk.touched();
  }
}
