import type { Random } from '../../src/core/base/random.ts';
import type { Interface } from './interface.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON schema, looked into at every depth
type Json = any;
type Fields = Record<string, unknown>;

export interface DescribedRequest {
  /** `POST /charges`, as the description names it. */
  route: string;
  method: string;
  /** With its query. */
  path: string;
  body: Fields | undefined;
  /** What the description has against the body; null where it takes it. */
  fault: string | null;
}

/** An id of what there is, for a field of a route or for a parameter of its path. */
export type IdFor = (field: string, route: string) => string;

/** The path of a route, with ids of what there is. */
export const pathOf = (route: string, idFor: IdFor): string =>
  route.replace(/^\w+ /, '').replace(/\{(\w+)\}/g, (_part, name) => encodeURIComponent(idFor(name, route)));

/** Texts for the patterns of the descriptions: of these, one that fits is taken. */
const texts = [
  'USD',
  'eur',
  '4000056655665556',
  '12',
  '2030',
  '123',
  '12/30',
  '021000021',
  '000123456789',
  'US',
  'pm_card_visa',
  'new,won',
  'chargeback',
  '2026-03-31',
  'https://shop.example',
];
const formats: Readonly<Record<string, string>> = {
  email: 'fuzz1@example.com',
  uri: 'https://shop.example/back',
  'date-time': '2026-03-31T09:00:00Z',
};
const oddities: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  100_000_000,
  '',
  'no such value',
  '4111',
  'x'.repeat(2_001),
  [],
  [null],
  {},
  { x: {} },
  ['x'],
];

/** Makes requests of what a description says: most of them good, some of them spoiled in one field. */
export class DescribedRequests {
  readonly #api: Interface;
  readonly #random: Random;
  readonly #operations: [route: string, operation: Json][];
  readonly #idFor: IdFor;
  /** The one that a request is being made for. */
  #route = '';

  constructor(api: Interface, random: Random, idFor: IdFor) {
    this.#api = api;
    this.#random = random;
    this.#operations = api.operations();
    this.#idFor = idFor;
  }

  next(): DescribedRequest {
    const [route, operation] = this.#random.pick(this.#operations);
    const [method = ''] = route.split(' ');
    const path = pathOf(route, this.#idFor);
    this.#route = route;
    const query = this.#queryOf(operation.parameters.filter((each: Json) => each.in === 'query'));
    const body = this.#bodyOf(operation);
    const fault = body === undefined ? null : this.#api.faultOfBody(route, body);
    return { route, method, path: `${path}${query}`, body, fault };
  }

  #queryOf(parameters: readonly Json[]): string {
    const given = parameters.filter(({ required, schema }) => schema.type !== 'object' && (required || this.#once(3)));
    const pairs = given.map(({ name, schema }) => [name, String(this.#value(schema, name))] as [string, string]);
    return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
  }

  #bodyOf({ requestBody }: Json): Fields | undefined {
    if (requestBody === undefined || (requestBody.required !== true && this.#once(3))) return undefined;
    const { schema, example } = requestBody.content['application/json'];
    const whole = this.#value(schema, '') as Fields;
    if (this.#once(3)) return this.#spoiled(schema, whole);
    // What goes together is seldom hit upon, so that most bodies are an example with further fields.
    const known = Object.keys(example ?? {}).map((name) => [name, this.#known(name, example[name])]);
    const some = Object.entries(whole).filter(() => this.#once(3));
    return this.#random.chance(0.2) ? whole : { ...Object.fromEntries(some), ...Object.fromEntries(known) };
  }

  /** A value of an example, with the id of something that there is. */
  #known(name: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#known(name, each));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([inner, each]) => [inner, this.#known(inner, each)]));
    }
    return isId(name) ? this.#idFor(name, this.#route) : value;
  }

  #spoiled({ properties = {} }: Json, body: Fields): Fields {
    const name = this.#random.pick(Object.keys(properties));
    const { [name]: _left, ...rest } = body;
    return this.#once(4) ? rest : { ...rest, [name]: this.#random.pick(oddities) };
  }

  #value(part: Json, name: string): unknown {
    const schema = this.#api.resolve(part);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return this.#random.pick(schema.enum);
    const types = [schema.type ?? []].flat();
    if (types.length === 0)
      return schema.anyOf === undefined ? 'x' : this.#value(this.#random.pick(schema.anyOf), name);
    switch (this.#random.pick(types)) {
      case 'string':
        return this.#text(schema, name);
      case 'integer':
      case 'number':
        return this.#number(schema);
      case 'boolean':
        return this.#once(2);
      case 'null':
        return null;
      case 'array':
        return Array.from({ length: Math.max(schema.minItems ?? 0, this.#random.below(3)) }, () =>
          this.#value(schema.items, name),
        );
      default:
        return this.#object(schema);
    }
  }

  #object({ properties = {}, required = [], additionalProperties }: Json): Fields {
    const given = Object.entries(properties).filter(([name]) => required.includes(name) || this.#once(3));
    const free = typeof additionalProperties === 'object' && this.#once(2) ? { key: 'value' } : {};
    return { ...free, ...Object.fromEntries(given.map(([name, inner]) => [name, this.#value(inner, name)])) };
  }

  #text({ pattern, format, minLength = 0, maxLength = 40 }: Json, name: string): string {
    if (isId(name)) return this.#idFor(name, this.#route);
    if (format !== undefined) return formats[format] ?? 'x';
    if (pattern === undefined) return 'x'.repeat(Math.max(minLength, this.#random.pick([1, 5, maxLength])));
    const fitting = texts.filter((text) => new RegExp(pattern, 'u').test(text));
    if (fitting.length === 0)
      throw new Error(`No text in 'texts' (described-requests.ts) fits ${pattern} of ${name}; add one.`);
    return this.#random.pick(fitting);
  }

  #number({ minimum = 0, maximum = 99_999_999, exclusiveMinimum }: Json): number {
    const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
    return this.#random.pick([least, Math.min(maximum, least + 1), Math.min(maximum, least + 2_500), maximum]);
  }

  #once(in_: number): boolean {
    return this.#random.below(in_) === 0;
  }
}

const isId = (name: string): boolean => /(_id|_token|Id|Alias|Token)$|^(token|cardRef|starting_after)$/.test(name);
