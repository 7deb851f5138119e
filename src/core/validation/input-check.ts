import type { Static, TObject, TSchema } from '../base/typebox.ts';
import { errorOfPart, invalidPart, parameterMissing, type ServiceError } from '../kernel/errors.ts';
import { compile, firstError } from './validator.ts';
import { type Path, type Shape, sentenceOf, type ValueError, valueErrorOf } from './value-error.ts';

type Fields = Record<string, unknown>;
const none: Path = [];
/** `metadata[order]`: a key in an object of the query. The key can contain brackets, but `][` would be a path. */
const insideName = /^(\w+)\[((?:(?!\]\[).)+)\]$/s;

const typesOf = ({ type = [] }: Shape = {}): readonly string[] => (typeof type === 'string' ? [type] : type);

/**
 * Creates the refusal of a request with an incorrect value: 400 `parameter_missing` or `parameter_invalid`.
 * @param value the value with the error; absent if the error's path does not point into a value
 */
function refusalOf(error: ValueError, value?: Fields): ServiceError {
  const param = error.param === '' ? 'body' : error.param;
  if (error.keyword === 'required') return errorOfPart(parameterMissing, param, `${param} is required.`);
  const hint = /\ban object$/.test(error.reason) ? hintAtEmptyList(valueAt(value, error.path)) : '';
  return invalidPart(param, `${sentenceOf({ ...error, param }, 'request')}${hint}`);
}

/** A hint if the value is an empty list instead of an object, because PHP encodes an empty array as a list. */
const hintAtEmptyList = (value: unknown): string =>
  Array.isArray(value) && value.length === 0
    ? ' In PHP, an empty array is encoded as a list; send (object) [] instead.'
    : '';

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((held, name) => (held as Fields | undefined)?.[name], value);

/**
 * Checks a value against its schema and returns it.
 * @param below the path of the value in the request
 * @throws 400 `parameter_missing` or `parameter_invalid`
 */
export function checked<S extends TSchema>(schema: S, value: unknown, below: Path = []): Static<S> {
  const error = firstError(schema, value, below);
  if (error !== null) throw refusalOf(error);
  return value as Static<S>;
}

/** Checks one part of a request against its schema and finds unknown fields. */
export class InputCheck<S extends TObject = TObject> {
  readonly #schema: S;
  readonly #properties: Record<string, Shape>;
  #errorIn: ReturnType<typeof compile> | undefined;

  constructor(schema: S) {
    this.#schema = schema;
    // The object has no prototype, because a schema has no field such as `toString`.
    this.#properties = Object.assign(Object.create(null), schema.properties) as Record<string, Shape>;
  }

  /** The names of the fields in the schema. */
  get fields(): string[] {
    return Object.keys(this.#properties);
  }

  /**
   * Checks a JSON body. Only nullable fields accept null: null is not treated as a missing field.
   * @param unknown receives the names of unknown fields, even if the check fails
   * @throws 400 `parameter_missing` or `parameter_invalid`
   */
  body(given: unknown, unknown: string[] = []): Fields {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      throw invalidPart('body', `The body must be a JSON object.${hintAtEmptyList(given)}`);
    }
    const value: Fields = {};
    for (const name in given) {
      const held = (given as Fields)[name];
      const property = this.#properties[name];
      if (property === undefined) {
        unknown.push(name);
      } else {
        value[name] = held;
        if (typeof held === 'object' && held !== null) collectUnknown(property, held as Fields, name, unknown);
      }
    }
    return this.#checked(value);
  }

  /**
   * Checks a query string. Texts are converted to the numbers and booleans of the schema. `name[key]=value` becomes a
   * property of the object `name` if the schema has such an object.
   * @param unknown receives the names of unknown fields, even if the check fails
   * @throws 400 `parameter_missing` or `parameter_invalid`
   */
  query(given: Fields, unknown: string[] = []): Fields {
    const value: Fields = {};
    for (const [name, held] of Object.entries(given)) {
      const property = this.#properties[name];
      if (property !== undefined) value[name] = readText(typesOf(property), held);
      else if (!this.#placeInside(value, name, held)) unknown.push(name);
    }
    return this.#checked(value);
  }

  /** Stores the value of `name[key]` if the schema has an object `name`. Returns whether the schema has it. */
  #placeInside(value: Fields, name: string, held: unknown): boolean {
    const at = name.indexOf('[');
    const outer = at === -1 ? '' : name.slice(0, at);
    if (!typesOf(this.#properties[outer]).includes('object')) return false;
    const key = insideName.exec(name)?.[2];
    // If an unreadable filter were ignored, the response would contain all objects.
    if (key === undefined) throw invalidPart(outer, `'${name}' is not a valid filter; write ${outer}[key]=value.`);
    value[outer] ??= Object.create(null) as Fields;
    // If the value is a text instead of an object, the schema rejects it.
    if (typeof value[outer] === 'object') (value[outer] as Fields)[key] = held;
    return true;
  }

  #checked(value: Fields): Fields {
    this.#errorIn ??= compile(this.#schema);
    const error = this.#errorIn(value, none);
    if (error !== null) throw refusalOf(error, value);
    return value;
  }
}

/**
 * Throws an error for the first unknown field of a value, at any depth.
 * @param below the path of the value in the request
 * @throws 400 `parameter_invalid` with the closest known name
 */
export function refuseUnknown(schema: Shape, value: object, below: Path): void {
  for (const [name, inner] of Object.entries(value)) {
    const path = [...below, name];
    const known = Array.isArray(value) ? schema.items : propertyOf(schema, name);
    if (known === undefined && schema.properties !== undefined) {
      throw refusalOf(valueErrorOf('additionalProperties', schema, inner, path));
    }
    if (known !== undefined && typeof inner === 'object' && inner !== null) refuseUnknown(known, inner, path);
  }
}

const propertyOf = ({ properties = {} }: Shape, name: string): Shape | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/** Adds the paths of unknown fields, at any depth. */
function collectUnknown(schema: Shape, held: Fields | unknown[], path: string, unknown: string[]): void {
  if (Array.isArray(held)) {
    const { items } = schema;
    if (items === undefined) return;
    for (const [index, each] of held.entries()) {
      if (typeof each === 'object' && each !== null) collectUnknown(items, each as Fields, `${path}.${index}`, unknown);
    }
    return;
  }
  if (schema.properties === undefined) return;
  for (const [name, inner] of Object.entries(held)) {
    const property = propertyOf(schema, name);
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
