import type { Desk } from '../desk/desk.ts';
import type { OpenDetails } from '../desk/details/open-details.ts';
import { DetailsPane } from './details-pane.ts';
import type { TerminalHost } from './host.ts';
import { type KeyResult, pressInChooser, pressInForm } from './keys/dialog-keys.ts';
import type { Dialog, Help, Prompt } from './keys/dialogs.ts';
import type { KeyName } from './keys/keys.ts';
import { Reading } from './keys/reading.ts';
import { TypeAhead } from './keys/type-ahead.ts';
import { ListScroll } from './scrolling.ts';
import { Regions } from './terminal/mouse.ts';
import type { Background } from './terminal/theme.ts';

/** What the terminal adds to the desk: how far lists and details are scrolled, what is typed, what can be clicked. */
export class UiState {
  readonly desk: Desk;
  readonly host: TerminalHost;
  /** Does what a key asks for. */
  readonly press: (key: KeyName) => void;
  readonly typeAhead: TypeAhead;
  readonly list: ListScroll;
  readonly #reading: Reading;
  readonly #panes = new WeakMap<OpenDetails, DetailsPane>();
  /** What is open over the panels and is no matter of the desk. */
  #own: Prompt | Help | null = null;
  /** What can be clicked. */
  readonly regions = new Regions();
  /** The terminal's background; null where nobody knows it. */
  background: Background | null = null;
  /** Changes when all rows have to be written anew, because the terminal may show something else. */
  repaints = 0;

  constructor(desk: Desk, host: TerminalHost, press: (ui: UiState, key: KeyName) => void) {
    const { session } = desk;
    this.desk = desk;
    this.host = host;
    this.press = (key) => press(this, key);
    this.list = new ListScroll(desk);
    this.#reading = new Reading(() => session.redraw('key'), session.pace);
    this.typeAhead = new TypeAhead(desk.waits, this.press);
    desk.onDialog = () => {
      this.#own = null;
    };
  }

  /** What is open over the panels, and takes the keys. */
  get dialog(): Dialog | null {
    return this.#own ?? this.desk.dialog;
  }

  /** Opens an input of a line, or the help. */
  show(own: Prompt | Help): void {
    this.desk.dialog = null;
    this.#own = own;
  }

  closeDialog(): void {
    this.#own = null;
    this.desk.dialog = null;
  }

  /** Details as they are laid out in the terminal. */
  paneOf(details: OpenDetails): DetailsPane {
    let pane = this.#panes.get(details);
    if (pane === undefined) {
      pane = new DetailsPane(details);
      this.#panes.set(details, pane);
    }
    return pane;
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
    this.desk.say('Enter came before this could be read. Press it again.', 'wait');
  }

  /** Gives a key to the dialog. @returns whether one is open */
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
