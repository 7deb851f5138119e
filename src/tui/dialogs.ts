import type { Cell } from './cells.ts';
import type { KeyName } from './keys.ts';
import { TextField } from './text-field.ts';

/** What lies over the panels and takes the keys: it is closed by what `press` says. */
export type Pressed = 'stay' | 'close' | 'unknown';

export interface Choice {
  readonly key: string;
  /** What stands in the row: the name, and what it is about. */
  readonly cells: readonly [name: Cell, about: Cell];
  readonly choose: () => void;
}

/** What a choice says, for what is typed to be found in. */
export const textOf = ({ cells }: Choice): string =>
  cells.map((cell) => (typeof cell === 'string' ? cell : cell.text)).join(' ');

/** One input and a list: what is typed narrows the list. */
export class Chooser {
  readonly type = 'chooser';
  readonly title: string;
  readonly placeholder: string;
  readonly field = new TextField();
  readonly #choicesFor: (typed: string) => readonly Choice[];
  #choices: readonly Choice[] | null = null;
  #at = 0;

  constructor(title: string, placeholder: string, choicesFor: (typed: string) => readonly Choice[]) {
    this.title = title;
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

  /** The choices are others now: something that they are made from was loaded. */
  reload(): void {
    this.#choices = null;
  }

  press(key: KeyName): Pressed {
    const page = 10;
    const move = (by: number): Pressed => {
      this.#at = Math.max(0, Math.min(this.choices.length - 1, this.at + by));
      return 'stay';
    };
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
        return 'close';
      }
    }
    const before = this.field.text;
    if (!this.field.press(key)) return 'unknown';
    if (this.field.text !== before) {
      this.#at = 0;
      this.reload();
    }
    return 'stay';
  }
}

export interface FieldSpec {
  readonly name: string;
  readonly label: string;
  /** What holds where nothing is typed. */
  readonly usual: string;
}

export type Values = Readonly<Record<string, string>>;

/** A question before something is done: what it will do, and what more may be said. Enter does it. */
export class Form {
  readonly type = 'form';
  readonly title: string;
  readonly about: string;
  readonly verb: string;
  readonly fields: readonly (FieldSpec & { readonly field: TextField })[];
  readonly #submit: (values: Values) => Promise<string | null>;
  readonly #close: () => void;
  readonly #changed: () => void;
  at = 0;
  isBusy = false;
  /** Why it was refused. */
  refusal: string | null = null;

  constructor(options: {
    title: string;
    about: string;
    /** What Enter does: `refund`. */
    verb: string;
    fields?: readonly FieldSpec[];
    /** Does it; gives why it was refused, else null. */
    submit: (values: Values) => Promise<string | null>;
    close: () => void;
    changed: () => void;
  }) {
    this.title = options.title;
    this.about = options.about;
    this.verb = options.verb;
    this.fields = (options.fields ?? []).map((spec) => ({ ...spec, field: new TextField() }));
    this.#submit = options.submit;
    this.#close = options.close;
    this.#changed = options.changed;
  }

  press(key: KeyName): Pressed {
    if (key === 'esc') return 'close';
    if (this.isBusy) return 'stay';
    if (key === 'enter') {
      void this.#run();
      return 'stay';
    }
    const count = this.fields.length;
    if (count > 0 && (key === 'tab' || key === 'down')) this.at = (this.at + 1) % count;
    else if (count > 0 && (key === 'shift+tab' || key === 'up')) this.at = (this.at + count - 1) % count;
    else if (this.fields[this.at]?.field.press(key) !== true) return 'unknown';
    this.refusal = null;
    return 'stay';
  }

  async #run(): Promise<void> {
    this.isBusy = true;
    this.refusal = null;
    this.#changed();
    const values = Object.fromEntries(this.fields.map(({ name, field }) => [name, field.text.trim()]));
    this.refusal = await this.#submit(values);
    this.isBusy = false;
    if (this.refusal === null) this.#close();
    this.#changed();
  }
}

/** A line at the foot: what the rows are filtered by, or what is searched for. */
export class Line {
  readonly type = 'line';
  readonly label: string;
  readonly field: TextField;
  readonly #typed: (text: string) => void;
  readonly #before: string;

  constructor(label: string, text: string, typed: (text: string) => void) {
    this.label = label;
    this.field = new TextField(text);
    this.#before = text;
    this.#typed = typed;
  }

  press(key: KeyName): Pressed {
    if (key === 'enter') return 'close';
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

  press(key: KeyName): Pressed {
    if (key === 'down' || key === 'j') this.top++;
    else if (key === 'up' || key === 'k') this.top = Math.max(0, this.top - 1);
    else if (key === 'pagedown' || key === ' ') this.top += 10;
    else if (key === 'pageup') this.top = Math.max(0, this.top - 10);
    else if (['esc', 'q', '?', 'enter'].includes(key)) return 'close';
    return 'stay';
  }
}

export type Dialog = Chooser | Form | Line | Help;
