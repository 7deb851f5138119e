import { type Message, Notices } from '../desk/notices.ts';
import type { Session } from '../desk/session.ts';
import type { Target } from '../desk/targets.ts';
import { clock } from '../desk/views/clock-view.ts';
import type { Row, View } from '../desk/views/view.ts';
import { viewsOf } from '../desk/views/views.ts';
import { filterOf, filterRefusal } from '../filter-words.ts';
import { DetailsPane } from './details-pane.ts';
import type { Dialog } from './dialogs.ts';
import type { Host } from './host.ts';
import type { KeyName } from './keys.ts';
import { Marks } from './marks.ts';
import { Regions } from './mouse.ts';
import { PendingRows } from './pending-rows.ts';
import { gapRow, type Position } from './position.ts';
import { Preview } from './preview.ts';
import { Reading } from './reading.ts';
import type { Background } from './theme.ts';
import { TypeAhead } from './type-ahead.ts';

/**
 * What is on the screen: the view, the row that is selected, what is open, what was said. What is known of the emulator
 * is in the session.
 */
export class UiState {
  readonly session: Session;
  readonly host: Host;
  /** Does what a key asks for. */
  readonly press: (key: KeyName) => void;
  readonly typeAhead: TypeAhead;
  readonly positions = new Map<string, Position>();
  #rows: { readonly key: string; readonly rows: readonly Row[] } | null = null;
  #searchTimer: NodeJS.Timeout | null = null;
  /** What keys wait for while rows and views are loading. */
  readonly pending: PendingRows;
  readonly #reading: Reading;
  views: readonly View[] = viewsOf([]);
  view: View = this.views[0]!;
  dialog: Dialog | null = null;
  details: DetailsPane | null = null;
  /** The details that led to those that are open, the first ones first. */
  trail: readonly DetailsPane[] = [];
  /** The details that follow the selection where there is room beside the list. */
  readonly preview: Preview;
  readonly notices: Notices;
  readonly marks: Marks;
  /** What can be clicked. */
  readonly regions = new Regions();
  /** The terminal's background; null where nobody knows it. */
  background: Background | null = null;
  /** Changes when all rows have to be written anew, because the terminal may show something else. */
  repaints = 0;
  /** How many rows of the list there is room for; the panel says so when it is drawn. */
  listHeight = 10;

  constructor(session: Session, host: Host, press: (ui: UiState, key: KeyName) => void) {
    this.session = session;
    this.host = host;
    this.press = (key) => press(this, key);
    this.preview = new Preview(session);
    this.marks = new Marks(this);
    this.pending = new PendingRows(this);
    this.notices = new Notices(() => session.redraw('answer'));
    this.#reading = new Reading(() => session.redraw('key'), session.pace);
    this.typeAhead = new TypeAhead(this.press, () => session.redraw('answer'));
    session.onPoll = () => (this.details ?? this.preview.pane)?.refresh();
    session.onKinds = () => this.#kindsChanged();
    this.#viewChanged();
  }

  get position(): Position {
    let position = this.positions.get(this.view.key);
    if (position === undefined) {
      position = { key: null, seen: null, index: 0, offset: 0, part: 0, filter: '' };
      this.positions.set(this.view.key, position);
    }
    return position;
  }

  /** Why the filter of the view means nothing; null: it means something. */
  get filterRefusal(): string | null {
    return filterRefusal(this.position.filter);
  }

  /** The rows of the view, as its filter leaves them; none where it means nothing. */
  get rows(): readonly Row[] {
    const { part, filter } = this.position;
    const key = `${this.session.version} ${this.view.key} ${part} ${filter}`;
    if (this.#rows?.key !== key) {
      const isRefused = this.filterRefusal !== null;
      const all = isRefused ? [] : this.view.rows(this.session, part);
      const isLocal = this.view.isSearched !== true && filter.trim() !== '';
      const fits = isLocal ? filterOf(filter, this.session.now) : () => true;
      const filtered = isLocal ? all.filter(({ facts }) => facts !== undefined && fits(facts())) : all;
      const gap = isLocal || isRefused ? null : this.gap;
      this.#rows = { key, rows: gap === null ? filtered : filtered.toSpliced(gap, 0, gapRow) };
    }
    return this.#rows.rows;
  }

