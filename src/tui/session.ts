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
import { type ObjectKind, objectKinds } from './kinds.ts';
import { Pace } from './pace.ts';
import { type AnyList, PagedList } from './paged-list.ts';
import { Timeline } from './timeline.ts';

export interface Scope {
  workspace?: string;
  mode?: Mode;
}

/** How many messages a second are asked for: more than anybody reads, few enough to cost the emulator little. */
const mostMessages = 200;
/** The least between two drawings for what comes from the stream, in milliseconds. */
const newsEvery = 100;
/** The same while more comes than anybody reads: what stands still a moment is easier to read, and costs less. */
const newsInFloodEvery = 250;
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
  readonly #pace = new Pace(() => this.#draw());
  #look: NodeJS.Timeout | null = null;
  #isDirty = true;
  #isLooking = false;
  /** Whether somebody wants another look while one goes on. */
  #isAskedAgain = false;
  #statusAt = Number.NEGATIVE_INFINITY;
  /** How much had been heard a look ago. */
  #heardBefore = 0;
  #heardNow = 0;
  /** Whether messages were left out that the time line lacks. */
  #hasGap = false;

  /** Counts the drawings: what is on the screen, and what a key acts on, is as it was drawn. */
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
    const changed = () => {
      // A key that is pressed before they are drawn is meant for the rows that came.
      this.version++;
      this.touch();
    };
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
    this.#look = null;
    this.#pace.stop();
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
    this.version++;
    this.tell();
    void this.#listen(this.#stop.signal);
  }

  /** Asks for everything anew: the data set is not what it was. */
  reopen(): void {
    this.switchTo(this.#scope);
  }

  /** Something came that was asked for. */
  touch(): void {
    this.#pace.ask('answer');
  }

  /** Somebody pressed a key: what it did is drawn before everything else. */
  tell(): void {
    this.#pace.ask('key');
  }

  /** Something happened. */
  #news(): void {
    this.#pace.ask('news', this.#isFlooded ? newsInFloodEvery : newsEvery);
  }

  #draw(): void {
    this.version++;
    for (const listener of this.#listeners) listener();
  }

  /** Takes what is on the screen for out of date, and asks for it anew. */
  refresh(): void {
    this.#isDirty = true;
    for (const list of this.#lists()) list.isStale = true;
    void this.#loadWatched();
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
      list?.patch(id, (item) => (item.state === to ? item : { ...item, state: to, moves: [] }));
      if (list !== undefined) list.isStale = true;
      ledger.isStale = true;
    } else if (message.type === 'delivery') {
      const { data } = message;
      deliveries.patch(data.id, () => data);
      deliveries.isStale = true;
    } else if (message.type === 'left_out') {
      this.#hasGap = true;
      for (const list of this.#lists()) list.isStale = true;
    }
    if (message.type === 'request') for (const list of [faults, rules]) list.isStale = true;
    this.#news();
  }

  /** Asks for what is on the screen and may have changed. */
  async #lookAround(): Promise<void> {
    this.#isAskedAgain = true;
    if (this.#isLooking || this.state !== 'live') {
      this.#news();
      return;
    }
    this.#isLooking = true;
    try {
      while (this.#isAskedAgain && this.state === 'live') {
        this.#isAskedAgain = false;
        const client = this.#client;
        await this.#askStatus(client);
        await this.#loadWatched();
        if (this.#hasGap && !this.#isFlooded) await this.#catchUp(client);
      }
    } catch {
      // The stream tells when the emulator has gone.
    } finally {
      this.#isLooking = false;
      this.#news();
    }
  }

  /** Loads the lists on the screen that may be out of date; a key waits for nothing else. */
  async #loadWatched(): Promise<void> {
    if (this.state !== 'live') return;
    await Promise.all(this.watched.filter((list) => list.isStale && !list.isLoading).map((list) => list.refresh()));
  }

  async #askStatus(client: Client): Promise<void> {
    if (!this.#isDirty && performance.now() - this.#statusAt <= statusEvery) return;
    this.#isDirty = false;
    const [status, clock] = await Promise.all([
      client.status(),
      this.isClockWatched ? client.clock.get() : Promise.resolve(null),
    ]);
    if (client !== this.#client) return;
    this.#takeStatus(status);
    if (clock !== null) this.clock = clock;
    this.#news();
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
