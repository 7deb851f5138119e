import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, looked into at every depth
type Json = any;

/** The interface description of a running emulator, to validate what it answers. */
export class Interface {
  readonly document: Json;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: Json) {
    this.document = document;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': isInstant } });
    this.#ajv.addSchema({ $id: 'openapi', ...document }, 'openapi');
  }

  static async read(url: string): Promise<Interface> {
    return new Interface(await (await fetch(`${url}/openapi.json`)).json());
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
  faultOf(route: string, status: number, body: unknown): string | null {
    const [method = '', path = ''] = route.split(' ');
    const at = `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
    if (this.document.paths[path]?.[method.toLowerCase()]?.responses[status] === undefined)
      return `${status} is not declared`;
    return this.#faultBy(at, body);
  }

  /** The same for a body that is sent. */
  faultOfBody(route: string, body: unknown): string | null {
    const [method = '', path = ''] = route.split(' ');
    return this.#faultBy(
      `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/requestBody/content/application~1json/schema`,
      body,
    );
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

/** Every part of a document, with its path. */
export function* partsOf(part: Json, path = ''): Generator<[path: string, part: Json]> {
  yield [path, part];
  if (typeof part !== 'object' || part === null) return;
  for (const [name, inner] of Object.entries(part)) yield* partsOf(inner, `${path}/${name}`);
}
