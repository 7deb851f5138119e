import { truncate, widthOf } from './cells.ts';
import type { KeyName } from './keys.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const maxLength = 500;

/** An input of one line. */
export class TextField {
  #characters: string[];
  #at: number;

  constructor(text = '') {
    this.#characters = split(text);
    this.#at = this.#characters.length;
  }

  get text(): string {
    return this.#characters.join('');
  }

  get withCaret(): string {
    return `${this.#before}▏${this.#characters.slice(this.#at).join('')}`;
  }

  /** As much of it as fits, with the caret. */
  shownIn(width: number): string {
    const after = this.#characters.slice(this.#at).join('');
    if (widthOf(this.withCaret) <= width) return this.withCaret;
    const shownAfter = truncate(after, Math.floor(width / 4));
    let from = 0;
    while (
      from < this.#at &&
      widthOf(this.#characters.slice(from, this.#at).join('')) > width - 2 - widthOf(shownAfter)
    )
      from++;
    return `…${this.#characters.slice(from, this.#at).join('')}▏${shownAfter}`;
  }

  set(text: string): void {
    this.#characters = split(text);
    this.#at = this.#characters.length;
  }

  get #before(): string {
    return this.#characters.slice(0, this.#at).join('');
  }

  /** @returns whether the key does something in an input */
  press(key: KeyName): boolean {
    switch (key) {
      case 'left':
        this.#at = Math.max(0, this.#at - 1);
        return true;
      case 'right':
        this.#at = Math.min(this.#characters.length, this.#at + 1);
        return true;
      case 'home':
      case 'ctrl+a':
        this.#at = 0;
        return true;
      case 'end':
      case 'ctrl+e':
        this.#at = this.#characters.length;
        return true;
      case 'backspace':
        if (this.#at > 0) this.#characters.splice(--this.#at, 1);
        return true;
      case 'ctrl+u':
        this.#characters.splice(0, this.#at);
        this.#at = 0;
        return true;
      case 'ctrl+w': {
        const kept = this.#before.replace(/\S*\s*$/, '');
        const rest = this.#characters.slice(this.#at);
        this.#characters = [...split(kept), ...rest];
        this.#at = this.#characters.length - rest.length;
        return true;
      }
    }
    if (!isTyped(key)) return false;
    if (this.#characters.length < maxLength) {
      // A combining character joins what stands before it.
      const head = split(this.#before + key);
      this.#characters = [...head, ...this.#characters.slice(this.#at)];
      this.#at = head.length;
    }
    return true;
  }
}

const split = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** Whether a key is a character and not the name of one. */
const isTyped = (key: KeyName): boolean => [...key].length === 1 && key >= ' ';
