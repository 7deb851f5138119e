import { clean, wholeAt } from '../../../core/base/terminal-text.ts';
import { bold, type Line } from '../../model/cells.ts';
import type { Section } from '../../model/details/structure.ts';
import { linesOf } from '../lines/details-lines.ts';
import { LongText } from './long-text.ts';

/** Consecutive lines of the details. */
interface Stretch {
  /** The number of the first line. */
  readonly from: number;
  readonly text: LongText | { readonly lines: readonly Line[] };
}

/** A position in the details: a line, and a code unit within the line. */
export interface Spot {
  readonly line: number;
  readonly at: number;
}

/**
 * The maximum length of an ordinary line, in code units. Only bodies are longer, and they are drawn as long texts.
 */
const longestInLine = 50_000;

/** A text that is safe for a terminal. A text that is far too long for its line is truncated. */
function safe(text: string): string {
  if (text.length <= longestInLine) return clean(text);
  const beginning = clean(text.slice(0, wholeAt(text, longestInLine)));
  return `${beginning}… (${text.length.toLocaleString('en-US')} characters; press o to show all)`;
}

/** The sections with their headings as lines, before wrapping. */
export class DetailsText {
  readonly #stretches: readonly Stretch[];
  /** Caches lines that were made safe for the terminal, because long lines take time to process. */
  readonly #safe = new Map<Line, { readonly line: Line; readonly text: string }>();
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
      for (const part of linesOf(section)) {
        if (part instanceof LongText) {
          endLines();
          stretches.push({ from, text: part });
          from += part.length;
        } else {
          lines.push(part);
        }
      }
    }
    endLines();
    this.#stretches = stretches;
    this.length = from;
  }

  lineAt(index: number): Line {
    const { from, text } = this.#stretchAt(index);
    return text instanceof LongText ? text.lineAt(index - from) : this.#safeLine(text.lines[index - from] ?? []).line;
  }

  /** The text of a line. */
  textAt(index: number): string {
    const { from, text } = this.#stretchAt(index);
    return text instanceof LongText ? text.textAt(index - from) : this.#safeLine(text.lines[index - from] ?? []).text;
  }

  #safeLine(own: Line): { readonly line: Line; readonly text: string } {
    const known = this.#safe.get(own);
    if (known !== undefined) return known;
    const line = own.map((span) => ({ ...span, text: safe(span.text) }));
    const made = { line, text: line.map(({ text }) => text).join('') };
    this.#safe.set(own, made);
    return made;
  }

  /** Finds a text, ignoring case. @param most the maximum number of matches to find */
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
