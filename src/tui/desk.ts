import { type Line, matchesOf } from './cells.ts';
import { type Details, detailsOf, laidOut } from './details.ts';
import type { Dialog } from './dialogs.ts';
import { HeldKeys } from './held-keys.ts';
import type { KeyName } from './keys.ts';
import type { Background } from './looks.ts';
import { reasonOf } from './outcomes.ts';
import type { Session } from './session.ts';
import type { Target } from './targets.ts';
import { type Row, type View, views } from './views.ts';

/** What the dashboard asks of the terminal and of who opened it. */
export interface Outside {
  /** Whether leaving stops the emulator. */
  readonly ownsEmulator: boolean;
  copy(text: string): void;
  /** Shows a text in the pager; resolves when that is closed. */
  page(text: string): Promise<void>;
  leave(how: 'quit' | 'interrupt'): void;
}

/** Where somebody is in a view. */
interface Place {
  /** The row that is selected; null: the newest, whatever comes. */
  key: string | null;
  /** Where the list was when the selected row went. */
  index: number;
  /** On which row of the screen the selected one stands. */
  row: number;
  part: number;
  filter: string;
}

export interface OpenDetails {
  readonly target: Target;
  content: Details | null;
  failure: string | null;
  top: number;
  search: string;
  /** What was heard when they were loaded. */
  heard: number;
  lines: readonly Line[];
  width: number;
}

export interface Message {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'plain' | 'wait';
}

const searchWaits = 200;
/** How long keys wait for rows that do not come, in milliseconds. */
const rowsWithin = 2_000;
/** How long a message stands unless a key is pressed, in milliseconds. */
const messageStands = 15_000;

/** What is on the screen: the view, the row, what is open. It holds no facts of the emulator; the session has them. */
export class Desk {
  readonly session: Session;
  readonly outside: Outside;
  readonly #places = new Map<string, Place>();
  #rows: { readonly key: string; readonly rows: readonly Row[] } | null = null;
  #searching: NodeJS.Timeout | null = null;
  #messageEnds: NodeJS.Timeout | null = null;
  /** Does what a key asks for. */
  readonly pressed: (key: KeyName) => void;
  readonly keys: HeldKeys;
  /** Whether rows that have not come yet are waited for. */
  #isPatient = true;
  view: View = views[0]!;
  dialog: Dialog | null = null;
  details: OpenDetails | null = null;
  message: Message | null = null;
  /** The terminal's background; null where nobody knows it. */
  background: Background | null = null;
  /** Counts how often the whole screen had to be painted anew, because the terminal may show something else. */
  repaints = 0;
  /** How many rows the list and the details have; the panels say so when they are drawn. */
  listHeight = 10;
  detailsHeight = 10;

  constructor(session: Session, outside: Outside, pressed: (desk: Desk, key: KeyName) => void) {
    this.session = session;
    this.outside = outside;
    this.pressed = (key) => pressed(this, key);
    this.keys = new HeldKeys(this.pressed);
    session.onLook = () => {
      const { details } = this;
      if (details?.content != null && details.heard !== session.heard) void this.loadDetails();
    };
    this.#watch();
  }

  get place(): Place {
    let place = this.#places.get(this.view.id);
    if (place === undefined) {
      place = { key: null, index: 0, row: 0, part: 0, filter: '' };
      this.#places.set(this.view.id, place);
    }
    return place;
  }

  /** The rows of the view, as its filter leaves them. */
  get rows(): readonly Row[] {
    const { part, filter } = this.place;
    const key = `${this.session.version} ${this.view.id} ${part} ${filter}`;
    if (this.#rows?.key !== key) {
      const all = this.view.rows(this.session, part);
      const words = this.view.isSearched === true ? [] : filter.toLowerCase().split(/\s+/).filter(Boolean);
      const rows =
        words.length === 0
          ? all
          : all.filter((row) => {
              const text = row.text?.().toLowerCase() ?? '';
              return words.every((word) => text.includes(word));
            });
      this.#rows = { key, rows };
    }
    return this.#rows.rows;
  }

  get index(): number {
    const { key, index } = this.place;
    const { rows } = this;
    const newest = this.view.isLog === true ? rows.length - 1 : 0;
    if (key === null) return newest;
    const at = rows.findIndex((row) => row.key === key);
    return at !== -1 ? at : Math.max(0, Math.min(index, rows.length - 1));
  }

  get selected(): Row | null {
    return this.rows[this.index] ?? null;
  }

  get target(): Target | null {
    return this.details?.target ?? this.selected?.target ?? null;
  }

  /** The first row on the screen. The selected one stays where it stands although others come. */
  get top(): number {
    const { rows, place, listHeight } = this;
    const last = Math.max(0, rows.length - listHeight);
    if (place.key === null) return this.view.isLog === true ? last : 0;
    return Math.max(0, Math.min(this.index - Math.min(place.row, listHeight - 1), last));
  }

  go(view: View): void {
    this.closeDetails();
    this.view = view;
    this.#watch();
    this.session.refresh();
  }

  goBy(step: number): void {
    const at = views.indexOf(this.view);
    this.go(views[(at + step + views.length) % views.length]!);
  }

  /** Shows another part of a view that has several. */
  part(step: number): void {
    const { parts } = this.view;
    if (parts === undefined) return;
    const { place } = this;
    place.part = (place.part + step + parts.length) % parts.length;
    place.key = null;
    this.#watch();
    this.#search();
    this.session.refresh();
  }

