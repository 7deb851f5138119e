import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathParams } from '../src/core/kernel/declare/operation.ts';
import { errorTypes } from '../src/core/kernel/errors.ts';
import { resources } from '../src/payments/resources/registry.ts';
import { declarations } from '../src/sandbox/declarations.ts';
import { impliedRefusals } from '../src/sandbox/http/openapi/implied-refusals.ts';
import { Interface, partsOf } from './support/interface.ts';
import { createTestSandbox, type TestSandbox } from './support/sandbox.ts';
import {
  bareRoutes,
  ownShapes,
  specifiedCodes,
  specifiedErrors,
  specifiedFields,
  specifiedInputs,
  specifiedLimits,
  specifiedRoutes,
} from './support/specification.ts';

let sandbox: TestSandbox;
let api: Interface;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  api = await Interface.read(sandbox.url);
});
afterAll(() => sandbox?.stop());

const operations = resources.flatMap((slice) => slice.operations).filter(({ surface }) => surface === 'merchant');
const routes = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
const specified = new Map(
  specifiedRoutes.map((row) => [row.split(' ').slice(0, 2).join(' '), row.split(' ').slice(2).map(Number)]),
);

describe('the interface description', () => {
  it('is OpenAPI 3.1 of version 1.0.0, and says where it is answered', () => {
    const { openapi, info, servers } = api.document;
    expect([openapi, info.version]).toEqual(['3.1.0', '1.0.0']);
    expect(servers).toEqual([{ url: `${sandbox.url}/api/v1` }]);
    expect(info.description).toMatch(/x-assumed/);
  });

  it('holds every operation, and no other', () => {
    expect(
      api
        .operations()
        .map(([route]) => route)
        .sort(),
    ).toEqual(routes.map(([route]) => route).sort());
  });

  it('has no reference that leads nowhere, and no schema that is none', () => {
    const lost: string[] = [];
    for (const [path, part] of partsOf(api.document)) {
      if (!path.endsWith('/$ref')) continue;
      if (api.resolve({ $ref: part }) === undefined) lost.push(`${path} -> ${part}`);
    }
    expect(lost).toEqual([]);
    for (const [route, operation] of api.operations()) {
      for (const status of Object.keys(operation.responses))
        expect(() => api.faultOf(route, status === 'default' ? status : Number(status), {})).not.toThrow();
    }
  });

  it.each(routes)('describes %s whole', (route, { id }) => {
    const [, operation] = api.operations().find(([each]) => each === route)!;
    expect(operation.operationId).toBe(id);
    expect(operation.summary).toMatch(/^[A-Z]/);
    expect(api.document.tags.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(operation.tags));
    const inPath = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path');
    expect(inPath.map(({ name, required }: { name: string; required: boolean }) => [name, required])).toEqual(
      pathParams(route).map((name) => [name, true]),
    );
    for (const [status, part] of Object.entries<{ headers: object }>(operation.responses)) {
      const response = api.resolve(part);
      expect(response).toMatchObject({
        description: expect.stringMatching(/\w/),
        content: { 'application/json': { schema: expect.any(Object) } },
      });
      expect(Object.keys(response.headers)).toEqual(
        expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Tier', 'Request-Id']),
      );
      expect('Retry-After' in response.headers).toBe(status === '429');
    }
  });

  it('names each operation once', () => {
    const ids = api.operations().map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shows nothing of what is internal', () => {
    const names = [
      'email_key',
      'behaviour',
      'in_transit_at',
      'timeline',
      'debited',
      'cvc_given',
      'x-internal',
      'x-cents',
      'x-picture',
    ];
    const shown = [...partsOf(api.document)].filter(([path]) => names.includes(path.split('/').at(-1)!));
    expect(shown.map(([path]) => path)).toEqual([]);
    expect(api.document.components.schemas.PaymentMethod.properties.billing_postal_code).toBeUndefined();
  });

  it('declares every event as a webhook', () => {
    const declared = resources.flatMap(({ events }) => events.map(({ type }) => type));
    expect(Object.keys(api.document.webhooks)).toEqual(expect.arrayContaining(declared));
    for (const type of declared) expect(api.document.webhooks[type].post.requestBody).toBeDefined();
  });
});

