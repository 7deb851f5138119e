import { getOrMake } from '../../core/base/maps.ts';
import type { Engine } from '../../core/kernel/engine.ts';
import { type Attempt, deliveries, isSuccess, isUnaltered } from './deliveries.ts';
import type { WebhookEndpoint } from './endpoints.ts';

/** The health of an endpoint. Instants are ISO 8601 on the emulated clock. */
export interface EndpointHealth {
  last_status: number | null;
  last_error: string | null;
  last_attempt_at: string | null;
  failures_in_a_row: number;
  next_attempt_at: string | null;
  /** The number of deliveries that have not ended. */
  pending: number;
  /** The number of pending deliveries that wait for the clock, usually after a failed attempt. */
  waiting: number;
  /** The number of events that did not reach the endpoint, and that no pending delivery can still bring. */
  lost: number;
  /**
   * The latest attempts, at most 100: their number, the number of failures, and the 95th percentile of their latencies.
   */
  recent: { attempts: number; failed: number; p95_ms: number | null };
}

type Recent = Pick<EndpointHealth, 'last_status' | 'last_error' | 'last_attempt_at' | 'failures_in_a_row'> & {
  /** The latest attempts, oldest first. */
  latest: AttemptResult[];
};

type AttemptResult = Pick<Attempt, 'status' | 'latency_ms'>;

/** The number of attempts that the failure rate covers. */
const mostLatest = 100;

/** The maximum number of stored deliveries that are read to find attempts before this start. */
const mostRead = 100;

/** The maximum number of failed deliveries that are read to count lost events. */
const mostFailed = 1_000;

/** Tracks the responses of each endpoint. The attempts before this start come from stored deliveries. */
export class HealthTracker {
  readonly #engine: Engine;
  readonly #recent = new Map<string, Recent>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Reads the attempts before this start. Must be called before the first attempt after this start is stored. */
  load(endpoint: WebhookEndpoint): void {
    this.#recentOf(endpoint);
  }

  /** Adds a stored attempt. Returns the number of consecutive failures before and after it. */
  add(endpoint: WebhookEndpoint, attempt: Attempt): { before: number; now: number } {
    const recent = this.#recentOf(endpoint);
    const before = recent.failures_in_a_row;
    const now = isSuccess(attempt.status) ? 0 : before + 1;
    const { latest } = recent;
    latest.push(attempt);
    if (latest.length > mostLatest) latest.shift();
    this.#recent.set(endpoint.id, summaryOf(attempt, now, latest));
    return { before, now };
  }

  of(endpoint: WebhookEndpoint): EndpointHealth {
    let pending = 0;
    let waiting = 0;
    let next: string | null = null;
    for (const delivery of this.#stored(endpoint, { status: ['pending'] })) {
      pending++;
      if (!delivery.due) waiting++;
      const at = delivery.next_attempt_at;
      if (at !== null && (next === null || at < next)) next = at;
    }
    const { latest, ...last } = this.#recentOf(endpoint);
    const failed = latest.filter(({ status }) => !isSuccess(status)).length;
    const recent = { attempts: latest.length, failed, p95_ms: p95Of(latest) };
    return { ...last, next_attempt_at: next, pending, waiting, lost: this.#lost(endpoint), recent };
  }

  clear(): void {
    this.#recent.clear();
  }

  #lost(endpoint: WebhookEndpoint): number {
    const lost = new Set<string>();
    let left = mostFailed;
    for (const { event_id } of this.#stored(endpoint, { status: ['failed'] })) {
      if (!lost.has(event_id) && !this.#mayReach(endpoint, event_id)) lost.add(event_id);
      if (--left === 0) break;
    }
    return lost.size;
  }

  /** Whether a delivery of the event has reached the endpoint, or is pending. */
  #mayReach(endpoint: WebhookEndpoint, eventId: string): boolean {
    const own = this.#all(endpoint).newestFirst({ event_id: [eventId] });
    return [...own].some(({ endpoint_id, status }) => endpoint_id === endpoint.id && status !== 'failed');
  }

  #all = (endpoint: WebhookEndpoint) => this.#engine.dataSet(endpoint.workspace_id, endpoint.mode).of(deliveries);

  #stored(endpoint: WebhookEndpoint, where: { status?: ['pending' | 'failed'] } = {}) {
    return this.#all(endpoint).newestFirst({ endpoint_id: [endpoint.id], ...where });
  }

  #recentOf(endpoint: WebhookEndpoint): Recent {
    return getOrMake(this.#recent, endpoint.id, () => this.#read(endpoint));
  }

  #read(endpoint: WebhookEndpoint): Recent {
    const attempts: Attempt[] = [];
    let left = mostRead;
    for (const delivery of this.#stored(endpoint)) {
      attempts.push(...delivery.attempts.filter(isUnaltered));
      if (--left === 0) break;
    }
    attempts.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
    const last = attempts[0];
    if (last === undefined) {
      return { last_status: null, last_error: null, last_attempt_at: null, failures_in_a_row: 0, latest: [] };
    }
    const answered = attempts.findIndex((attempt) => isSuccess(attempt.status));
    const failures = answered === -1 ? attempts.length : answered;
    return summaryOf(last, failures, attempts.slice(0, mostLatest).reverse());
  }
}

/** The 95th percentile of latencies in milliseconds; null if there are no attempts. */
function p95Of(attempts: readonly AttemptResult[]): number | null {
  const sorted = attempts.map(({ latency_ms }) => latency_ms).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null;
}

const summaryOf = ({ status, error, at }: Attempt, failures: number, latest: AttemptResult[]): Recent => ({
  last_status: status,
  last_error: isSuccess(status) ? null : error,
  last_attempt_at: at,
  failures_in_a_row: failures,
  latest,
});
