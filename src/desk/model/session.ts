import { ClientError } from '../../client/error.ts';
import type { Client } from '../../client/node-client.ts';
import { messageOf } from '../../core/base/system-errors.ts';
import type { Mode } from '../../core/kernel/workspace.ts';
import type { CodesRow, KindView, ObjectView, Status, StreamMessage, TriggerView } from '../../sandbox/control/wire.ts';
import type { Judge } from './lists/findings.ts';
import { Lists } from './lists/lists.ts';
import type { LoadedList } from './lists/loaded-list.ts';
import { shortenTexts } from './lists/shorten-text.ts';
import { Subjects } from './lists/subjects.ts';
import { ownPace, type Pace } from './pace.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { Scope } from './scope.ts';
import { Flood } from './time/flood.ts';
import { Heartbeat } from './time/heartbeat.ts';
import { Pulse } from './time/pulse.ts';
import { type Priority, RedrawLimiter } from './time/redraw-limiter.ts';
import { Timeline } from './time/timeline.ts';
import { type Cancel, every, pause } from './time/timer.ts';

export interface SessionOptions {
  /** Creates a client of the emulator for a data set. */
  readonly connect: (scope: Scope) => Client;
  /** The initial data set; default: the emulator's own. */
  readonly scope?: Scope;
  /** Audits the emulator's record. */
  readonly judge: Judge;
  /** Whether an audit runs before the user has looked at the findings; default: true. */
  readonly judgesUnasked?: boolean;
  /** Overrides of the usual pace. */
  readonly pace?: Partial<Pace>;
  readonly run?: RecordedRun;
}

/**
 * The maximum number of messages per second that the stream sends: more than a person reads, and few enough to cost
 * little.
 */
const messagesPerSecond = 200;

/**
 * The dashboard's data about an emulator. The session follows the stream, and also polls regularly. It notifies its
 * listeners at most 15 times a second, and updates only the data on the screen.
 */
export class Session {
  readonly #connect: (scope: Scope) => Client;
  readonly #listeners = new Set<() => void>();
  readonly #limiter: RedrawLimiter;
  #client: Client;
  #scope: Scope;
  #stop = new AbortController();
  #stopPolling: Cancel | null = null;
  #isPolling = false;
  /** Whether another poll must follow the current poll. */
  #isPollWanted = false;
  #isStatusStale = true;
  #statusAt = Number.NEGATIVE_INFINITY;
  readonly #heartbeat: Heartbeat;
  readonly #flood = new Flood(() => this.received);

  readonly pace: Pace;
  /** Changes with every drawing. A key acts on the rows that were drawn, even if other rows have arrived since. */
  version = 0;
  /** The number of stream messages received. */
  received = 0;
  /** The number of connections to the emulator so far. */
  connections = 0;
  state: 'connecting' | 'live' | 'lost' = 'connecting';
  /** Why there is no connection. */
  failure: string | null = null;
  /** Whether the emulator requires a token, or refused the token that it received. */
  isTokenWanted = false;
  status: Status | null = null;
  triggers: readonly TriggerView[] = [];
  /** The codes that moves and rules accept. */
  codes: readonly CodesRow[] = [];
  readonly timeline: Timeline;
  /** The recorded run that is shown; null if an emulator is shown. */
  readonly run: RecordedRun | null;
  readonly pulse = new Pulse();
  /** The kinds of objects that have a list; empty until the emulator has listed them. */
  kinds: readonly KindView[] = [];
  /** Whether the emulator has a comparison with the service. */
  isCompared = false;
  readonly #subjects = new Subjects(
    () => (this.state === 'live' ? this.#client : null),
    () => this.redraw('answer'),
  );
  readonly lists: Lists;
  visibleLists: readonly LoadedList[] = [];
  /** Called at every poll, because other data on the screen can be out of date. */
  onPoll: (() => void) | null = null;
  /** Called when the kinds of objects change, or when a comparison appears or disappears. */
  onKinds: (() => void) | null = null;