  select(index: number): void {
    const { rows, place } = this;
    if (rows.length === 0) return;
    const at = Math.max(0, Math.min(rows.length - 1, index));
    const top = this.top;
    const isNewest = at === (this.view.isLog === true ? rows.length - 1 : 0);
    place.index = at;
    place.row = Math.max(0, Math.min(this.listHeight - 1, at - top));
    place.key = isNewest && this.details === null ? null : rows[at]!.key;
    this.loadMore();
  }

  move(step: number): void {
    this.select(this.index + step);
  }

  /** Loads the next page where the end of what is loaded is near. */
  loadMore(): void {
    if (this.view.isLog === true) return;
    const isNear = this.index + this.listHeight >= this.rows.length;
    for (const list of this.view.lists(this.session, this.place.part)) {
      if (isNear && list.isLoaded && list.hasMore && !list.isLoading) void list.more();
    }
  }

  filter(text: string): void {
    const { place } = this;
    place.filter = text;
    place.key = null;
    if (this.view.isSearched !== true) return;
    if (this.#searching !== null) clearTimeout(this.#searching);
    this.#searching = setTimeout(() => this.#search(), searchWaits);
  }

  #search(): void {
    this.#searching = null;
    if (this.view.isSearched !== true) return;
    const { part, filter } = this.place;
    const list = this.view.parts?.[part]?.kind;
    for (const each of list === undefined ? this.view.lists(this.session, part) : [this.session.objects[list]]) {
      void each.searchFor(filter);
    }
  }

  #watch(): void {
    this.#isPatient = true;
    this.session.watched = this.view.lists(this.session, this.place.part);
    this.session.isClockWatched = this.view.id === 'clock';
  }

  open(target: Target): void {
    // What is read stays selected, whatever comes.
    const row = this.selected;
    if (row !== null) {
      this.place.row = this.index - this.top;
      this.place.key = row.key;
    }
    this.details = { target, content: null, failure: null, top: 0, search: '', heard: 0, lines: [], width: 0 };
    void this.loadDetails();
  }

  closeDetails(): void {
    this.details = null;
  }

  /** The details of the row below or above. */
  openNext(step: number): void {
    this.move(step);
    const row = this.selected;
    if (row !== null && row.target !== this.details?.target) this.open(row.target);
  }

  /** Asks anew for what the details show. */
  async loadDetails(): Promise<void> {
    const { details, session } = this;
    if (details === null) return;
    details.heard = session.heard;
    try {
      const content = await detailsOf(session.client, details.target);
      details.content = content;
      details.failure = null;
    } catch (error) {
      details.failure = reasonOf(error);
    }
    details.width = 0;
    session.touch();
  }

  /** The lines of the details in a width. */
  detailLines(width: number): readonly Line[] {
    const { details } = this;
    if (details?.content == null) return [];
    if (details.width !== width) {
      details.lines = laidOut(details.content.sections, width);
      details.width = width;
    }
    return details.lines;
  }

  scroll(step: number): void {
    const { details } = this;
    if (details === null) return;
    const last = Math.max(0, details.lines.length - this.detailsHeight);
    details.top = Math.max(0, Math.min(last, details.top + step));
  }

  searchDetails(text: string, step: 0 | 1 | -1 = 0): void {
    const { details } = this;
    if (details === null) return;
    details.search = text;
    const found = text === '' ? [] : matchesOf(details.lines, text);
    if (found.length === 0) {
      if (text !== '' && step !== 0) this.say(`Nothing here holds '${text}'.`, 'wait');
      return;
    }
    const from = details.top;
    const next =
      step === -1
        ? (found.findLast((at) => at < from) ?? found.at(-1)!)
        : (found.find((at) => (step === 0 ? at >= from : at > from)) ?? found[0]!);
    details.top = next;
  }

  say(text: string, tone: Message['tone'] = 'plain'): void {
    this.message = { text, tone };
    if (this.#messageEnds !== null) clearTimeout(this.#messageEnds);
    this.#messageEnds = setTimeout(() => {
      this.message = null;
      this.session.touch();
    }, messageStands);
    this.#messageEnds.unref();
    this.session.touch();
  }

  /** Has all rows written anew by the next drawing. */
  repaint(): void {
    this.repaints++;
  }

  quiet(): void {
    this.message = null;
  }

  /** Whether the rows that a key is meant for are about to come: there are none yet, or those of another search. */
  get isAwaitingRows(): boolean {
    const { session, view, place } = this;
    if (!this.#isPatient || session.state === 'lost' || this.details !== null) return false;
    const lists = view.lists(session, place.part);
    if (view.isSearched && lists.some((list) => !list.isOf(place.filter) && list.failure === null)) return true;
    if (this.rows.length > 0) return false;
    if (session.isClockWatched) return session.clock === null;
    return lists.some(({ isLoaded, isLoading, failure }) => isLoading || !(isLoaded || failure));
  }

  /** Resolves when the rows have come, or when it is no use to wait any longer. */
  async untilRows(): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = this.session.subscribe(() => {
        if (!this.isAwaitingRows) over();
      });
      const over = (): void => {
        end();
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#isPatient = false;
        over();
      }, rowsWithin).unref();
    });
  }

  /** Gives a key to what is open over the panels. @returns whether something was */
  pressDialog(key: KeyName): boolean {
    const { dialog } = this;
    if (dialog === null) return false;
    if (dialog.press(key) === 'close' && this.dialog === dialog) this.dialog = null;
    return true;
  }

  close(): void {
    this.keys.forget();
    if (this.#searching !== null) clearTimeout(this.#searching);
    if (this.#messageEnds !== null) clearTimeout(this.#messageEnds);
  }
}
