import type { Client } from '../../../client/node-client.ts';
import type { Fact, Group } from '../../../record/stories/facts.ts';
import { Stories } from '../../../record/stories/stories.ts';
import type { StreamMessage } from '../../../sandbox/control/wire.ts';
import type { LoadedList } from '../lists/loaded-list.ts';
import { shortenTexts } from '../lists/shorten-text.ts';
import { pause } from './timer.ts';

/** How many of the latest messages are loaded at first. */
const firstPage = 500;
/** The largest page, which the emulator makes without keeping other requests waiting. */
const largestPage = 5_000;
/** How many messages are loaded at most in one step into the past. */
const largestStep = 40_000;
/**
 * While a run goes on, effects of the clock join a story that is among this many latest lines, and so still on the
 * screen; later they become a story of their own.
 */
const onAScreen = 40;
/** How many messages become stories before other work has a turn. */
const toldInATurn = 2_000;
/** How many messages of a running emulator are kept, unless somebody has scrolled further back. */
const usuallyKept = 5_000;
/** How many messages that a flood left out are loaded afterwards; if it left out more, the latest are loaded. */
const mostFilled = 5_000;

/** The latest part of the log, as stories. Earlier parts load as far as the user scrolls. */
export class Timeline implements LoadedList {
  readonly #client: () => Client;
  readonly #changed: () => void;
  #messages: StreamMessage[] = [];
  #stories: Stories;
  /** The number of the last message before the first missing one; null: no message is missing. */
  #wholeTo: number | null = null;
  /** How many messages are kept. */
  #most = usuallyKept;
  #step = firstPage;
  #joined = onAScreen;
  /** Counts the restarts: answers to calls before a restart are dropped. */
  #round = 0;
  /** How many requests are older than the emulator's log. */
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
   * Begins again with the latest messages.
   * @param isWhole whether all earlier messages are loaded too, as of a recorded run
   */
  async open(client: Client, isWhole = false): Promise<void> {
    const round = ++this.#round;
    const page = shortenTexts(await client.log({ limit: firstPage }));
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

  /** The number of the latest message; 0 if no message has come. */
  get latest(): number {
    return Math.max(0, this.#messages.at(-1)?.number ?? 0);
  }

  /** Adds a message of the stream. */
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

  /** Whether messages are missing that a flood left out. */
  get hasGap(): boolean {
    return this.#wholeTo !== null;
  }

  /** Loads the messages that a flood left out; if they are too many to read, only the latest of them. */
  async fillGap(client: Client): Promise<void> {
    const since = this.#wholeTo;
    if (since === null) return;
    const round = this.#round;
    const page = shortenTexts(await client.log({ since, limit: mostFilled }));
    const latest = page.has_more ? shortenTexts(await client.log({ limit: firstPage })) : page;
    if (round !== this.#round || this.#wholeTo !== since) return;
    const end = latest.data.at(-1)?.number ?? since;
    const later = this.#messages.filter(({ number }) => number > end);
    const earlier = page.has_more ? [] : this.#messages.filter(({ number }) => number <= since);
    this.#messages = [...earlier, ...latest.data, ...later];
    this.#wholeTo = later.some(({ type }) => type === 'left_out') ? end : null;
    if (page.has_more) this.hasMore = true;
    this.#tellAgain();
  }

  /** Loads earlier messages, each time twice as many. */
  async loadMore(): Promise<void> {
    if (this.isLoading || !this.hasMore) return;
    const round = this.#round;
    this.isLoading = true;
    try {
      const pages: StreamMessage[][] = [];
      let before = this.#messages[0]?.number;
      let isMore = true;
      for (let left = this.#step; left > 0 && isMore; left -= largestPage) {
        const page = shortenTexts(await this.#client().log({ before, limit: Math.min(left, largestPage) }));
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
      if (round === this.#round) this.failure = error instanceof Error ? error.message : String(error);
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
    this.#stories = stories;
  }

  /**
   * Makes stories of many messages: keys and drawings have their turns in between. Messages that come in between are
   * included.
   */
  async #tellInTurns(): Promise<void> {
    const messages = this.#messages;
    const stories = this.#untold();
    for (let at = 0; at < messages.length; at++) {
      if (at % toldInATurn === 0) await pause(0);
      // Meanwhile another list of messages has become stories, and contains these messages too.
      if (messages !== this.#messages) return;
      stories.add(messages[at]!);
    }
    this.#stories = stories;
  }

  /** A filter searches the loaded lines, and more lines are loaded while few match. */
  holds(): boolean {
    return true;
  }

  search(): Promise<void> {
    return Promise.resolve();
  }

  /** Nothing to load: the stream brings new messages. */
  refresh(): Promise<void> {
    return Promise.resolve();
  }

  /** Loads everything, to the beginning. */
  async loadEnd(): Promise<void> {
    this.#step = largestStep;
    while (this.hasMore && this.failure === null && !this.isLoading) await this.loadMore();
  }
}
