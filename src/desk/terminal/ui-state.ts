import type { Desk } from '../model/desk.ts';
import type { OpenDetails } from '../model/details/open-details.ts';
import { DetailsPane } from './details-pane.ts';
import type { TerminalHost } from './host.ts';
import { type KeyResult, pressInChooser, pressInForm } from './keys/dialog-keys.ts';
import type { Dialog, Help, Prompt } from './keys/dialogs.ts';
import type { KeyName } from './keys/keys.ts';
import { ReadingTime } from './keys/reading.ts';
import { TypeAhead } from './keys/type-ahead.ts';
import { ListScroll } from './scrolling.ts';
import type { Background } from './terminal/theme.ts';

/** The terminal's state in addition to the desk: scroll positions and inputs. */
export class UiState {
  readonly desk: Desk;
  readonly host: TerminalHost;
  /** Handles a key. */
  readonly press: (key: KeyName) => void;
  readonly typeAhead: TypeAhead;
  readonly list: ListScroll;
  readonly #reading: ReadingTime;
  readonly #panes = new WeakMap<OpenDetails, DetailsPane>();
  /** A prompt or the help, which the desk does not manage. */
  #own: Prompt | Help | null = null;
  /** The terminal's background; null if it is unknown. */
  background: Background | null = null;
  /** The number of times that all rows were written again, because the terminal could show other text. */
  repaints = 0;

  constructor(desk: Desk, host: TerminalHost, press: (ui: UiState, key: KeyName) => void) {
    const { session } = desk;
    this.desk = desk;
    this.host = host;
    this.press = (key) => press(this, key);
    this.list = new ListScroll(desk);
    this.#reading = new ReadingTime(() => session.redraw('key'), session.pace);
    this.typeAhead = new TypeAhead(desk.waits, this.press);
    desk.onDialog = () => {
      this.#own = null;
    };
  }

  /** The dialog that is open over the panels and receives the keys. */
  get dialog(): Dialog | null {
    return this.#own ?? this.desk.dialog;
  }

  /** Opens a prompt or the help. */
  show(own: Prompt | Help): void {
    this.desk.dialog = null;
    this.#own = own;
  }

  closeDialog(): void {
    this.#own = null;
    this.desk.dialog = null;
  }

  /** The terminal's layout of details. */
  paneOf(details: OpenDetails): DetailsPane {
    let pane = this.#panes.get(details);
    if (pane === undefined) {
      pane = new DetailsPane(details);
      this.#panes.set(details, pane);
    }
    return pane;
  }

  /** Writes all rows again at the next drawing. */
  repaint(): void {
    this.repaints++;
  }

  /** Notes that the screen was drawn. Call this after each drawing. */
  drawn(): void {
    this.#reading.drawn(this.dialog);
  }

  /** Whether the dialog accepts Enter. A question must have been on the screen for a moment. */
  get takesEnter(): boolean {
    return this.#reading.takesEnter(this.dialog, this.typeAhead.isReplaying);
  }

  /** Reports that the user pressed Enter too early, and drops the keys that were typed after it. */
  #refuseEnter(): void {
    this.typeAhead.drop();
    this.desk.say('Enter was ignored, because the dialog had just opened. Press Enter again.', 'wait');
  }

  /** Passes a key to the open dialog. @returns whether a dialog is open */
  pressInDialog(key: KeyName): boolean {
    const { dialog } = this;
    if (dialog === null) return false;
    if (key === 'enter' && !this.takesEnter) this.#refuseEnter();
    else if (this.#give(dialog, key) === 'close' && this.dialog === dialog) this.closeDialog();
    return true;
  }

  #give(dialog: Dialog, key: KeyName): KeyResult {
    switch (dialog.type) {
      case 'chooser':
        return pressInChooser(this.desk, dialog, key);
      case 'form':
        return pressInForm(dialog, key);
      default:
        return dialog.press(key);
    }
  }

  close(): void {
    this.typeAhead.abandon();
    this.#reading.close();
    this.desk.close();
  }
}
