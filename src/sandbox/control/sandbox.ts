import type { Engine } from '../../core/kernel/engine.ts';
import type { SnapshotStore } from '../../core/kernel/snapshots.ts';
import type { Scheduler } from '../../core/kernel/time/scheduler.ts';
import type { MailRoom } from '../../payments/mail/mail-room.ts';
import type { Webhooks } from '../../payments/webhooks/webhooks.ts';
import type { Overrides } from '../fixtures/apply.ts';
import type { Confirmed } from '../profile/descriptions.ts';
import type { Profile } from '../profile/profile.ts';
import type { RequestsInProgress } from '../requests/in-progress.ts';
import type { RequestLog } from '../requests/log.ts';
import type { MarkLog } from '../requests/marks.ts';
import type { RateWindows } from '../requests/rate-windows.ts';
import type { CausalLog } from './log/causal-log.ts';
import type { PastRuns } from './log/past-runs.ts';
import type { ComparisonReport } from './wire.ts';
import type { TokenBook } from './workspaces/token-book.ts';

/** The running emulator, as the control API sees it. `sandbox.ts` at the top makes it. */
export interface Sandbox {
  readonly version: string;
  /** The address on which the emulator listens: `http://127.0.0.1:4747`. */
  readonly url: string;
  readonly options: {
    strict: boolean;
    rateLimit: boolean;
    signatureTime: 'real' | 'emulated';
    allowRemoteWebhooks: boolean;
  };
  /** The profile by which the emulator answers; null: it answers as it assumes. */
  readonly profile: Profile | null;
  /** What captures of the service confirmed of what the emulator assumes; null: no file tells of it. */
  readonly confirmed: Confirmed | null;
  /** A comparison with the service; null: the start named none. */
  readonly comparison: ComparisonReport | null;
  /** The values of start-up flags, which override those of every present and later workspace. */
  readonly overrides: Overrides;
  /** The workspace of calls without `?workspace=`. */
  readonly defaultWorkspace: string;
  readonly engine: Engine;
  readonly scheduler: Scheduler;
  readonly webhooks: Webhooks;
  readonly mail: MailRoom;
  /** All messages of the emulator, numbered. */
  readonly log: CausalLog;
  readonly requests: RequestLog;
  readonly inProgress: RequestsInProgress;
  readonly chapters: PastRuns;
  readonly marks: MarkLog;
  readonly limits: RateWindows;
  readonly snapshots: SnapshotStore;
  readonly tokens: TokenBook;
  /** Calls the merchant API as a client would, with the raw body; for `requests replay`. */
  call(request: { method: string; path: string; headers: Record<string, string>; body: string | null }): Promise<{
    status: number;
    headers: Record<string, string>;
    body: string;
  }>;
  /** The condition of the storage: `degraded` with a reason while the disk refuses writes. */
  storageStatus(): { kind: 'folder' | 'memory'; path: string | null; status: 'ok' | 'degraded'; reason: string | null };
  /** Aborted as soon as a stop begins, so that the stop does not wait for waiting callers. */
  readonly stopping: AbortSignal;
  /** Stops the process or the in-process emulator after this answer is sent. */
  stop(): void;
}
