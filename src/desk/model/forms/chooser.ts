import { type Cell, dim, spanOf } from '../cells.ts';
import { find } from '../palette/fuzzy.ts';

/** A second action on a choice, beside the choice itself. */
export interface SideAct {
  /** The kind of action: the renderer gives each kind one key or one button. */
  readonly act: 'compare' | 'rename' | 'turn' | 'delete';
  readonly about: string;
  readonly run: () => void;
}

export interface Choice {
  readonly name: string;
  readonly about: Cell;
  /** The text in which typed words are searched; default: the name and the description. */
  readonly text?: string;
  /** Further names of the choice: a person has a name and an address. */
  readonly alsoCalled?: readonly string[];
  /** Moves a choice before others that match equally well (positive) or behind them (negative). */
  readonly preference?: -2 | -1 | 1 | 2;
  readonly choose: () => void;
  /** Whether the choice deletes something. A choice that deletes never matches by accident. */
  readonly destroys?: boolean;
  /** Whether the list stays open after the choice, so that a refused text can be corrected. */
  readonly staysOpen?: boolean;
  readonly sideActs?: readonly SideAct[];
}

export const choice = (name: string, about: string, choose: () => void): Choice => ({
  name,
  about: dim(about),
  choose,
});

/** The choices that match the typed text, the best first. */
export const narrow = (choices: readonly Choice[], typed: string): Choice[] =>
  find(choices, ({ name, about, text }) => text ?? `${name} ${spanOf(about).text}`, typed, {
    nameOf: ({ name, alsoCalled = [] }) => [name, ...alsoCalled],
    preferenceOf: ({ preference = 0 }) => preference,
    destroys: ({ destroys }) => destroys === true,
  });

/** A text field, and a list that it narrows. */
export class Chooser {
  readonly type = 'chooser';
  readonly title: string;
  readonly placeholder: string;
  readonly nothingFits: (typed: string) => string;
  readonly #choicesFor: (typed: string) => readonly Choice[];
  #text = '';
  #choices: readonly Choice[] | null = null;
  #at = 0;
  /** Why the last choice was refused. */
  refusal: string | null = null;
  /** Whether the emulator is still searching for the typed text. */
  isLooking = false;
  /** Called with the typed text, unchanged. */
  onTyped: ((typed: string) => void) | null = null;

  /** @param nothingFits the message if no choice matches a text */
  constructor(
    title: string,
    placeholder: string,
    choicesFor: (typed: string) => readonly Choice[],
    nothingFits: (typed: string) => string = () => 'Nothing fits.',
  ) {
    this.title = title;
    this.nothingFits = nothingFits;
    this.placeholder = placeholder;
    this.#choicesFor = choicesFor;
  }

  /** The typed text. */
  get text(): string {
    return this.#text;
  }

  /** Narrows the list by a new text. */
  write(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#at = 0;
    this.refusal = null;
    this.reload();
    this.onTyped?.(text);
  }

  get choices(): readonly Choice[] {
    this.#choices ??= this.#choicesFor(this.#text);
    return this.#choices;
  }

  get at(): number {
    return Math.min(this.#at, Math.max(0, this.choices.length - 1));
  }

  /** The selected choice; undefined: the list is empty. */
  get selected(): Choice | undefined {
    return this.choices[this.at];
  }

  /** Builds the choices again, because their data was loaded. */
  reload(): void {
    this.#choices = null;
  }

  select(at: number): void {
    this.#at = Math.max(0, Math.min(this.choices.length - 1, at));
  }
}
