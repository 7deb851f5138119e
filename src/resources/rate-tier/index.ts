import { dayMs, minuteMs, toIso } from '../../base/instants.ts';
import type { Kernel } from '../../kernel/context.ts';
import { nullable, OneOf } from '../../kernel/declare/schema.ts';
import { setting, settings } from '../../kernel/declare/settings.ts';
import { slice, type Tier, tiers } from '../../kernel/declare/slice.ts';
import type { DataSet } from '../../kernel/state.ts';
import type { Workspace } from '../../kernel/workspace.ts';
import type { Stored } from '../../store/collection.ts';
import { payouts } from '../payout/model.ts';
import { transactions } from '../transaction/model.ts';

const rateTierSettings = settings({
  rate_limit_tier: setting(
    nullable(OneOf(tiers)),
    null,
    '`new`, `established`, `scaled` or `high_volume`; null: computed from live payments',
  ),
});

/** How many approved live charges and payouts of 30 days a tier begins with (specification, "Limits" 4). */
const thresholds: readonly (readonly [Tier, number])[] = [
  ['high_volume', 5_000],
  ['scaled', 500],
  ['established', 50],
];
const enough = thresholds[0]![1];
const span = 30 * dayMs;
const quarterMs = 15 * minuteMs;
/** How many records of a kind are looked at: declined charges must not make a count long, however many they are. */
const mostLookedAt = 20_000;

/**
 * The rate-limit tier of a workspace: the one that its settings name, at once; else what was done until the last
 * quarter of an hour of the emulated clock began, counted once in each.
 */
function tiersOf(kernel: Kernel): (workspace: Workspace, now: number) => Tier {
  /** By the live data set itself, so that a reset or a restored snapshot is counted anew. */
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

/** The tier that the 30 days before an instant (in milliseconds) make. */
function tierAt(live: DataSet, instant: number): Tier {
  const [from, until] = [toIso(instant - span), toIso(instant)];
  const charges = countOf(live.of(transactions).newestFirst(), from, until, ({ status }) => status !== 'failed');
  const count = charges >= enough ? charges : charges + countOf(live.of(payouts).newestFirst(), from, until);
  return thresholds.find(([, least]) => count >= least)?.[0] ?? 'new';
}

/** How many records, given newest first, were made from one ISO 8601 instant until before another; up to `enough`. */
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

/** How often a merchant may call, by what went through the workspace (specification, "Limits" 4). */
export const rateTier = slice('rate_tier', { settings: [rateTierSettings], tiersOf });
