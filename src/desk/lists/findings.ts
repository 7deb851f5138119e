import type { Found } from '../../audit/found.ts';
import type { Client } from '../../client.ts';
import type { Span } from '../cells.ts';
import type { Pace } from '../pace.ts';
import type { Session } from '../session.ts';
import { PagedList } from './paged-list.ts';
import { shortened } from './shortened.ts';

/**
 * After an audit, the next one waits this many times as long as the audit took. That limits the load on the emulator.
 */
const restAfter = 20;
/** With more events and deliveries than this, an audit runs only while the findings are on the screen. */
const mostUnasked = 5_000;

/** Audits an emulator's record. */
export type Judge = (client: Client) => Promise<readonly Found[]>;

/** The findings of the audit. */
export class Findings {
  readonly list: PagedList<Found>;
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

  /** Audits again if something has come since, and if the last audit is long enough ago. */
  look({ received, status, visibleLists }: Pick<Session, 'received' | 'status' | 'visibleLists'>): void {
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

/** How many findings are not accepted, in the color of the worst; null: there are none. */
export const findingsBadge = ({ lists }: Session): Span | null => {
  const open = lists.findings.list.items.filter(({ accepted }) => accepted === null);
  const [worst] = open;
  return worst === undefined ? null : { text: open.length.toLocaleString('en-US'), tone: levelTones[worst.level] };
};