describe('the operations of the specification', () => {
  it.each(routes.filter(([route]) => specified.has(route)))('%s answers as its row says', (route, operation) => {
    const [success, ...refusals] = specified.get(route)!;
    expect(operation.status).toBe(success);
    // 401 and 403 are everybody's.
    const own = refusals.filter((status) => status !== 401 && status !== 403);
    const declared = [...impliedRefusals(operation), ...operation.refuses].map(({ status }) => status);
    expect(declared).toEqual(expect.arrayContaining(own));
    expect(operation.assumed ?? false).toBe(false);
  });

  it('are marked as assumed where they are none of them', () => {
    const others = routes.filter(([route]) => !specified.has(route));
    expect(others.filter(([, operation]) => operation.assumed !== true).map(([route]) => route)).toEqual([]);
  });

  it('wrap what they answer as the conventions say', () => {
    for (const [route, { envelope }] of routes) {
      if (!specified.has(route) || ownShapes.includes(route)) continue;
      expect([route, envelope === 'bare']).toEqual([route, bareRoutes.includes(route)]);
    }
  });

  it('are limited as the specification says, and no others by themselves', () => {
    const own = Object.fromEntries(
      routes.filter(([, { rate }]) => rate !== undefined).map(([route, { rate }]) => [route, rate]),
    );
    for (const [route, rate] of Object.entries(own)) expect([route, specifiedLimits[route]]).toEqual([route, rate]);
    for (const route of ['POST /charges', 'POST /payouts', 'POST /tokens']) expect(own).toHaveProperty(route);
  });

  it('are open to a publishable key where they read or take in a card', () => {
    for (const [route, { method, access }] of routes) {
      if (method === 'GET') expect([route, ['read', 'app'].includes(access ?? '')]).toEqual([route, true]);
      else if (/^POST \/(tokens|three-ds\/\w+|wallets\/(prepare|wallet-a-session))$/.test(route))
        expect([route, access]).toEqual([route, 'publishable']);
      else expect([route, ['secret', 'app', 'public'].includes(access ?? '')]).toEqual([route, true]);
    }
  });
});

describe('what is promised by this emulator alone', () => {
  const isAssumed = (schema: unknown) => (schema as Record<string, unknown>)['x-assumed'] === true;

  /** Every field is specified or marked as assumed, and not both. */
  function expectMarks(properties: Readonly<Record<string, unknown>>, specified: readonly string[]): void {
    const marked = Object.keys(properties).filter((name) => isAssumed(properties[name]));
    const unmarked = Object.keys(properties).filter((name) => !marked.includes(name));
    expect([
      ...unmarked
        .filter((name) => !specified.includes(name))
        .map((name) => `${name} is not in the specification: wrap it in assumed(…)`),
      ...specified
        .filter((name) => !unmarked.includes(name))
        .map(
          (name) => `${name} is in the specification: ${marked.includes(name) ? 'remove assumed(…)' : 'declare it'}`,
        ),
    ]).toEqual([]);
  }

  it.each(Object.entries(specifiedFields))('is marked in %s, and nothing else is', (model, fields) => {
    const { properties } = api.document.components.schemas[model];
    expectMarks(properties, fields);
  });

  it.each(Object.entries(specifiedInputs))('is marked in what %s takes, and nothing else is', (route, fields) => {
    const [, { parameters, requestBody }] = api.operations().find(([each]) => each === route)!;
    const inputs: Record<string, unknown> = { ...requestBody?.content['application/json'].schema.properties };
    for (const { name, in: place, schema } of parameters) if (place === 'query') inputs[name] = schema;
    expectMarks(inputs, fields);
  });

  it('is marked among the codes and the fields of errors', () => {
    const { type, code: reference, param } = api.document.components.schemas.Error.properties;
    const code = api.resolve(reference);
    expect(type.enum).toEqual(expect.arrayContaining(Object.values(specifiedErrors)));
    expect(isAssumed(param)).toBe(true);
    expect(code.anyOf.map(isAssumed)).toEqual([false, true]);
    expect(code.anyOf[0].enum.toSorted()).toEqual(specifiedCodes.toSorted());
  });

  it('is none of the types of errors and their statuses', () => {
    expect(Object.fromEntries(Object.entries(errorTypes).map(([type, status]) => [status, type]))).toEqual(
      specifiedErrors,
    );
    const registry = declarations();
    const codes = [...registry.codesOf('specified'), ...registry.codesOf('assumed')];
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe('the declarations', () => {
  it.each(routes)(
    '%s has an example that its own schema takes',
    (route, { body, bodyOptional, example, path, query }) => {
      for (const name of pathParams(path)) expect(example?.params?.[name]).toEqual(expect.any(String));
      for (const name of Object.keys((example?.query ?? {}) as object)) {
        expect(query?.properties).toHaveProperty(name.replace(/\[.*\]$/, ''));
      }
      if (body === undefined) return;
      if (bodyOptional !== true || example?.body !== undefined)
        expect(api.faultOfBody(route, example?.body)).toBeNull();
      for (const name of Object.keys((example?.body ?? {}) as object)) expect(body.properties).toHaveProperty(name);
    },
  );
});
