import type { Cause, StateChange } from '../core/kernel/events.ts';
import type { Seed } from '../core/kernel/ids.ts';
import type { Overrides } from '../sandbox/fixtures/apply.ts';
import type { ProfileFile } from '../sandbox/profile/model.ts';
import type { LoggedRequest } from '../sandbox/requests/log.ts';
import type { Mark } from '../sandbox/requests/marks.ts';
import type { RateWindow } from '../sandbox/requests/rate-windows.ts';

/*
 * A record is a page that shows a run and contains the run as lines of JSON, compressed. The head is the first line.
 * The data sets follow as they were at the beginning of the run, then the steps of the run in their order, and the end.
 */

/** The version of the format, which the head states. A reader refuses a newer version. */
export const recordFormat = 1;

/** Records by the names of their collections, without the fields that are null. */
export type Records = Readonly<Record<string, readonly object[]>>;

/** The command of a run, and its result. */
export interface CommandRun {
  /** The command with its arguments; empty: the emulator ran without a command. */
  readonly command: readonly string[];
  /** The exit status of the command; null: the command still runs, or there was no command. */
  readonly status: number | null;
  /** The last output of the command. */
  readonly output: string;
}

export interface HeadLine {
  readonly record: number;
  /** The version of the emulator that wrote the record. */
  readonly emulator: string;
  readonly seed: Seed;
  readonly starts: number;
  /** The number of the last commit before the beginning of the record. */
  readonly seq: number;
  /** How many ids of calls the emulator had drawn before the beginning. */
  readonly calls: number;
  /** The machine's time at the beginning, in milliseconds. */
  readonly real: number;
  /** The URL on which the emulator listened. */
  readonly url: string;
  /** The workspace of calls that name no workspace. */
  readonly workspace: string;
  readonly options: {
    readonly strict: boolean;
    readonly rateLimit: boolean;
    readonly signatureTime: 'real' | 'emulated';
    readonly allowRemoteWebhooks: boolean;
    /** The profile by which the emulator answered; absent: it answered as it assumes. */
    readonly profile?: ProfileFile | undefined;
  };
  /** The settings that flags of the start put over every workspace. */
  readonly overrides: Overrides;
  /** The parts of the run that the record lacks. */
  readonly missing: {
    /** How many requests before the beginning are missing. */
    readonly requests: number;
    /** How many sections lack their bodies, to keep the file small. */
    readonly bodies: number;
  };
}

/** A data set as it was at the beginning of the record: its records follow, in lines of their own. */
export interface SetLine {
  readonly set: string;
  /** How many ids the data set had drawn. */
  readonly count: number;
}

export interface KindLine {
  readonly kind: string;
  readonly records: readonly object[];
}

/** The counts of the rate limits at the beginning of the record. */
export interface WindowsLine {
  readonly windows: readonly RateWindow[];
}

/** The changes that a commit made in a data set. */
export interface PartLine {
  readonly count: number;
  readonly put?: Records;
  readonly del?: Readonly<Record<string, readonly string[]>>;
}

interface Moment {
  /** The machine's time, in milliseconds. */
  readonly real: number;
  /** How many ids of calls the emulator had drawn at this step. */
  readonly calls: number;
}

export interface CommitLine extends Moment {
  readonly commit: number;
  readonly workspace: string | null;
  /** The emulated instant in milliseconds. */
  readonly at: number;
  readonly cause: Cause;
  /** Changes of state that no event reports. */
  readonly changes?: readonly StateChange[];
  /** Data sets that the commit deleted as a whole. */
  readonly drop?: readonly string[];
  /** Data sets that the commit added as a whole. */
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
  readonly end: Moment & { readonly run: CommandRun | null };
}

/** A step of a run, as a record has it. */
export type StepLine = CommitLine | RequestLine | MarkLine | CountLine;

export const isCommit = (line: StepLine): line is CommitLine => 'commit' in line;
export const isRequest = (line: StepLine): line is RequestLine => 'request' in line;
export const isMark = (line: StepLine): line is MarkLine => 'mark' in line;
export const isCount = (line: StepLine): line is CountLine => 'counted' in line;

/** A run that was read from a record. */
export interface RunRecord {
  readonly head: HeadLine;
  readonly sets: readonly (SetLine & { readonly kinds: readonly KindLine[] })[];
  /** The counts of the rate limits at the beginning of the record. */
  readonly windows: readonly RateWindow[];
  readonly steps: readonly StepLine[];
  readonly end: EndLine['end'];
}
