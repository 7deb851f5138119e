import type { Found } from '../../audit/found.ts';
import type { Client } from '../../client.ts';
import type { Status } from '../../control/wire.ts';
import type { Span } from '../cells.ts';
import type { Pace } from '../pace.ts';
import { type AnyList, PagedList } from './paged-list.ts';
import { shortened } from './shortened.ts';

/** An audit waits so many times as long as the last one took, so that it costs the emulator little. */
const restAfter = 20;
/** Of more events and deliveries than so many the record is read only while somebody looks at its findings. */
const mostUnasked = 5_000;

/** Audits what an emulator recorded. */
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
  /** How many messages of the stream had come when it was last read; null: it is to be read anew. */
  #receivedBefore: number | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #took = 0;
  readonly #interval: number;

  /** @param judge absent: there are none */
  constructor(
    client: () => Client,
    changed: () => void,
    { judge, pace }: { judge?: Judge; pace: Pick<Pace, 'auditInterval'> },
  ) {
    this.#interval = pace.auditInterval;
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

  /** Has it read anew: the emulator may hold something else. */
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
