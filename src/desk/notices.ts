export interface Message {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'plain' | 'wait';
}

/** How long a message stands unless a key is pressed, and a warning unless another comes, in milliseconds. */
const duration = 15_000;
/** How long a warning stands before the next one may take its place. */
const readingTime = 4_000;

/** What was said last: of what somebody did, and of what the emulator warns of. */
export class Notices {
  readonly #changed: () => void;
  #timer: NodeJS.Timeout | null = null;
  #warning: { readonly text: string; readonly since: number } | null = null;
  message: Message | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  say(text: string, tone: Message['tone']): void {
    this.message = { text, tone };
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.message = null;
      this.#changed();
    }, duration).unref();
    this.#changed();
  }

  /** Shows what the emulator warns of: one after another, each for long enough to be read. */
  warn(text: string): void {
    const now = performance.now();
    if (this.#warning !== null && now - this.#warning.since < readingTime) return;
    this.#warning = { text, since: now };
    this.#changed();
    setTimeout(this.#changed, duration).unref();
  }

  get warning(): string | null {
    if (this.#warning === null || performance.now() - this.#warning.since >= duration) return null;
    return this.#warning.text;
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
