import type { InputField } from '../../control/wire.ts';
import { centsOf } from '../format.ts';
import { hasParts } from '../palette/fuzzy.ts';

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
 * A field of a form: a text, or one of several. What a text may be chosen from is narrowed by what is written, and stands
 * in its place where it is taken.
 */
export class FormField {
  readonly spec: FieldSpec;
  #text: string;
  /** What it may be, where it is one of several; an empty text first, which is the fallback. Null: any text. */
  readonly choices: readonly string[] | null;
  #suggestions: readonly Suggestion[];
  /** What was written; what is taken of the suggestions stands in its place. */
  #written: string;
  #taken: number | null = null;

  constructor(spec: FieldSpec) {
    this.spec = spec;
    this.#written = spec.value ?? '';
    this.#text = this.#written;
    this.#suggestions = spec.suggestions ?? [];
    const { type, choices = [] } = spec;
    this.choices = type === 'yes_no' ? ['', 'yes', 'no'] : type === 'choice' ? ['', ...choices] : null;
  }

  get text(): string {
    return this.#text;
  }

  /** Which of those that fit is taken; null: none. */
  get taken(): number | null {
    return this.#taken;
  }

  /** Whether there is, or may be, anything to choose from. */
  get isSuggested(): boolean {
    return this.spec.look !== undefined || this.#suggestions.length > 0;
  }

  /** What fits what was written, in its order: first those whose name begins so, then those that mean it. */
  get fits(): readonly Suggestion[] {
    const written = this.#partsOf(this.#written).last.toLowerCase();
    const isNamed = ({ value }: Suggestion): boolean => value.toLowerCase().startsWith(written);
    // Letters that lie far apart are no word that somebody typed.
    const fitting = this.#suggestions.filter(({ value, about }) => hasParts(`${value} ${about}`, written));
    return [...fitting.filter(isNamed), ...fitting.filter((each) => !isNamed(each))];
  }

  /** Has the emulator look for what fits. @param changed called when it was found */
  look(changed: () => void): void {
    const written = this.#written;
    void this.spec.look?.(written).then(
      (found) => {
        if (written !== this.#written) return;
        this.#suggestions = found;
        changed();
      },
      // Whoever cannot choose may type.
      () => {},
    );
  }

  /** Writes a text, or chooses one of several. */
  write(text: string): void {
    if (text !== this.#written) this.#taken = null;
    this.#written = text;
    this.#text = text;
  }

  /** Takes one of those that fit; null: what was written stands there again. */
  take(at: number | null): void {
    this.#taken = at;
    this.#text = at === null ? this.#written : `${this.#partsOf(this.#written).before}${this.fits[at]!.value}`;
  }

  /** Takes the first of what fits, where a part of its name was written. @returns whether it did */
  complete(): boolean {
    const { fits } = this;
    const { last } = this.#partsOf(this.text);
    const isName = fits.some(({ value }) => value.toLowerCase() === last.toLowerCase());
    if (this.spec.look !== undefined || last === '' || isName || fits.length === 0) return false;
    this.take(0);
    return true;
  }

  /** Of a list, the text behind the last comma and what stands before it; else all is the last one. */
  #partsOf(text: string): { before: string; last: string } {
    const at = this.spec.isList === true ? text.lastIndexOf(',') + 1 : 0;
    return { before: at === 0 ? '' : `${text.slice(0, at)} `, last: text.slice(at).trim() };
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
