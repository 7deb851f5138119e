import { describe, expect, it } from 'vitest';
import { declarations } from '../src/sandbox/declarations.ts';
import { buildOpenApi } from '../src/sandbox/http/openapi/openapi.ts';
import { partsOf } from './support/interface.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, looked into at every depth
type Json = any;

const documents = (['merchant', 'client'] as const).map((api): [string, Json] => [
  api,
  buildOpenApi(declarations(), '0.0.0', 'http://127.0.0.1:4747', api),
]);

const targetOf = (document: Json, part: Json): Json =>
  part.$ref === undefined
    ? undefined
    : part.$ref
        .slice(2)
        .split('/')
        .reduce((at: Json, name: string) => at[name], document);

/** What is said of a part, there or where it refers to. */
const saidOf = (document: Json, part: Json): string | undefined =>
  part.description ?? targetOf(document, part)?.description;

const articles = ['the', 'a', 'an', 'of', 'its', 'this'];
const wordsOf = (text: string): string =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !articles.includes(word))
    .join(' ');

/** What is wrong with what is said of a thing of some name; null where nothing is. */
function faultOf(name: string, said: string | undefined): string | null {
  if (said === undefined || said === '') return 'says nothing';
  if (wordsOf(said) === wordsOf(name)) return `repeats its name: ${said}`;
  return /^[A-Z0-9`].*[.)]$/s.test(said) ? null : `is not a sentence: ${said}`;
}

const isMap = (part: Json): boolean => typeof part === 'object' && part !== null && !Array.isArray(part);

describe.each(documents)('the description of the %s API', (_api, document) => {
  it('says in a sentence what each property is', () => {
    const faults: string[] = [];
    let count = 0;
    for (const [path, part] of partsOf(document)) {
      // Conditions name fields of a body once more, to say what goes together.
      if (!path.endsWith('/properties') || /\/(if|then|else|not|allOf|anyOf|oneOf|dependentSchemas)\//.test(path))
        continue;
      if (!isMap(part)) continue;
      for (const [name, property] of Object.entries<Json>(part)) {
        count++;
        const fault = faultOf(name, saidOf(document, property));
        if (fault !== null) faults.push(`${path}/${name} ${fault}`);
      }
    }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(200);
  });

  it('says what each operation, parameter, answer and header is', () => {
    const faults: string[] = [];
    const check = (where: string, name: string, part: Json) => {
      const fault = faultOf(name, saidOf(document, part));
      if (fault !== null) faults.push(`${where} ${fault}`);
    };
    for (const [path, methods] of Object.entries<Json>({ ...document.paths, ...document.webhooks })) {
      for (const [method, operation] of Object.entries<Json>(methods)) {
        const at = `${method} ${path}`;
        check(at, operation.summary, operation);
        for (const parameter of operation.parameters) check(`${at} ${parameter.name}`, parameter.name, parameter);
        for (const [status, answer] of Object.entries<Json>(operation.responses))
          check(`${at} ${status}`, status, answer);
      }
    }
    for (const kind of ['headers', 'responses', 'securitySchemes']) {
      for (const [name, part] of Object.entries(document.components[kind] ?? {})) check(`${kind} ${name}`, name, part);
    }
    expect(faults).toEqual([]);
  });
});
