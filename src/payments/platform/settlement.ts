import type { JobArgs } from '../../core/kernel/change.ts';
import type { Context } from '../../core/kernel/context.ts';
import type { Job, JobKind } from '../../core/kernel/time/jobs.ts';
import { platformSettings, type SettlementStep } from './settings.ts';

/**
 * Plans a step of a settlement by the clock. With manual settlement, the step is held until a developer asks for it.
 */
export function scheduleSettlement<K extends JobKind>(
  ctx: Context,
  job: K,
  subject: string,
  step: SettlementStep,
  ...args: JobArgs<K>
): Job {
  const { mode, delays } = platformSettings.of(ctx).settlement;
  return ctx.scheduleStep(job, subject, mode === 'manual' ? null : delays[step], ...args);
}
