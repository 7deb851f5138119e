import type { ErrorObject } from 'ajv';
import { closest, orOf } from '../base/closest.ts';
import { counted } from '../base/terminal-text.ts';
import { valueText } from './value-text.ts';

export type Path = readonly string[];

/** An error in a value. */
export interface ValueError {
  /** The path of the incorrect field, which can be a missing or unknown field. */
  readonly path: Path;
  /** The field's path in the notation of requests: `items.0.quantity`. Empty for the whole value. */
  readonly param: string;
  /** The JSON Schema keyword that was violated: `required`, `additionalProperties`, `type` ... */
  readonly keyword: string;
  /** The rule, as the rest of a sentence after the name of the field: `must be a whole number of cents, such as 1250`. */
  readonly reason: string;
  /** The value at fault, or its length, in words; null if there is none, it would say nothing new, or it is a secret. */
  readonly given: string | null;
  /** A suggestion for the name that was probably meant. */
  readonly suggestion: string | null;
}

/** The parts of a schema that error messages use. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  /** Example names that match the pattern for the names in an object. */
  readonly 'x-names'?: readonly string[];
  /** What the pattern demands, in words; see `textForm`. */
  readonly 'x-form'?: string;
  readonly 'x-cents'?: true;
  readonly 'x-sensitive'?: true;
}

/** The pattern for a text that is not blank. */
export const notBlank = '\\S';

/** How a sentence names the value at fault: as the caller's, or as the content of a file. */
const givenIn = {
  request: (given: string) => `; you sent ${given}`,
  file: (given: string) => `, not ${given}`,
} as const;

/** The rule and the value at fault, without the name of the field: `must be true or false, not "yes"`. */
export const reasonWithValue = (
  { reason, given }: Pick<ValueError, 'reason' | 'given'>,
  source: keyof typeof givenIn = 'file',
): string => (given === null ? reason : `${reason}${givenIn[source](given)}`);

/** An error as a whole sentence: `active must be true or false, not "yes".` */
export function sentenceOf(error: ValueError, source: keyof typeof givenIn = 'file'): string {
  const { param, keyword, suggestion } = error;
  if (keyword === 'required') return `${param} is required.`;
  const hint = suggestion === null ? '' : ` Did you mean '${suggestion}'?`;
  return keyword === 'additionalProperties'
    ? `There is no field '${param}'.${hint}`
    : `${param === '' ? 'The value' : param} ${reasonWithValue(error, source)}.${hint}`;
}

/** Whether an error is about the name of a field, and not about its value. */
export const isAboutName = ({ keyword }: Pick<ValueError, 'keyword'>): boolean =>
  keyword === 'required' || keyword === 'additionalProperties';

/** Converts the errors that the library reports for a value, without duplicates. */
export function valueErrorsOf(errors: readonly ErrorObject[], below: Path): ValueError[] {
  const told = new Map<string, ValueError>();
  for (const error of withoutOtherForms(errors)) {
    const { keyword, params, data, message } = error;
    const path = [...below, ...segmentsOf(error.instancePath)];
    const name = params.missingProperty ?? params.additionalProperty;
    if (name !== undefined) path.push(String(name));
    const found = valueErrorOf(keyword, error.parentSchema as Shape, data, path, message);
    const line = `${found.param}: ${found.reason}`;
    if (!told.has(line)) told.set(line, found);
  }
  return [...told.values()];
}

const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * If a value has several allowed forms, keeps only the errors of the closest form: a form whose inner values were
 * checked, or the first form with the type of the value. If no form has this type, the error is the wrong type.
 */
function withoutOtherForms(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const dropped = new Set<ErrorObject>();
  for (const error of errors) {
    if (error.keyword === 'oneOf' || error.keyword === 'if') dropped.add(error);
    // The rule for all names of an object stands for the error of one name.
    if (error.propertyName !== undefined) dropped.add(error);
    if (error.keyword !== 'anyOf') continue;
    const below = errors.filter(({ schemaPath }) => schemaPath.startsWith(`${error.schemaPath}/`));
    const formOf = ({ schemaPath }: ErrorObject) => schemaPath.slice(error.schemaPath.length + 1).split('/')[0];
    const isOuter = ({ instancePath }: ErrorObject) => instancePath.length === error.instancePath.length;
    const otherTypes = new Set(below.filter((each) => each.keyword === 'type' && isOuter(each)).map(formOf));
    const inner = below.filter((each) => !isOuter(each));
    const close = inner.length > 0 ? inner : below.filter((each) => !otherTypes.has(formOf(each))).slice(0, 1);
    for (const each of below) if (!close.includes(each)) dropped.add(each);
    if (close.length > 0) dropped.add(error);
  }
  const kept = errors.filter((error) => !dropped.has(error));
  return kept.length === 0 ? errors.slice(0, 1) : kept;
}

