import type { AuditExtent, Judgement, ScreenFinding } from '../../../audit/judge.ts';
import type { Client } from '../../../client/node-client.ts';
import type { Status } from '../../../sandbox/control/wire.ts';
import type { Span } from '../cells.ts';
import type { Pace } from '../pace.ts';
import type { Scope } from '../scope.ts';
import { PagedList } from './paged-list.ts';
import { shortenTexts } from './shorten-text.ts';

/**
 * After an audit, the next audit waits this many times as long as the audit took. The wait limits the load on the
 * emulator.
 */
const restAfter = 20;
/** With more events and deliveries than this, an audit runs only while the findings are on the screen. */
const mostUnasked = 5_000;

/** Audits the emulator's record of a data set's workspace. */
export type Judge = (client: Client, scope: Scope) => Promise<Judgement>;

export interface FindingsOptions {
  /** Audits the shown data set. */
  readonly judge: () => Promise<Judgement>;
  /** Whether an audit runs before somebody has looked at the findings. */
  readonly judgesUnasked: boolean;
  readonly pace: Pick<Pace, 'auditInterval'>;
}

/** The size of the emulator's record, and whether the findings are on the screen. */
interface Recorded {
  /** How many messages of the stream have come. */
  readonly received: number;
  readonly status: Status | null;
  readonly visibleLists: readonly unknown[];
}

const nothing: AuditExtent = {
  isNothing: true,
  requests: 0,
  events: 0,
  deliveries: 0,
  judging: 0,
  rules: 0,
  rulesOfAll: 0,
};

/** The findings of audits of the emulator's record. */
export class Findings {
  readonly list: PagedList<ScreenFinding>;
  /** The extent of the last audit. */
  looked = nothing;
  /** How many messages of the stream had come at the last audit; null: the next audit must not wait for messages. */
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
        return { items: shortenTexts(found), next: null };
      } finally {
        this.#readAt = performance.now();
        this.#took = this.#readAt - begun;
      }
    }, changed);
  }

  /** Audits again, if messages have come since the last audit, and that audit is long enough ago. */
  look({ received, status, visibleLists }: Recorded): void {
    const { event = 0, delivery = 0 } = status?.counts ?? {};
    const isWanted = visibleLists.includes(this.list) || (this.#judgesUnasked && event + delivery <= mostUnasked);
    const rest = Math.max(this.#interval, restAfter * this.#took);
    if (!isWanted || this.list.isLoading || this.#receivedBefore === received) return;
    if (performance.now() - this.#readAt < rest) return;
    this.#receivedBefore = received;
    void this.list.refresh();
  }

  /** The finding in the last audit; the given finding if the last audit did not report it. */
  latest(finding: ScreenFinding): ScreenFinding {
    return this.list.items.find(({ id }) => id === finding.id) ?? finding;
  }

  /** A finding by its id, after an audit if no audit has run yet; undefined: no finding has that id. */
  async named(id: string): Promise<ScreenFinding | undefined> {
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
  ScreenFinding['level'],
  Span['tone']
>;
