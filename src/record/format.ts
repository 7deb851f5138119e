import type { Cause, StateChange } from '../core/kernel/events.ts';
import type { Seed } from '../core/kernel/ids.ts';
import type { Overrides } from '../sandbox/fixtures/apply.ts';
import type { LoggedRequest } from '../sandbox/requests/log.ts';
import type { Mark } from '../sandbox/requests/marks.ts';
import type { RateWindow } from '../sandbox/requests/rate-windows.ts';

/*
 * A record is a page that shows a run, with the run in it: lines of JSON, compressed. The head comes first, then the
 * data sets as they were when it began, then what happened in its order, and the end.
 */

/** The version of the format, which the head says. A reader refuses a newer one. */
export const recordFormat = 1;

/** Records by the names of their collections, without the fields that are null. */
export type Records = Readonly<Record<string, readonly object[]>>;

/** What ran, and how it came out. */
export interface RunTold {
  /** The command with its arguments, where one ran. */
  readonly command: readonly string[];
  /** Its exit status; null where it goes on, or where none ran. */
  readonly status: number | null;
  /** What it printed last. */
  readonly output: string;
}

export interface HeadLine {
  readonly record: number;
  /** The version of the emulator that wrote it. */
  readonly emulator: string;
  readonly seed: Seed;
  readonly starts: number;
  /** The last commit before it begins. */
  readonly seq: number;
  /** How many ids of calls had been drawn when it begins. */
  readonly calls: number;
  /** The machine's time when it begins, in milliseconds. */
  readonly real: number;
  /** Where the emulator listened. */
  readonly url: string;
  /** The workspace that calls without one mean. */
  readonly workspace: string;
  readonly options: {
    readonly strict: boolean;
    readonly rateLimit: boolean;
    readonly signatureTime: 'real' | 'emulated';
    readonly allowRemoteWebhooks: boolean;
  };
  /** What the flags of the start laid over every workspace. */
  readonly overrides: Overrides;
  /** What is not in it. */
  readonly missing: {
    /** Requests before it begins. */
    readonly requests: number;
    /** Sections whose bodies were left out, to keep the file small. */
    readonly bodies: number;
  };
}

/** A data set as it was when the record begins: its records follow, in lines of their own. */
export interface SetLine {
  readonly set: string;
  /** How many ids it had drawn. */
  readonly count: number;
}

export interface KindLine {
  readonly kind: string;
  readonly records: readonly object[];
}

/** What rate limits had counted when the record begins. */
export interface WindowsLine {
  readonly windows: readonly RateWindow[];
}

/** What a commit did to a data set. */
export interface PartLine {
  readonly count: number;
  readonly put?: Records;
  readonly del?: Readonly<Record<string, readonly string[]>>;
}

interface Moment {
  /** The machine's time, in milliseconds. */
  readonly real: number;
  /** How many ids of calls had been drawn by then. */
  readonly calls: number;
}

export interface CommitLine extends Moment {
  readonly commit: number;
  readonly workspace: string | null;
  /** The emulated instant in milliseconds. */
  readonly at: number;
  readonly cause: Cause;
  /** Changes of state that no event tells. */
  readonly changes?: readonly StateChange[];
  /** Data sets that went whole. */
  readonly drop?: readonly string[];
  /** Data sets that came whole. */
  readonly adopt?: Readonly<Record<string, { readonly count: number; readonly put: Records }>>;
  readonly sets: Readonly<Record<string, PartLine>>;
}

export interface RequestLine extends Moment {
  readonly request: LoggedRequest;
}

export interface MarkLine extends Moment {
  readonly mark: Mark;
}

/** A call that a rate limit counted. */
export interface CountLine extends Moment {
  readonly counted: RateWindow;
}

export interface EndLine {
  readonly end: Moment & { readonly run: RunTold | null };
}

/** Something that happened, as a record has it. */
export type StepLine = CommitLine | RequestLine | MarkLine | CountLine;

export const isCommit = (line: StepLine): line is CommitLine => 'commit' in line;
export const isRequest = (line: StepLine): line is RequestLine => 'request' in line;
export const isMark = (line: StepLine): line is MarkLine => 'mark' in line;
export const isCount = (line: StepLine): line is CountLine => 'counted' in line;

/** A record that was read. */
export interface RunRecord {
  readonly head: HeadLine;
  readonly sets: readonly (SetLine & { readonly kinds: readonly KindLine[] })[];
  /** What rate limits had counted when it begins. */
  readonly windows: readonly RateWindow[];
  readonly steps: readonly StepLine[];
  readonly end: EndLine['end'];
}
