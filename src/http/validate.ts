import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { TObject, TSchema } from 'typebox';
import { parseIso } from '../engine/clock.ts';
import { closest } from '../engine/closest.ts';
import { invalid, missing, type ServiceError } from '../engine/errors.ts';

const require = createRequire(import.meta.url);

type Fields = Record<string, unknown>;
/** `metadata[order]`: a key inside an object of the query. */
const insideName = /^(\w+)\[([^[\]]+)\]$/;

type PropertySchema = { type?: string | string[]; properties?: Record<string, PropertySchema>; const?: unknown };

let ajv: Ajv | undefined;

/** The validator is loaded with the first schema that needs it: starting does not wait for it. */
function compile(schema: TSchema): ValidateFunction {
  if (ajv === undefined) {
    const { Ajv: Validator } = require('ajv') as { Ajv: new (options: object) => Ajv };
    ajv = new Validator({
      allErrors: false,
      strict: false,
      // An error tells the schema that it is about, to name what would do.
      verbose: true,
      formats: { 'date-time': (text: string) => parseIso(text) !== null },
    });
  }
  return ajv.compile(schema);
}

const typesOf = (schema: PropertySchema | undefined): readonly string[] =>
  schema?.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;

/** Checks one part of a request against its schema, and tells which of its fields nobody knows. */
export class InputCheck<S extends TObject = TObject> {
  readonly #schema: S;
  readonly #properties: Record<string, PropertySchema>;
  #validate: ValidateFunction | undefined;

  constructor(schema: S) {
    this.#schema = schema;
    // Without a prototype: `toString` is no field that a schema knows.
    this.#properties = Object.assign(Object.create(null), schema.properties) as Record<string, PropertySchema>;
  }

  /**
   * A JSON body. A field that is null where null is no value counts as not given.
   * @throws 400 `parameter_missing` or `parameter_invalid`
   */
  body(given: unknown): { value: Fields; unknown: string[] } {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      throw invalid('body', 'The body must be a JSON object.');
    }
    const required = this.#schema.required ?? [];
    const value: Fields = {};
    const unknown: string[] = [];
    for (const [name, held] of Object.entries(given)) {
      const property = this.#properties[name];
      if (property === undefined) {
        unknown.push(name);
      } else if (held !== null || required.includes(name) || typesOf(property).includes('null')) {
        value[name] = held;
        if (typeof held === 'object' && held !== null) collectUnknown(property, held as Fields, name, unknown);
      }
    }
    return { value: this.#checked(value), unknown };
  }

  /**
   * A query string: texts become the numbers and booleans that the schema asks for, and `name[key]=value` a part of
   * the object `name` where the schema has one.
   * @throws 400 `parameter_missing` or `parameter_invalid`
   */
  query(given: Fields): { value: Fields; unknown: string[] } {
    const value: Fields = {};
    const unknown: string[] = [];
    for (const [name, held] of Object.entries(given)) {
      const property = this.#properties[name];
      if (property !== undefined) value[name] = readText(typesOf(property), held);
      else if (!this.#placeInside(value, name, held)) unknown.push(name);
    }
    return { value: this.#checked(value), unknown };
  }

  /** Whether `name[key]` is a key of an object that the schema knows; if so, its value is put there. */
  #placeInside(value: Fields, name: string, held: unknown): boolean {
    const at = name.indexOf('[');
    const outer = at === -1 ? '' : name.slice(0, at);
    if (!typesOf(this.#properties[outer]).includes('object')) return false;
    const key = insideName.exec(name)?.[2];
    // Left out, a filter that cannot be read would find everything.
    if (key === undefined) throw invalid(outer, `'${name}' cannot be read; write ${outer}[key]=value.`);
    value[outer] ??= Object.create(null) as Fields;
    // A text in its place is refused by the schema.
    if (typeof value[outer] === 'object') (value[outer] as Fields)[key] = held;
    return true;
  }

  #checked(value: Fields): Fields {
    this.#validate ??= compile(this.#schema);
    if (!this.#validate(value)) throw refusalOf(this.#validate.errors?.[0]);
    return value;
  }
}

function collectUnknown(schema: PropertySchema, held: Fields, path: string, unknown: string[]): void {
  if (schema.properties === undefined || Array.isArray(held)) return;
  for (const [name, inner] of Object.entries(held)) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (property === undefined) unknown.push(`${path}.${name}`);
    else if (typeof inner === 'object' && inner !== null) {
      collectUnknown(property, inner as Fields, `${path}.${name}`, unknown);
    }
  }
}

function readText(types: readonly string[], held: unknown): unknown {
  if (typeof held !== 'string') return held;
  if ((types.includes('integer') || types.includes('number')) && /^-?\d{1,15}$/.test(held)) return Number(held);
  if (types.includes('boolean') && (held === 'true' || held === 'false')) return held === 'true';
  return held;
}

function refusalOf(error: ErrorObject | undefined): ServiceError {
  if (error === undefined) return invalid('body', 'The request is not valid.');
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  if (error.keyword === 'required') {
    const name = String(error.params.missingProperty);
    return missing(path === '' ? name : `${path}.${name}`);
  }
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params.additionalProperty);
    const [near] = closest(name, Object.keys((error.parentSchema as TObject).properties ?? {}));
    const param = path === '' ? name : `${path}.${name}`;
    return invalid(param, `There is no field '${param}'${near === undefined ? '.' : `; did you mean '${near}'?`}`);
  }
  const param = path || 'body';
  return invalid(param, `${param} ${sayWhat(error)}.`);
}

function sayWhat({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).filter((value) => value !== null).join(', ')}`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'minLength':
      return 'must not be empty';
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minItems':
      return `must have ${params.limit} or more`;
    case 'maxItems':
      return `must have at most ${params.limit}`;
    case 'format':
      return 'must be an ISO 8601 date and time such as 2026-03-31T09:00:00Z';
    case 'pattern': {
      const { examples = [] } = parentSchema as { examples?: readonly string[] };
      return examples.length === 0 ? 'is not written as it must be' : `must be written like ${examples.join(' or ')}`;
    }
    case 'type':
      return `must be ${[params.type].flat().join(' or ')}`;
    default:
      return message ?? 'is not valid';
  }
}