  constructor({ connect, scope = {}, judge, judgesUnasked = true, pace: own, run }: SessionOptions) {
    const pace = { ...ownPace, ...own };
    this.run = run ?? null;
    this.timeline = new Timeline(
      () => this.#client,
      () => this.redraw('answer'),
    );
    this.#connect = connect;
    this.pace = pace;
    this.#heartbeat = new Heartbeat(
      () => this.#client,
      () => this.redraw('answer'),
      pace,
    );
    this.#limiter = new RedrawLimiter(() => this.#draw(), pace);
    this.#scope = scope;
    this.#client = connect(scope);
    this.lists = new Lists(
      () => this.#client,
      () => {
        // A key that is pressed before the next drawing is meant for the rows that have just arrived.
        this.version++;
        this.redraw('answer');
      },
      { judge: () => judge(this.#client, this.#scope), judgesUnasked, pace },
    );
  }

  /** The object of a row that has only an id, with its legal moves; null until it is loaded. */
  subject(id: string): ObjectView | null {
    return this.#subjects.get(id, this.timeline.stateOf(id)?.state ?? null);
  }

  /** The client of the shown data set. */
  get client(): Client {
    return this.#client;
  }

  get mode(): Mode {
    return this.status?.mode ?? this.#scope.mode ?? 'test';
  }

  /** The emulated time in milliseconds. A running clock continues between two polls. */
  get now(): number {
    if (this.status === null) return 0;
    const { now, mode, rate } = this.status.clock;
    // While the emulator does not respond, the state of its clock is unknown.
    const until = this.state === 'live' && this.silence === null ? performance.now() : this.#heartbeat.heardAt;
    return Date.parse(now) + (mode === 'running' ? Math.max(0, until - this.#statusAt) * rate : 0);
  }

  /** How long the emulator has not responded to a heartbeat, in milliseconds; null while it responds in time. */
  get silence(): number | null {
    return this.state === 'lost' ? null : this.#heartbeat.silence;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  open(): void {
    void this.#listen(this.#stop.signal);
    this.#heartbeat.open();
    this.#stopPolling = every(this.pace.pollInterval, () => {
      this.#flood.polled();
      if (this.state === 'live') this.onPoll?.();
      if (this.state === 'live' && !this.#flood.isOn) this.lists.findings.look(this);
      void this.#poll();
    });
  }

  close(): void {
    this.#stop.abort();
    this.#heartbeat.close();
    this.#stopPolling?.();
    this.#stopPolling = null;
    this.#limiter.cancel();
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
    this.timeline.clear();
    this.pulse.clear();
    this.#subjects.clear();
    this.lists.clear();
    this.version++;
    this.redraw('key');
    void this.#listen(this.#stop.signal);
  }

  /** Loads all data again, because the data set was replaced. */
  reopen(): void {
    this.switchTo(this.#scope);
  }

  /** Draws the screen as soon as possible. */
  redraw(priority: Exclude<Priority, 'news'>): void {
    this.#limiter.request(priority);
  }

  #redrawForNews(): void {
    this.#limiter.request('news', this.#flood.isOn ? this.pace.floodInterval : this.pace.newsInterval);
  }

  #draw(): void {
    this.version++;
    for (const listener of this.#listeners) listener();
  }

  /** Loads the data on the screen again. */
  refresh(): void {
    this.#isStatusStale = true;
    this.lists.markStale();
    void this.#loadVisible();
    void this.#poll();
  }

  /** Follows the stream, and reconnects whenever it ends, unless the emulator refuses the token. */
  async #listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const message of await this.#connectStream(signal)) {
          if (signal.aborted) return;
          this.#receive(shortenTexts(message));
        }
        if (!signal.aborted) this.#lose('The emulator has stopped.');
      } catch (error) {
        if (signal.aborted) return;
        this.isTokenWanted = error instanceof ClientError && error.status === 401;
        this.#lose(messageOf(error));
        // Only another token helps. `reopen` connects with it.
        if (this.isTokenWanted) return;
      }
      if (!signal.aborted) await pause(this.pace.reconnectDelay);
    }
  }

  /** Loads what the stream then continues. The session is live only when the stream delivers data. */
  async #connectStream(signal: AbortSignal): Promise<AsyncGenerator<StreamMessage>> {
    const client = this.#client;
    const [status, triggers, kinds, codes] = await Promise.all([
      client.call('status'),
      client.call('triggers.list'),
      client.call('kinds.list'),
      client.call('outcomes.codes'),
      this.timeline.open(client, this.run !== null),
    ]);
    const query = { most: messagesPerSecond, since: this.timeline.latest };
    const messages = await client.openStream(signal, query);
    if (signal.aborted) return messages;
    this.#takeStatus(status);
    this.triggers = this.run === null ? triggers.data : [];
    this.codes = codes.data;
    this.#takeKinds(kinds.data, status.comparison !== null);
    this.lists.comparison.isStale = true;
    this.lists.markStale();
    this.state = 'live';
    this.connections++;
    this.failure = null;
    this.isTokenWanted = false;
    this.redraw('answer');
    void this.#poll();
    return messages;
  }

  #lose(failure: string): void {
    this.state = 'lost';
    this.failure = failure;
    this.lists.findings.forget();
    this.redraw('answer');
  }

  #receive(message: StreamMessage): void {
    this.received++;
    this.#heartbeat.hear();
    this.timeline.add(message);
    this.#isStatusStale = true;
    this.lists.hear(message);
    if (message.type === 'left_out') {
      this.pulse.add(performance.now(), message.data.request ?? 0, 0);
    } else if (message.type === 'request') {
      this.pulse.add(performance.now(), 1, message.data.status >= 400 ? 1 : 0);
    }
    this.#redrawForNews();
  }

  /** Loads the data on the screen that may have changed. */
  async #poll(): Promise<void> {
    this.#isPollWanted = true;
    if (this.#isPolling || this.state !== 'live') {
      this.#redrawForNews();
      return;
    }
    this.#isPolling = true;
    try {
      while (this.#isPollWanted && this.state === 'live') {
        this.#isPollWanted = false;
        const client = this.#client;
        await this.#loadStatus(client);
        await this.#loadVisible();
        if (this.timeline.hasGap && !this.#flood.isOn) await this.timeline.fillGap(client);
      }
    } catch {
      // The stream reports a lost connection.
    } finally {
      this.#isPolling = false;
      this.#redrawForNews();
    }
  }

  async #loadVisible(): Promise<void> {
    if (this.state !== 'live') return;
    const stale = this.visibleLists.filter((list) => list.isStale && !list.isLoading);
    await Promise.all(stale.map((list) => list.refresh()));
  }

  async #loadStatus(client: Client): Promise<void> {
    if (!this.#isStatusStale && performance.now() - this.#statusAt <= this.pace.statusInterval) return;
    this.#isStatusStale = false;
    const status = await client.call('status');
    if (client !== this.#client) return;
    this.#takeStatus(status);
    this.#redrawForNews();
  }

  #takeKinds(kinds: readonly KindView[], isCompared: boolean): void {
    if (JSON.stringify([kinds, isCompared]) === JSON.stringify([this.kinds, this.isCompared])) return;
    this.kinds = kinds;
    this.isCompared = isCompared;
    this.onKinds?.();
  }

  #takeStatus(status: Status): void {
    this.#heartbeat.hear();
    const before = this.status;
    this.status = status;
    this.#statusAt = performance.now();
    // The counts include objects that were created without a stream message.
    if (before !== null && JSON.stringify(before.counts) !== JSON.stringify(status.counts)) this.lists.markStale();
  }
}
