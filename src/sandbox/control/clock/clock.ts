import { OneOf, T, Text } from '../../../core/kernel/declare/schema.ts';
import { mostRate } from '../../../core/kernel/time/clock.ts';
import { sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { ClockMoveResult, ClockView, JobResult, SettleResult } from '../wire.ts';
import { checkMost } from '../workspaces/load-limits.ts';
import { clockDetails, moveClock, runJob, settleAll } from './clock-moves.ts';

/** How fast a clock can run with the token of a workspace, in emulated seconds for each real second. */
const mostRateWithToken = 1_000;

export const clockOperations = [
  sandboxOperation('GET /clock', {
    id: 'clock.get',
    reach: 'workspace',
    summary: 'Read the emulated clock and the upcoming jobs, or preview a clock move',
    query: T.Object({
      /** A move to preview, such as `3d`, `P1M` or `next`. */
      advance: T.Optional(Text(100)),
    }),
    answers: [200, ClockView],
    handle: (sandbox: Uses<'engine' | 'scheduler'>, { query, workspace }) =>
      clockDetails(sandbox, workspace, query.advance),
  }),
  sandboxOperation('POST /clock', {
    id: 'clock.move',
    reach: 'workspace',
    summary: 'Advance, set, freeze or run the emulated clock',
    body: T.Object({
      advance: T.Optional(Text(100)),
      set: T.Optional(Text(40)),
      mode: T.Optional(OneOf(['running', 'frozen'])),
      /** Emulated seconds for each real second, with `mode: running`. Default: 1. */
      rate: T.Optional(T.Number({ minimum: 1, maximum: mostRate })),
    }),
    answers: [200, ClockMoveResult],
    example: { body: { advance: '3d' } },
    handle: (
      sandbox: Uses<'engine' | 'log' | 'marks' | 'scheduler' | 'webhooks'>,
      { body, workspace, cause, within },
    ) => {
      checkMost('rate', body.rate, mostRateWithToken, within);
      return moveClock(sandbox, workspace, body, { cause, within });
    },
  }),
  sandboxOperation('POST /jobs/{id}/run', {
    id: 'jobs.run',
    reach: 'workspace',
    summary: 'Run one job now, regardless of its due time, and wait for the deliveries; the clock does not move',
    answers: [200, JobResult],
    handle: (sandbox: Uses<'engine' | 'scheduler' | 'webhooks'>, { params, workspace, mode, cause }) =>
      runJob(sandbox, { workspace, mode }, params.id, cause.audit),
  }),
  sandboxOperation('POST /settle', {
    id: 'settle',
    reach: 'workspace',
    summary: 'Run all jobs that are due or awaiting settlement, and wait for the deliveries',
    answers: [200, SettleResult],
    handle: (sandbox: Uses<'engine' | 'marks' | 'scheduler' | 'webhooks'>, { workspace, mode, cause }) =>
      settleAll(sandbox, workspace, mode, cause.audit),
  }),
];
