import { dayMs, minuteMs, toIso } from '../../../core/base/instants.ts';
import type { Kernel } from '../../../core/kernel/context.ts';
import { nullable, OneOf } from '../../../core/kernel/declare/schema.ts';
import { setting, settings } from '../../../core/kernel/declare/settings.ts';
import { slice, type Tier, tiers } from '../../../core/kernel/declare/slice.ts';
import type { DataSet } from '../../../core/kernel/state.ts';
import type { Workspace } from '../../../core/kernel/workspace.ts';
import type { Stored } from '../../../core/store/collection.ts';
import { payouts } from '../payout/model.ts';
import { transactions } from '../transaction/model.ts';

const rateTierSettings = settings({
  rate_limit_tier: setting(
    nullable(OneOf(tiers)),
    null,
    '`new`, `established`, `scaled` or `high_volume`; null to compute the tier from live payments',
  ),
});

/** The number of approved live charges and payouts in 30 days at which each tier starts (specification, "Limits" 4). */
const thresholds: readonly (readonly [Tier, number])[] = [
  ['high_volume', 5_000],
  ['scaled', 500],
  ['established', 50],
];
const enough = thresholds[0]![1];
const span = 30 * dayMs;
const quarterMs = 15 * minuteMs;
/**
 * The maximum number of records of a type to check, so that a large number of declined charges cannot make counting
 * slow.
 */
const mostLookedAt = 20_000;

/**
 * Returns the rate-limit tier of a workspace: the tier in its settings, if set. Otherwise, the tier depends on the
 * activity up to the start of the current quarter-hour on the emulated clock. The activity is counted once per
 * quarter-hour.
 */
function tiersOf(kernel: Kernel): (workspace: Workspace, now: number) => Tier {
  /** The tier of each live data set. A data set after a reset or from a snapshot is counted again. */
  const computed = new WeakMap<DataSet, { readonly quarter: number; readonly tier: Tier }>();
  return (workspace, now) => {
    const { rate_limit_tier } = rateTierSettings.of(workspace);
    if (rate_limit_tier !== null) return rate_limit_tier;
    const live = kernel.dataSet(workspace.id, 'live');
    const quarter = Math.floor(now / quarterMs);
    const last = computed.get(live);
    if (last?.quarter === quarter) return last.tier;
    const tier = tierAt(live, quarter * quarterMs);
    computed.set(live, { quarter, tier });
    return tier;
  };
}

/** Returns the tier for the activity in the 30 days before a time (in milliseconds). */
function tierAt(live: DataSet, instant: number): Tier {
  const [from, until] = [toIso(instant - span), toIso(instant)];
  const charges = countOf(live.of(transactions).newestFirst(), from, until, ({ status }) => status !== 'failed');
  const count = charges >= enough ? charges : charges + countOf(live.of(payouts).newestFirst(), from, until);
  return thresholds.find(([, least]) => count >= least)?.[0] ?? 'new';
}

/** Counts the records created between two ISO 8601 timestamps, starting from the newest record, up to `enough`. */
function countOf<R extends Stored & { readonly created_at: string }>(
  newestFirst: Iterable<R>,
  from: string,
  until: string,
  counts: (record: R) => boolean = () => true,
): number {
  let count = 0;
  let lookedAt = 0;
  for (const record of newestFirst) {
    if (record.created_at < from || lookedAt++ === mostLookedAt) break;
    if (record.created_at < until && counts(record) && ++count === enough) break;
  }
  return count;
}

/** The rate limit of a merchant, based on the activity of the workspace (specification, "Limits" 4). */
export const rateTier = slice('rate_tier', { settings: [rateTierSettings], tiersOf });
