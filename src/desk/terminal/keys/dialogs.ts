import type { Dialog as DialogOfDesk } from '../../model/desk.ts';
import type { KeyResult } from './dialog-keys.ts';
import type { KeyName } from './keys.ts';
import { TextField } from './text-field.ts';

const lastWord = (text: string): string => /\S*$/.exec(text)![0];

/** An input in the upper line of the footer, for a filter or a search. */
export class Prompt {
  readonly type = 'prompt';
  readonly label: string;
  readonly field: TextField;
  readonly #typed: (text: string) => void;
  readonly #before: string;
  readonly #completions: (word: string) => readonly string[];
  /** The completions that Tab steps through, and the index of the current completion. */
  #tabbed: { readonly head: string; readonly words: readonly string[]; at: number } | null = null;

  /** @param completions returns the completions of the last word, for Tab */
  constructor(
    label: string,
    text: string,
    typed: (text: string) => void,
    completions: (word: string) => readonly string[] = () => [],
  ) {
    this.label = label;
    this.#completions = completions;
    this.field = new TextField(text);
    this.#before = text;
    this.#typed = typed;
  }

  /** The completions of the last word in the text typed so far. */
  get completions(): readonly string[] {
    return this.#tabbed?.words ?? this.#completions(lastWord(this.field.text));
  }

  #complete(step: 1 | -1): void {
    const word = lastWord(this.field.text);
    this.#tabbed ??= {
      head: this.field.text.slice(0, this.field.text.length - word.length),
      words: this.completions,
      at: step === 1 ? -1 : 0,
    };
    const { head, words } = this.#tabbed;
    if (words.length === 0) return;
    this.#tabbed.at = (this.#tabbed.at + step + words.length) % words.length;
    this.field.set(head + words[this.#tabbed.at]!);
    this.#typed(this.field.text);
  }

  press(key: KeyName): KeyResult {
    if (key === 'enter') return 'close';
    if (key === 'tab' || key === 'shift+tab') {
      this.#complete(key === 'tab' ? 1 : -1);
      return 'stay';
    }
    this.#tabbed = null;
    if (key === 'esc') {
      this.#typed(this.#before === this.field.text ? '' : this.#before);
      return 'close';
    }
    const before = this.field.text;
    if (!this.field.press(key)) return 'unknown';
    if (this.field.text !== before) this.#typed(this.field.text);
    return 'stay';
  }
}

/** The table of keys. */
export class Help {
  readonly type = 'help';
  top = 0;

  press(key: KeyName): KeyResult {
    if (key === 'down' || key === 'j') this.top++;
    else if (key === 'up' || key === 'k') this.top = Math.max(0, this.top - 1);
    else if (key === 'pagedown' || key === ' ') this.top += 10;
    else if (key === 'pageup') this.top = Math.max(0, this.top - 10);
    else if (['esc', 'q', '?', 'enter'].includes(key)) return 'close';
    return 'stay';
  }
}

/** A dialog that is open over the panels and receives the keys. */
export type Dialog = DialogOfDesk | Prompt | Help;
