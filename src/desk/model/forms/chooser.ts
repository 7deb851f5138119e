import { type Cell, dim, spanOf } from '../cells.ts';
import { find } from '../palette/fuzzy.ts';

/** A secondary action on a choice. */
export interface SideAct {
  /** The kind of action. The renderer gives each kind one key or one button. */
  readonly act: 'compare' | 'rename' | 'turn' | 'delete';
  readonly about: string;
  readonly run: () => void;
}

export interface Choice {
  readonly name: string;
  readonly about: Cell;
  /** The text to search for typed words; default: the name and the description. */
  readonly text?: string;
  /** Other names of the choice; for example, a person has a name and an email address. */
  readonly alsoCalled?: readonly string[];
  /** Moves a choice before (positive) or after (negative) others that match equally well. */
  readonly preference?: -2 | -1 | 1 | 2;
  readonly choose: () => void;
  /** Whether the choice deletes something. Such a choice never matches by accident. */
  readonly destroys?: boolean;
  /** Whether the list stays open after the choice, so that the user can correct a refused text. */
  readonly staysOpen?: boolean;
  readonly sideActs?: readonly SideAct[];
  /** The group of a choice in a list with groups. */
  readonly group?: 'Actions' | 'Commands' | 'Triggers' | 'Objects';
}

export const choice = (name: string, about: string, choose: () => void): Choice => ({
  name,
  about: dim(about),
  choose,
});

/** The choices that match the typed text, best match first. */
export const narrow = (choices: readonly Choice[], typed: string): Choice[] =>
  find(choices, ({ name, about, text }) => text ?? `${name} ${spanOf(about).text}`, typed, {
    nameOf: ({ name, alsoCalled = [] }) => [name, ...alsoCalled],
    preferenceOf: ({ preference = 0 }) => preference,
    destroys: ({ destroys }) => destroys === true,
  });

/** Choices by their groups. The group of the best match comes first; choices that delete something come last. */
export function byGroup(choices: readonly Choice[]): Choice[] {
  const groupOf = ({ group, destroys = false }: Choice): string => (destroys ? 'Deletes' : (group ?? ''));
  return [...new Set(choices.map(groupOf))].flatMap((group) => choices.filter((each) => groupOf(each) === group));
}

/** A text field, and a list that the user narrows by typing in it. */
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
  #isLooking = false;
  #onLooked: (() => void)[] = [];
  /** Called with the typed text, unchanged. */
  onTyped: ((typed: string) => void) | null = null;

  /** @param nothingFits returns the message to show if no choice matches the typed text */
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

  /** Sets the typed text, and narrows the list. */
  write(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#at = 0;
    this.refusal = null;
    this.reload();
    this.onTyped?.(text);
  }

  /** Whether the emulator is still searching for the typed text. */
  get isLooking(): boolean {
    return this.#isLooking;
  }

  set isLooking(isLooking: boolean) {
    this.#isLooking = isLooking;
    if (!isLooking) for (const looked of this.#onLooked.splice(0)) looked();
  }

  /** Waits until the emulator has searched for the typed text. */
  async searched(): Promise<void> {
    if (this.#isLooking) await new Promise<void>((resolve) => this.#onLooked.push(resolve));
  }

  get choices(): readonly Choice[] {
    this.#choices ??= this.#choicesFor(this.#text);
    return this.#choices;
  }

  get at(): number {
    return Math.min(this.#at, Math.max(0, this.choices.length - 1));
  }

  /** The selected choice; undefined if the list is empty. */
  get selected(): Choice | undefined {
    return this.choices[this.at];
  }

  /** The name of the group that starts with a choice; empty within a group. */
  groupAt(at: number): string {
    const { group } = this.choices[at] ?? {};
    return group === undefined || group === this.choices[at - 1]?.group ? '' : group;
  }

  /** Rebuilds the choices, because their data was loaded. */
  reload(): void {
    this.#choices = null;
  }

  select(at: number): void {
    this.#at = Math.max(0, Math.min(this.choices.length - 1, at));
  }
}
