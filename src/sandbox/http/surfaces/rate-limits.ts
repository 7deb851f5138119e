import { minuteMs } from '../../../core/base/instants.ts';
import { realNow } from '../../../core/base/time.ts';
import type { Tier } from '../../../core/kernel/declare/slice.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import { errorOf, refusal, type ServiceError } from '../../../core/kernel/errors.ts';
import type { RateWindows } from '../../requests/rate-windows.ts';

export const tooManyRequests = refusal(429, null, { origin: 'specified' });

/** The factor by which each tier multiplies the base limits (specification, "Limits" 4). */
export const tierFactors: Readonly<Record<Tier, number>> = { new: 1, established: 3, scaled: 8, high_volume: 20 };

/** The base limit in requests per minute for writes without a limit in the specification. */
export const generalBase = 300;
const general = '';

/** Whole seconds until the current minute of the emulated clock ends. */
const secondsLeft = (minute: number, now: number): number =>
  Math.max(1, Math.ceil(((minute + 1) * minuteMs - now) / 1000));

export interface RateState {
  limit: number;
  remaining: number;
  tier: Tier;
  /** Seconds until the window ends, if the limit is exceeded; null if the call is within the limit. */
  retryAfter: number | null;
}

/** The rate in responses to unknown callers: the general bucket of the lowest tier. */
export const nobodysRate: RateState = { limit: generalBase, remaining: generalBase, tier: 'new', retryAfter: null };

const minuteAt = (now: number): number => Math.floor(now / minuteMs);

/** Fixed windows of one minute of emulated time, by key and operation. */
export class RateLimits {
  readonly #windows: RateWindows;

  constructor(windows: RateWindows) {
    this.#windows = windows;
  }

  /**
   * Counts a write in the operation's own bucket if the operation has a base limit, and in the general bucket if it has
   * none.
   */
  take(key: string, operation: { id: string; rate?: number }, tier: Tier, now: number): RateState {
    const bucket = operation.rate === undefined ? general : operation.id;
    const limit = (operation.rate ?? generalBase) * tierFactors[tier];
    return takeIn(this.#windows, key, bucket, { limit, tier }, now);
  }

  /** The state of the general bucket, which responses to reads show. Reads are never limited. */
  look(key: string, tier: Tier, now: number): RateState {
    const limit = generalBase * tierFactors[tier];
    const count = this.#windows.countOf(key, general, minuteAt(now));
    // The count can exceed the limit if the workspace has moved to a lower tier.
    return { limit, remaining: Math.max(0, limit - count), tier, retryAfter: null };
  }
}

/** Windows of one minute for calls without a key, by client address and slug (specification, "Limits" 5). */
export class ClientLimits {
  readonly #windows: RateWindows;

  constructor(windows: RateWindows) {
    this.#windows = windows;
  }

  /**
   * Counts a call.
   * @param workspaceId the workspace whose clock applies; empty for an unknown slug
   * @param what the client's address and the called page
   * @param now the emulated time in milliseconds
   */
  take(workspaceId: string, what: string, limit: number, now: number): RateState {
    return takeIn(this.#windows, workspaceId, what, { limit, tier: 'new' }, now);
  }
}

/** Counts a call in its window, unless the window is full. */
function takeIn(
  windows: RateWindows,
  who: string,
  what: string,
  { limit, tier }: Pick<RateState, 'limit' | 'tier'>,
  now: number,
): RateState {
  const minute = minuteAt(now);
  const counted = windows.add(who, what, minute, limit);
  if (counted === null) return { limit, remaining: 0, tier, retryAfter: secondsLeft(minute, now) };
  return { limit, remaining: limit - counted, tier, retryAfter: null };
}

/** The time for a request that belongs to no workspace, which is the time of the first workspace. */
export function nobodysNow(engine: Engine): number {
  for (const workspace of engine.allWorkspaces()) return engine.clock(workspace).now();
  return realNow();
}

export const tooMany = (retryAfter: number): ServiceError =>
  errorOf(tooManyRequests, `Too many requests; the call was not processed. Retry in ${retryAfter} s.`, {
    retryAfter,
  });
