import { clean } from '../text.ts';
import { bold, type Line, matchesOf, type Span, widthOf, wrap } from './cells.ts';
import { detailsOf } from './details.ts';
import type { Details, Section } from './details-text.ts';
import { reasonOf } from './outcomes.ts';
import type { Session } from './session.ts';
import { idOf, type Target } from './targets.ts';
import { Theirs } from './theirs.ts';

/** An id in the details, which can be followed. */
interface Link {
  readonly id: string;
  readonly line: number;
  /** The column in which it begins. */
  readonly column: number;
  /** Which one it is of those with the same id. */
  readonly nth: number;
}

const idPattern = /\b[a-z]{2,6}_[A-Za-z0-9]{8,}\b/g;

/** The ids in lines, but for the one that the lines are about. @param own null: there is none */
function linksIn(lines: readonly Line[], own: string | null): Link[] {
  const seen = new Map<string, number>();
  return lines.flatMap((line, at) => {
    const text = line.map((span) => span.text).join('');
    return [...text.matchAll(idPattern)].flatMap(({ 0: id, index }): Link[] => {
      // A name in snake case is none.
      if (id === own || !/[A-Z0-9]/.test(id)) return [];
      const nth = seen.get(id) ?? 0;
      seen.set(id, nth + 1);
      return [{ id, line: at, column: widthOf(text.slice(0, index)), nth }];
    });
  });
}

/** The details that are open: what they show, and how far they are scrolled. */
export class DetailsPane {
  readonly #session: Session;
  readonly #theirs: Theirs;
  /** What they are about; of an object, as it was when they were loaded last, with the moves that are legal then. */
  target: Target;
  content: Details | null = null;
  failure: string | null = null;
  search = '';
  /** The first line that is shown, and how many there is room for. */
  top = 0;
  height = 10;
  /** How many messages the stream had brought when the content was asked for. */
  #askedAt = 0;
  #lines: readonly Line[] = [];
  #links: readonly Link[] = [];
  #link: Link | null = null;
  /** The width that the lines were laid out in; null: they are to be laid out anew. */
  #width: number | null = null;

  constructor(session: Session, target: Target) {
    this.#session = session;
    this.target = target;
    this.#theirs = new Theirs(session, () => this.#layOutAnew());
  }

  #layOutAnew(): void {
    this.#width = null;
    this.#session.redraw('answer');
  }

  async load(): Promise<void> {
    this.#askedAt = this.#session.received;
    try {
      this.content = await detailsOf(this.#session, this.target, this.#theirs);
      this.failure = null;
      const { object } = this.content;
      if (this.target.type === 'object' && object !== undefined) this.target = { type: 'object', object };
    } catch (error) {
      this.failure = reasonOf(error);
    }
    this.#layOutAnew();
  }

  /** Loads the content again where something has happened since. A snapshot is compared once: that reads all there is. */
  refresh(): void {
    if (this.target.type === 'snapshot') return;
    if (this.content !== null && this.#askedAt !== this.#session.received) void this.load();
  }

  /** @returns all lines in a width, of which so many are shown from `top` on */
  layOut(width: number, height: number): readonly Line[] {
    this.#theirs.lookFurther();
    if (this.content !== null && this.#width !== width) {
      this.#lines = linesOf(this.content.sections, width);
      this.#links = linksIn(this.#lines, idOf(this.target));
      this.#link = this.#links.find(({ id, nth }) => id === this.#link?.id && nth === this.#link.nth) ?? null;
      this.#width = width;
    }
    this.height = height;
    this.scroll(0);
    return this.#lines;
  }

  /** The id that is selected, and its line; null where none is. */
  get link(): Link | null {
    return this.#link;
  }

  /** Selects the id at a place of the lines. @returns whether there is one */
  selectAt(line: number, column: number): boolean {
    const isHere = (link: Link): boolean =>
      link.line === line && column >= link.column && column < link.column + link.id.length;
    const link = this.#links.find(isHere);
    if (link !== undefined) this.#link = link;
    return link !== undefined;
  }

  /** Selects the next id that can be seen, below (1) or above (-1); where there is none, scrolls. */
  step(by: 1 | -1): void {
    const isSeen = ({ line }: Link): boolean => line >= this.top && line < this.top + this.height;
    const links = this.#links.filter(isSeen);
    const from = this.#link !== null && isSeen(this.#link) ? this.#links.indexOf(this.#link) : null;
    const next =
      by === 1
        ? links.find((link) => from === null || this.#links.indexOf(link) > from)
        : links.findLast((link) => from === null || this.#links.indexOf(link) < from);
    if (next !== undefined) {
      this.#link = next;
      return;
    }
    this.scroll(by);
    if (this.#link !== null && !isSeen(this.#link)) this.#link = null;
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