  /** Before which row rows are missing that were not loaded; null: nowhere. */
  get gap(): number | null {
    const lists = this.view.lists(this.session, this.position.part);
    return lists.length === 1 ? (lists[0]?.gap ?? null) : null;
  }

  get #newestIndex(): number {
    return this.view.isLog === true ? this.rows.length - 1 : 0;
  }

  get index(): number {
    const { key, index } = this.position;
    if (key === null) return this.#newestIndex;
    const at = this.rows.findIndex((row) => row.key === key);
    return at !== -1 ? at : Math.max(0, Math.min(index, this.rows.length - 1));
  }

  get selected(): Row | null {
    return this.rows[this.index] ?? null;
  }

  get target(): Target | null {
    return this.details?.target ?? this.selected?.target ?? null;
  }

  /** The first row on the screen. The selected one stays where it stands although others come. */
  get top(): number {
    const { rows, position, listHeight } = this;
    const last = Math.max(0, rows.length - listHeight);
    if (position.key === null) return this.view.isLog === true ? last : 0;
    return Math.max(0, Math.min(this.index - Math.min(position.offset, listHeight - 1), last));
  }

  go(view: View): void {
    this.closeDetails();
    this.preview.clear();
    this.view = view;
    this.#viewChanged();
    this.#search();
    this.session.refresh();
  }

  goBy(step: number): void {
    const { views } = this;
    const at = views.indexOf(this.view);
    this.go(views[(at + step + views.length) % views.length]!);
  }

  /** Shows another part of a view that has several. */
  goToPart(step: number): void {
    const { kinds = [] } = this.view;
    if (kinds.length < 2) return;
    const { position } = this;
    position.part = (position.part + step + kinds.length) % kinds.length;
    position.key = null;
    this.#viewChanged();
    this.#search();
    this.session.refresh();
  }

  /** Makes the views anew: other kinds than before are those of another emulator. */
  #kindsChanged(): void {
    for (const position of this.positions.values()) position.part = 0;
    this.views = viewsOf(this.session.kinds);
    this.view = this.views.find(({ key }) => key === this.view.key) ?? this.views[0]!;
    this.#viewChanged();
    this.#search();
  }

  #viewChanged(): void {
    this.pending.begin();
    this.session.visibleLists = this.view.lists(this.session, this.position.part);
    this.session.isClockVisible = this.view === clock;
  }

  select(index: number): void {
    const { rows, position } = this;
    if (rows.length === 0) return;
    const wanted = Math.max(0, Math.min(rows.length - 1, index));
    // Nothing is to be done with the line that stands for a gap.
    const at = rows[wanted] === gapRow ? wanted + (wanted > this.index ? 1 : -1) : wanted;
    const { top } = this;
    position.index = at;
    position.offset = Math.max(0, Math.min(this.listHeight - 1, at - top));
    this.#pin(at === this.#newestIndex && this.details === null ? null : rows[at]!.key);
    this.loadMore();
  }

  /** @param key the row that stays selected whatever comes; null: the newest one is, always */
  #pin(key: string | null): void {
    const { position, rows } = this;
    if (key === null) position.seen = null;
    else if (position.key === null) position.seen = rows[this.#newestIndex]?.key ?? null;
    position.key = key;
  }

  /** Keeps the row that is selected where it stands. */
  hold(row: Row): void {
    this.position.offset = this.index - this.top;
    this.#pin(row.key);
  }

  /** How many rows came since the newest one was left. */
  get newer(): number {
    const { key, seen } = this.position;
    const at = key === null || seen === null ? -1 : this.rows.findIndex((row) => row.key === seen);
    return at === -1 ? 0 : Math.abs(this.#newestIndex - at);
  }

  /** Selects the last row of all that the emulator has. */
  async selectLast(): Promise<void> {
    const { view } = this;
    if (this.hasMore && this.gap === null && view.isSearched === true) {
      await Promise.all(view.lists(this.session, this.position.part).map((list) => list.loadEnd()));
    }
    if (this.view === view) this.select(this.rows.length - 1);
  }

  move(step: number): void {
    const { index, gap } = this;
    // Whoever goes down comes to what is missing before what is behind it.
    const isBefore = gap !== null && step > 0 && index < gap && index + step >= gap;
    this.select(isBefore ? gap - 1 : index + step);
  }

  /** Loads the next page where the end of what is loaded is near. */
  loadMore(): void {
    if (this.filterRefusal !== null) return;
    const end = this.gap ?? this.rows.length;
    const { index } = this;
    // Whoever is behind a gap and does not come near it needs nothing of what is missing.
    if (this.view.isLog === true || index + this.listHeight < end || index > end + this.listHeight) return;
    for (const list of this.view.lists(this.session, this.position.part)) {
      if (list.isLoaded && list.hasMore && !list.isLoading && list.failure === null) void list.loadMore();
    }
  }

  /** Whether the emulator has more rows than were loaded. */
  get hasMore(): boolean {
    return this.view.lists(this.session, this.position.part).some((list) => list.hasMore);
  }

  filter(text: string): void {
    const { position } = this;
    position.filter = text;
    position.key = null;
    if (this.#searchTimer !== null) clearTimeout(this.#searchTimer);
    // Whoever takes a filter away is shown everything at once.
    if (text === '') this.#search();
    else this.#searchTimer = setTimeout(() => this.#search(), this.session.pace.typingPause);
  }

  /** Has the emulator look for the words of this view's filter, where it does that. */
  #search(): void {
    if (this.#searchTimer !== null) clearTimeout(this.#searchTimer);
    this.#searchTimer = null;
    if (this.view.isSearched !== true) return;
    const { part, filter } = this.position;
    for (const list of this.view.lists(this.session, part)) void list.search(filter);
  }

  open(target: Target): void {
    // The row whose details are read stays selected, whatever comes.
    const row = this.selected;
    if (row !== null) this.hold(row);
    this.trail = [];
    const previewed = row?.target === target ? this.preview.of(row) : null;
    if (previewed !== null) {
      this.details = previewed;
      return;
    }
    this.details = new DetailsPane(this.session, target);
    void this.details.load();
  }

  /** Opens what an id names; the details that are open lead back. */
  follow(target: Target): void {
    if (this.details === null) return;
    this.trail = [...this.trail, this.details];
    this.details = new DetailsPane(this.session, target);
    void this.details.load();
  }

  /** Goes back to the details that led to these. @returns whether there were any */
  goBack(): boolean {
    const last = this.trail.at(-1);
    if (last === undefined) return false;
    this.trail = this.trail.slice(0, -1);
    this.details = last;
    void last.load();
    return true;
  }

  closeDetails(): void {
    this.details = null;
    this.trail = [];
  }

  /** The details of the row below or above. */
  openNext(step: number): void {
    this.move(step);
    const row = this.selected;
    if (row !== null && row.target !== this.details?.target) this.open(row.target);
  }

  say(text: string, tone: Message['tone'] = 'plain'): void {
    this.notices.say(text, tone);
  }

  /** Has all rows written anew by the next drawing. */
  repaint(): void {
    this.repaints++;
  }

  /** Told after each drawing. */
  drawn(): void {
    this.#reading.drawn(this.dialog);
  }

  /** Whether the dialog takes Enter: a question has to have stood on the screen for a moment. */
  get takesEnter(): boolean {
    return this.#reading.takesEnter(this.dialog);
  }

  /** Says that an Enter came too early; what was typed behind it was meant for what it would have done. */
  #refuseEnter(): void {
    this.typeAhead.drop();
    this.say('Enter came before this could be read. Press it again.', 'wait');
  }

  /** Gives a key to the dialog. @returns whether one is open */
  pressInDialog(key: KeyName): boolean {
    const { dialog } = this;
    if (dialog === null) return false;
    if (key === 'enter' && !this.takesEnter) this.#refuseEnter();
    else if (dialog.press(key) === 'close' && this.dialog === dialog) this.dialog = null;
    return true;
  }

  close(): void {
    this.typeAhead.abandon();
    this.#reading.close();
    if (this.#searchTimer !== null) clearTimeout(this.#searchTimer);
    this.notices.close();
    this.preview.clear();
  }
}
