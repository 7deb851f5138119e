import { minuteMs } from '../engine/clock.ts';
import type { RateState } from './rate-limits.ts';

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
      retryAfter: exceeded ? Math.max(1, Math.ceil(((minute + 1) * minuteMs - now) / 1000)) : null,
    };
  }
}
