import type { Client } from '../../../client/node-client.ts';
import { messageOf } from '../../../core/base/system-errors.ts';
import type { Fact, Group } from '../../../record/stories/facts.ts';
import { Stories } from '../../../record/stories/stories.ts';
import type { StreamMessage } from '../../../sandbox/control/wire.ts';
import type { LoadedList } from '../lists/loaded-list.ts';
import { shortenTexts } from '../lists/shorten-text.ts';
import { pause } from './timer.ts';

/** The number of latest messages to load at first. */
const firstPage = 500;
/** The size of the largest page that the emulator creates without delaying other requests. */
const largestPage = 5_000;
/** The maximum number of messages to load in one step into the past. */
const largestStep = 40_000;
/**
 * During a run, effects of the clock join a story that is among this many latest lines, which are still on the
 * screen. Later effects become a separate story.
 */
const onAScreen = 40;
/** The number of messages to turn into stories before other work gets a turn. */
const toldInATurn = 2_000;
/** The number of messages to keep for a running emulator, unless the user has scrolled further back. */
const usuallyKept = 5_000;
/**
 * The maximum number of messages to load after a flood left them out. If the flood left out more, only the latest
 * messages are loaded.
 */
const mostFilled = 5_000;

/** The latest part of the log, as stories. Earlier parts load as far as the user scrolls. */
export class Timeline implements LoadedList {
  readonly #client: () => Client;
  readonly #changed: () => void;
  #messages: StreamMessage[] = [];
  #stories: Stories;
  /** The number of the last message before the first missing message; null if no message is missing. */
  #wholeTo: number | null = null;
  /** The number of messages to keep. */
  #most = usuallyKept;
  #step = firstPage;
  #joined = onAScreen;
  /** Counts the restarts, because responses to calls before a restart are dropped. */
  #round = 0;
  /** The number of requests that are older than the emulator's log. */
  cut = 0;
  hasMore = false;
  isLoaded = false;
  isLoading = false;
  failure: string | null = null;
  readonly isStale = false;
  readonly gap = null;

  constructor(client: () => Client, changed: () => void) {
    this.#client = client;
    this.#changed = changed;
    this.#stories = this.#untold();
  }

  #untold = (): Stories => new Stories(this.#joined);

  /** The last known state of an object. */
  stateOf(id: string): { object: string; state: string } | undefined {
    return this.#stories.stateOf(id);
  }

  get groups(): readonly Group[] {
    return this.#stories.groups;
  }

  facts(): readonly Fact[] {
    return this.#stories.facts();
  }

  clear(): void {
    this.#round++;
    this.#messages = [];
    this.#stories = this.#untold();
    this.#wholeTo = null;
    this.#most = usuallyKept;
    this.#step = firstPage;
    this.cut = 0;
    this.hasMore = false;
    this.isLoaded = false;
    this.isLoading = false;
    this.failure = null;
  }

