import type { Pace } from './pace.ts';
import { after, Later } from './time/timer.ts';

export interface Message {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'plain' | 'wait';
}

/** The current message: the result of an action, or a warning from the emulator. */
export class Notices {
  readonly #changed: () => void;
  readonly #pace: Pick<Pace, 'noticeDuration' | 'warningReadingTime'>;
  readonly #end = new Later();
  #warning: { readonly text: string; readonly since: number } | null = null;
  message: Message | null = null;

  constructor(changed: () => void, pace: Pick<Pace, 'noticeDuration' | 'warningReadingTime'>) {
    this.#changed = changed;
    this.#pace = pace;
  }

  say(text: string, tone: Message['tone']): void {
    this.message = { text, tone };
    this.#end.do(this.#pace.noticeDuration, () => {
      this.message = null;
      this.#changed();
    });
    this.#changed();
  }

  /** Shows the emulator's warnings one after another, each long enough for a person to read. */
  warn(text: string): void {
    const now = performance.now();
    if (this.#warning !== null && now - this.#warning.since < this.#pace.warningReadingTime) return;
    this.#warning = { text, since: now };
    this.#changed();
    after(this.#pace.noticeDuration, this.#changed);
  }

  get warning(): string | null {
    if (this.#warning === null || performance.now() - this.#warning.since >= this.#pace.noticeDuration) return null;
    return this.#warning.text;
  }

  close(): void {
    this.#end.cancel();
  }
}
