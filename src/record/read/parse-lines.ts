import type { Turns } from '../../core/base/turns.ts';
import type { AuditLine } from '../audit-line.ts';
import { RecordError } from '../errors.ts';
import {
  type EndLine,
  type HeadLine,
  type KindLine,
  type RunRecord,
  recordFormat,
  type SetLine,
  type StepLine,
  type WindowsLine,
} from '../format.ts';
import { Unpacker } from './unpack.ts';

/** A line behind the head of a run. */
export type Line = SetLine | KindLine | WindowsLine | StepLine | EndLine;

/** Checks a line by the schema of records. @throws Error that describes the fault of the line */
export type CheckLine = (line: HeadLine | Line | AuditLine) => void;

/** How a record is read. */
export interface Reading {
  /** The check of each line; absent: the reader checks nothing, as in the page of the record itself. */
  readonly check?: { readonly line: CheckLine };
  /** Replaces each text that is read. */
  readonly reveal?: (text: string) => string;
}

type ReadSet = SetLine & { readonly kinds: KindLine[] };

/** Reads a run line by line: its head, then chunks of columns. */
export class RunReader {
  readonly #name: string;
  readonly #reading: Reading;
  readonly #head: HeadLine;
  readonly #unpacker: Unpacker;
  readonly #sets: ReadSet[] = [];
  readonly #steps: StepLine[] = [];
  #windows: RunRecord['windows'] = [];
  #end: EndLine['end'] | null = null;

  /**
   * @param head the first line of the run
   * @param name the file, for messages
   * @throws RecordError for a line that is not a head, or for the head of a newer format
   */
  constructor(head: string, name: string, reading: Reading) {
    this.#name = name;
    this.#reading = reading;
    this.#head = headFrom(head, name);
    this.#checked(this.#head);
    this.#unpacker = new Unpacker(reading.reveal);
  }

  /** Reads a chunk. @throws RecordError for content that no emulator writes */
  async take(chunk: string, turns: Turns): Promise<void> {
    const lines = this.#unpacker.values(chunk);
    for (;;) {
      const line = this.#next(lines);
      if (line === undefined) return;
      this.#checked(line);
      this.#add(line);
      if (turns.isDue) await turns.next();
    }
  }

  #next(lines: Generator<unknown>): Line | undefined {
    try {
      const { done, value } = lines.next();
      if (done === true) return undefined;
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Line;
    } catch {
      // The message of the unpacker would help nobody.
    }
    throw garbled(this.#name);
  }

  #checked(line: HeadLine | Line): void {
    try {
      this.#reading.check?.line(line);
    } catch (error) {
      throw invalid(this.#name, (error as Error).message);
    }
  }

  #add(line: Line): void {
    if (this.#end !== null) throw garbled(this.#name);
    if ('set' in line) this.#sets.push({ ...line, kinds: [] });
    else if ('kind' in line) this.#sets.at(-1)?.kinds.push(line);
    else if ('windows' in line) this.#windows = line.windows;
    else if ('end' in line) this.#end = line.end;
    else this.#steps.push(line);
  }

  /** The whole run. @throws RecordError if the run has no end */
  record(): RunRecord {
    if (this.#end === null) throw cut(this.#name);
    return { head: this.#head, sets: this.#sets, windows: this.#windows, steps: this.#steps, end: this.#end };
  }
}

function headFrom(text: string, name: string): HeadLine {
  const line = parsedLine(text) as Partial<HeadLine> | null;
  if (typeof line?.record !== 'number') throw garbled(name);
  if (line.record <= recordFormat) return line as HeadLine;
  const writer = typeof line.emulator === 'string' ? ` by emulator ${line.emulator}` : '';
  throw new RecordError(
    `${name} was written${writer} in format ${line.record}; this emulator reads up to ${recordFormat}. Update it.`,
  );
}

/** The object in a line of JSON; null: the line contains no object. */
export function parsedLine(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

export const cut = (name: string): RecordError =>
  new RecordError(`${name} is a record that is not whole: its end is missing. Download or copy it again.`);

export const garbled = (name: string): RecordError =>
  new RecordError(`${name} is a record whose content is damaged. Download or copy it again.`);

/** The error for a record whose content no emulator writes. */
export const invalid = (name: string, reason: string): RecordError =>
  new RecordError(`${name} is a record whose content is not valid: ${reason}. It was not used.`);
