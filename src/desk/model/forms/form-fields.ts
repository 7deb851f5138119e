import type { InputField } from '../../../sandbox/control/wire.ts';
import { centsOf } from '../format.ts';
import { hasParts } from '../palette/fuzzy.ts';

/** The declaration of a form field. */
export interface FieldSpec {
  readonly name: string;
  /** The value that an empty field stands for; the field shows it. */
  readonly fallback: string;
  /** Default: text. */
  readonly type?: InputField['type'];
  /** The options of a choice field. */
  readonly choices?: readonly string[];
  /** Suggested values of a text field. */
  readonly suggestions?: readonly Suggestion[];
  /** Whether the field contains a comma-separated list. Suggestions complete the last item of a list. */
  readonly isList?: boolean;
  /** Searches the emulator for suggestions, if the emulator has more of them than a list can show. */
  readonly look?: (typed: string) => Promise<readonly Suggestion[]>;
  /** An explanation of the field, shown while the field is selected. */
  readonly about?: string;
  /** The initial value. */
  readonly value?: string;
  /** What an empty field stands for and its suggestions, where both depend on the other fields. */
  readonly follows?: (values: FormValues) => Pick<FieldSpec, 'fallback' | 'suggestions'>;
}

/** A suggested value and its meaning. */
export interface Suggestion {
  readonly value: string;
  readonly about: string;
}

/** The text of each field; empty if the user typed no text. */
export type FormValues = Readonly<Record<string, string>>;

/**
 * A form field: free text or a choice. Typing narrows the suggestions, and a chosen suggestion replaces the typed
 * text.
 */
export class FormField {
  #spec: FieldSpec;
  #text: string;
  /** The options of a choice. The first option is empty and means the fallback. Null if the field takes any text. */
  readonly choices: readonly string[] | null;
  #suggestions: readonly Suggestion[];
  /** The typed text; a chosen suggestion is shown in its place. */
  #written: string;
  #taken: number | null = null;

