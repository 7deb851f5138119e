import type { InputField } from '../control/wire.ts';
import { dim, type Span } from '../desk/cells.ts';
import { centsOf } from '../desk/format.ts';
import { score } from '../desk/palette/fuzzy.ts';
import type { KeyName } from './keys.ts';
import { TextField } from './text-field.ts';

/** What a form asks for. */
export interface FieldSpec {
  readonly name: string;
  /** Shown, and meant, where nothing is typed. */
  readonly fallback: string;
  /** Default: a text. */
  readonly type?: InputField['type'];
  /** Of a choice. */
  readonly choices?: readonly string[];
  /** What a text may be chosen from. */
  readonly suggestions?: readonly Suggestion[];
  /** Whether it takes several texts, with commas between them; the last one is chosen. */
  readonly isList?: boolean;
  /** Looks for what a text may be chosen from, where the emulator has more than a list holds. */
  readonly look?: (typed: string) => Promise<readonly Suggestion[]>;
  /** Said while the field is selected. */
  readonly about?: string;
  /** What stands there at first. */
  readonly value?: string;
}

/** A text that a field may be, and what it means. */
export interface Suggestion {
  readonly value: string;
  readonly about: string;
}

/** What was typed into each field; an empty text where nothing was. */
export type Values = Readonly<Record<string, string>>;

/**
 * A field of a form: an input, or one of several texts that ← and → go through. What an input may be chosen from is
 * narrowed by what is typed, and taken by → and ←.
 */
export class FormField {
  readonly spec: FieldSpec;
  readonly #input: TextField;
  /** What ← and → go through; an empty text first, which is the fallback. */
  readonly #choices: readonly string[] | null;
  #suggestions: readonly Suggestion[];
  /** What was typed; what is taken of the suggestions stands in its place. */
  #typed: string;
  /** Which of those that fit is taken; null: none. */
  taken: number | null = null;

  constructor(spec: FieldSpec) {
    this.spec = spec;
    this.#typed = spec.value ?? '';
    this.#input = new TextField(this.#typed);
    this.#suggestions = spec.suggestions ?? [];
    const { type, choices = [] } = spec;
    this.#choices = type === 'yes_no' ? ['', 'yes', 'no'] : type === 'choice' ? ['', ...choices] : null;
  }

  get text(): string {
    return this.#input.text;
  }

  /** Whether there is, or may be, anything to choose from. */
  get isSuggested(): boolean {
    return this.spec.look !== undefined || this.#suggestions.length > 0;
  }

  /** What fits what was typed, in its order: first those whose name begins so, then those that mean it. */
  get fits(): readonly Suggestion[] {
    const typed = this.#partsOf(this.#typed).last.toLowerCase();
    const isNamed = ({ value }: Suggestion): boolean => value.toLowerCase().startsWith(typed);
    // Letters that lie far apart are no word that somebody typed.
    const fitting = this.#suggestions.filter(({ value, about }) => score(`${value} ${about}`, typed, false) !== null);
    return [...fitting.filter(isNamed), ...fitting.filter((each) => !isNamed(each))];
  }

  /** Has the emulator look for what fits. @param changed called when it was found */
  look(changed: () => void): void {
    const typed = this.#typed;
    void this.spec.look?.(typed).then(
      (found) => {
        if (typed !== this.#typed) return;
        this.#suggestions = found;
        changed();
      },
      // Whoever cannot choose may type.
      () => {},
    );
  }

  /** Takes the first of what fits, where a part of its name was typed. @returns whether it did */
  complete(): boolean {
    const { fits } = this;
    const { last } = this.#partsOf(this.text);
    const isName = fits.some(({ value }) => value.toLowerCase() === last.toLowerCase());
    if (this.spec.look !== undefined || last === '' || isName || fits.length === 0) return false;
    this.#take(0);
    return true;
  }

  #take(at: number | null): void {
    this.taken = at;
    this.#input.set(at === null ? this.#typed : `${this.#partsOf(this.#typed).before}${this.fits[at]!.value}`);
  }

