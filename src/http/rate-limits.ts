import { minuteMs } from '../base/instants.ts';
import { getOrMake } from '../base/maps.ts';
import { realNow } from '../base/time.ts';
import type { Tier } from '../kernel/declare/slice.ts';
import type { Engine } from '../kernel/engine.ts';
import { refusal, refuse, type ServiceError } from '../kernel/errors.ts';

export const tooManyRequests = refusal(429, null, { origin: 'specified' });

/** By how much a tier multiplies the base limits (specification, "Limits" 4). */
export const tierFactors: Readonly<Record<Tier, number>> = { new: 1, established: 3, scaled: 8, high_volume: 20 };

/** Requests a minute of writes that the specification gives no limit of their own. */
export const generalBase = 300;
const general = '';

interface Window {
  minute: number;
  count: number;
}

const noWindows = (): Map<string, Window> => new Map();
const noWindow = (): Window => ({ minute: 0, count: 0 });

/** Whole seconds until a minute of the emulated clock is over. */
const secondsLeft = (minute: number, now: number): number =>
  Math.max(1, Math.ceil(((minute + 1) * minuteMs - now) / 1000));

export interface RateState {
  limit: number;
  remaining: number;
  tier: Tier;
  /** Seconds until the window ends, where the limit is exceeded. */
  retryAfter: number | null;
}

/** What a caller whom nobody knows is told: the general bucket of the lowest tier. */
export const nobodysRate: RateState = { limit: generalBase, remaining: generalBase, tier: 'new', retryAfter: null };

/** Fixed windows of one minute on the emulated clock, by key and operation. Nothing of it is stored. */
export class RateLimits {
  readonly #windows = new Map<string, Map<string, Window>>();

  /** Counts a write of an operation that has a base limit of its own, or of all others together. */
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

  /** The general bucket as it stands: what reads report, which are never limited. */
  look(key: string, tier: Tier, now: number): RateState {
    const limit = generalBase * tierFactors[tier];
    const { count } = this.#window(key, general, now);
    // Fewer than none are left where the workspace was put into a lower tier meanwhile.
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
 * Windows of one minute for calls that take no key, by client address and slug (specification, "Limits" 5). Of each
 * workspace the minute that runs on its clock alone is held, so that a busy page leaves nothing behind.
 */
export class ClientLimits {
  readonly #minutes = new Map<string, Minute>();

  /**
   * Counts a call.
   * @param workspaceId whose clock it is; empty where nobody's slug was named
   * @param who the client's address and what it calls
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

/** The time of a request that belongs to no workspace: the first one's. */
export function nobodysNow(engine: Engine): number {
  for (const workspace of engine.allWorkspaces()) return engine.clock(workspace).now();
  return realNow();
}

export const tooMany = (retryAfter: number): ServiceError =>
  refuse(tooManyRequests, `Too many requests; nothing was processed. Retry in ${retryAfter} s.`, {
    retryAfter,
  });
