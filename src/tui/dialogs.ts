import { type Cell, dim, spanOf } from '../desk/cells.ts';
import { find } from '../desk/palette/fuzzy.ts';
import { type FieldSpec, FormField, type Values } from './form-fields.ts';
import type { KeyName } from './keys.ts';
import { TextField } from './text-field.ts';

/** What a dialog does at a key. */
export type KeyResult = 'stay' | 'close' | 'unknown';

/** A key that does something else with a choice than to choose it. */
export interface Shortcut {
  readonly key: KeyName;
  /** The key as the footer names it: `^D`. */
  readonly shown: string;
  readonly about: string;
  readonly press: () => void;
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
  readonly shortcuts?: readonly Shortcut[];
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

/** An input and a list that it narrows. */
export class Chooser {
  readonly type = 'chooser';
  readonly title: string;
  readonly placeholder: string;
  readonly field = new TextField();
  readonly nothingFits: (typed: string) => string;
  readonly #choicesFor: (typed: string) => readonly Choice[];
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

  get choices(): readonly Choice[] {
    this.#choices ??= this.#choicesFor(this.field.text);
    return this.#choices;
  }

  get at(): number {
    return Math.min(this.#at, Math.max(0, this.choices.length - 1));
  }

  /** The keys of the choice that is selected. */
  get shortcuts(): readonly Shortcut[] {
    return this.choices[this.at]?.shortcuts ?? [];
  }

  /** Makes the choices anew: something that they are made from was loaded. */
  reload(): void {
    this.#choices = null;
  }

  select(at: number): void {
    this.#at = Math.max(0, Math.min(this.choices.length - 1, at));
  }

  press(key: KeyName): KeyResult {
    const page = 10;
    const move = (by: number): KeyResult => {
      this.select(this.at + by);
      return 'stay';
    };
    const shortcut = this.shortcuts.find((each) => each.key === key);
    if (shortcut !== undefined) {
      shortcut.press();
      return 'close';
    }
    switch (key) {
      case 'esc':
        return 'close';
      case 'up':
      case 'ctrl+p':
      case 'shift+tab':
        return move(-1);
      case 'down':
      case 'ctrl+n':
      case 'tab':
        return move(1);
      case 'pageup':
        return move(-page);
      case 'pagedown':
        return move(page);
      case 'enter': {
        const choice = this.choices[this.at];
        if (choice === undefined) return 'stay';
        choice.choose();
        return choice.staysOpen === true ? 'stay' : 'close';
      }
    }
    const before = this.field.text;
    if (!this.field.press(key)) return 'unknown';
    if (this.field.text !== before) {
      this.#at = 0;
      this.refusal = null;
      this.reload();
      this.onTyped?.(this.field.text);
    }
    return 'stay';
  }
}

/** Why something was refused, and the field that was wrong, as the emulator names it. */
export interface Refused {
  readonly text: string;
  readonly field: string | null;
}

/** A question before something is done, with fields for its options. Enter does it. */
export class Form {
  readonly type = 'form';
  readonly title: string;
  readonly about: string;
  readonly verb: string;
  readonly fields: readonly FormField[];
  readonly #submit: (values: Values) => Promise<Refused | null>;
  readonly #close: () => void;
  readonly #changed: () => void;
  at = 0;
  isBusy = false;
  /** Why it was refused. */
  refusal: string | null = null;
  /** The field that the refusal is about; null: it is about none of them. */
  refusedAt: number | null = null;

  constructor(options: {
    title: string;
    about: string;
    /** What Enter does: `refund`. */
    verb: string;
    fields?: readonly FieldSpec[];
    /** Does it; gives why it was refused, else null. */
    submit: (values: Values) => Promise<Refused | null>;
    close: () => void;
    changed: () => void;
  }) {
    this.title = options.title;
    this.about = options.about;
    this.verb = options.verb;
    this.fields = (options.fields ?? []).map((spec) => new FormField(spec));
    this.#submit = options.submit;
    this.#close = options.close;
    this.#changed = options.changed;
    this.#look();
  }

  get field(): FormField | undefined {
    return this.fields[this.at];
  }

  #look(): void {
    this.field?.look(this.#changed);
  }

  press(key: KeyName): KeyResult {
    if (key === 'esc') return 'close';
    if (this.isBusy) return 'stay';
    if (key === 'enter') {
      // What was begun stands there as a whole before it is sent.
      if (this.field?.complete() !== true) void this.#run();
      return 'stay';
    }
    const count = this.fields.length;
    if (count > 0 && (key === 'tab' || key === 'down')) this.at = (this.at + 1) % count;
    else if (count > 0 && (key === 'shift+tab' || key === 'up')) this.at = (this.at + count - 1) % count;
    else if (this.field?.press(key) !== true) return 'unknown';
    this.#refuse(null);
    this.#look();
    return 'stay';
  }

  /** Shows a refusal under the field that it is about, and selects that. */
  #refuse(refused: Refused | null): void {
    const { text, field } = refused ?? { text: null, field: null };
    const at = this.fields.findIndex(({ spec: { name } }) => field === name || field?.endsWith(`.${name}`) === true);
    this.refusedAt = at === -1 ? null : at;
    this.refusal = at === -1 && field !== null && text?.includes(field) === false ? `${text} (${field})` : text;
    if (at !== -1) this.at = at;
  }

  async #run(): Promise<void> {
    this.isBusy = true;
    this.#refuse(null);
    this.#changed();
    const values = Object.fromEntries(this.fields.map(({ spec, text }) => [spec.name, text.trim()]));
    this.#refuse(await this.#submit(values));
    this.isBusy = false;
    if (this.refusal === null) this.#close();
    this.#changed();
  }
}

const lastWord = (text: string): string => /\S*$/.exec(text)![0];

/** An input in the last line but one: the words of a filter or of a search. */
export class Prompt {
  readonly type = 'prompt';
  readonly label: string;
  readonly field: TextField;
  readonly #typed: (text: string) => void;
  readonly #before: string;
  readonly #completions: (word: string) => readonly string[];
  /** What Tab goes through, and where it is. */
  #tabbed: { readonly head: string; readonly words: readonly string[]; at: number } | null = null;

  /** @param completions what the last word may become, by Tab */
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

  /** What the last word may become, as far as it is typed. */
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

/** What is open over the panels, and takes the keys. */
export type Dialog = Chooser | Form | Prompt | Help;
