import { filterRefusal } from '../../core/base/filter-words.ts';
import { getOrMake } from '../../core/base/maps.ts';
import type { TriggerInput } from '../../sandbox/control/wire.ts';
import { OpenDetails } from './details/open-details.ts';
import { Preview } from './details/preview.ts';
import type { Choice, Chooser, SideAct } from './forms/chooser.ts';
import type { Form } from './forms/form.ts';
import type { Host } from './host.ts';
import { FilteredRows } from './lists/filtered-rows.ts';
import { Marks } from './lists/marks.ts';
import { PendingRows } from './lists/pending-rows.ts';
import { gapRow, type Position } from './lists/position.ts';
import { rowAbout } from './lists/row-about.ts';
import { type Message, Notices } from './notices.ts';
import type { Session } from './session.ts';
import type { RowSubject } from './targets.ts';
import { Later } from './time/timer.ts';
import type { Row, View } from './views/view.ts';
import { viewsOf } from './views/views.ts';
import { Waits } from './waits.ts';

/** A dialog: a list to choose from, or a form. */
export type Dialog = Chooser | Form;

/** The user's position and actions: view, selected row, details, dialogs, notices. The session has the data. */
export class Desk {
  readonly session: Session;
  readonly host: Host;
  /** The user's requests that are still pending. */
  readonly waits: Waits;
  readonly positions = new Map<string, Position>();
  #rows: { readonly key: string; readonly rows: readonly Row[] } | null = null;
  readonly #filtered = new FilteredRows();
  readonly #searching = new Later();
  /** Holds back keys while rows and views are loading. */
  readonly pending: PendingRows;
  views: readonly View[] = viewsOf([], false);
  view: View = this.views[0]!;
  #dialog: Dialog | null = null;
  /** Called when a dialog opens. */
  onDialog: (() => void) | null = null;
  details: OpenDetails | null = null;
  /** The details that the user opened before the current details, oldest first. */
  trail: readonly OpenDetails[] = [];
  /** Shows the details of the selected row beside the list, if there is space. */
  readonly preview: Preview;
  readonly notices: Notices;
  /** The last trigger of this session. */
  triggered: { readonly name: string; readonly request: TriggerInput } | null = null;
  readonly marks: Marks;
  #rowsShown = 10;
  /** The target of the open details whose row is not loaded, and therefore not selected yet. */
  #unselected: RowSubject | null = null;

  constructor(session: Session, host: Host) {
    const { pace } = session;
    this.session = session;
    this.host = host;
    this.preview = new Preview(session);
    this.marks = new Marks(this);
    this.pending = new PendingRows(this);
    this.notices = new Notices(() => session.redraw('answer'), pace);
    this.waits = new Waits(() => session.redraw('answer'), pace.waitShownAfter);
    session.onPoll = () => (this.details ?? this.preview.details)?.refresh();
    session.onKinds = () => this.#kindsChanged();
    // A search continues until rows match, even if no renderer needs more rows.
    session.subscribe(() => {
      this.#selectOpened();
      this.#loadMore();
    });
    this.#viewChanged();
  }

  /** Calls a listener whenever the screen must be redrawn. @returns a function that removes the listener */
  onChange(listener: () => void): () => void {
    return this.session.subscribe(listener);
  }

  /** Call this after a user action to redraw the screen as soon as possible. */
  touched(): void {
    this.session.redraw('key');
  }

  get position(): Position {
    const first = () => ({ key: null, seen: null, index: 0, part: 0, filter: '', only: null });
    return getOrMake<string, Position>(this.positions, this.view.name, first);
  }

  /** Why the filter of the view is invalid; null if it is valid. */
  get filterRefusal(): string | null {
    return filterRefusal(this.position.filter);
  }

