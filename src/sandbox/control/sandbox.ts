import type { FairTurns } from '../../core/base/turns.ts';
import type { Engine } from '../../core/kernel/engine.ts';
import type { SnapshotStore } from '../../core/kernel/snapshots.ts';
import type { Scheduler } from '../../core/kernel/time/scheduler.ts';
import type { MailRoom } from '../../payments/mail/mail-room.ts';
import type { Webhooks } from '../../payments/webhooks/webhooks.ts';
import type { Overrides } from '../fixtures/origin.ts';
import type { Confirmed } from '../profile/descriptions.ts';
import type { Profile } from '../profile/profile.ts';
import type { RequestsInProgress } from '../requests/in-progress.ts';
import type { LastUses } from '../requests/last-uses.ts';
import type { RequestLog } from '../requests/log.ts';
import type { MarkLog } from '../requests/marks.ts';
import type { RateWindows } from '../requests/rate-windows.ts';
import type { AuditTrail } from './audit-trail.ts';
import type { CausalLog } from './log/causal-log.ts';
import type { PastRuns } from './log/past-runs.ts';
import type { ComparisonReport, StorageView } from './wire.ts';
import type { TokenBook } from './workspaces/token-book.ts';

/** What the files say that the start command named. */
export interface StartFiles {
  /** The profile that the emulator follows; null if it follows its own assumptions. */
  readonly profile: Profile | null;
  /** The assumptions of the emulator that captures of the service confirmed; null if no file lists them. */
  readonly confirmed: Confirmed | null;
  /** A comparison with the service; null if none was passed at the start. */
  readonly comparison: ComparisonReport | null;
}

/** How the emulator was started. */
interface StartFacts extends StartFiles {
  readonly version: string;
  readonly options: {
    strict: boolean;
    rateLimit: boolean;
    signatureTime: 'real' | 'emulated';
    allowRemoteWebhooks: boolean;
  };
  /** The values of start-up flags, which override the values of all current and later workspaces. */
  readonly overrides: Overrides;
  /** The workspace for calls without `?workspace=`. */
  readonly defaultWorkspace: string;
}

/** The storage. */
interface StorageParts {
  readonly snapshots: SnapshotStore;
  /** The state of the storage: `degraded`, with a reason, while the disk rejects writes. */
  storageStatus(): StorageView;
  /** Removes deleted records from the data folder. */
  compact(): Promise<void>;
}

/** The emulated service: its records, and the jobs of its clock. */
export interface EngineParts {
  readonly engine: Engine;
  readonly scheduler: Scheduler;
}

/** What the emulator sends. */
export interface SentParts {
  readonly webhooks: Webhooks;
  readonly mail: MailRoom;
}

/** What the emulator remembers of its run. */
export interface LogParts {
  /** All messages of the emulator, with their numbers. */
  readonly log: CausalLog;
  readonly requests: RequestLog;
  readonly inProgress: RequestsInProgress;
  readonly pastRuns: PastRuns;
  readonly marks: MarkLog;
  readonly limits: RateWindows;
}

/** Who may use the emulator, and which workspaces end by themselves. */
interface AccessParts {
  readonly tokens: TokenBook;
  /** When keys and workspaces were last used. */
  readonly uses: LastUses;
  /** Removes workspaces that were not used for their time. `plan` is called after one was added or changed. */
  readonly expiry: { plan(): void };
  /** After how many milliseconds without use a new workspace is removed; null for never. */
  readonly workspaceTtl: number | null;
  /** Passes on what an operator wants to find later: changes of tokens, keys and workspaces. */
  readonly audit: AuditTrail;
}

/** The process. */
export interface ProcessParts {
  /** Divides the time of the process among workspaces. */
  readonly turns: FairTurns;
  /** The memory of the process in bytes; null for a recorded run. */
  memory(): number | null;
  /** Measures the emulator, for an operator. @returns the type of the content, and the text */
  metrics(): Promise<{ readonly type: string; readonly text: string }>;
}

/** The server. */
export interface ServerParts {
  /** The address that the emulator listens on, such as `http://127.0.0.1:4747`. */
  readonly url: string;
  /** Calls the merchant API as a client would, with the raw body. Used by `requests replay`. */
  call(request: { method: string; path: string; headers: Record<string, string>; body: string | null }): Promise<{
    status: number;
    headers: Record<string, string>;
    body: string;
  }>;
  /** Aborted as soon as a stop begins, so that the stop does not wait for waiting callers. */
  readonly stopping: AbortSignal;
  /** Stops the process or the in-process emulator after the current response is sent. */
  stop(): void;
}

/**
 * The running emulator, as the control API sees it. `src/emulator/parts/` creates its parts. An operation, and every
 * function that it calls, names the parts that it uses (`Uses`).
 */
export interface Sandbox
  extends StartFacts,
    StorageParts,
    EngineParts,
    SentParts,
    LogParts,
    AccessParts,
    ProcessParts,
    ServerParts {}

/** The named parts of an emulator. */
export type Uses<Part extends keyof Sandbox> = Pick<Sandbox, Part>;