  /**
   * Starts again with the latest messages.
   * @param isWhole whether to load all earlier messages too, as for a recorded run
   */
  async open(client: Client, isWhole = false): Promise<void> {
    const round = ++this.#round;
    const page = shortenTexts(await client.call('log.page', { limit: firstPage }));
    if (round !== this.#round) return;
    this.clear();
    this.#messages = page.data;
    this.hasMore = page.has_more;
    this.cut = page.requests_cut;
    this.isLoaded = true;
    if (isWhole) {
      this.#step = Number.POSITIVE_INFINITY;
      this.#joined = Number.POSITIVE_INFINITY;
    }
    this.#tellAgain();
    if (isWhole) await this.loadMore();
  }

  /** The number of the latest message; 0 if there are no messages. */
  get latest(): number {
    return Math.max(0, this.#messages.at(-1)?.number ?? 0);
  }

  /** Adds a message from the stream. */
  add(message: StreamMessage): void {
    const last = this.#messages.at(-1)?.number;
    if (last !== undefined && message.number <= last) return;
    if (message.type === 'left_out') this.#wholeTo ??= last ?? 0;
    this.#messages.push(message);
    this.#stories.add(message);
    if (this.#messages.length >= 2 * this.#most) {
      this.#messages = this.#messages.slice(-this.#most);
      this.hasMore = true;
      this.#tellAgain();
    }
  }

  /** Whether the emulator has started again, so that it has no calls and marks of the start before. */
  get hasRestarted(): boolean {
    return (this.#messages[0]?.number ?? 1) <= 0;
  }

  /** Whether messages are missing because a flood left them out. */
  get hasGap(): boolean {
    return this.#wholeTo !== null;
  }

  /** Loads the messages that a flood left out, or only the latest of them if there are too many to read. */
  async fillGap(client: Client): Promise<void> {
    const since = this.#wholeTo;
    if (since === null) return;
    const round = this.#round;
    const page = shortenTexts(await client.call('log.page', { since, limit: mostFilled }));
    const latest = page.has_more ? shortenTexts(await client.call('log.page', { limit: firstPage })) : page;
    if (round !== this.#round || this.#wholeTo !== since) return;
    const end = latest.data.at(-1)?.number ?? since;
    const later = this.#messages.filter(({ number }) => number > end);
    const earlier = page.has_more ? [] : this.#messages.filter(({ number }) => number <= since);
    this.#messages = [...earlier, ...latest.data, ...later];
    this.#wholeTo = later.some(({ type }) => type === 'left_out') ? end : null;
    if (page.has_more) this.hasMore = true;
    this.#tellAgain();
  }

  /** Loads earlier messages; each call loads twice as many as the previous call. */
  async loadMore(): Promise<void> {
    if (this.isLoading || !this.hasMore) return;
    const round = this.#round;
    this.isLoading = true;
    try {
      const pages: StreamMessage[][] = [];
      let before = this.#messages[0]?.number;
      let isMore = true;
      for (let left = this.#step; left > 0 && isMore; left -= largestPage) {
        const page = shortenTexts(
          await this.#client().call('log.page', { before, limit: Math.min(left, largestPage) }),
        );
        if (round !== this.#round) return;
        pages.unshift(page.data);
        before = page.data[0]?.number ?? before;
        isMore = page.has_more;
        this.cut = page.requests_cut;
      }
      this.#messages = [...pages.flat(), ...this.#messages];
      this.#most = Math.max(this.#most, this.#messages.length);
      this.#step = Math.min(this.#step * 2, largestStep);
      await this.#tellInTurns();
      if (round !== this.#round) return;
      this.hasMore = isMore;
      this.failure = null;
    } catch (error) {
      if (round === this.#round) this.failure = messageOf(error);
    } finally {
      if (round === this.#round) {
        this.isLoading = false;
        this.#changed();
      }
    }
  }

  #tellAgain(): void {
    const stories = this.#untold();
    for (const message of this.#messages) stories.add(message);
    stories.endEarlierStart(this.#messages.at(-1));
    this.#stories = stories;
  }

  /**
   * Turns many messages into stories, and lets keys and drawings have their turns in between. Includes messages that
   * arrive in between.
   */
  async #tellInTurns(): Promise<void> {
    const messages = this.#messages;
    const stories = this.#untold();
    for (let at = 0; at < messages.length; at++) {
      if (at % toldInATurn === 0) await pause(0);
      // Another list of messages has become stories in the meantime, and contains these messages too.
      if (messages !== this.#messages) return;
      stories.add(messages[at]!);
    }
    stories.endEarlierStart(messages.at(-1));
    this.#stories = stories;
  }

  /** A filter searches the loaded lines. More lines are loaded while there are few matches. */
  holds(): boolean {
    return true;
  }

  search(): Promise<void> {
    return Promise.resolve();
  }

  /** Does nothing, because the stream delivers new messages. */
  refresh(): Promise<void> {
    return Promise.resolve();
  }

  /** Loads all messages, back to the beginning. */
  async loadEnd(): Promise<void> {
    this.#step = largestStep;
    while (this.hasMore && this.failure === null && !this.isLoading) await this.loadMore();
  }
}
