/** How long nobody types until the focus goes on, in milliseconds: a key that is pressed while it changes frames reaches neither. */
const pause = 40;

interface Ways {
  /** Gives the next field what was typed into this one after it was full. */
  readonly passOn: (text: string) => void;
  /** Lets the focus go on to the next field. */
  readonly goOn: () => void;
}

/**
 * Leads from a field that is full to the next one. The focus takes its time from one frame to another, and whoever types
 * fast does not wait for it: what is typed at the end of a full field is passed on, and the focus follows after a pause.
 */
export class Advance {
  readonly #input: HTMLInputElement;
  readonly #ways: Ways;
  /** The text of the field when it was full; null while it is not. */
  #full: string | null = null;
  #pausing: ReturnType<typeof setTimeout> | undefined;

  constructor(input: HTMLInputElement, ways: Ways) {
    this.#input = input;
    this.#ways = ways;
    input.addEventListener('blur', () => this.end());
    // It was filled from the field before it, and the focus comes from there only now.
    input.addEventListener('focus', () => {
      if (this.isFull) this.#wait();
    });
  }

  get isFull(): boolean {
    return this.#full !== null;
  }

  /** The field is full with what is in it. */
  begin(): void {
    this.#full = this.#input.value;
    this.#wait();
  }

  /** The field is to hold what is in it, and keeps what is typed from now on. */
  end(): void {
    this.#full = null;
    clearTimeout(this.#pausing);
  }

  /** Passes on what a key has put after the text of a full field, and takes it from there; false where there is no such text. */
  takesRest(event: Event): boolean {
    const [full, { value }] = [this.#full, this.#input];
    if (full === null) return false;
    if (!(event instanceof InputEvent) || event.inputType !== 'insertText' || !value.startsWith(full)) {
      this.end();
      return false;
    }
    this.#input.value = full;
    this.pass(value.slice(full.length));
    return true;
  }

  pass(text: string): void {
    this.#ways.passOn(text);
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#pausing);
    this.#pausing = setTimeout(this.#ways.goOn, pause);
  }
}