/** Creates an error. @param path the path of the field, including the name of a missing or unknown field */
export function valueErrorOf(keyword: string, schema: Shape, value: unknown, path: Path, message?: string): ValueError {
  const name = path.at(-1) ?? '';
  let near: string[] = [];
  if (keyword === 'enum' && typeof value === 'string') near = closest(value, wordsOf(schema));
  if (keyword === 'additionalProperties') near = closest(name, Object.keys(schema.properties ?? {}));
  const reason = reasonOf(keyword, schema, name, message);
  const given = schema['x-sensitive'] === true ? null : givenText(keyword, schema, value);
  return { path, param: path.join('.'), keyword, reason, given, suggestion: near[0] ?? null };
}

/** What is given in place of what a keyword demands: the value, or how long it is. */
function givenText(keyword: string, schema: Shape, value: unknown): string | null {
  switch (keyword) {
    case 'type':
    case 'enum':
    case 'const':
    case 'anyOf':
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'format':
      return valueText(value);
    case 'pattern':
      return schema.pattern === notBlank ? null : valueText(value);
    case 'minLength':
      return schema.minLength === 1 ? null : String([...String(value)].length);
    case 'maxLength':
      return String([...String(value)].length);
    case 'minItems':
    case 'maxItems':
      return Array.isArray(value) && value.length > 0 ? String(value.length) : null;
    default:
      return null;
  }
}

function reasonOf(keyword: string, schema: Shape, name: string, message = 'is not valid'): string {
  switch (keyword) {
    case 'required':
      return `the field '${name}' is missing`;
    case 'additionalProperties':
      return schema['x-names'] === undefined
        ? `there is no field '${name}'`
        : `'${name}' is not a valid name; use a name such as ${orOf(schema['x-names'])}`;
    case 'type':
    case 'enum':
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'anyOf':
      return `must be ${formOf(schema)}`;
    case 'const':
      return `must be ${JSON.stringify(schema.const)}`;
    case 'minLength':
      return schema.minLength === 1 ? 'must not be empty' : `must have at least ${schema.minLength} characters`;
    case 'maxLength':
      return `must have at most ${schema.maxLength} characters`;
    case 'minItems':
      return `must have at least ${counted(schema.minItems ?? 1, 'item')}`;
    case 'maxItems':
      return `must have at most ${counted(schema.maxItems ?? 0, 'item')}`;
    case 'minProperties':
      return 'must not be empty';
    case 'maxProperties':
      return `must have at most ${counted(schema.maxProperties ?? 0, 'key')}`;
    case 'propertyNames':
      return 'has a key that is too long';
    case 'pattern':
      return schema.pattern === notBlank ? 'must not be blank' : `must be ${textFormOf(schema)}`;
    case 'format':
      return 'must be an ISO 8601 date and time, such as 2026-03-31T09:00:00Z';
    default:
      return message;
  }
}

/** What the pattern of a text demands. The pattern itself is never shown. */
function textFormOf({ 'x-form': form, examples }: Shape): string {
  if (form !== undefined) return `${form}${suchAs(examples)}`;
  return examples === undefined ? 'in a different format' : `written like ${orOf(examples.map(String))}`;
}

const suchAs = (examples: readonly unknown[] = []): string =>
  examples.length === 0 ? '' : `, such as ${orOf(examples.map(String))}`;

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function formOf(schema: Shape): string {
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(formOf))].join(' or ');
  if (schema.enum !== undefined) return `one of ${wordsOf(schema).join(', ')}`;
  const types = [schema.type ?? 'something else'].flat();
  const words = types.map((type) => (isNumeric(type) ? numberWords(schema, type) : (typeWords[type] ?? type)));
  return `${words.join(' or ')}${types.some(isNumeric) ? suchAs(numbersFor(schema)) : ''}`;
}

const isNumeric = (type: string): boolean => type === 'integer' || type === 'number';

const numberWords = (schema: Shape, type: string): string =>
  `${typeWords[type]}${schema['x-cents'] === true ? ' of cents' : ''}${rangeOf(schema)}`;

/** An amount that shows the unit: 1250 cents are 12.50. */
const usualCents = 1_250;

function numbersFor({ examples, 'x-cents': isCents, minimum = usualCents, maximum = usualCents }: Shape) {
  if (examples !== undefined) return examples;
  return isCents === true && minimum <= usualCents && maximum >= usualCents ? [usualCents] : [];
}

function rangeOf({ minimum, exclusiveMinimum, maximum }: Shape): string {
  const most = maximum === undefined ? '' : ` of at most ${maximum}`;
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}${most === '' ? '' : ` and${most.slice(3)}`}`;
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  return minimum === undefined ? most : ` of at least ${minimum}`;
}

const wordsOf = (schema: Shape): string[] => (schema.enum ?? []).filter((word) => word !== null).map(String);
