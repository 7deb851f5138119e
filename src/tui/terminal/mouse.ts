import type { Dialog } from '../keys/dialogs.ts';

/** What somebody does with the mouse, at a place of the screen; its first column and row are 0. */
export interface MouseEvent {
  readonly type: 'click' | 'wheelUp' | 'wheelDown';
  readonly column: number;
  readonly row: number;
}

/** A report as a terminal sends it (SGR), without the Esc that Ink takes off; of one that came in pieces, the end. */
const report = /^\[?<(\d+);(\d+);(\d+)([Mm])/;
const partOfReport = /^\[<[\d;]*$/;
/** How a terminal that knows no other reports begins one; three characters follow. */
const oldReport = '[M';
/** What the first number of a report says: which button, and whether it is the wheel's. */
const [wheel, buttons, keysHeld] = [64, 3, 28] as const;

/** Takes the reports of the mouse out of what a terminal sends, so that none of them is ever taken for keys. */
export class MouseReader {
  /** A report that has not come as a whole. */
  #part = '';
  /** How many characters of a report are still to come. */
  #toSkip = 0;

  /** @returns what the mouse did, and the input without it */
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

/** What a report says; null where that is of no interest: another button, a release. */
function eventOf(code: number, column: number, row: number, isPress: boolean): MouseEvent | null {
  const at = { column: column - 1, row: row - 1 };
  if (code === 0 && isPress) return { type: 'click', ...at };
  if ((code & wheel) === 0 || (code & buttons) > 1) return null;
  return { type: code === wheel ? 'wheelUp' : 'wheelDown', ...at };
}

/** A part of the screen, and what the mouse does there. */
export interface Region {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
  /** @param line which line of the part, from 0 @param column which column of it, from 0 */
  readonly click?: (line: number, column: number) => void;
  /** @param step how many lines down */
  readonly scroll?: (step: number) => void;
}

/** How many lines the wheel goes. */
const wheelStep = 3;

/** What the mouse can do on the screen as it was drawn last. */
export class Regions {
  #regions: Region[] = [];
  #dialog: Dialog | null = null;

  /** Begins anew: the screen is drawn, with this dialog. */
  begin(dialog: Dialog | null): void {
    this.#regions = [];
    this.#dialog = dialog;
  }

  add(region: Region): void {
    this.#regions.push(region);
  }

  /** @param dialog the one that is open now: what was drawn without it is not meant any more */
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
