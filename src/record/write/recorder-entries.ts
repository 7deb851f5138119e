import type { Cause, StateChange } from '../../core/kernel/events.ts';
import type { UnitResult } from '../../core/kernel/unit-of-work.ts';
import type { LoggedRequest } from '../../sandbox/requests/log.ts';
import type { Mark } from '../../sandbox/requests/marks.ts';
import type { RateWindow } from '../../sandbox/requests/rate-windows.ts';

/** The moment of an entry. */
export interface EntryMoment {
  /** The time on the machine's clock, in milliseconds. */
  readonly real: number;
  /** How many call ids the emulator had generated. */
  readonly calls: number;
}

export interface CommitEntry extends EntryMoment {
  readonly type: 'commit';
  readonly seq: number;
  readonly workspaceId: string | null;
  /** The emulated instant, in milliseconds. */
  readonly at: number;
  readonly cause: Cause;
  readonly changes: readonly StateChange[];
  readonly done: UnitResult;
}

export interface RequestEntry extends EntryMoment {
  readonly type: 'request';
  readonly request: LoggedRequest;
}

interface MarkEntry extends EntryMoment {
  readonly type: 'mark';
  readonly mark: Mark;
}

/** A call that a rate limit counted. */
interface CountEntry extends EntryMoment {
  readonly type: 'count';
  readonly window: RateWindow;
}

/** An entry of a recording. */
export type RecorderEntry = CommitEntry | RequestEntry | MarkEntry | CountEntry;
