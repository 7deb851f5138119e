import type { Found, Judgement, Looked } from '../../../audit/judge.ts';
import type { Client } from '../../../client/node-client.ts';
import type { Status } from '../../../sandbox/control/wire.ts';
import type { Span } from '../cells.ts';
import type { Pace } from '../pace.ts';
import type { Scope } from '../scope.ts';
import { PagedList } from './paged-list.ts';
import { shortened } from './shorten-text.ts';

/**
 * After an audit, the next one waits this many times as long as the audit took. That limits the load on the emulator.
 */
const restAfter = 20;
/** With more events and deliveries than this, an audit runs only while the findings are on the screen. */
const mostUnasked = 5_000;

/** Audits what an emulator recorded of a data set's workspace. */
export type Judge = (client: Client, scope: Scope) => Promise<Judgement>;

export interface FindingsOptions {
  /** Audits what is shown. */
  readonly judge: () => Promise<Judgement>;
  /** Whether it audits before somebody has looked at the findings. */
  readonly judgesUnasked: boolean;
  readonly pace: Pick<Pace, 'auditInterval'>;
}

/** What is known of what the emulator recorded, and whether somebody looks at what is found. */
interface Recorded {
  /** How many messages of the stream have come. */
  readonly received: number;
  readonly status: Status | null;
  readonly visibleLists: readonly unknown[];
}

const nothing: Looked = {
  isNothing: true,
  requests: 0,
  events: 0,
  deliveries: 0,
  judging: 0,
  rules: 0,
  rulesOfAll: 0,
};

/** What the audit finds in what the emulator recorded. */
export class Findings {
  readonly list: PagedList<Found>;
  /** What the last audit looked at. */
  looked = nothing;
  /** How many messages of the stream had come at the last audit; null: audit again. */
  #receivedBefore: number | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #took = 0;
  #judgesUnasked: boolean;
  readonly #interval: number;

  constructor(changed: () => void, { judge, judgesUnasked, pace }: FindingsOptions) {
    this.#interval = pace.auditInterval;
    this.#judgesUnasked = judgesUnasked;
    this.list = new PagedList(async () => {
      const begun = performance.now();
      this.#judgesUnasked = true;
      try {
        const { found, looked } = await judge();
        this.looked = looked;
        return { items: shortened(found), next: null };
      } finally {
        this.#readAt = performance.now();
        this.#took = this.#readAt - begun;
      }
    }, changed);
  }

  /** Audits again, where something has come since, and the last time is long enough ago. */
  look({ received, status, visibleLists }: Recorded): void {
    const { event = 0, delivery = 0 } = status?.counts ?? {};
    const isWanted = visibleLists.includes(this.list) || (this.#judgesUnasked && event + delivery <= mostUnasked);
    const rest = Math.max(this.#interval, restAfter * this.#took);
    if (!isWanted || this.list.isLoading || this.#receivedBefore === received) return;
    if (performance.now() - this.#readAt < rest) return;
    this.#receivedBefore = received;
    void this.list.refresh();
  }

  /** A finding as the last audit told it; as it was before if that no longer found it. */
  latest(finding: Found): Found {
    return this.list.items.find(({ id }) => id === finding.id) ?? finding;
  }

  /** A finding by its id, after an audit if none has run yet; undefined: nothing with that id is found. */
  async named(id: string): Promise<Found | undefined> {
    if (!this.list.isLoaded) await this.list.refresh();
    return this.list.items.find((finding) => finding.id === id);
  }

  /** Forces a new audit, because the emulator may hold other data. */
  forget(): void {
    this.#receivedBefore = null;
  }

  clear(): void {
    this.forget();
    this.#readAt = Number.NEGATIVE_INFINITY;
    this.list.clear();
  }
}

export const levelTones = { error: 'bad', warning: 'wait', note: 'dim' } as const satisfies Record<
  Found['level'],
  Span['tone']
>;
