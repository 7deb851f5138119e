import type { Engine } from '../../core/kernel/engine.ts';
import { RunRecorder } from '../../record/write/run-recorder.ts';
import { CausalLog } from '../../sandbox/control/log/causal-log.ts';
import { PastRuns } from '../../sandbox/control/log/past-runs.ts';
import type { LogParts } from '../../sandbox/control/sandbox.ts';
import { RequestsInProgress } from '../../sandbox/requests/in-progress.ts';
import { RequestLog, usuallyKept } from '../../sandbox/requests/log.ts';
import { MarkLog } from '../../sandbox/requests/marks.ts';
import { RateWindows } from '../../sandbox/requests/rate-windows.ts';
import type { Start } from './start.ts';

/** The logs of a run, and its recorder. */
export interface Logs {
  readonly parts: LogParts;
  readonly recorder: RunRecorder;
}

/** The logs, which continue those of a resumed run. They follow the engine only once the emulator listens. */
export function createLogs({ options, begun, warn }: Start, engine: Engine): Logs {
  const { requestsKept: kept = usuallyKept, recordsAll = false } = options;
  const requests = new RequestLog(kept, warn);
  requests.goOnFrom(begun?.requests ?? []);
  const marks = new MarkLog(warn);
  for (const mark of begun?.marks ?? []) marks.add(mark);
  const limits = new RateWindows(warn);
  limits.goOnFrom(begun?.windows ?? []);
  const log = new CausalLog(engine, recordsAll ? Number.POSITIVE_INFINITY : kept, warn);
  return {
    parts: {
      log,
      requests,
      inProgress: new RequestsInProgress(warn),
      pastRuns: new PastRuns(kept, warn),
      marks,
      limits,
    },
    recorder: new RunRecorder({ engine, requests, marks, limits }, recordsAll),
  };
}
