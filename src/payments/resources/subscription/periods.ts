import { addDuration, type Duration } from '../../../core/base/duration.ts';
import { dayMs, parseIso, toIso } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import type { Subscription } from './model.ts';

export type BillingInterval = Pick<Subscription, 'interval' | 'interval_count'>;

/** The fields of a subscription about its current period. */
export type Period = Pick<Subscription, 'anchor_at' | 'periods' | 'current_period_start' | 'current_period_end'>;

const lengths: Readonly<Record<Subscription['interval'], Duration>> = {
  day: { months: 0, ms: dayMs },
  week: { months: 0, ms: 7 * dayMs },
  month: { months: 1, ms: 0 },
  year: { months: 12, ms: 0 },
};

/**
 * Returns the end of the `count`-th period since the anchor, in milliseconds. Periods are counted from the anchor, so
 * a subscription that starts on 31 January renews on 28 February and on 31 March.
 * @throws 400 `parameter_invalid` beyond the year 9999
 */
export function endOfPeriod(anchor: number, { interval, interval_count }: BillingInterval, count: number): number {
  const { months, ms } = lengths[interval];
  const times = interval_count * count;
  const end = addDuration(anchor, { months: months * times, ms: ms * times });
  if (end === null) throw invalid('start_date', 'The periods of the subscription extend beyond the year 9999.');
  return end;
}

/** Returns the first period that has not ended, after skipping the first `periods` periods since the anchor. */
export function nextPeriod(ctx: Context, interval: BillingInterval, anchor_at: string, periods: number): Period {
  const anchor = parseIso(anchor_at) ?? ctx.now;
  let count = periods + 1;
  let end = endOfPeriod(anchor, interval, count);
  while (end <= ctx.now) end = endOfPeriod(anchor, interval, ++count);
  return {
    anchor_at,
    periods: count,
    current_period_start: toIso(endOfPeriod(anchor, interval, count - 1)),
    current_period_end: toIso(end),
  };
}
