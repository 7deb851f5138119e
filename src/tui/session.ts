import type { Client } from '../client.ts';
import type {
  ClockView,
  DeliveryView,
  FaultView,
  LedgerEntryView,
  MailView,
  ObjectView,
  RuleView,
  Status,
  StreamMessage,
  TriggerView,
} from '../control/wire.ts';
import type { Mode } from '../engine/workspace.ts';
import { backfill } from './backfill.ts';
import { type AnyList, PagedList } from './paged-list.ts';
import { Timeline } from './timeline.ts';

/** The kinds of objects that have a list of their own. */
export const objectKinds = [
  'transaction',
  'payout',
  'dispute',
  'subscription',
  'checkout_session',
  'payment_link',
  'invoice',
  'payout_link',
  'payout_request',
] as const;
export type ObjectKind = (typeof objectKinds)[number];

export interface Scope {
  workspace?: string;
  mode?: Mode;
}

/** How many messages a second are asked for: more than anybody reads, few enough to cost the emulator little. */
const mostMessages = 200;
/** The least between two redraws for what comes from the stream, in milliseconds: 15 a second. */
const redrawEvery = 67;
/** The same while more comes than anybody reads: what stands still a moment is easier to read, and costs less. */
const redrawInFloodEvery = 250;
/** So many messages between two looks are a flood. */
const flood = 60;
const lookEvery = 1_000;
/** How often the status is asked for although nothing seems to happen, in milliseconds. */
const statusEvery = 5_000;
const pageSize = 50;
const triesAgainAfter = 1_000;

/**
 * What the dashboard knows of an emulator: what the stream tells, and what it asks for now and then. It tells its
 * listeners at most 15 times a second, and holds no more than somebody looks at.
 */
export class Session {
  readonly #connect: (scope: Scope) => Client;
  readonly #listeners = new Set<() => void>();
  #client: Client;
  #scope: Scope;
  #stop = new AbortController();
  #redraw: NodeJS.Timeout | null = null;
  #look: NodeJS.Timeout | null = null;
  #isDirty = true;
  #isLooking = false;
  #statusAt = Number.NEGATIVE_INFINITY;
  #told = 0;
  /** How much had been heard a look ago. */
  #heardBefore = 0;
  #heardNow = 0;
  /** Whether messages were left out that the time line lacks. */
  #hasGap = false;

  /** Counts what was told, so that a view knows whether anything changed. */
  version = 0;
  /** Counts the messages of the stream. */
  heard = 0;
  state: 'connecting' | 'live' | 'lost' = 'connecting';
  /** Why there is no connection. */
  failure: string | null = null;
  status: Status | null = null;
  triggers: readonly TriggerView[] = [];
  clock: ClockView | null = null;
  readonly timeline = new Timeline();
  readonly objects: Readonly<Record<ObjectKind, PagedList<ObjectView>>>;
  readonly deliveries: PagedList<DeliveryView>;
  readonly mail: PagedList<MailView>;
  readonly ledger: PagedList<LedgerEntryView>;
  readonly faults: PagedList<FaultView>;
  readonly rules: PagedList<RuleView>;
  /** The lists on the screen: they alone are kept up to date. */
  watched: readonly AnyList[] = [];
  isClockWatched = false;
  /** Called at every look: what else is on the screen may be out of date. */
  onLook: (() => void) | null = null;

