import { type Cell, dim, spanOf } from '../cells.ts';
import { find } from '../palette/fuzzy.ts';

/** What else may be done with a choice than to choose it. */
export interface SideAct {
  /** What kind of act it is: whoever draws gives each kind one key, or one button. */
  readonly act: 'compare' | 'rename' | 'turn' | 'delete';
  readonly about: string;
  readonly run: () => void;
}

export interface Choice {
  readonly name: string;
  readonly about: Cell;
  /** What typed words are looked for in; default: its name and what it is about. */
  readonly text?: string;
  /** How far it goes before others that match what was typed about as well, or, below 0, behind them. */
  readonly preference?: -2 | -1 | 1 | 2;
  readonly choose: () => void;
  /** Whether something is gone when it is chosen: nobody may come upon it by chance. */
  readonly destroys?: boolean;
  /** Whether the list stays open when it is chosen: it may be refused, and what was typed be mended. */
  readonly staysOpen?: boolean;
  readonly sideActs?: readonly SideAct[];
}

export const choice = (name: string, about: string, choose: () => void): Choice => ({
  name,
  about: dim(about),
  choose,
});

/** The choices that match what was typed, the best first. */
export const narrow = (choices: readonly Choice[], typed: string): Choice[] =>
  find(choices, ({ name, about, text }) => text ?? `${name} ${spanOf(about).text}`, typed, {
    nameOf: ({ name }) => name,
    preferenceOf: ({ preference = 0 }) => preference,
    destroys: ({ destroys }) => destroys === true,
  });

/** What is typed, and a list that it narrows. */
export class Chooser {
  readonly type = 'chooser';
  readonly title: string;
  readonly placeholder: string;
  readonly nothingFits: (typed: string) => string;
  readonly #choicesFor: (typed: string) => readonly Choice[];
  #text = '';
  #choices: readonly Choice[] | null = null;
  #at = 0;
  /** Why what was chosen was refused. */
  refusal: string | null = null;
  /** Whether the emulator still looks for what was typed. */
  isLooking = false;
  /** Told of what is typed, as it is. */
  onTyped: ((typed: string) => void) | null = null;

  /** @param nothingFits what is said of a text that fits none */
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

  /** What is typed. */
  get text(): string {
    return this.#text;
  }

  /** Narrows the list by another text. */
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

  /** The choice that is selected; undefined where there is none. */
  get selected(): Choice | undefined {
    return this.choices[this.at];
  }

  /** Makes the choices anew: something that they are made from was loaded. */
  reload(): void {
    this.#choices = null;
  }

  select(at: number): void {
    this.#at = Math.max(0, Math.min(this.choices.length - 1, at));
  }
}
