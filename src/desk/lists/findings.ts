import type { Found } from '../../audit/found.ts';
import type { Client } from '../../client.ts';
import type { Status } from '../../control/wire.ts';
import type { Span } from '../cells.ts';
import type { Pace } from '../pace.ts';
import { type AnyList, PagedList } from './paged-list.ts';
import { shortened } from './shortened.ts';

/**
 * After an audit, the next one waits this many times as long as the audit took. That limits the load on the emulator.
 */
const restAfter = 20;
/** With more events and deliveries than this, an audit runs only while the findings are on the screen. */
const mostUnasked = 5_000;

/** Audits an emulator's record. */
export type Judge = (client: Client) => Promise<readonly Found[]>;

/** What is known of what the emulator recorded, and whether somebody looks at what is found. */
interface Recorded {
  /** How many messages of the stream have come. */
  readonly received: number;
  readonly status: Status | null;
  readonly visibleLists: readonly AnyList[];
}

/** What the audit finds in what the emulator recorded. */
export class Findings {
  readonly list: PagedList<Found>;
  /** Whether there is somebody who audits. */
  readonly isJudged: boolean;
  /** How many messages of the stream had come at the last audit; null: audit again. */
  #receivedBefore: number | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #took = 0;
  readonly #interval: number;

  /** @param judge absent: there are no findings */
  constructor(
    client: () => Client,
    changed: () => void,
    { judge, pace }: { judge?: Judge; pace: Pick<Pace, 'auditInterval'> },
  ) {
    this.#interval = pace.auditInterval;
    this.isJudged = judge !== undefined;
    this.list = new PagedList(async () => {
      const begun = performance.now();
      try {
        return { items: shortened((await judge?.(client())) ?? []), next: null };
      } finally {
        this.#readAt = performance.now();
        this.#took = this.#readAt - begun;
      }
    }, changed);
  }

  /** Audits again, where something has come since, and the last time is long enough ago. */
  look({ received, status, visibleLists }: Recorded): void {
    const { event = 0, delivery = 0 } = status?.counts ?? {};
    const isWanted = visibleLists.includes(this.list) || event + delivery <= mostUnasked;
    const rest = Math.max(this.#interval, restAfter * this.#took);
    if (!isWanted || this.list.isLoading || this.#receivedBefore === received) return;
    if (performance.now() - this.#readAt < rest) return;
    this.#receivedBefore = received;
    void this.list.refresh();
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