  /** The rows of the view that match its filter; empty if the filter is invalid. */
  get rows(): readonly Row[] {
    const { part, filter, only } = this.position;
    const key = `${this.session.version} ${this.view.name} ${part} ${filter} ${only instanceof Set ? only.size : only}`;
    if (this.#rows?.key !== key)
      this.#rows = { key, rows: this.filterRefusal === null ? this.#filtered.shownIn(this) : [] };
    return this.#rows.rows;
  }

  /** The index of the first row after a gap of rows that were not loaded; null if no rows are missing. */
  get gap(): number | null {
    const lists = this.view.lists(this.session, this.position.part);
    return lists.length === 1 ? (lists[0]?.gap ?? null) : null;
  }

  get newestIndex(): number {
    return this.view.isLog === true ? this.rows.length - 1 : 0;
  }

  get index(): number {
    const { key, index } = this.position;
    if (key === null) return this.newestIndex;
    const at = this.rows.findIndex((row) => row.key === key);
    return at !== -1 ? at : Math.max(0, Math.min(index, this.rows.length - 1));
  }

  get selected(): Row | null {
    return this.rows[this.index] ?? null;
  }

  get target(): RowSubject | null {
    return this.details?.target ?? this.selected?.target ?? null;
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

  /** Shows another part of a view that has several parts. */
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

  /** Rebuilds the views, because different kinds of objects mean a different emulator. */
  #kindsChanged(): void {
    for (const position of this.positions.values()) position.part = 0;
    this.views = viewsOf(this.session.kinds, this.session.isCompared);
    this.view = this.views.find(({ name }) => name === this.view.name) ?? this.views[0]!;
    this.#viewChanged();
    this.#search();
  }

  #viewChanged(): void {
    this.pending.begin();
    this.session.visibleLists = this.view.lists(this.session, this.position.part);
  }

  select(index: number): void {
    const { rows, position } = this;
    if (rows.length === 0) return;
    const wanted = Math.max(0, Math.min(rows.length - 1, index));
    // The row that represents a gap cannot be selected.
    const at = rows[wanted] === gapRow ? wanted + (wanted > this.index ? 1 : -1) : wanted;
    position.index = at;
    this.pin(at === this.newestIndex && this.details === null ? null : rows[at]!.key);
    this.#loadMore();
  }

  /** @param key the row that stays selected when new rows arrive; null to always select the newest row */
  pin(key: string | null): void {
    const { position, rows } = this;
    if (key === null) position.seen = null;
    else if (position.key === null) position.seen = rows[this.newestIndex]?.key ?? null;
    position.key = key;
  }

  /** Selects the first row. In a log, this first loads all earlier rows. */
  selectFirst = (): Promise<void> => this.#selectEnd(this.view.isLog === true, () => 0);

  /** Selects the last row that the emulator has. */
  selectLast = (): Promise<void> => {
    const isMissing = this.hasMore && this.gap === null && this.view.isSearched === true;
    return this.#selectEnd(isMissing, () => this.rows.length - 1);
  };

