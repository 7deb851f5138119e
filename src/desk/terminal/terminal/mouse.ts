import type { Dialog } from '../keys/dialogs.ts';

/** A mouse event at a position on the screen. Columns and rows count from 0. */
export interface MouseEvent {
  readonly type: 'click' | 'wheelUp' | 'wheelDown';
  readonly column: number;
  readonly row: number;
}

/** A mouse report (SGR) without the Esc that Ink removes, and the start of a report that arrives in pieces. */
const report = /^\[?<(\d+);(\d+);(\d+)([Mm])/;
const partOfReport = /^\[<[\d;]*$/;
/** The start of a report in the older format; three characters follow. */
const oldReport = '[M';
/** The bits of a report's first number: the wheel, the button, and the modifier keys. */
const [wheel, buttons, keysHeld] = [64, 3, 28] as const;

/** Removes mouse reports from the input, so that the reports never act as keys. */
export class MouseReader {
  /** An incomplete report. */
  #part = '';
  /** The number of characters of an old report that must still be skipped. */
  #toSkip = 0;

  /** @returns the mouse events, and the input without them */
  read(input: string): { readonly events: readonly MouseEvent[]; readonly rest: string } {
    let rest = this.#part + input;
    this.#part = '';
    const skipped = Math.min(this.#toSkip, rest.length);
    this.#toSkip -= skipped;
    rest = rest.slice(skipped);
    if (rest === oldReport) {
      this.#toSkip = 3;
      return { events: [], rest: '' };
    }
    const events: MouseEvent[] = [];
    for (let found = report.exec(rest); found !== null; found = report.exec(rest)) {
      rest = rest.slice(found[0].length);
      const event = eventOf(Number(found[1]) & ~keysHeld, Number(found[2]), Number(found[3]), found[4] === 'M');
      if (event !== null) events.push(event);
    }
    if (partOfReport.test(rest)) {
      this.#part = rest;
      rest = '';
    }
    return { events, rest };
  }
}

/**
 * The event of a report; null if the dashboard ignores the report, because it is about another button or a release.
 */
function eventOf(code: number, column: number, row: number, isPress: boolean): MouseEvent | null {
  const at = { column: column - 1, row: row - 1 };
  if (code === 0 && isPress) return { type: 'click', ...at };
  if ((code & wheel) === 0 || (code & buttons) > 1) return null;
  return { type: code === wheel ? 'wheelUp' : 'wheelDown', ...at };
}

/** An area of the screen, and its mouse actions. */
export interface Region {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
  /** @param line the line within the area, from 0 @param column the column within it, from 0 */
  readonly click?: (line: number, column: number) => void;
  /** @param step the number of lines to scroll down */
  readonly scroll?: (step: number) => void;
}

/** The number of lines that a turn of the wheel scrolls. */
const wheelStep = 3;

/** The areas of the last drawing that respond to the mouse. */
export class Regions {
  #regions: Region[] = [];
  #dialog: Dialog | null = null;

  /** Starts a new drawing with this dialog. */
  begin(dialog: Dialog | null): void {
    this.#regions = [];
    this.#dialog = dialog;
  }

  add(region: Region): void {
    this.#regions.push(region);
  }

  /**
   * Runs the action of a mouse event.
   * @param dialog the dialog that is open now; areas that were drawn with another dialog are ignored
   */
  act({ type, column, row }: MouseEvent, dialog: Dialog | null): void {
    if (dialog !== this.#dialog) return;
    const region = this.#regions.find(
      (each) =>
        column >= each.column && column < each.column + each.width && row >= each.row && row < each.row + each.height,
    );
    if (type === 'click') region?.click?.(row - region.row, column - region.column);
    else region?.scroll?.(type === 'wheelUp' ? -wheelStep : wheelStep);
  }
}