  constructor(spec: FieldSpec) {
    this.#spec = spec;
    this.#written = spec.value ?? '';
    this.#text = this.#written;
    this.#suggestions = spec.suggestions ?? [];
    const { type, choices = [], fallback } = spec;
    const options = type === 'yes_no' ? ['yes', 'no'] : type === 'choice' ? choices : null;
    this.choices = options && ['', ...options.filter((each) => each !== fallback)];
    // An option that the empty field already stands for would be offered twice.
    if (this.choices !== null && this.#text === fallback) this.write('');
  }

  get spec(): FieldSpec {
    return this.#spec;
  }

  /** Takes over what depends on the other fields of the form. */
  follow(values: FormValues): void {
    const { follows } = this.#spec;
    if (follows === undefined) return;
    this.#spec = { ...this.#spec, ...follows(values) };
    this.#suggestions = this.#spec.suggestions ?? [];
  }

  get text(): string {
    return this.#text;
  }

  /** The index of the chosen suggestion among the matching ones; null if no suggestion is chosen. */
  get taken(): number | null {
    return this.#taken;
  }

  /** Whether the field has suggestions, or can get some. */
  get isSuggested(): boolean {
    return this.spec.look !== undefined || this.#suggestions.length > 0;
  }

  /**
   * The matching suggestions in order: first names that start with the typed text, then descriptions that match it.
   */
  get fits(): readonly Suggestion[] {
    const written = this.#partsOf(this.#written).last.toLowerCase();
    const isNamed = ({ value }: Suggestion): boolean => value.toLowerCase().startsWith(written);
    // Scattered letters do not count as a match for the typed word.
    const fitting = this.#suggestions.filter(({ value, about }) => hasParts(`${value} ${about}`, written));
    return [...fitting.filter(isNamed), ...fitting.filter((each) => !isNamed(each))];
  }

  /** Makes the emulator search for suggestions. @param changed called when suggestions are found */
  look(changed: () => void): void {
    const written = this.#written;
    void this.spec.look?.(written).then(
      (found) => {
        if (written !== this.#written) return;
        this.#suggestions = found;
        changed();
      },
      // Without suggestions, the user can still type.
      () => {},
    );
  }

  /** Sets the text, or selects the option of a choice. */
  write(text: string): void {
    if (text !== this.#written) this.#taken = null;
    this.#written = text;
    this.#text = text;
  }

  /** Chooses a matching suggestion; null returns to the typed text. */
  take(at: number | null): void {
    this.#taken = at;
    this.#text = at === null ? this.#written : `${this.#partsOf(this.#written).before}${this.fits[at]!.value}`;
  }

  /** Completes a partly typed name with the first match. @returns whether a name was completed */
  complete(): boolean {
    const { fits } = this;
    const { last } = this.#partsOf(this.text);
    const isName = fits.some(({ value }) => value.toLowerCase() === last.toLowerCase());
    if (this.spec.look !== undefined || last === '' || isName || fits.length === 0) return false;
    this.take(0);
    return true;
  }

  /** Completes a partly typed name that only one suggestion starts with. */
  completeOnly(): void {
    const written = this.#partsOf(this.text).last.toLowerCase();
    const named = this.fits.filter(({ value }) => value.toLowerCase().startsWith(written));
    if (named.length === 1) this.complete();
  }

  /**
   * Splits a list into the text before and after the last comma. If the field is not a list, the whole text is the
   * last item.
   */
  #partsOf(text: string): { before: string; last: string } {
    const at = this.spec.isList === true ? text.lastIndexOf(',') + 1 : 0;
    return { before: at === 0 ? '' : `${text.slice(0, at)} `, last: text.slice(at).trim() };
  }
}

/** Why the text of a field is invalid. */
export class FieldRefusal extends Error {
  readonly field: string;

  constructor(message: string, field: string) {
    super(message);
    this.field = field;
  }
}

/** The amount that a typed percentage refers to. */
export interface WholeAmount {
  readonly currency: string;
  /** In the currency's minor units; null if the amount is unknown. */
  readonly cents: number | null;
}

/**
 * The amount in a field, in the currency's minor units. The text is an amount, such as `15.00`, or a percentage of
 * the whole, such as `50%`.
 * @throws FieldRefusal if the text is not an amount
 */
export function typedCents(field: string, text: string, { currency, cents: all }: WholeAmount = dollars): number {
  const [, share] = /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? [];
  if (share !== undefined && all !== null) {
    const part = Math.round((all * Number(share)) / 100);
    if (part > 0 && part <= all) return part;
    throw new FieldRefusal(`'${text}' is not a valid percentage; use a value such as 50%.`, field);
  }
  const cents = centsOf(text, currency);
  if (cents === null) throw noAmount(field, text);
  return cents;
}

const dollars: WholeAmount = { currency: 'USD', cents: null };

const noAmount = (field: string, text: string): FieldRefusal =>
  new FieldRefusal(`'${text}' is not a valid amount; use an amount such as 15 or 15.00.`, field);

/**
 * Converts typed text for a call. A text that is invalid for its type is passed on unchanged, so that the emulator
 * refuses it.
 * @throws FieldRefusal for an invalid amount, because the emulator would read a bare number as cents
 */
export function typedValue({ name, type }: FieldSpec, text: string): unknown {
  if (text === '') return null;
  if (type === 'yes_no') return text === 'yes';
  if (type === 'amount') return amountOf(name, text);
  const isNumber = (type === 'number' ? /^-?\d+(\.\d+)?$/ : /^-?\d+$/).test(text);
  return (type === 'number' || type === 'duration') && isNumber ? Number(text) : text;
}

/** An amount or a range of amounts, such as `15.00`, `<5`, `>=5` or `>=5 <10`. */
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

/** Formats a value for its field. Reading the formatted text returns the same value. */
export function textOf({ type }: Pick<FieldSpec, 'type'>, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (type === 'amount' && typeof value === 'number') return (value / 100).toFixed(2);
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([bound, cents]) => `${bound === 'lt' ? '<' : '>='}${(Number(cents) / 100).toFixed(2)}`)
    .join(' ');
}

/** The fields of a kind, as the emulator describes them. */
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
