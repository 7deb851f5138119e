import { truncate, widthOf } from '../lines/cells.ts';
import { longestCharacter } from '../texts/text-width.ts';
import type { KeyName } from './keys.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** The maximum number of code units that the user can type. */
const maxLength = 500;

/** A single-line input. The cost of an operation depends on the visible part, not on the length of the text. */
export class TextField {
  #before = '';
  #after = '';

  constructor(text = '') {
    this.#before = text;
  }

  get text(): string {
    return this.#before + this.#after;
  }

  get withCaret(): string {
    return `${this.#before}▏${this.#after}`;
  }

  get isAtEnd(): boolean {
    return this.#after === '';
  }

  /** The part of the text that fits, including the caret. */
  shownIn(width: number): string {
    if (widthOf(this.withCaret) <= width) return this.withCaret;
    const shownAfter = truncate(this.#after, Math.floor(width / 4));
    const room = width - 2 - widthOf(shownAfter);
    let from = this.#before.length;
    for (let used = 0; from > 0; ) {
      const character = lastOf(this.#before.slice(0, from));
      used += widthOf(character);
      if (used > room) break;
      from -= character.length;
    }
    return `${from === 0 ? '' : '…'}${this.#before.slice(from)}▏${shownAfter}`;
  }

  set(text: string): void {
    this.#before = text;
    this.#after = '';
  }

  /** Handles a key. @returns whether the input handles the key */
  press(key: KeyName): boolean {
    switch (key) {
      case 'left': {
        const character = lastOf(this.#before);
        this.#before = withoutEnd(this.#before, character);
        this.#after = character + this.#after;
        return true;
      }
      case 'right': {
        const character = firstOf(this.#after);
        this.#before += character;
        this.#after = this.#after.slice(character.length);
        return true;
      }
      case 'home':
      case 'ctrl+a':
        this.#after = this.text;
        this.#before = '';
        return true;
      case 'end':
      case 'ctrl+e':
        this.set(this.text);
        return true;
      case 'backspace':
        this.#before = withoutEnd(this.#before, lastOf(this.#before));
        return true;
      case 'ctrl+u':
        this.#before = '';
        return true;
      case 'ctrl+w': {
        const kept = this.#before.trimEnd();
        this.#before = kept.slice(0, kept.lastIndexOf(' ') + 1);
        return true;
      }
    }
    if (!isTyped(key)) return false;
    if (this.#before.length + this.#after.length < maxLength) this.#before += key;
    return true;
  }
}

const firstOf = (text: string): string => [...graphemes.segment(text.slice(0, longestCharacter))][0]?.segment ?? '';
const lastOf = (text: string): string => [...graphemes.segment(text.slice(-longestCharacter))].at(-1)?.segment ?? '';
const withoutEnd = (text: string, end: string): string => text.slice(0, text.length - end.length);

/** Whether a key is a character and not the name of a key. */
const isTyped = (key: KeyName): boolean => [...key].length === 1 && key >= ' ';
