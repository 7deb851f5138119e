import { type FieldSpec, FormField, type FormValues } from './form-fields.ts';

/** The reason for a refusal, and the emulator's name of the refused field. */
export interface FormRefusal {
  readonly text: string;
  readonly field: string | null;
}

/** Asks for confirmation before an action, with fields for the action's options. */
export class Form {
  readonly type = 'form';
  readonly title: string;
  readonly #about: string | ((values: FormValues) => string);
  readonly verb: string;
  readonly fields: readonly FormField[];
  readonly #submit: (values: FormValues) => Promise<FormRefusal | null>;
  readonly #close: () => void;
  readonly #changed: () => void;
  at = 0;
  isBusy = false;
  /** Why the emulator or a check refused the last submission. */
  refusal: string | null = null;
  /** The index of the refused field; null if the refusal does not concern a single field. */
  refusedAt: number | null = null;

  constructor(options: {
    title: string;
    /** A sentence about the action, which can depend on the typed values. */
    about: string | ((values: FormValues) => string);
    /** The verb on the button, such as `refund`. */
    verb: string;
    fields?: readonly FieldSpec[];
    /** Runs the action; resolves with the refusal, or null on success. */
    submit: (values: FormValues) => Promise<FormRefusal | null>;
    close: () => void;
    changed: () => void;
  }) {
    this.title = options.title;
    this.#about = options.about;
    this.verb = options.verb;
    this.fields = (options.fields ?? []).map((spec) => new FormField(spec));
    this.#submit = options.submit;
    this.#close = options.close;
    this.#changed = options.changed;
    this.edited();
  }

  get about(): string {
    return typeof this.#about === 'string' ? this.#about : this.#about(this.#values);
  }

  get #values(): FormValues {
    return Object.fromEntries(this.fields.map(({ spec, text }) => [spec.name, text.trim()]));
  }

  get field(): FormField | undefined {
    return this.fields[this.at];
  }

  #look(): void {
    this.field?.look(this.#changed);
  }

  /** Selects the field `by` positions down. @returns whether the form has such a field */
  step(by: 1 | -1): boolean {
    const count = this.fields.length;
    if (count === 0) return false;
    this.select((this.at + count + by) % count);
    return true;
  }

  /** Selects a field. The field before is completed if only one suggestion starts with its text. */
  select(at: number): void {
    if (at !== this.at) this.field?.completeOnly();
    this.at = at;
    this.edited();
  }

  /** Call this when the user edits the selected field or selects another field. */
  edited(): void {
    this.#refuse(null);
    for (const field of this.fields) field.follow(this.#values);
    this.#look();
  }

  /** Submits the form. A partly typed suggestion in the selected field is completed first. */
  submit(): void {
    if (this.isBusy) return;
    if (this.field?.complete() === true) this.edited();
    else void this.#run();
  }

  /** Shows a refusal under the refused field, and selects that field. */
  #refuse(refused: FormRefusal | null): void {
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
    this.#refuse(await this.#submit(this.#values));
    this.isBusy = false;
    if (this.refusal === null) this.#close();
    this.#changed();
  }
}
