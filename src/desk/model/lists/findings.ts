import type { AuditExtent, Judgement, ScreenFinding } from '../../../audit/judge.ts';
import type { Client } from '../../../client/node-client.ts';
import type { Status } from '../../../sandbox/control/wire.ts';
import type { Span } from '../cells.ts';
import type { Pace } from '../pace.ts';
import type { Scope } from '../scope.ts';
import { PagedList } from './paged-list.ts';
import { shortenTexts } from './shorten-text.ts';

/**
 * After an audit, the next audit waits for a multiple of the audit's duration. The wait limits the load on the
 * emulator.
 */
const restAfter = 20;
/**
 * If the record has more events and deliveries than this, an audit runs only while the findings are on the screen.
 */
const mostUnasked = 5_000;

/** Audits the emulator's record of the workspace in a data set. */
export type Judge = (client: Client, scope: Scope) => Promise<Judgement>;

export interface FindingsOptions {
  /** Audits the shown data set. */
  readonly judge: () => Promise<Judgement>;
  /** Whether an audit runs before the user has looked at the findings. */
  readonly judgesUnasked: boolean;
  readonly pace: Pick<Pace, 'auditInterval'>;
}

/** The size of the emulator's record, and whether the findings are on the screen. */
interface Recorded {
  /** The number of stream messages received. */
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

/** The findings from audits of the emulator's record. */
export class Findings {
  readonly list: PagedList<ScreenFinding>;
  /** The extent of the last audit. */
  looked = nothing;
  /** The number of stream messages received at the last audit; null if the next audit must not wait for messages. */
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

  /** Audits again if messages have arrived since the last audit and enough time has passed. */
  look({ received, status, visibleLists }: Recorded): void {
    const { event = 0, delivery = 0 } = status?.counts ?? {};
    const isWanted = visibleLists.includes(this.list) || (this.#judgesUnasked && event + delivery <= mostUnasked);
    const rest = Math.max(this.#interval, restAfter * this.#took);
    if (!isWanted || this.list.isLoading || this.#receivedBefore === received) return;
    if (performance.now() - this.#readAt < rest) return;
    this.#receivedBefore = received;
    void this.list.refresh();
  }

  /** Returns the finding from the last audit, or the given finding if the last audit did not report it. */
  latest(finding: ScreenFinding): ScreenFinding {
    return this.list.items.find(({ id }) => id === finding.id) ?? finding;
  }

  /** Returns a finding by its id, after an audit if no audit has run yet; undefined if no finding has that id. */
  async named(id: string): Promise<ScreenFinding | undefined> {
    if (!this.list.isLoaded) await this.list.refresh();
    return this.list.items.find((finding) => finding.id === id);
  }

  /** Forces a new audit, because the emulator can have other data. */
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
