import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, looked into at every depth
type Json = any;

/** An interface description of a running emulator, to validate what it answers. */
export class Interface {
  readonly document: Json;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: Json) {
    this.document = document;
    this.#ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      formats: { 'date-time': isInstant, email: isEmail, uri: URL.canParse },
    });
    this.#ajv.addSchema({ $id: 'openapi', ...document }, 'openapi');
  }

  static async read(url: string, api: 'merchant' | 'client' = 'merchant'): Promise<Interface> {
    const path = api === 'merchant' ? '/openapi.json' : '/openapi-client.json';
    return new Interface(await (await fetch(`${url}${path}`)).json());
  }

  /** `METHOD /path` of every operation, and what is said of it. */
  operations(): [route: string, operation: Json][] {
    return Object.entries<Json>(this.document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]): [string, Json] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );
  }

  /** What a reference stands for; anything else as it is. */
  resolve(part: Json): Json {
    if (typeof part?.$ref !== 'string') return part;
    return (part.$ref as string)
      .slice(2)
      .split('/')
      .reduce((at, name) => at?.[name], this.document);
  }

  /** The route that a call was for: `GET /transactions/{id}` of `GET /transactions/txn_1?x=1`. */
  routeOf(method: string, path: string): string | undefined {
    const plain = path.split('?')[0]!;
    return this.operations()
      .map(([route]) => route)
      .find((route) => {
        const [verb, template = ''] = route.split(' ');
        return verb === method && new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain);
      });
  }

  /** What is wrong with an answer by its schema; null where nothing is. */
  faultOf(route: string, status: number | 'default', body: unknown): string | null {
    const [method = '', path = ''] = route.split(' ');
    const response = this.document.paths[path]?.[method.toLowerCase()]?.responses[status];
    if (response === undefined) return `${status} is not declared`;
    const at =
      response.$ref ??
      `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`;
    return this.#faultBy(`${at}/content/application~1json/schema`, body);
  }

  /** The same for a body that is sent. */
  faultOfBody(route: string, body: unknown): string | null {
    const [method = '', path = ''] = route.split(' ');
    return this.#faultBy(
      `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/requestBody/content/application~1json/schema`,
      body,
    );
  }

  /** The same for a webhook; fields that the description does not cover are faults too. */
  faultOfEvent(type: string, envelope: Json): string | null {
    const schema = this.document.webhooks[type]?.post.requestBody.content['application/json'].schema;
    if (schema === undefined) return `${type} is not declared`;
    const { properties } = this.resolve(schema.properties.data);
    const stray = Object.keys(envelope.data).find((name) => properties[name] === undefined);
    if (stray !== undefined) return `${type} has ${stray}`;
    return this.#faultBy(`#/webhooks/${type}/post/requestBody/content/application~1json/schema`, envelope);
  }

  #faultBy(pointer: string, value: unknown): string | null {
    let validate = this.#compiled.get(pointer);
    if (validate === undefined) {
      // Escaped as a reference has it.
      validate = this.#ajv.compile({ $ref: `openapi${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}` });
      this.#compiled.set(pointer, validate);
    }
    return validate(value) ? null : this.#ajv.errorsText(validate.errors);
  }
}

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

/** Every part of a document, with its path. */
export function* partsOf(part: Json, path = ''): Generator<[path: string, part: Json]> {
  yield [path, part];
  if (typeof part !== 'object' || part === null) return;
  for (const [name, inner] of Object.entries(part)) yield* partsOf(inner, `${path}/${name}`);
}
