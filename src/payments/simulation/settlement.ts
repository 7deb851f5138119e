import { dayMs } from '../../core/base/instants.ts';
import type { JobArgs } from '../../core/kernel/change.ts';
import type { Context } from '../../core/kernel/context.ts';
import type { Delay, Job, JobKind } from '../../core/kernel/time/jobs.ts';
import { platformSettings, type SettlementStep } from '../platform/settings.ts';
import { disputeDelay } from './built-in-rules.ts';
import type { Rail } from './codes.ts';
import { type AchMove, handoverOf, type PlannedReturn, returnOf, settlementOf } from './us-banking/ach.ts';

/**
 * Schedules what the networks do later. With a calendar, ACH payments move only on banking days. Other payments move
 * at any time.
 */

/** Schedules a step of a settlement. With manual settlement, the step waits until a developer requests it. */
export function scheduleSettlement<K extends JobKind>(
  ctx: Context,
  job: K,
  subject: string,
  { step, rail }: { readonly step: SettlementStep; readonly rail: Rail },
  ...args: JobArgs<K>
): Job {
  const { mode, delays } = platformSettings.of(ctx).settlement;
  const delay = mode === 'manual' ? null : stepDelay(ctx, step, rail, delays[step]);
  return ctx.scheduleStep(job, subject, delay, ...args);
}

/**
 * The delay of a step. With a calendar, its whole days are banking days. The rest of the delay passes before the
 * first of them.
 */
function stepDelay(ctx: Context, step: SettlementStep, rail: Rail, delay: number): Delay {
  if (!hasBankingDays(ctx, rail)) return delay;
  return untilMove(ctx, step, delay % dayMs, Math.floor(delay / dayMs));
}

/**
 * The delay of a step that the network makes later than usual: this delay, and then the time until ACH payments move.
 */
export const lateStepDelay = (ctx: Context, step: SettlementStep, rail: Rail, delay: number): Delay =>
  hasBankingDays(ctx, rail) ? untilMove(ctx, step, delay, 0) : delay;

/** The delay between a settlement at this moment and the bank's dispute or return of the payment. */
export function returnDelay(ctx: Context, rail: Rail, planned: PlannedReturn): Delay {
  if (!hasBankingDays(ctx, rail)) return planned.after ?? disputeDelay;
  return delayUntil(ctx, returnOf(ctx.now, planned));
}

const hasBankingDays = (ctx: Context, rail: Rail): boolean =>
  rail === 'ach' && platformSettings.of(ctx).calendar === 'us-banking';

function untilMove(ctx: Context, step: SettlementStep, delay: number, days: number): Delay {
  const given = ctx.now + delay;
  const move = step === 'payout_transit' ? handoverOf(given, days) : settlementOf(given, days);
  return move === null ? delay : delayUntil(ctx, move);
}

const delayUntil = ({ now }: Context, { at, why }: AchMove): Delay => ({ ms: at - now, why });