  constructor(connect: (scope: Scope) => Client, scope: Scope = {}) {
    this.#connect = connect;
    this.#scope = scope;
    this.#client = connect(scope);
    const changed = () => this.touch();
    const list = <T extends { id: string }>(
      ask: (paging: { limit: number; starting_after?: string }) => Promise<{ data: T[]; has_more: boolean }>,
    ) =>
      new PagedList<T>(
        async (after) => {
          const { data, has_more } = await ask({ limit: pageSize, starting_after: after ?? undefined });
          return { items: data, next: has_more ? (data.at(-1)?.id ?? null) : null };
        },
        ({ id }) => id,
        changed,
      );
    this.objects = Object.fromEntries(
      objectKinds.map((kind) => [
        kind,
        new PagedList<ObjectView>(
          async (after, search) => {
            const query = { limit: pageSize, starting_after: after ?? undefined, search };
            const { objects, next } = await this.#client.objects.list(kind, query);
            return { items: objects, next };
          },
          ({ id }) => id,
          changed,
        ),
      ]),
    ) as Record<ObjectKind, PagedList<ObjectView>>;
    this.deliveries = list((paging) => this.#client.webhooks.deliveries(paging));
    this.mail = list((paging) => this.#client.mail.list(paging));
    this.ledger = list((paging) => this.#client.ledger(paging));
    this.faults = list(() => this.#client.faults.list());
    this.rules = list(() => this.#client.rules.list());
  }

  /** The client of the data set that is shown. */
  get client(): Client {
    return this.#client;
  }

  get mode(): Mode {
    return this.status?.mode ?? this.#scope.mode ?? 'test';
  }

  /** The emulated now, in milliseconds; a running clock goes on between two looks. */
  get now(): number {
    if (this.status === null) return 0;
    const { now, mode } = this.status.clock;
    return Date.parse(now) + (mode === 'running' ? performance.now() - this.#statusAt : 0);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins to listen. */
  open(): void {
    void this.#listen(this.#stop.signal);
    this.#look = setInterval(() => {
      this.#heardBefore = this.#heardNow;
      this.#heardNow = this.heard;
      if (this.state === 'live') this.onLook?.();
      void this.#lookAround();
    }, lookEvery);
  }

  close(): void {
    this.#stop.abort();
    if (this.#look !== null) clearInterval(this.#look);
    if (this.#redraw !== null) clearTimeout(this.#redraw);
    this.#look = null;
    this.#redraw = null;
    this.#listeners.clear();
  }

  /** Shows another data set. */
  switchTo(scope: Scope): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#scope = scope;
    this.#client = this.#connect(scope);
    this.state = 'connecting';
    this.status = null;
    this.clock = null;
    this.timeline.clear();
    for (const list of this.#lists()) list.forget();
    this.tell();
    void this.#listen(this.#stop.signal);
  }

  /** Asks for everything anew: the data set is not what it was. */
  reopen(): void {
    this.switchTo(this.#scope);
  }

  /** Something changed that may wait for the next redraw. */
  touch(): void {
    if (this.#redraw !== null) return;
    const every = this.#isFlooded ? redrawInFloodEvery : redrawEvery;
    const wait = Math.max(0, this.#told + every - performance.now());
    this.#redraw = setTimeout(() => {
      this.#redraw = null;
      this.tell();
    }, wait);
  }

  /** Tells all listeners at once: somebody pressed a key. */
  tell(): void {
    this.#told = performance.now();
    this.version++;
    for (const listener of this.#listeners) listener();
  }

  /** Takes what is on the screen for out of date, and asks for it anew. */
  refresh(): void {
    this.#isDirty = true;
    for (const list of this.#lists()) list.isStale = true;
    void this.#lookAround();
  }

  #lists(): AnyList[] {
    const { deliveries, mail, ledger, faults, rules } = this;
    return [...Object.values(this.objects), deliveries, mail, ledger, faults, rules];
  }

  async #listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const stream = this.#client.stream(signal, mostMessages);
        const first = stream.next();
        // Nobody may be waiting for it yet when it fails.
        first.catch(() => {});
        await this.#begin(signal);
        for (let step = await first; !step.done && !signal.aborted; step = await stream.next()) this.#hear(step.value);
        if (!signal.aborted) this.#lose('The emulator has stopped.');
      } catch (error) {
        if (signal.aborted) return;
        this.#lose(error instanceof Error ? error.message : String(error));
      }
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, triesAgainAfter).unref());
    }
  }

  async #begin(signal: AbortSignal): Promise<void> {
    const client = this.#client;
    const status = await client.status();
    const [triggers, messages] = await Promise.all([client.triggers(), backfill(client)]);
    if (signal.aborted) return;
    this.#takeStatus(status);
    this.triggers = triggers.data;
    this.timeline.clear();
    for (const message of messages) this.timeline.add(message);
    for (const list of this.#lists()) list.isStale = true;
    this.state = 'live';
    this.failure = null;
    this.touch();
    void this.#lookAround();
  }

  #lose(failure: string): void {
    this.state = 'lost';
    this.failure = failure;
    this.touch();
  }

  #hear(message: StreamMessage): void {
    this.heard++;
    this.timeline.add(message);
    this.#isDirty = true;
    const { objects, deliveries, ledger, faults, rules } = this;
    if (message.type === 'change') {
      const { object, id, to } = message.data;
      const list = (objects as Partial<Record<string, PagedList<ObjectView>>>)[object];
      // The legal moves come with the next look.
      list?.patch((item) => (item.id === id && item.state !== to ? { ...item, state: to, moves: [] } : item));
      if (list !== undefined) list.isStale = true;
      ledger.isStale = true;
    } else if (message.type === 'delivery') {
      const { data } = message;
      deliveries.patch((item) => (item.id === data.id ? data : item));
      deliveries.isStale = true;
    } else if (message.type === 'left_out') {
      this.#hasGap = true;
      for (const list of this.#lists()) list.isStale = true;
    }
    if (message.type === 'request') for (const list of [faults, rules]) list.isStale = true;
    this.touch();
  }

  /** Asks for what is on the screen and may have changed. */
  async #lookAround(): Promise<void> {
    if (this.#isLooking || this.state !== 'live') {
      this.touch();
      return;
    }
    this.#isLooking = true;
    const client = this.#client;
    try {
      const isDue = this.#isDirty || performance.now() - this.#statusAt > statusEvery;
      this.#isDirty = false;
      if (isDue) {
        const [status, clock] = await Promise.all([
          client.status(),
          this.isClockWatched ? client.clock.get() : Promise.resolve(null),
        ]);
        if (client !== this.#client) return;
        this.#takeStatus(status);
        if (clock !== null) this.clock = clock;
      }
      if (this.#hasGap && !this.#isFlooded) await this.#catchUp(client);
      await Promise.all(this.watched.filter((list) => list.isStale && !list.isLoading).map((list) => list.refresh()));
    } catch {
      // The stream tells when the emulator has gone.
    } finally {
      this.#isLooking = false;
      this.touch();
    }
  }

  get #isFlooded(): boolean {
    return this.heard - this.#heardBefore > flood;
  }

  /** After a flood: what happened last of what it left out. */
  async #catchUp(client: Client): Promise<void> {
    this.#hasGap = false;
    const messages = await backfill(client);
    if (client === this.#client) for (const message of messages) this.timeline.add(message);
  }

  #takeStatus(status: Status): void {
    const before = this.status;
    this.status = status;
    this.#statusAt = performance.now();
    // What came without a word on the stream shows in the counts.
    if (before !== null && JSON.stringify(before.counts) !== JSON.stringify(status.counts)) {
      for (const list of this.#lists()) list.isStale = true;
    }
  }
}
