import type { Engine } from '../engine/engine.ts';
import { type Attempt, deliveries } from './deliveries.ts';
import type { WebhookEndpoint } from './endpoints.ts';

/** How an endpoint is doing. Instants are ISO 8601 on the emulated clock. */
export interface EndpointHealth {
  last_status: number | null;
  last_error: string | null;
  last_attempt_at: string | null;
  failures_in_a_row: number;
  next_attempt_at: string | null;
  /** Deliveries that have not ended. */
  pending: number;
}

type Recent = Pick<EndpointHealth, 'last_status' | 'last_error' | 'last_attempt_at' | 'failures_in_a_row'>;

/** How many stored deliveries are looked through for what happened before this start. */
const lookBack = 100;

/** Keeps how each endpoint answers. What happened before this start is read from the stored deliveries when asked for. */
export class HealthBook {
  readonly #engine: Engine;
  readonly #recent = new Map<string, Recent>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Reads what happened before, so that attempts can be noted once they are stored. */
  prepare(endpoint: WebhookEndpoint): void {
    this.#recentOf(endpoint);
  }

  /** Takes note of a stored attempt; returns how many have failed in a row, and how many had before it. */
  note(endpoint: WebhookEndpoint, attempt: Attempt): { before: number; now: number } {
    const recent = this.#recentOf(endpoint);
    const before = recent.failures_in_a_row;
    const now = attempt.error === null ? 0 : before + 1;
    this.#recent.set(endpoint.id, summary(attempt, now));
    return { before, now };
  }

  of(endpoint: WebhookEndpoint): EndpointHealth {
    let pending = 0;
    let next: string | null = null;
    for (const delivery of this.#stored(endpoint, { status: ['pending'] })) {
      pending++;
      const at = delivery.next_attempt_at;
      if (at !== null && (next === null || at < next)) next = at;
    }
    return { ...this.#recentOf(endpoint), next_attempt_at: next, pending };
  }

  /** Forgets everything: the state has become another one. */
  clear(): void {
    this.#recent.clear();
  }

  #stored(endpoint: WebhookEndpoint, where: { status?: ['pending'] } = {}) {
    const set = this.#engine.dataSet(endpoint.workspace_id, endpoint.mode);
    return set.of(deliveries).newestFirst({ endpoint_id: [endpoint.id], ...where });
  }

  #recentOf(endpoint: WebhookEndpoint): Recent {
    let recent = this.#recent.get(endpoint.id);
    if (recent === undefined) {
      recent = this.#readBack(endpoint);
      this.#recent.set(endpoint.id, recent);
    }
    return recent;
  }

  #readBack(endpoint: WebhookEndpoint): Recent {
    const attempts: Attempt[] = [];
    let left = lookBack;
    for (const delivery of this.#stored(endpoint)) {
      attempts.push(...delivery.attempts);
      if (--left === 0) break;
    }
    attempts.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
    const last = attempts[0];
    if (last === undefined) {
      return { last_status: null, last_error: null, last_attempt_at: null, failures_in_a_row: 0 };
    }
    const answered = attempts.findIndex((attempt) => attempt.error === null);
    return summary(last, answered === -1 ? attempts.length : answered);
  }
}

const summary = ({ status, error, at }: Attempt, failures: number): Recent => ({
  last_status: status,
  last_error: error,
  last_attempt_at: at,
  failures_in_a_row: failures,
});