  /** Of a list, the text behind the last comma and what stands before it; else all is the last one. */
  #partsOf(text: string): { before: string; last: string } {
    const at = this.spec.isList === true ? text.lastIndexOf(',') + 1 : 0;
    return { before: at === 0 ? '' : `${text.slice(0, at)} `, last: text.slice(at).trim() };
  }

  /** @returns whether the key does something in the field */
  press(key: KeyName): boolean {
    if (this.#choices !== null) return this.#pressChoice(key, this.#choices);
    const { length } = this.fits;
    if (key === 'right' && length > 0 && this.#input.isAtEnd) {
      this.#take(this.taken === null ? 0 : (this.taken + 1) % length);
      return true;
    }
    if (key === 'left' && this.taken !== null) {
      this.#take(this.taken === 0 ? null : this.taken - 1);
      return true;
    }
    if (!this.#input.press(key)) return false;
    if (this.text !== this.#typed) this.taken = null;
    this.#typed = this.text;
    return true;
  }

  #pressChoice(key: KeyName, choices: readonly string[]): boolean {
    const at = Math.max(0, choices.indexOf(this.text));
    const step = { left: -1, right: 1, ' ': 1 }[key];
    const { length } = choices;
    // A letter goes to the next choice that begins with it.
    const next =
      step === undefined
        ? [...choices.slice(at + 1), ...choices.slice(0, at + 1)].find((each) => each[0] === key.toLowerCase())
        : choices[(at + step + length) % length];
    if (next === undefined) return false;
    this.#input.set(next);
    return true;
  }

  /** @param isHere whether the field takes the keys */
  shownIn(width: number, isHere: boolean): Span[] {
    const { fallback } = this.spec;
    const hint = dim(this.text === '' ? fallback : '');
    if (!isHere) return [{ text: this.text }, hint];
    if (this.#choices === null) return [{ text: this.#input.shownIn(width) }, hint];
    return [dim('‹ '), this.text === '' ? dim(fallback || 'any') : { text: this.text }, dim(' ›')];
  }
}

/** Why what was typed into a field means nothing. */
export class FieldRefusal extends Error {
  readonly field: string;

  constructor(message: string, field: string) {
    super(message);
    this.field = field;
  }
}

/**
 * What a field of an amount holds, in the currency's minor units.
 * @throws FieldRefusal where that is no amount
 */
export function typedCents(field: string, text: string, currency = 'USD'): number {
  const cents = centsOf(text, currency);
  if (cents === null) throw noAmount(field, text);
  return cents;
}

const noAmount = (field: string, text: string): FieldRefusal =>
  new FieldRefusal(`'${text}' is no amount; write it like 15 or 15.00.`, field);

/**
 * What a call takes for what was typed. A text that is no value of its field goes as it is, and is refused by the
 * emulator.
 * @throws FieldRefusal for an amount that is none: the emulator reads a bare number as cents
 */
export function typedValue({ name, type }: FieldSpec, text: string): unknown {
  if (text === '') return null;
  if (type === 'yes_no') return text === 'yes';
  if (type === 'amount') return amountOf(name, text);
  const isWhole = /^-?\d+$/.test(text);
  return (type === 'number' || type === 'duration') && isWhole ? Number(text) : text;
}

/** Cents, or a range of them: `15.00`, `<5`, `>=5`, `>=5 <10`. */
function amountOf(field: string, text: string): unknown {
  if (!/[<>=]/.test(text)) return typedCents(field, text);
  const bounds = text.split(/(?=[<>])/).map((part) => {
    const [, sign, value = ''] = /^(<|>=)([^<>=]+)$/.exec(part.trim()) ?? [];
    return [sign === '<' ? 'lt' : 'gte', centsOf(value)] as const;
  });
  const range = Object.fromEntries(bounds);
  const isRange = bounds.every(([, cents]) => cents !== null) && Object.keys(range).length === bounds.length;
  if (!isRange) throw noAmount(field, text);
  return range;
}

/** How a value stands in its field, so that it is read back as the same. */
export function textOf({ type }: Pick<FieldSpec, 'type'>, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (type === 'amount' && typeof value === 'number') return (value / 100).toFixed(2);
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([bound, cents]) => `${bound === 'lt' ? '<' : '>='}${(Number(cents) / 100).toFixed(2)}`)
    .join(' ');
}

/** The fields of a kind, as the emulator tells them. */
export const fieldsFrom = (
  fields: readonly InputField[],
  own: Readonly<Record<string, Partial<FieldSpec>>> = {},
): FieldSpec[] =>
  fields.map(({ name, type, choices, fallback, about }) => ({
    name,
    type,
    choices,
    suggestions: type === 'choice' ? [] : choices.map((value) => ({ value, about: '' })),
    about,
    fallback: fallback ?? '',
    ...own[name],
  }));
