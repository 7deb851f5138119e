import type { Found } from '../../audit/found.ts';
import type { Client } from '../../client.ts';
import type { Span } from '../cells.ts';
import type { Pace } from '../pace.ts';
import type { Session } from '../session.ts';
import { PagedList } from './paged-list.ts';
import { shortened } from './shortened.ts';

/** An audit waits so many times as long as the last one took, so that it costs the emulator little. */
const restAfter = 20;
/** Of more events and deliveries than so many the record is read only while somebody looks at its findings. */
const mostUnasked = 5_000;

/** Audits what an emulator recorded. */
export type Judge = (client: Client) => Promise<readonly Found[]>;

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
  look({ received, status, visibleLists }: Pick<Session, 'received' | 'status' | 'visibleLists'>): void {
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

/** How many there are that nobody accepted, in the color of the worst; null where there are none. */
export const findingsBadge = ({ lists }: Session): Span | null => {
  const open = lists.findings.list.items.filter(({ accepted }) => accepted === null);
  const [worst] = open;
  return worst === undefined ? null : { text: open.length.toLocaleString('en-US'), tone: levelTones[worst.level] };
};
