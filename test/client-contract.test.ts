import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathParams } from '../src/core/kernel/declare/operation.ts';
import { Buyer } from './support/buyer.ts';
import { byBank, byCard, load, pay, session } from './support/checkout.ts';
import { clientOperations } from './support/declared.ts';
import { cards, Demo } from './support/demo.ts';
import { Interface } from './support/interface.ts';
import { type Answer, createTestSandbox, type TestSandbox } from './support/sandbox.ts';

let sandbox: TestSandbox;
let api: Interface;
let demo: Demo;
let buyer: Buyer;
beforeAll(async () => {
  sandbox = await createTestSandbox({ rateLimit: true });
  api = await Interface.read(sandbox.url, 'client');
  demo = await Demo.create(sandbox);
  buyer = new Buyer(demo);
});
afterAll(() => sandbox?.stop());

const operations = clientOperations;
const routes = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

/** The specification's rows, with the statuses of what they may refuse. */
const specifiedRoutes: Readonly<Record<string, readonly number[]>> = {
  'GET /api/checkout/{slug}': [404],
  'POST /api/checkout/{slug}/pay': [400, 402, 404, 409, 422, 429, 503],
  'GET /api/checkout/address-suggest': [],
  'GET /api/checkout/address-details': [],
  'POST /api/vault/3ds/preflight': [],
  'POST /api/vault/3ds/create-card': [],
  'POST /api/vault/3ds/init': [],
  'POST /api/vault/3ds/authenticate': [502],
  'POST /api/vault/3ds/finish': [],
};

describe('the interface description of the client API', () => {
  it('is a document of its own, whose server is the origin', () => {
    const { openapi, servers, security, webhooks, components } = api.document;
    expect([openapi, servers, security]).toEqual(['3.1.0', [{ url: sandbox.url }], []]);
    expect([webhooks, components.securitySchemes, components.schemas.Transaction]).toEqual(Array(3).fill(undefined));
    expect(
      api
        .operations()
        .map(([route]) => route)
        .sort(),
    ).toEqual(routes.map(([route]) => route).sort());
  });

  it('holds every row of the specification; the rest is assumed', () => {
    const described = new Map(api.operations());
    for (const [route, statuses] of Object.entries(specifiedRoutes)) {
      const operation = described.get(route);
      expect(Object.keys(operation?.responses ?? {}), route).toEqual(expect.arrayContaining(statuses.map(String)));
      expect(operation['x-assumed'], route).toBeUndefined();
    }
    const others = routes.filter(([route]) => !(route in specifiedRoutes));
    expect(others.filter(([, { assumed }]) => assumed !== true).map(([route]) => route)).toEqual([]);
  });

  it.each(routes)('describes %s whole', (route, { id, body, rate }) => {
    const operation = new Map(api.operations()).get(route);
    expect(operation).toMatchObject({
      operationId: id,
      summary: expect.stringMatching(/^[A-Z]/),
    });
    expect(api.document.tags.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(operation.tags));
    type Parameter = { in: string; name: string };
    const named = (place: string) =>
      operation.parameters.filter((each: Parameter) => each.in === place).map(({ name }: Parameter) => name);
    expect(named('path')).toEqual(pathParams(route));
    expect(named('header')).toContain('X-Service-SDK');
    for (const [status, part] of Object.entries(operation.responses)) {
      const response = api.resolve(part);
      expect(response.content['application/json'].schema).toBeDefined();
      expect(Object.keys(response.headers)).toContain('Request-Id');
      if (status === '429') expect(Object.keys(response.headers)).toContain('Retry-After');
      expect(() => api.faultOf(route, status === 'default' ? status : Number(status), {})).not.toThrow();
    }
    const { headers } = operation.responses['200'] ?? operation.responses['201'];
    expect('X-RateLimit-Limit' in headers).toBe(rate !== undefined);
    if (body !== undefined) {
      const { example } = operation.requestBody.content['application/json'];
      expect(api.faultOfBody(route, example)).toBeNull();
    }
  });

  it('gives no refusal of the client API a type', () => {
    const { ClientError, ClientDeclinedError } = api.document.components.schemas;
    for (const { required, properties } of [ClientError, ClientDeclinedError]) {
      expect(required).toEqual(['error']);
      expect(properties).not.toHaveProperty('type');
    }
  });

  it('is a chapter of the docs', async () => {
    const page = await (await fetch(`${sandbox.url}/docs/api`)).text();
    expect(page).toContain('<h2 id="client-api">');
    for (const { path } of operations) expect(page).toContain(`<code>${path}</code>`);
    expect(page).toContain('The vault alias for the card number.');
  });
});