  async #selectEnd(isMissing: boolean, indexOf: () => number): Promise<void> {
    const { view } = this;
    if (isMissing) await Promise.all(view.lists(this.session, this.position.part).map((list) => list.loadEnd()));
    if (this.view === view) this.select(indexOf());
  }

  move(step: number): void {
    const { index, gap } = this;
    // Moving down shows the missing rows first, then the rows after them.
    const isBefore = gap !== null && step > 0 && index < gap && index + step >= gap;
    this.select(isBefore ? gap - 1 : index + step);
  }

  /** Called before each drawing, with the number of rows that fit. Loads more rows near the end of the loaded ones. */
  shows(rows: number): void {
    this.#rowsShown = rows;
    this.#loadMore();
  }

  #loadMore(): void {
    if (this.filterRefusal !== null) return;
    const end = this.gap ?? this.rows.length;
    const { index } = this;
    // In a log, the earlier rows are missing. In another list, the rows of the gap are missing, and a user who is
    // past the gap does not need them.
    const [from, to] =
      this.view.isLog === true ? [-1, this.#rowsShown - 1] : [end - this.#rowsShown, end + this.#rowsShown];
    if (index < from || index > to) return;
    for (const list of this.view.lists(this.session, this.position.part)) {
      if (list.isLoaded && list.hasMore && !list.isLoading && list.failure === null) void list.loadMore();
    }
  }

  /** Whether the emulator has more rows than are loaded. */
  get hasMore(): boolean {
    return this.view.lists(this.session, this.position.part).some((list) => list.hasMore);
  }

  filter(text: string): void {
    const { position } = this;
    position.filter = text;
    position.key = null;
    // Removing a filter shows all rows immediately.
    if (text === '') this.#search();
    else this.#searching.do(this.session.pace.typingPause, () => this.#search());
  }

  /** Shows only the rows with these keys, or the section of a mark; null shows all rows. */
  showOnly(only: Position['only']): void {
    Object.assign(this.position, { only, key: null });
    this.touched();
  }

  /** Makes the emulator search for the words of the filter, in views that support search. */
  #search(): void {
    this.#searching.cancel();
    if (this.view.isSearched !== true) return;
    const { part, filter } = this.position;
    for (const list of this.view.lists(this.session, part)) void list.search(filter);
  }

  open(target: RowSubject): void {
    // The row whose details are open stays selected when new rows arrive.
    const own = rowAbout(this, target);
    const row = own ?? this.selected;
    if (row !== null) this.pin(row.key);
    this.#unselected = own === null ? target : null;
    this.trail = [];
    const previewed = row?.target === target ? this.preview.of(row) : null;
    this.details = previewed ?? new OpenDetails(this.session, target);
    if (previewed === null) void this.details.load();
  }

  /** Selects the row of a target that was opened by its id, once the row is loaded. */
  #selectOpened(): void {
    if (this.#unselected === null) return;
    const row = this.details === null || this.trail.length > 0 ? null : rowAbout(this, this.#unselected);
    if (row !== null) this.pin(row.key);
    if (row !== null || this.details === null) this.#unselected = null;
  }

  /** Opens the details of a target. Back returns to the details that are open now. */
  follow(target: RowSubject): void {
    if (this.details === null) return;
    this.trail = [...this.trail, this.details];
    this.details = new OpenDetails(this.session, target);
    void this.details.load();
  }

  /** Returns to the previous details. @returns whether there were previous details */
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

  /** Opens the details of the next row (step 1) or the previous row (step -1). */
  openNext(step: number): void {
    this.move(step);
    const row = this.selected;
    if (row !== null && row.target !== this.details?.target) this.open(row.target);
  }

  say(text: string, tone: Message['tone'] = 'plain'): void {
    this.notices.say(text, tone);
  }

  /** The open dialog, which is a list to choose from or a form; null if no dialog is open. */
  get dialog(): Dialog | null {
    return this.#dialog;
  }

  set dialog(dialog: Dialog | null) {
    this.#dialog = dialog;
    if (dialog !== null) this.onDialog?.();
  }

  /** Runs a choice from the open list, and closes the list unless the choice keeps it open. */
  choose(chooser: Chooser, choice: Choice): void {
    choice.choose();
    if (choice.staysOpen !== true) this.closeDialog(chooser);
  }

  /**
   * Chooses the selected choice. If nothing fits yet and the emulator is still searching for the typed text, chooses
   * the best result when the search ends.
   */
  confirm(chooser: Chooser): void {
    const { selected, text } = chooser;
    if (selected !== undefined) this.choose(chooser, selected);
    else if (chooser.isLooking)
      void this.during('the search', async (signal) => {
        await chooser.searched();
        const found = chooser.selected;
        if (signal.aborted || this.dialog !== chooser || chooser.text !== text || found === undefined) return;
        this.choose(chooser, found);
        this.touched();
      });
  }

  /** Runs a side action of a choice, and closes the list. */
  doBeside(chooser: Chooser, { run }: SideAct): void {
    run();
    this.closeDialog(chooser);
  }

  /** Closes this dialog if it is still open. */
  closeDialog(dialog: Dialog): void {
    if (this.#dialog === dialog) this.#dialog = null;
  }

  /** Runs some work; the user's next actions wait for it. @param what the name of the work, in words */
  during(what: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.waits.during(what, work);
  }

  close(): void {
    this.waits.abandon();
    this.#searching.cancel();
    this.notices.close();
    this.preview.clear();
  }
}
