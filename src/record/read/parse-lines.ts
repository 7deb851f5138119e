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

/** A line after the head of a run. */
export type Line = SetLine | KindLine | WindowsLine | StepLine | EndLine;

/** Checks a line against the schema of records. @throws Error that describes the problem in the line */
type CheckLine = (line: HeadLine | Line | AuditLine) => void;

/** Options for reading a record. */
export interface Reading {
  /** Checks each line. If absent, lines are not checked, as in the HTML page of the record itself. */
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
   * @param name the name of the file, for error messages
   * @throws RecordError if the line is not a head, or if the head has a newer format
   */
  constructor(head: string, name: string, reading: Reading) {
    this.#name = name;
    this.#reading = reading;
    this.#head = headFrom(head, name);
    this.#checked(this.#head);
    this.#unpacker = new Unpacker(reading.reveal);
  }

  /** Reads a chunk. @throws RecordError if no emulator could have written the content */
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
      // The error message of the unpacker would not help users.
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

  /** Returns the complete run. @throws RecordError if the run has no end */
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
    `${name} was written${writer} in format ${line.record}, but this emulator supports formats up to ${recordFormat}. Update the emulator.`,
  );
}

/** Parses the object in a line of JSON; null if the line contains no object. */
export function parsedLine(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

export const cut = (name: string): RecordError =>
  new RecordError(`${name} is an incomplete record: its end is missing. Download or copy it again.`);

export const garbled = (name: string): RecordError =>
  new RecordError(`${name} is a record with damaged content. Download or copy it again.`);

/** The error for a record with content that no emulator could have written. */
export const invalid = (name: string, reason: string): RecordError =>
  new RecordError(`${name} is a record with invalid content: ${reason}. The record was not used.`);