describe('every answer of a checkout has the form that the description gives it', () => {
  const seen = new Set<string>();
  const fits = (route: string, { status, body }: Answer<object>) => {
    seen.add(`${route} ${status}`);
    expect(api.faultOf(route, status, body), `${route} ${status} ${JSON.stringify(body)}`).toBeNull();
    return status;
  };
  const loading = 'GET /api/checkout/{slug}';
  const paying = 'POST /api/checkout/{slug}/pay';

  it('when it is loaded, paid, declined and refused', async () => {
    const { slug } = await session(demo);
    fits(loading, await load(buyer, slug));
    fits(loading, await load(buyer, `${slug}?discountCode=NONE`));
    fits(loading, await load(buyer, 'api-nobody'));
    fits(paying, await pay(buyer, slug, {}));
    fits(paying, await pay(buyer, slug, await byCard(buyer, cards.declined)));
    await demo.configure({ three_ds_enabled: true });
    fits(paying, await pay(buyer, slug, await byCard(buyer)));
    await demo.configure({ three_ds_enabled: false });
    const unknown = await byCard(buyer, cards.unavailableCharged);
    fits(paying, await pay(buyer, slug, unknown, 'a-key'));
    fits(paying, await pay(buyer, slug, unknown, 'a-key'));
    fits(paying, await pay(buyer, slug, { ...unknown, firstName: 'Bo' }, 'a-key'));
    await demo.advance('30s');
    fits(paying, await pay(buyer, slug, unknown, 'a-key'));
    fits(paying, await pay(buyer, slug, unknown));
    fits(paying, await pay(buyer, (await session(demo)).slug, await byBank(buyer)));
    for (let at = 0; at < 30; at++) await pay(buyer, slug, {});
    fits(paying, await pay(buyer, slug, {}));
    const declared = [loading, paying].flatMap((route) =>
      Object.keys(new Map(api.operations()).get(route).responses)
        .filter((status) => status !== 'default')
        .map((status) => `${route} ${status}`),
    );
    expect(declared.filter((each) => !seen.has(each))).toEqual([]);
  });

  it('when an address is looked for', async () => {
    await demo.configure({ address_suggest: true });
    const { slug } = await session(demo);
    const suggest = 'GET /api/checkout/address-suggest';
    const details = 'GET /api/checkout/address-details';
    fits(suggest, await buyer.get(`/api/checkout/address-suggest?q=maple&slug=${slug}`));
    fits(suggest, await buyer.get('/api/checkout/address-suggest?q=maple&slug=api-nobody'));
    fits(suggest, await buyer.get(`/api/checkout/address-suggest?country=USA`));
    fits(details, await buyer.get(`/api/checkout/address-details?id=addr_us_1&slug=${slug}`));
    fits(details, await buyer.get('/api/checkout/address-details?id=addr_none'));
    expect([...seen].filter((each) => each.startsWith('GET /api/checkout/address-')).sort()).toEqual([
      `${details} 200`,
      `${suggest} 200`,
      `${suggest} 400`,
      `${suggest} 404`,
    ]);
  });

  it('when a number is vaulted', async () => {
    const route = 'POST /vault/{vaultId}/post';
    fits(route, await buyer.vault({ card_number: cards.visaDebit, card_exp: '12/30' }));
    fits(route, await buyer.vault({}));
    fits(route, await buyer.post('/vault/vlt_nobody_sandbox/post', {}));
    expect([...seen].filter((each) => each.startsWith(route))).toEqual([
      `${route} 200`,
      `${route} 400`,
      `${route} 404`,
    ]);
  });
});
