import type { Cause, StateChange } from '../core/kernel/events.ts';
import type { Seed } from '../core/kernel/ids.ts';
import type { Overrides } from '../sandbox/fixtures/origin.ts';
import type { ProfileFile } from '../sandbox/profile/model.ts';
import type { LoggedRequest } from '../sandbox/requests/log.ts';
import type { Mark } from '../sandbox/requests/marks.ts';
import type { RateWindow } from '../sandbox/requests/rate-windows.ts';

/*
 * A record is a page that shows a run and contains the run as lines of JSON, compressed. The head is the first line.
 * The data sets follow as they were at the beginning of the run, then the steps of the run in their order, and the end.
 */

/** The version of the format, which the head contains. Readers reject newer versions. */
export const recordFormat = 1;

/** Records by collection name, without null fields. */
export type Records = Readonly<Record<string, readonly object[]>>;

/** The command of a run, with its result. */
export interface CommandRun {
  /** The command with its arguments; empty if the emulator ran without a command. */
  readonly command: readonly string[];
  /** The exit status of the command; null if the command is still running, or if there was no command. */
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
  /** The number of the last commit before the start of the record. */
  readonly seq: number;
  /** How many call ids the emulator had generated before the start of the record. */
  readonly calls: number;
  /** The machine's time at the start of the record, in milliseconds. */
  readonly real: number;
  /** The URL on which the emulator listened. */
  readonly url: string;
  /** The default workspace, for calls that do not name one. */
  readonly workspace: string;
  readonly options: {
    readonly strict: boolean;
    readonly rateLimit: boolean;
    readonly signatureTime: 'real' | 'emulated';
    readonly allowRemoteWebhooks: boolean;
    /** The profile that the emulator used; absent if it used its own assumptions. */
    readonly profile?: ProfileFile | undefined;
  };
  /** The settings that startup flags applied to all workspaces. */
  readonly overrides: Overrides;
  /** The parts of the run that are not in the record. */
  readonly missing: {
    /** The number of missing requests before the start of the record. */
    readonly requests: number;
    /** The number of requests without bodies, which were omitted to keep the file small. */
    readonly bodies: number;
  };
}

/** A data set at the start of the record. Its records follow in separate lines. */
export interface SetLine {
  readonly set: string;
  /** How many ids the data set had generated. */
  readonly count: number;
}

export interface KindLine {
  readonly kind: string;
  readonly records: readonly object[];
}

/** The rate-limit counts at the start of the record. */
export interface WindowsLine {
  readonly windows: readonly RateWindow[];
}

/** The changes that a commit made to a data set. */
export interface PartLine {
  readonly count: number;
  readonly put?: Records;
  readonly del?: Readonly<Record<string, readonly string[]>>;
}

interface Moment {
  /** The machine's time, in milliseconds. */
  readonly real: number;
  /** How many call ids the emulator had generated at this step. */
  readonly calls: number;
}

export interface CommitLine extends Moment {
  readonly commit: number;
  readonly workspace: string | null;
  /** The emulated instant, in milliseconds. */
  readonly at: number;
  readonly cause: Cause;
  /** State changes that no event reports. */
  readonly changes?: readonly StateChange[];
  /** Complete data sets that the commit deleted. */
  readonly drop?: readonly string[];
  /** Complete data sets that the commit added. */
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

/** A step of a run, as stored in a record. */
export type StepLine = CommitLine | RequestLine | MarkLine | CountLine;

export const isCommit = (line: StepLine): line is CommitLine => 'commit' in line;
export const isRequest = (line: StepLine): line is RequestLine => 'request' in line;
export const isMark = (line: StepLine): line is MarkLine => 'mark' in line;
export const isCount = (line: StepLine): line is CountLine => 'counted' in line;

/** A run that was read from a record. */
export interface RunRecord {
  readonly head: HeadLine;
  readonly sets: readonly (SetLine & { readonly kinds: readonly KindLine[] })[];
  /** The rate-limit counts at the start of the record. */
  readonly windows: readonly RateWindow[];
  readonly steps: readonly StepLine[];
  readonly end: EndLine['end'];
}
