import type { TSchema } from 'typebox';
import { closest } from '../engine/closest.ts';
import { invalid } from '../engine/errors.ts';
import type { ResourceDef } from '../engine/resource.ts';
import { foundIn } from '../fixtures/frame.ts';
import { makeValidator } from '../fixtures/validator.ts';

type Fields = Record<string, unknown>;
/** What is looked at of a schema. */
type Shape = TSchema & {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Shape>;
  items?: Shape;
};

/**
 * The fields that `set` overrides in the request that makes a fresh object: `{'metadata.order': 7}` becomes
 * `{metadata: {order: 7}}`. A path that the request does not have is refused, never ignored.
 * @throws 400 `parameter_invalid`
 */
export function overridesFor(resource: ResourceDef, set: Fields | undefined): Fields | undefined {
  if (set === undefined || Object.keys(set).length === 0) return undefined;
  const operation = resource.operations.find(({ method, path }) => method === 'POST' && !path.includes('{'));
  const shape = operation?.body as Shape | undefined;
  if (shape === undefined)
    throw invalid('set', `No request makes a ${resource.name}, so that set has nothing to override.`);
  const body: Fields = {};
  for (const [path, value] of Object.entries(set)) {
    checkValue(path, shapeAt(shape, path), value);
    place(body, path.split('.'), value);
  }
  checkAsRequest(shape, body);
  return body;
}

/** Refuses what the request itself would be refused for (bounds, lengths, forms): the object is made past that check. */
function checkAsRequest({ properties = {} }: Shape, body: Fields): void {
  const validator = makeValidator();
  for (const [name, value] of Object.entries(body)) {
    const validate = validator.compile(properties[name] ?? {});
    if (validate(value)) continue;
    const [found] = foundIn(validate.errors ?? [], [name]);
    throw invalid('set', `${found?.path.join('.') ?? name}: ${found?.reason ?? 'is not valid'}.`);
  }
}

/** The schema at a path; null where anything goes (inside `metadata`). */
function shapeAt(root: Shape, path: string): Shape | null {
  let shape = root;
  for (const segment of path.split('.')) {
    const { properties } = shape;
    if (properties === undefined && shape.type === 'object') return null;
    const next = Array.isArray(shape.items) || shape.items === undefined ? fieldOf(properties, segment) : shape.items;
    if (next === undefined) {
      const [near] = closest(segment, Object.keys(properties ?? {}));
      const hint =
        near === undefined ? `It has ${Object.keys(root.properties ?? {}).join(', ')}.` : `Did you mean '${near}'?`;
      throw invalid('set', `The request that makes the object has no field '${path}'. ${hint}`);
    }
    shape = next;
  }
  return shape;
}

const fieldOf = (properties: Shape['properties'], name: string): Shape | undefined =>
  properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;

function checkValue(path: string, shape: Shape | null, value: unknown): void {
  if (shape === null) return;
  const { type } = shape;
  const types = type === undefined ? [] : Array.isArray(type) ? type : [type];
  const fits = types.length === 0 || types.some((name) => isA(name, value));
  if (!fits) throw invalid('set', `${path} must be ${types.map((name) => named[name] ?? name).join(' or ')}.`);
  if (shape.enum !== undefined && !shape.enum.includes(value)) {
    throw invalid('set', `${path} must be one of ${shape.enum.filter((one) => one !== null).join(', ')}.`);
  }
}

const named: Record<string, string> = {
  string: 'a text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

function isA(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function place(body: Fields, [segment, ...rest]: string[], value: unknown): void {
  if (segment === '__proto__' || segment === 'constructor') throw invalid('set', `'${segment}' cannot be a field.`);
  if (rest.length === 0) {
    body[segment!] = value;
    return;
  }
  const inner = Object.hasOwn(body, segment!) ? body[segment!] : undefined;
  const next: Fields = typeof inner === 'object' && inner !== null ? (inner as Fields) : {};
  body[segment!] = next;
  place(next, rest, value);
}
