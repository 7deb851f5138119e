import type { ObjectView } from '../control/wire.ts';
import { clean } from '../text.ts';
import { bold, type Line } from './cells.ts';
import { LongText } from './long-text.ts';

/** Lines of the details: one, or those of a text of any length. */
export type Part = Line | LongText;

/** A part of the details with a heading. Its lines are wrapped when they are drawn. */
export interface Section {
  readonly heading: string;
  readonly lines: readonly Part[];
}

export interface Details {
  readonly title: string;
  /** The object that they show, as it is now. */
  readonly object?: ObjectView;
  readonly sections: readonly Section[];
  /** What `Y` copies and `o` opens in the pager. */
  readonly json: string;
}

/** Some lines of the details that follow each other. */
interface Stretch {
  /** The number of its first line. */
  readonly from: number;
  readonly text: LongText | { readonly lines: readonly Line[] };
}

/** A place in the details: a line, and a code unit in it. */
export interface Spot {
  readonly line: number;
  readonly at: number;
}

const textIn = (line: Line): string => line.map(({ text }) => text).join('');
const cleaned = (line: Line): Line => line.map((span) => ({ ...span, text: clean(span.text) }));

/** The sections below each other with their headings, line by line, before they are wrapped. */
export class DetailsText {
  readonly #stretches: readonly Stretch[];
  readonly length: number;

  constructor(sections: readonly Section[]) {
    const stretches: Stretch[] = [];
    let from = 0;
    let lines: Line[] = [];
    const endLines = (): void => {
      if (lines.length > 0) stretches.push({ from, text: { lines } });
      from += lines.length;
      lines = [];
    };
    for (const [at, section] of sections.entries()) {
      if (at > 0) lines.push([]);
      lines.push([bold(section.heading)]);
      for (const part of section.lines) {
        if (!(part instanceof LongText)) {
          lines.push(cleaned(part));
          continue;
        }
        endLines();
        stretches.push({ from, text: part });
        from += part.length;
      }
    }
    endLines();
    this.#stretches = stretches;
    this.length = from;
  }

  lineAt(index: number): Line {
    const { from, text } = this.#stretchAt(index);
    return text instanceof LongText ? text.lineAt(index - from) : (text.lines[index - from] ?? []);
  }

  /** What a line says. */
  textAt(index: number): string {
    const { from, text } = this.#stretchAt(index);
    return text instanceof LongText ? text.textAt(index - from) : textIn(text.lines[index - from] ?? []);
  }

  /** Where a text stands, whether its letters are capitals or not. @param most so many places are looked for */
  find(sought: string, most: number): Spot[] {
    const found: Spot[] = [];
    const lower = sought.toLowerCase();
    for (let line = 0; line < this.length && lower !== ''; line++) {
      const text = this.textAt(line).toLowerCase();
      for (let at = text.indexOf(lower); at !== -1; at = text.indexOf(lower, at + lower.length)) {
        found.push({ line, at });
        if (found.length === most) return found;
      }
    }
    return found;
  }

  #stretchAt(index: number): Stretch {
    let [low, high] = [0, this.#stretches.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#stretches[middle]!.from <= index) low = middle;
      else high = middle - 1;
    }
    return this.#stretches[low]!;
  }
}
