import type { InputField } from '../control/wire.ts';
import { dim, type Span } from './cells.ts';
import { centsOf } from './format.ts';
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
  /** Said while the field is selected. */
  readonly about?: string;
  /** What stands there at first. */
  readonly value?: string;
}

/** What was typed into each field; an empty text where nothing was. */
export type Values = Readonly<Record<string, string>>;

/** A field of a form: an input, or one of several texts that ← and → go through. */
export class FormField {
  readonly spec: FieldSpec;
  readonly #input: TextField;
  /** What ← and → go through; an empty text first, which is the fallback. */
  readonly #choices: readonly string[] | null;

  constructor(spec: FieldSpec) {
    this.spec = spec;
    this.#input = new TextField(spec.value ?? '');
    const { type, choices = [] } = spec;
    this.#choices = type === 'yes_no' ? ['', 'yes', 'no'] : type === 'choice' ? ['', ...choices] : null;
  }

  get text(): string {
    return this.#input.text;
  }

  /** @returns whether the key does something in the field */
  press(key: KeyName): boolean {
    if (this.#choices === null) return this.#input.press(key);
    const step = { left: -1, right: 1, ' ': 1 }[key];
    if (step === undefined) return false;
    const { length } = this.#choices;
    const at = Math.max(0, this.#choices.indexOf(this.text));
    this.#input.set(this.#choices[(at + step + length) % length]!);
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
    about,
    fallback: fallback ?? '',
    ...own[name],
  }));
