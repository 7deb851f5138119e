import { minuteMs } from '../base/instants.ts';
import { getOrMake } from '../base/maps.ts';
import { realNow } from '../base/time.ts';
import type { Tier } from '../kernel/declare/slice.ts';
import type { Engine } from '../kernel/engine.ts';
import { refusal, refuse, type ServiceError } from '../kernel/errors.ts';

export const tooManyRequests = refusal(429, null, { origin: 'specified' });

/** The factor of each tier for the base limits (specification, "Limits" 4). */
export const tierFactors: Readonly<Record<Tier, number>> = { new: 1, established: 3, scaled: 8, high_volume: 20 };

/** The base limit in requests per minute for writes to which the specification gives none. */
export const generalBase = 300;
const general = '';

interface Window {
  minute: number;
  count: number;
}

const noWindows = (): Map<string, Window> => new Map();
const noWindow = (): Window => ({ minute: 0, count: 0 });

/** Whole seconds until the current minute of the emulated clock ends. */
const secondsLeft = (minute: number, now: number): number =>
  Math.max(1, Math.ceil(((minute + 1) * minuteMs - now) / 1000));

export interface RateState {
  limit: number;
  remaining: number;
  tier: Tier;
  /** Seconds until the window ends, if the limit is exceeded. */
  retryAfter: number | null;
}

/** The rate that unknown callers are told: the general bucket of the lowest tier. */
export const nobodysRate: RateState = { limit: generalBase, remaining: generalBase, tier: 'new', retryAfter: null };

/** Fixed windows of one minute of emulated time, by key and operation. Nothing is stored. */
export class RateLimits {
  readonly #windows = new Map<string, Map<string, Window>>();

  /** Counts a write, in the operation's own bucket if it has a base limit, otherwise in the general bucket. */
  take(key: string, operation: { id: string; rate?: number }, tier: Tier, now: number): RateState {
    const bucket = operation.rate === undefined ? general : operation.id;
    const limit = (operation.rate ?? generalBase) * tierFactors[tier];
    const window = this.#window(key, bucket, now);
    const exceeded = window.count >= limit;
    if (!exceeded) window.count++;
    return {
      limit,
      remaining: Math.max(0, limit - window.count),
      tier,
      retryAfter: exceeded ? secondsLeft(window.minute, now) : null,
    };
  }

  /** The state of the general bucket, which reads report. Reads are never limited. */
  look(key: string, tier: Tier, now: number): RateState {
    const limit = generalBase * tierFactors[tier];
    const { count } = this.#window(key, general, now);
    // The count can exceed the limit if the workspace has moved to a lower tier.
    return { limit, remaining: Math.max(0, limit - count), tier, retryAfter: null };
  }

  #window(key: string, bucket: string, now: number): Window {
    const minute = Math.floor(now / minuteMs);
    const windows = getOrMake(this.#windows, key, noWindows);
    const window = getOrMake(windows, bucket, noWindow);
    if (window.minute !== minute) {
      window.minute = minute;
      window.count = 0;
    }
    return window;
  }
}

interface Minute {
  minute: number;
  readonly counts: Map<string, number>;
}

/**
 * Windows of one minute for calls without a key, by client address and slug (specification, "Limits" 5). Only the
 * current minute of each workspace's clock is kept, so that a busy page leaves nothing behind.
 */
export class ClientLimits {
  readonly #minutes = new Map<string, Minute>();

  /**
   * Counts a call.
   * @param workspaceId the workspace whose clock counts; empty for an unknown slug
   * @param who the client's address and the called thing
   * @param now the emulated time in milliseconds
   */
  take(workspaceId: string, who: string, limit: number, now: number): RateState {
    const minute = Math.floor(now / minuteMs);
    let window = this.#minutes.get(workspaceId);
    if (window?.minute !== minute) {
      window = { minute, counts: new Map() };
      this.#minutes.set(workspaceId, window);
    }
    const before = window.counts.get(who) ?? 0;
    const exceeded = before >= limit;
    const count = exceeded ? before : before + 1;
    window.counts.set(who, count);
    return {
      limit,
      remaining: limit - count,
      tier: 'new',
      retryAfter: exceeded ? secondsLeft(minute, now) : null,
    };
  }
}

/** The time for a request that belongs to no workspace: that of the first workspace. */
export function nobodysNow(engine: Engine): number {
  for (const workspace of engine.allWorkspaces()) return engine.clock(workspace).now();
  return realNow();
}

export const tooMany = (retryAfter: number): ServiceError =>
  refuse(tooManyRequests, `Too many requests; nothing was processed. Retry in ${retryAfter} s.`, {
    retryAfter,
  });
