import { clean } from '../text.ts';
import { bold, type Line, matchesOf, type Span, widthOf, wrap } from './cells.ts';
import { type Details, detailsOf, type Section } from './details.ts';
import { reasonOf } from './outcomes.ts';
import type { Session } from './session.ts';
import type { Target } from './targets.ts';

/** The details that are open: what they show, and how far they are scrolled. */
export class DetailsPane {
  readonly #session: Session;
  readonly target: Target;
  content: Details | null = null;
  failure: string | null = null;
  search = '';
  /** The first line that is shown, and how many there is room for. */
  top = 0;
  height = 10;
  /** How many messages the stream had brought when the content was asked for. */
  #askedAt = 0;
  #lines: readonly Line[] = [];
  /** The width that the lines were laid out in; null: they are to be laid out anew. */
  #width: number | null = null;

  constructor(session: Session, target: Target) {
    this.#session = session;
    this.target = target;
  }

  async load(): Promise<void> {
    this.#askedAt = this.#session.received;
    try {
      this.content = await detailsOf(this.#session, this.target);
      this.failure = null;
    } catch (error) {
      this.failure = reasonOf(error);
    }
    this.#width = null;
    this.#session.redraw('answer');
  }

  /** Loads the content again where something has happened since. */
  refresh(): void {
    if (this.content !== null && this.#askedAt !== this.#session.received) void this.load();
  }

  /** @returns all lines in a width, of which so many are shown from `top` on */
  layOut(width: number, height: number): readonly Line[] {
    if (this.content !== null && this.#width !== width) {
      this.#lines = linesOf(this.content.sections, width);
      this.#width = width;
    }
    this.height = height;
    this.scroll(0);
    return this.#lines;
  }

  scroll(step: number): void {
    const last = Math.max(0, this.#lines.length - this.height);
    this.top = Math.max(0, Math.min(last, this.top + step));
  }

  /**
   * Scrolls to a line that holds a text: from the first one shown on, or the next one below (1) or above (-1) it.
   * @returns whether there is one
   */
  find(text: string, step: 0 | 1 | -1 = 0): boolean {
    this.search = text;
    const found = text === '' ? [] : matchesOf(this.#lines, text);
    if (found.length === 0) return false;
    this.top =
      step === -1
        ? (found.findLast((at) => at < this.top) ?? found.at(-1)!)
        : (found.find((at) => at >= this.top + step) ?? found[0]!);
    return true;
  }
}

/** The sections below each other, with their headings; lines that are too long are wrapped. */
function linesOf(sections: readonly Section[], width: number): Line[] {
  const lines: Line[] = [];
  for (const { heading, lines: own } of sections) {
    if (lines.length > 0) lines.push([]);
    lines.push([bold(heading)]);
    for (const line of own) lines.push(...wrapLine(line, width));
  }
  return lines;
}

/** A line as several, of which those below are further in. */
function wrapLine(line: Line, width: number): Line[] {
  const text = line.map((span) => span.text).join('');
  if (widthOf(text) <= width) return [line];
  const lines: Line[] = [];
  let current: Span[] = [];
  let left = width;
  const indent = /^\s*/.exec(text)![0].length + 2;
  for (const span of line) {
    let rest = clean(span.text);
    while (rest !== '') {
      const [head = ''] = wrap(rest, Math.max(1, left));
      const fits = widthOf(rest) <= left;
      const taken = fits ? rest : head;
      current.push({ text: taken, tone: span.tone });
      left -= widthOf(taken);
      rest = fits ? '' : rest.slice(taken.length).trimStart();
      if (rest === '') break;
      lines.push(current);
      const by = indent < width / 2 ? indent : 0;
      current = [{ text: ' '.repeat(by) }];
      left = width - by;
    }
  }
  return [...lines, current];
}
