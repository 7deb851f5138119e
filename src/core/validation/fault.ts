import type { ErrorObject } from 'ajv';
import { closest } from '../base/closest.ts';

export type Path = readonly string[];

/** An error in a value. */
export interface Fault {
  /** The path of the incorrect field, which can be a missing or unknown field. */
  readonly path: Path;
  /** The field's path in the notation of requests: `items.0.quantity`. Empty for the whole value. */
  readonly param: string;
  /** The JSON Schema keyword that was violated: `required`, `additionalProperties`, `type` ... */
  readonly keyword: string;
  /** The rule, as the rest of a sentence after the name of the field: `must be an integer`. */
  readonly reason: string;
  /** A suggestion for the name that was probably meant. */
  readonly suggestion: string | null;
}

/** The parts of a schema that error messages use. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  /** Example names that match the pattern for the names in an object. */
  readonly 'x-names'?: readonly string[];
}

/** The pattern for a text that is not blank. */
export const notBlank = '\\S';

/** Converts a fault to a complete sentence: `amount must be an integer.` */
export function sentenceOf({ param, keyword, reason, suggestion }: Fault): string {
  if (keyword === 'required') return `${param} is required.`;
  const hint = suggestion === null ? '' : ` Did you mean '${suggestion}'?`;
  return keyword === 'additionalProperties'
    ? `There is no field '${param}'.${hint}`
    : `${param === '' ? 'The value' : param} ${reason}.${hint}`;
}

/** Whether a fault is about the name of a field, and not about its value. */
export const isAboutName = ({ keyword }: Pick<Fault, 'keyword'>): boolean =>
  keyword === 'required' || keyword === 'additionalProperties';

/** Converts the errors that the library reports for a value, without duplicates. */
export function faultsOf(errors: readonly ErrorObject[], below: Path): Fault[] {
  const told = new Map<string, Fault>();
  for (const error of withoutOtherForms(errors)) {
    const { keyword, params, data, message } = error;
    const path = [...below, ...segmentsOf(error.instancePath)];
    const name = params.missingProperty ?? params.additionalProperty;
    if (name !== undefined) path.push(String(name));
    const fault = faultOf(keyword, error.parentSchema as Shape, data, path, message);
    const line = `${fault.param}: ${fault.reason}`;
    if (!told.has(line)) told.set(line, fault);
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

/** Creates a fault. @param path the path of the field, including the name of a missing or unknown field */
export function faultOf(keyword: string, schema: Shape, value: unknown, path: Path, message?: string): Fault {
  const name = path.at(-1) ?? '';
  let near: string[] = [];
  if (keyword === 'enum' && typeof value === 'string') near = closest(value, wordsOf(schema));
  if (keyword === 'additionalProperties') near = closest(name, Object.keys(schema.properties ?? {}));
  const reason = reasonOf(keyword, schema, name, message);
  return { path, param: path.join('.'), keyword, reason, suggestion: near[0] ?? null };
}

function reasonOf(keyword: string, schema: Shape, name: string, message = 'is not valid'): string {
  switch (keyword) {
    case 'required':
      return `the field '${name}' is missing`;
    case 'additionalProperties':
      return schema['x-names'] === undefined
        ? `there is no field '${name}'`
        : `'${name}' is not a valid name; use a name such as ${schema['x-names'].join(' or ')}`;
    case 'type':
    case 'enum':
    case 'minimum':
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
      return `must have ${schema.minItems} or more items`;
    case 'maxItems':
      return `must have at most ${schema.maxItems} items`;
    case 'pattern':
      if (schema.pattern === notBlank) return 'must not be blank';
      return schema.examples === undefined
        ? `must match ${schema.pattern}`
        : `must be written in a form such as ${schema.examples.join(' or ')}`;
    case 'format':
      return 'must be an ISO 8601 date and time such as 2026-03-31T09:00:00Z';
    default:
      return message;
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function formOf(schema: Shape): string {
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(formOf))].join(' or ');
  if (schema.enum !== undefined) return `one of ${wordsOf(schema).join(', ')}`;
  return [schema.type ?? 'something else']
    .flat()
    .map((type) => `${typeWords[type] ?? type}${type === 'integer' || type === 'number' ? rangeOf(schema) : ''}`)
    .join(' or ');
}

function rangeOf({ minimum, maximum }: Shape): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

const wordsOf = (schema: Shape): string[] => (schema.enum ?? []).filter((word) => word !== null).map(String);
