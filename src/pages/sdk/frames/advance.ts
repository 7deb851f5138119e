/**
 * How long to wait after the last key before the focus moves to the next field, in milliseconds. A key that is
 * pressed while the focus changes frames is lost.
 */
const pause = 40;

interface Ways {
  /** Passes on, to the next field, text that was typed after this field was full. */
  readonly passOn: (text: string) => void;
  /** Moves the focus to the next field. */
  readonly goOn: () => void;
}

/**
 * Moves from a full field to the next field. Moving the focus between frames takes time, and fast typists do not
 * wait. Therefore, text at the end of a full field is passed on, and the focus follows after a pause.
 */
export class Advance {
  readonly #input: HTMLInputElement;
  readonly #ways: Ways;
  /** The field's text when it became full; null while the field is not full. */
  #full: string | null = null;
  #pausing: ReturnType<typeof setTimeout> | undefined;

  constructor(input: HTMLInputElement, ways: Ways) {
    this.#input = input;
    this.#ways = ways;
    input.addEventListener('blur', () => this.end());
    // The previous field filled this field, and now the focus arrives.
    input.addEventListener('focus', () => {
      if (this.isFull) this.#wait();
    });
  }

  get isFull(): boolean {
    return this.#full !== null;
  }

  /** Call this when the field is full. */
  begin(): void {
    this.#full = this.#input.value;
    this.#wait();
  }

  /** Keeps all further text in this field. */
  end(): void {
    this.#full = null;
    clearTimeout(this.#pausing);
  }

  /** Removes the text after the end of a full field, and passes it on. Returns false if there is no such text. */
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
